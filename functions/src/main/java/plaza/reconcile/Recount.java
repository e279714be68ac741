package plaza.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition.Predicate;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Compares a counter with the list that it counts, both of which may change all the while.
///
/// List and counter change in one transaction, so their difference is the same at every moment; but
/// a long list cannot be read in one moment. It is therefore read twice, with the counter before,
/// between and after. If both readings found the same entries (by key *and* version, so that one
/// that went and came back shows) and the counter stood still, the list was, between the readings,
/// what was read: an entry that came and went unseen would have moved the counter in the middle,
/// and another that hid this by going and coming back would have a new version.
///
/// @param counter the counting item
/// @param attribute its attribute
/// @param list what it counts
/// @param counts which of the list's items count
/// @param version what changes when an entry goes and comes back
/// @param base what the counter holds beyond its list, since an import
record Recount(
        Key counter,
        String attribute,
        ItemCollection list,
        java.util.function.Predicate<Item> counts,
        Function<Item, String> version,
        long base) {
    /// How often a counter that moves is tried again.
    private static final int ROUNDS_MAX = 3;

    /// The largest page of a Query is a megabyte; edges and ledger rows are below 250 bytes.
    private static final int PAGE = 5_000;

    /// What an invocation keeps of its time for reporting and saving its place.
    static final Duration RESERVE = Duration.ofSeconds(5);

    /// How many times a counter was repaired. Part of each repair's condition, so that two at once
    /// do not both correct it.
    static final String REPAIRS = "repairs";

    /// A list is too long for what is left of the invocation's time.
    static final class OutOfTime extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfTime() {
            super("no time left to count", null, false, false);
        }
    }

    /// What a list held.
    ///
    /// @param digest a sum over all entries, so that order does not matter
    record Reading(long entries, long digest) {}

    /// What came out.
    private sealed interface Verdict {
        /// The counter is right, or gone.
        record Right() implements Verdict {}

        /// It is not.
        ///
        /// @param item the counting item as it was throughout
        record Wrong(Item item, long found, long listed) implements Verdict {}

        /// It moved each time.
        record Moving() implements Verdict {}
    }

    /// What is wrong with the counter: nothing or one thing. One that moves each time is noted as
    /// unsettled.
    ///
    /// @param floor whether a counter above its list is right, too
    /// @param life what tells the counting item from an earlier one of the same key
    /// @param more what must hold of the counting item for its repair besides
    List<Drift> look(
            AuditContext desk, Check check, boolean floor, String life, Predicate... more) {
        return look(desk, check, floor, 0, life, more);
    }

    /// The same for a counter that is right if it differs from its list by no more than `slack`.
    List<Drift> look(
            AuditContext desk,
            Check check,
            boolean floor,
            long slack,
            String life,
            Predicate... more) {
        return switch (verdict(desk.table, floor, slack)) {
            case Verdict.Right() -> List.of();
            case Verdict.Moving() -> {
                desk.noteUnsettled();
                yield List.of();
            }
            case Verdict.Wrong wrong ->
                    List.of(
                            new Drift(
                                    check,
                                    counter,
                                    counter,
                                    attribute + (floor ? " at least " : " ") + wrong.listed(),
                                    attribute + " " + wrong.found(),
                                    life,
                                    List.of(repair(wrong, more))));
        };
    }

    private Verdict verdict(Table table, boolean floor, long slack) {
        for (var round = 0; round < ROUNDS_MAX; round++) {
            var before = table.getConsistent(counter);
            if (before == null) {
                return new Verdict.Right();
            }
            var first = read(table, list, counts, version);
            var between = table.getConsistent(counter);
            if (!standsStill(before, between)) {
                continue;
            }
            var found = value(before);
            if (isRight(found, first.entries() + base, floor, slack)) {
                return new Verdict.Right();
            }
            var second = read(table, list, counts, version);
            if (first.equals(second) && standsStill(before, table.getConsistent(counter))) {
                return new Verdict.Wrong(before, found, first.entries() + base);
            }
        }
        return new Verdict.Moving();
    }

    /// The write that sets a wrong counter right, if it still is what it was throughout.
    private Write repair(Verdict.Wrong wrong, Predicate... more) {
        var repairs = wrong.item().numberOrNull(REPAIRS);
        var value = wrong.item().numberOrNull(attribute);
        var tests = new ArrayList<>(List.of(more));
        tests.add(new Predicate.Exists());
        tests.add(
                value == null
                        ? new Predicate.AttributeAbsent(attribute)
                        : new Predicate.NumberIs(attribute, value));
        tests.add(
                repairs == null
                        ? new Predicate.AttributeAbsent(REPAIRS)
                        : new Predicate.NumberIs(REPAIRS, repairs));
        return AuditContext.onlyIf(
                Write.Update.of(counter)
                        .set(attribute, wrong.listed())
                        .set(REPAIRS, (repairs == null ? 0 : repairs) + 1),
                tests.toArray(Predicate[]::new));
    }

    /// Reads a whole list.
    ///
    /// @throws OutOfTime when the invocation ends before the list does
    static Reading read(
            Table table,
            ItemCollection list,
            java.util.function.Predicate<Item> counts,
            Function<Item, String> version) {
        var entries = 0L;
        var digest = 0L;
        Page.@Nullable Position from = null;
        do {
            var page = page(table, Query.in(list).consistent(), from);
            for (var item : page.items()) {
                if (counts.test(item)) {
                    entries++;
                    digest += hash(item.key().sk() + '\n' + version.apply(item));
                }
            }
            from = page.next();
        } while (from != null);
        return new Reading(entries, digest);
    }

    /// A page of a long list.
    ///
    /// @throws OutOfTime when the invocation is about to end
    static Page<Item> page(Table table, Query query, Page.@Nullable Position from) {
        if (InvocationBudget.current().remaining().compareTo(RESERVE) < 0) {
            throw new OutOfTime();
        }
        return table.read(query, PAGE, from);
    }

    private long value(Item item) {
        return Objects.requireNonNullElse(item.numberOrNull(attribute), 0L);
    }

    private boolean standsStill(Item before, @Nullable Item after) {
        return after != null
                && value(before) == value(after)
                && Objects.equals(before.numberOrNull(REPAIRS), after.numberOrNull(REPAIRS));
    }

    private static boolean isRight(long found, long listed, boolean floor, long slack) {
        return floor ? found >= listed : Math.abs(found - listed) <= slack;
    }

    /// FNV-1a over the text's characters, finished so that sums of hashes do not cancel.
    static long hash(String text) {
        var hash = 0xcbf29ce484222325L;
        for (var place = 0; place < text.length(); place++) {
            hash = (hash ^ text.charAt(place)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
