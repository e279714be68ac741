package plaza.audit;

import static plaza.table.Condition.exists;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.Ledger;
import plaza.text.Hash;

/// A counter and the list that it counts, both of which may change while they are compared.
///
/// List and counter change in one transaction, so their difference is the same at every moment; but
/// a long list cannot be read in one moment. It is therefore read twice, with the counter before,
/// between and after. If both readings found the same entries (by key *and* version, so that an
/// entry that was removed and added again shows) and the counter did not move, then the list was,
/// between the readings, what was read: an entry that came and went unseen would have moved the
/// counter in the middle, and another entry that hid this by going and coming back would have a new
/// version. An entry that is hidden counts as if it did not exist, and keeps its version; the
/// transaction that hides it or shows it again changes [#CORRECTIONS] instead.
///
/// A counter can have *parts*: further items, each of which changes with the list in the same way.
/// A repair corrects the counting item so that the sum is right; its right value does not change
/// when an entry is counted in a part.
///
/// @param key the item that holds the counter
/// @param attribute the counting attribute
/// @param parts for the counting item, the Query of further items that count a part of the list
///   with the same attribute; null if there are none
/// @param list the counted list. A list in a global index is read with eventual consistency; its
///   check needs a grace longer than the delay of the index
/// @param counts how many an item of the list counts as
/// @param version a text that changes when an entry is removed and added again
/// @param tolerance which differences are allowed
public record Counter(
        Key key,
        String attribute,
        Function<Item, @Nullable Query> parts,
        ItemCollection list,
        ToLongFunction<Item> counts,
        Function<Item, String> version,
        Tolerance tolerance) {
    /// How often a counter that moves while it is compared is compared again.
    private static final int ATTEMPTS_MAX = 3;

    /// How many times a counter has changed although its list has the same entries of the same
    /// versions: it was repaired, or an entry was hidden or shown again. Part of each repair's
    /// condition, so that of two concurrent repairs only one takes place.
    public static final String CORRECTIONS = "corrections";

    /// Which differences between a counter and its list are allowed.
    ///
    /// @param below how far the counter may be below the list
    /// @param above how far it may be above
    public record Tolerance(long below, long above) {
        public static final Tolerance NONE = within(0);

        /// The counter may have any value from the length of the list upwards.
        public static final Tolerance AT_LEAST = new Tolerance(0, Long.MAX_VALUE);

        public static Tolerance within(long difference) {
            return new Tolerance(difference, difference);
        }

        boolean allows(long difference) {
            return -below <= difference && difference <= above;
        }
    }

    /// What one reading of a list found.
    ///
    /// @param digest a sum over all entries, so that their order does not matter
    private record Reading(long count, long digest) {}

    /// The counting item and the values of the parts, by sort key.
    private record State(Item item, Map<String, Long> parts) {
        long sum() {
            return parts.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /// Returns a counter of all items of a list.
    public static Counter of(
            Key key, String attribute, ItemCollection list, Function<Item, String> version) {
        return new Counter(key, attribute, _ -> null, list, _ -> 1, version, Tolerance.NONE);
    }

    /// Returns the counter of the active rows of a ledger.
    ///
    /// @param counter the item that has the count
    public static Counter of(CountedEdge edge, Item counter) {
        return new Counter(
                counter.key(),
                edge.attribute(),
                _ -> null,
                edge.rows().apply(counter),
                Ledger::counted,
                row -> row.text(Ledger.SEQUENCE),
                Tolerance.NONE);
    }

    /// The same counter if only some items of the list count.
    public Counter ofThose(Predicate<Item> that) {
        return new Counter(
                key, attribute, parts, list, item -> that.test(item) ? 1 : 0, version, tolerance);
    }

    public Counter withParts(Function<Item, @Nullable Query> query) {
        return new Counter(key, attribute, query, list, counts, version, tolerance);
    }

    public Counter withTolerance(Tolerance other) {
        return new Counter(key, attribute, parts, list, counts, version, other);
    }

    /// Returns the drift of the counter, if any. A counter that moves during every attempt is
    /// unsettled.
    public List<Drift> compare(AuditContext context) {
        for (var attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            var before = state(context);
            if (before == null) {
                return List.of();
            }
            var first = read(context);
            if (isUnmoved(before, context)) {
                var expected = first.count() - before.sum();
                if (tolerance.allows(value(before.item()) - expected)) {
                    return List.of();
                }
                if (first.equals(read(context)) && isUnmoved(before, context)) {
                    return List.of(drift(before.item(), expected));
                }
            }
        }
        context.noteUnsettled();
        return List.of();
    }

    /// Returns what the list counts: the value of a counter that is missing.
    public long count(AuditContext context) {
        return read(context).count();
    }

    private Reading read(AuditContext context) {
        var sum = new long[1];
        var digest = new long[1];
        context.readAll(
                Query.in(list).consistentIfPossible(),
                item -> {
                    var counted = counts.applyAsLong(item);
                    if (counted > 0) {
                        sum[0] += counted;
                        digest[0] += Hash.of(item.key().sk() + '\n' + version.apply(item));
                    }
                });
        return new Reading(sum[0], digest[0]);
    }

    private @Nullable State state(AuditContext context) {
        var item = context.table().getConsistent(key);
        if (item == null) {
            return null;
        }
        var values = new HashMap<String, Long>();
        var query = parts.apply(item);
        if (query != null) {
            context.readAll(query.consistent(), part -> values.put(part.key().sk(), value(part)));
        }
        return new State(item, values);
    }

    private boolean isUnmoved(State before, AuditContext context) {
        var after = state(context);
        return after != null
                && value(before.item()) == value(after.item())
                && before.parts().equals(after.parts())
                && Objects.equals(
                        before.item().numberOrNull(CORRECTIONS),
                        after.item().numberOrNull(CORRECTIONS));
    }

    private long value(Item item) {
        return Objects.requireNonNullElse(item.numberOrNull(attribute), 0L);
    }

    private Drift drift(Item item, long expected) {
        var value = item.numberOrNull(attribute);
        var corrections = item.numberOrNull(CORRECTIONS);
        var update =
                Write.Update.of(key)
                        .set(attribute, expected)
                        .set(CORRECTIONS, Objects.requireNonNullElse(corrections, 0L) + 1);
        return Drift.wrong(
                item,
                attribute + (tolerance.equals(Tolerance.AT_LEAST) ? " at least " : " ") + expected,
                attribute + " " + value(item),
                update.onlyIf(
                        exists().and(Condition.attribute(attribute).isStill(value))
                                .and(Condition.attribute(CORRECTIONS).isStill(corrections))));
    }
}
