package plaza.benchmark.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.Units;
import plaza.local.emulator.Units.Consistency;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The lower bound of the cost of an access pattern on this table, computed from the items.
///
/// This class states what must be read, by family and number. What must be written is what the call
/// changes. Items that must change together, or together with the check of another one, are in a
/// transaction, which doubles them; everything else is written once, plainly. Index copies come on
/// top. A request is counted for each Get and Query, for each hundred keys read by key, for the
/// transaction and for the plain writes.
///
/// @param reads what must be read
/// @param checks of which families an item must be as it is for the change to take place
/// @param plain what the sort keys of items begin with that may be written outside the transaction
record Bound(List<Read> reads, List<Family> checks, List<String> plain) {
    /// How something is read.
    enum Kind {
        /// One item; the past will do.
        GET,
        /// Items that lie together; the past will do.
        QUERY,
        /// Items that lie together, as they are now.
        QUERY_NOW,
        /// Items by their keys; the past will do. Each is rounded up by itself.
        EACH,
        /// Items by their keys, as they are now; each is rounded up by itself.
        EACH_NOW
    }

    /// @param prefix what the sort keys begin with
    /// @param count how many of the family are read; the first by key stand for them
    record Read(Kind kind, Family family, String prefix, int count) {
        private List<Item> items(Map<Key, Item> table) {
            var items =
                    table.keySet().stream()
                            .filter(this::isOf)
                            .sorted(Comparator.comparing(Key::pk).thenComparing(Key::sk))
                            .limit(count)
                            .map(key -> Objects.requireNonNull(table.get(key)))
                            .toList();
            if (items.size() < count) {
                throw new IllegalStateException(
                        "only %d of %d items of %s".formatted(items.size(), count, family));
            }
            return items;
        }

        private boolean isOf(Key key) {
            return KeySpace.familyOf(key.pk()) == family && key.sk().startsWith(prefix);
        }

        private double units(Map<Key, Item> table) {
            var sizes = items(table).stream().mapToInt(item -> Units.size(item.attributes()));
            return switch (kind) {
                case GET, QUERY -> Units.read(sizes.sum(), Consistency.EVENTUAL);
                case QUERY_NOW -> Units.read(sizes.sum(), Consistency.STRONG);
                case EACH ->
                        sizes.mapToDouble(size -> Units.read(size, Consistency.EVENTUAL)).sum();
                case EACH_NOW ->
                        sizes.mapToDouble(size -> Units.read(size, Consistency.STRONG)).sum();
            };
        }

        private String text(Map<Key, Item> table) {
            return count == 0
                    ? "a missing item"
                    : sizes(items(table).stream().map(item -> Units.size(item.attributes())));
        }
    }

    /// What it comes to.
    ///
    /// @param items the sizes of the items, in words
    record Least(double readUnits, double writeUnits, int roundTrips, String items) {}

    static Bound none() {
        return new Bound(List.of(), List.of(), List.of());
    }

    Bound get(Family family) {
        return and(new Read(Kind.GET, family, "", 1));
    }

    Bound get(Family family, String prefix) {
        return and(new Read(Kind.GET, family, prefix, 1));
    }

    Bound query(Family family, int count) {
        return query(family, "", count);
    }

    Bound query(Family family, String prefix, int count) {
        return and(new Read(Kind.QUERY, family, prefix, count));
    }

    Bound queryNow(Family family, int count) {
        return and(new Read(Kind.QUERY_NOW, family, "", count));
    }

    Bound each(Family family, String prefix) {
        return and(new Read(Kind.EACH, family, prefix, 1));
    }

    Bound eachNow(Family family, int count) {
        return and(new Read(Kind.EACH_NOW, family, "", count));
    }

    Bound checking(Family... families) {
        return new Bound(reads, Arrays.asList(families), plain);
    }

    Bound plainly(String prefix) {
        return new Bound(reads, checks, List.of(prefix));
    }

    private Bound and(Read read) {
        return new Bound(Stream.concat(reads.stream(), Stream.of(read)).toList(), checks, plain);
    }

