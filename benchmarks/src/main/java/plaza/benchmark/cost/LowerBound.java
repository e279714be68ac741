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
/// A bound states the items that a call must read, by family and number. The items that it must
/// write follow from what the call changes: items that must change together, or together with the
/// check of another item, need a transaction, which doubles their write units. Every other item is
/// written once without a transaction. Index writes are added. Each Get, each Query, each hundred
/// keys of a batch read, the transaction, and the writes outside it count as one round trip.
///
/// @param reads the items that the call must read
/// @param checks for each condition check in the transaction, the family of the checked item
/// @param withoutTransaction the sort key prefixes of items that may be written outside the
///   transaction
record LowerBound(List<Read> reads, List<Family> checks, List<String> withoutTransaction) {
    /// The way to read items.
    enum Kind {
        /// One item, eventually consistent.
        GET,
        /// Items of one item collection, eventually consistent.
        QUERY,
        /// Items of one item collection, strongly consistent.
        QUERY_CONSISTENT,
        /// Items by their keys, eventually consistent. The units of each item are rounded up.
        BATCH_GET,
        /// Items by their keys, strongly consistent. The units of each item are rounded up.
        BATCH_GET_CONSISTENT
    }

    /// A read of items.
    ///
    /// @param prefix the sort key prefix of the items
    /// @param count the number of items; the first ones by key represent them
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
                        "Found only %d of %d items of %s.".formatted(items.size(), count, family));
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
                case QUERY_CONSISTENT -> Units.read(sizes.sum(), Consistency.STRONG);
                case BATCH_GET ->
                        sizes.mapToDouble(size -> Units.read(size, Consistency.EVENTUAL)).sum();
                case BATCH_GET_CONSISTENT ->
                        sizes.mapToDouble(size -> Units.read(size, Consistency.STRONG)).sum();
            };
        }

        private String describe(Map<Key, Item> table) {
            return count == 0
                    ? "a missing item"
                    : sizes(items(table).stream().map(item -> Units.size(item.attributes())));
        }
    }

    /// The lower bound of the cost of one call.
    ///
    /// @param items a description of the sizes of the items
    record Minimum(double readUnits, double writeUnits, int roundTrips, String items) {}

    static LowerBound none() {
        return new LowerBound(List.of(), List.of(), List.of());
    }

    LowerBound get(Family family) {
        return and(new Read(Kind.GET, family, "", 1));
    }

    LowerBound get(Family family, String prefix) {
        return and(new Read(Kind.GET, family, prefix, 1));
    }

    LowerBound query(Family family, int count) {
        return query(family, "", count);
    }

    LowerBound query(Family family, String prefix, int count) {
        return and(new Read(Kind.QUERY, family, prefix, count));
    }

    LowerBound queryConsistent(Family family, int count) {
        return and(new Read(Kind.QUERY_CONSISTENT, family, "", count));
    }

    LowerBound batchGet(Family family, String prefix) {
        return batchGet(family, prefix, 1);
    }

    LowerBound batchGet(Family family, String prefix, int count) {
        return and(new Read(Kind.BATCH_GET, family, prefix, count));
    }

    LowerBound batchGet(Family family, int count) {
        return and(new Read(Kind.BATCH_GET, family, "", count));
    }

    LowerBound batchGetConsistent(Family family, int count) {
        return and(new Read(Kind.BATCH_GET_CONSISTENT, family, "", count));
    }

    LowerBound checking(Family... families) {
        return new LowerBound(reads, Arrays.asList(families), withoutTransaction);
    }

    LowerBound withoutTransaction(String prefix) {
        return new LowerBound(reads, checks, List.of(prefix));
    }

    private LowerBound and(Read read) {
        return new LowerBound(
                Stream.concat(reads.stream(), Stream.of(read)).toList(),
                checks,
                withoutTransaction);
    }

    /// Returns the lower bound for a call that changed the table from `before` to `after`.
    Minimum minimum(Map<Key, Item> before, Map<Key, Item> after) {
        var changed = changed(before, after);
        var separate = changed.stream().filter(this::isSeparate).toList();
        var transactional = changed.stream().filter(key -> !separate.contains(key)).toList();
        var atomic = transactional.size() + checks.size() > 1;
        var writeUnits = 0.0;
        for (var key : changed) {
            writeUnits +=
                    units(before.get(key), after.get(key), atomic && transactional.contains(key));
        }
        for (var check : checks) {
            var item = new Read(Kind.GET, check, "", 1).items(before).getFirst();
            writeUnits += Units.transactionalWrite(item.attributes(), item.attributes());
        }
        return new Minimum(
                reads.stream().mapToDouble(read -> read.units(before)).sum(),
                writeUnits,
                readRequests() + (transactional.isEmpty() ? 0 : 1) + (separate.isEmpty() ? 0 : 1),
                describe(before, after, changed, atomic));
    }

    private boolean isSeparate(Key key) {
        return withoutTransaction.stream().anyMatch(key.sk()::startsWith);
    }

    private int readRequests() {
        var single = reads.stream().filter(read -> !isByKey(read)).count();
        return Math.toIntExact(single)
                + batches(Kind.BATCH_GET)
                + batches(Kind.BATCH_GET_CONSISTENT);
    }

    private static boolean isByKey(Read read) {
        return read.kind() == Kind.BATCH_GET || read.kind() == Kind.BATCH_GET_CONSISTENT;
    }

    private int batches(Kind kind) {
        var keys = reads.stream().filter(read -> read.kind() == kind).mapToInt(Read::count).sum();
        return Math.ceilDiv(keys, Table.BATCH_GET_MAX);
    }

    private String describe(
            Map<Key, Item> before, Map<Key, Item> after, List<Key> changed, boolean atomic) {
        var parts = new ArrayList<String>();
        if (!reads.isEmpty()) {
            parts.add(
                    "reads "
                            + String.join(
                                    " + ",
                                    reads.stream().map(read -> read.describe(before)).toList()));
        }
        if (!changed.isEmpty()) {
            var sizes =
                    sizes(
                            changed.stream()
                                    .map(key ->
                                            Math.max(size(before.get(key)), size(after.get(key)))));
            var copies = changed.stream().mapToInt(key -> copies(before, after, key)).sum();
            parts.add(
                    "writes "
                            + sizes
                            + (copies == 0 ? "" : ", %d index copies".formatted(copies))
                            + (checks.isEmpty() ? "" : ", %d checks".formatted(checks.size()))
                            + (atomic ? ", together" : ""));
        }
        return String.join("; ", parts);
    }

    /// Returns the write units if each changed item is written once, without a transaction. Items
    /// of jobs are not counted.
    static double writtenOnce(Map<Key, Item> before, Map<Key, Item> after) {
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

    /// Describes sizes in bytes, such as `51 × 183 B` or `4 × 44–120 B`.
    private static String sizes(Stream<Integer> each) {
        var sorted = each.sorted().toList();
        var smallest = sorted.getFirst();
        var largest = sorted.getLast();
        var range =
                smallest.equals(largest) ? Integer.toString(smallest) : smallest + "–" + largest;
        return (sorted.size() == 1 ? "" : sorted.size() + " × ") + range + " B";
    }
}