    /// The least for a call that made `after` of `before`.
    Least least(Map<Key, Item> before, Map<Key, Item> after) {
        var changed = changed(before, after);
        var aside = changed.stream().filter(this::isPlain).toList();
        var together = changed.stream().filter(key -> !aside.contains(key)).toList();
        var atomic = together.size() + checks.size() > 1;
        var writeUnits = 0.0;
        for (var key : changed) {
            writeUnits += units(before.get(key), after.get(key), atomic && together.contains(key));
        }
        for (var check : checks) {
            var item = new Read(Kind.GET, check, "", 1).items(before).getFirst();
            writeUnits += Units.transactionalWrite(item.attributes(), item.attributes());
        }
        return new Least(
                reads.stream().mapToDouble(read -> read.units(before)).sum(),
                writeUnits,
                requests() + (together.isEmpty() ? 0 : 1) + (aside.isEmpty() ? 0 : 1),
                words(before, after, changed, atomic));
    }

    private boolean isPlain(Key key) {
        return plain.stream().anyMatch(key.sk()::startsWith);
    }

    private int requests() {
        var others = reads.stream().filter(read -> !isByKey(read)).count();
        return Math.toIntExact(others) + batches(Kind.EACH) + batches(Kind.EACH_NOW);
    }

    private static boolean isByKey(Read read) {
        return read.kind() == Kind.EACH || read.kind() == Kind.EACH_NOW;
    }

    private int batches(Kind kind) {
        var keys = reads.stream().filter(read -> read.kind() == kind).mapToInt(Read::count).sum();
        return Math.ceilDiv(keys, Table.BATCH_GET_MAX);
    }

    private String words(
            Map<Key, Item> before, Map<Key, Item> after, List<Key> changed, boolean atomic) {
        var words = new ArrayList<String>();
        if (!reads.isEmpty()) {
            words.add(
                    "reads "
                            + String.join(" + ", reads.stream().map(r -> r.text(before)).toList()));
        }
        if (!changed.isEmpty()) {
            var sizes =
                    sizes(
                            changed.stream()
                                    .map(key ->
                                            Math.max(size(before.get(key)), size(after.get(key)))));
            var copies = changed.stream().mapToInt(key -> copies(before, after, key)).sum();
            words.add(
                    "writes "
                            + sizes
                            + (copies == 0 ? "" : ", %d index copies".formatted(copies))
                            + (checks.isEmpty() ? "" : ", %d checks".formatted(checks.size()))
                            + (atomic ? ", together" : ""));
        }
        return String.join("; ", words);
    }

    /// What each item that changes costs if it is written once, by itself: the least for work that
    /// needs no transaction. Bookkeeping of jobs is not counted.
    static double eachOnce(Map<Key, Item> before, Map<Key, Item> after) {
        return changed(before, after).stream()
                .filter(key -> family(key) != Family.JOB)
                .mapToDouble(key -> units(before.get(key), after.get(key), false))
                .sum();
    }

    private static List<Key> changed(Map<Key, Item> before, Map<Key, Item> after) {
        return Stream.concat(before.keySet().stream(), after.keySet().stream())
                .distinct()
                .filter(key -> {
                    var was = before.get(key);
                    return was == null || !was.equals(after.get(key));
                })
                .toList();
    }

    private static double units(@Nullable Item was, @Nullable Item is, boolean atomic) {
        return (atomic
                        ? Units.transactionalWrite(attributes(was), attributes(is))
                        : Units.write(attributes(was), attributes(is)))
                + Units.indexWrites(attributes(was), attributes(is), atomic);
    }

    private static int copies(Map<Key, Item> before, Map<Key, Item> after, Key key) {
        var item = after.get(key) == null ? before.get(key) : after.get(key);
        return item == null
                ? 0
                : (int)
                        Arrays.stream(Index.values())
                                .filter(index -> index != Index.TABLE)
                                .filter(index ->
                                        item.attributes()
                                                .keySet()
                                                .containsAll(index.keyAttributes()))
                                .count();
    }

    private static Family family(Key key) {
        return KeySpace.familyOf(key.pk());
    }

    private static int size(@Nullable Item item) {
        return Units.size(attributes(item));
    }

    private static @Nullable Map<String, AttributeValue> attributes(@Nullable Item item) {
        return item == null ? null : item.attributes();
    }

    /// `51 × 183 B`, `4 × 44–120 B`.
    private static String sizes(Stream<Integer> each) {
        var sorted = each.sorted().toList();
        var least = sorted.getFirst();
        var most = sorted.getLast();
        var range = least.equals(most) ? Integer.toString(least) : least + "–" + most;
        return (sorted.size() == 1 ? "" : sorted.size() + " × ") + range + " B";
    }
}
