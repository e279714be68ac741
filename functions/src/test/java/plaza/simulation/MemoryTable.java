package plaza.simulation;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// A [Table] in memory with no more guarantees than DynamoDB.
///
/// Writes and transactions are atomic. Each changed item creates one record with an increasing
/// sequence number; a write without a change creates none. Reads of several items (batches,
/// queries) are *not* atomic: other writes can take place between two items. A batch of writes is
/// split into parts in any order. An eventually consistent read may return the previous item for as
/// long as replication takes, [Fate#lag]; indexes too.
public final class MemoryTable implements Table {
    /// Decides what happens during the calls of the table; by default, nothing.
    public interface Fate {
        /// Other invocations may run now, and the call may fail without effect.
        default void before(String verb, Object what) {}

        /// The call may fail although it took effect.
        default void after(String verb, Object what) {}

        /// Other invocations may run now, in the middle of a read.
        default void within() {}

        /// Chooses from 0 to `bound`, exclusive.
        int choose(int bound);

        /// The number of items that a query for `limit` items returns: DynamoDB stops at 1 MB.
        default int pageOf(int limit) {
            return limit;
        }

        /// Whether this read returns the previous item.
        boolean stale();

        /// The longest time after which a replica has a change.
        Duration lag();
    }

    /// The fate of calls that all succeed.
    ///
    /// @param choice chooses from 0 to the given bound, exclusive
    /// @param lag how long eventually consistent reads return the previous item
    public record Calm(IntUnaryOperator choice, Duration lag) implements Fate {
        /// Reads return the latest items.
        public Calm(IntUnaryOperator choice) {
            this(choice, Duration.ZERO);
        }

        @Override
        public int choose(int bound) {
            return choice.applyAsInt(bound);
        }

        @Override
        public boolean stale() {
            return lag.isPositive();
        }
    }

    /// Items with which several tables begin. They share its collections until they change them.
    public static final class Beginning {
        private final NavigableMap<String, TreeMap<String, Item>> collections = new TreeMap<>();
        private final Map<Key, Item> items;

        public Beginning(Map<Key, Item> items) {
            this.items = items;
            items.forEach((key, item) ->
                    collections
                            .computeIfAbsent(key.pk(), _ -> new TreeMap<>())
                            .put(key.sk(), item));
        }

        public Map<Key, Item> items() {
            return items;
        }
    }

    /// What a replica still has of a changed item.
    ///
    /// @param item the previous item, or null if there was none
    private record Superseded(@Nullable Item item, Instant at) {}

    /// Sequence numbers below this limit can grow by a digit and still have 40 digits at the end of
    /// the simulation.
    private static final BigInteger TENFOLD_END =
            BigInteger.TEN.pow(40).subtract(BigInteger.TEN.pow(9));

    /// Optimistic writes retry immediately, as often as in production: other invocations run at the
    /// next call of the table.
    private static final Retry WITHOUT_PAUSES =
            new Retry(
                    Retry.standard().attemptsMax(),
                    Duration.ZERO,
                    Duration.ZERO,
                    () -> new SplittableRandom(1),
                    _ -> {});

    /// The items by partition key and sort key. A collection stays when it becomes empty.
    private final NavigableMap<String, TreeMap<String, Item>> collections = new TreeMap<>();

    private Beginning beginning = new Beginning(Map.of());
    private final Map<String, TreeMap<String, Superseded>> superseded = new HashMap<>();
    private final KeySpace keys;
    private final Map<String, Family> families = new HashMap<>();
    private final Clock clock;
    private final Fate fate;
    private final Consumer<TableChange> stream;

    private BigInteger sequence;
    private int records;

    /// @param stream receives every change of an item, in the order of the changes
    public MemoryTable(
            Clock clock, Fate fate, BigInteger firstSequence, Consumer<TableChange> stream) {
        this(Catalogue.ALL.keySpace(), clock, fate, firstSequence, stream);
    }

    /// @param keys the keys of the items
    public MemoryTable(
            KeySpace keys,
            Clock clock,
            Fate fate,
            BigInteger firstSequence,
            Consumer<TableChange> stream) {
        this.keys = keys;
        this.clock = clock;
        this.fate = fate;
        this.sequence = firstSequence;
        this.stream = stream;
    }

    /// Adds items that existed before the stream began to an empty table.
    public void begin(Beginning items) {
        beginning = items;
        collections.putAll(items.collections);
    }

    /// Adds items that existed before the stream began.
    public void load(Map<Key, Item> items) {
        items.forEach(this::replace);
    }

    /// Replaces an item without a record in the stream.
    ///
    /// @param item the new item, or null if there is none
    public void replace(Key key, @Nullable Item item) {
        var collection = collection(key.pk());
        if (item == null) {
            collection.remove(key.sk());
        } else {
            collection.put(key.sk(), item);
        }
    }

    /// The items of a partition, to change them.
    @SuppressWarnings("ReferenceEquality") // a partition that is not yet a copy of its own
    private NavigableMap<String, Item> collection(String pk) {
        var found = collections.get(pk);
        if (found == null || found == beginning.collections.get(pk)) {
            found = found == null ? new TreeMap<>() : new TreeMap<>(found);
            collections.put(pk, found);
        }
        return found;
    }

    /// All items.
    public Stream<Item> items() {
        return collections.values().stream().flatMap(items -> items.values().stream());
    }

    /// The number of changes so far.
    int records() {
        return records;
    }

    /// The partition keys that have items.
    List<String> partitions() {
        return collections.keySet().stream().filter(pk -> !partition(pk).isEmpty()).toList();
    }

    /// The items of a partition by sort key; no other invocation runs meanwhile.
    NavigableMap<String, Item> partition(String pk) {
        return collections.getOrDefault(pk, new TreeMap<>());
    }

    /// The current item; no other invocation runs meanwhile.
    public @Nullable Item peek(Key key) {
        var collection = collections.get(key.pk());
        return collection == null ? null : collection.get(key.sk());
    }

    /// Deletes an expired item, as DynamoDB does.
    void expire(Key key) {
        put(key, null);
    }

    @Override
    public @Nullable Item get(Key key) {
        fate.before("get", key);
        return eventually(key);
    }

    /// The item in any replica.
    private @Nullable Item eventually(Key key) {
        var previous = superseded.getOrDefault(key.pk(), new TreeMap<>()).get(key.sk());
        return previous != null && isRecent(previous) && fate.stale() ? previous.item() : peek(key);
    }

    /// Whether a replica may still have what was superseded.
    private boolean isRecent(Superseded previous) {
        return previous.at().plus(fate.lag()).isAfter(clock.instant());
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        fate.before("get", key);
        return peek(key);
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        return getAll(keys, this::peek);
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return getAll(keys, this::eventually);
    }

    private List<Item> getAll(List<Key> keys, Function<Key, @Nullable Item> read) {
        fate.before("getAll", keys);
        var found = new ArrayList<Item>();
        for (var key : new LinkedHashSet<>(keys)) {
            fate.within();
            var item = read.apply(key);
            if (item != null) {
                found.add(item);
            }
        }
        return found;
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        fate.before("read", query.collection());
        if (query.collection().index() != TableSchema.Index.TABLE) {
            return readIndex(query, limit, after);
        }
        var pk = query.collection().pk();
        var most = fate.pageOf(limit);
        var items = new ArrayList<Item>();
        var last = after == null ? null : after.keyAttributes().get(1);
        while (items.size() < most) {
            // Searched again for each item, because other invocations may have changed the
            // collection.
            var next = next(query, last);
            if (next == null) {
                return new Page<>(items, null);
            }
            items.add(next);
            last = next.key().sk();
            fate.within();
        }
        return new Page<>(items, last == null ? after : new Page.Position(List.of(pk, last)));
    }

    private Page<Item> readIndex(Query query, int limit, Page.@Nullable Position after) {
        var index = query.collection().index();
        var most = fate.pageOf(limit);
        var order =
                Comparator.comparing((Page.Position at) -> at.keyAttributes().getLast())
                        .thenComparing(at -> at.keyAttributes().get(0))
                        .thenComparing(at -> at.keyAttributes().get(1));
        var directed = query.backward() ? order.reversed() : order;
        var found =
                replicas(query)
                        .filter(item -> isFoundBy(query, item))
                        .filter(item ->
                                after == null
                                        || directed.compare(Page.Position.of(item, index), after)
                                                > 0)
                        .sorted(
                                Comparator.comparing(
                                        item -> Page.Position.of(item, index), directed))
                        .limit(most)
                        .toList();
        return new Page<>(
                found, found.size() < most ? null : Page.Position.of(found.getLast(), index));
    }

    /// The items that a query of an index may find: those of the table, or of a moment ago. A local
    /// index has only those of the query's own partition.
    private Stream<Item> replicas(Query query) {
        var pk = query.collection().pk();
        var isLocal = query.collection().index().kind() == TableSchema.Kind.LOCAL;
        var items = isLocal ? partition(pk).values().stream() : items();
        if (query.strong()) {
            return items;
        }
        var changed = new TreeSet<>(Comparator.comparing(Key::pk).thenComparing(Key::sk));
        (isLocal ? Map.of(pk, superseded.getOrDefault(pk, new TreeMap<>())) : superseded)
                .forEach((partition, replaced) ->
                        replaced.forEach((sk, previous) -> {
                            if (isRecent(previous)) {
                                changed.add(new Key(partition, sk));
                            }
                        }));
        if (changed.isEmpty()) {
            return items;
        }
        return Stream.concat(
                items.filter(item -> !changed.contains(item.key())),
                changed.stream().map(this::eventually).filter(Objects::nonNull));
    }

    /// The sort keys of a collection that have, or had a moment ago, an item.
    private NavigableSet<String> sortKeys(String pk) {
        var current = partition(pk).navigableKeySet();
        var before = superseded.getOrDefault(pk, new TreeMap<>()).keySet();
        if (current.containsAll(before)) {
            return current;
        }
        var all = new TreeSet<>(current);
        all.addAll(before);
        return all;
    }

    /// Whether a query reads an item if its limit is high enough.
    public static boolean isFoundBy(Query query, Item item) {
        var index = query.collection().index();
        var sk = item.textOrNull(index.sortKey());
        return query.collection().pk().equals(item.textOrNull(index.partitionKey()))
                && sk != null
                && isInRange(query, sk);
    }

    private static boolean isInRange(Query query, String sk) {
        return sk.startsWith(query.prefix())
                && sk.compareTo(query.above()) > 0
                && sk.compareTo(query.least()) >= 0
                && (query.greatest().isEmpty() || sk.compareTo(query.greatest()) <= 0);
    }

    private @Nullable Item next(Query query, @Nullable String last) {
        var pk = query.collection().pk();
        var all = query.strong() ? partition(pk).navigableKeySet() : sortKeys(pk);
        var ordered = query.backward() ? all.descendingSet() : all;
        for (var sk : last == null ? ordered : ordered.tailSet(last, false)) {
            if (isInRange(query, sk)) {
                var key = new Key(pk, sk);
                var item = query.strong() ? peek(key) : eventually(key);
                if (item != null) {
                    return item;
                }
            }
        }
        return null;
    }

    /// Scans of this table. Other invocations run between two pages and between two items.
    public Scans scans() {
        return (segment, consistency, limit, after) -> {
            fate.before("scan", segment);
            var items = new ArrayList<Item>();
            var last =
                    after == null
                            ? new Key("", "")
                            : new Key(after.keyAttributes().get(0), after.keyAttributes().get(1));
            while (items.size() < fate.pageOf(limit)) {
                var next = nextOf(segment, last);
                if (next == null) {
                    return new Page<>(items, null);
                }
                last = next;
                var item = consistency == Scans.Consistency.STRONG ? peek(next) : eventually(next);
                if (item != null) {
                    items.add(item);
                }
                fate.within();
            }
            return new Page<>(items, Page.Position.of(last));
        };
    }

    /// The next key of a segment that has, or had a moment ago, an item.
    private @Nullable Key nextOf(Scans.Segment segment, Key last) {
        for (var pk : collections.navigableKeySet().tailSet(last.pk(), true)) {
            if (Math.floorMod(pk.hashCode(), segment.total()) == segment.number()) {
                var sks = sortKeys(pk);
                var sk = pk.equals(last.pk()) ? sks.higher(last.sk()) : sks.ceiling("");
                if (sk != null) {
                    return new Key(pk, sk);
                }
            }
        }
        return null;
    }

    @Override
    public Outcome<Key> write(Write write) {
        if (write instanceof Write.Check) {
            throw new IllegalArgumentException("a check is possible only in a transaction");
        }
        return perform("write", List.of(write));
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        return write(update) instanceof Outcome.Done ? peek(update.key()) : null;
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        if (writes.isEmpty() || writes.size() > TRANSACTION_MAX) {
            throw new IllegalArgumentException(
                    "the number of writes in a transaction is out of range");
        }
        var keys = new HashSet<Key>();
        for (var write : writes) {
            if (!keys.add(write.key())) {
                throw new IllegalArgumentException("two writes of one item in a transaction");
            }
        }
        return perform("transact", writes);
    }

    @Override
    public void writeAll(List<Write> writes) {
        var waiting = new ArrayList<>(writes);
        while (!waiting.isEmpty()) {
            var size = 1 + fate.choose(Math.min(BATCH_WRITE_MAX, waiting.size()));
            var batch = new ArrayList<Write>();
            for (var count = 0; count < size; count++) {
                var write = waiting.remove(fate.choose(waiting.size()));
                if (write.condition() != null
                        || write instanceof Write.Update
                        || write instanceof Write.Check) {
                    throw new IllegalArgumentException(
                            "a batch supports only puts and deletes without conditions");
                }
                batch.add(write);
            }
            var _ = perform("writeAll", batch);
        }
    }

    @Override
    public <T> T optimistically(Supplier<Attempt<T>> attempt) {
        return WITHOUT_PAUSES.optimistically(attempt);
    }

    private Outcome<Key> perform(String verb, List<Write> writes) {
        fate.before(verb, writes);
        for (var write : writes) {
            var condition = write.condition();
            var found = peek(write.key());
            if (condition != null && !holds(condition, found)) {
                return new Outcome.Refused<>(write.key(), found);
            }
        }
        for (var write : writes) {
            switch (write) {
                case Write.Put put -> put(put.key(), put.item());
                case Write.Delete delete -> put(delete.key(), null);
                case Write.Update update -> put(update.key(), update.appliedTo(peek(update.key())));
                case Write.Check _ -> {}
            }
        }
        fate.after(verb, writes);
        return new Outcome.Done<>();
    }

    private void put(Key key, @Nullable Item item) {
        var collection = collection(key.pk());
        var before = item == null ? collection.remove(key.sk()) : collection.put(key.sk(), item);
        if (before == null ? item == null : before.equals(item)) {
            return;
        }
        superseded
                .computeIfAbsent(key.pk(), _ -> new TreeMap<>())
                .put(key.sk(), new Superseded(before, clock.instant()));
        // Mostly a small step, occasionally another digit.
        var step = BigInteger.valueOf(1 + fate.choose(1_000));
        sequence =
                fate.choose(60) == 0 && sequence.multiply(BigInteger.TEN).compareTo(TENFOLD_END) < 0
                        ? sequence.multiply(BigInteger.TEN)
                        : sequence.add(step);
        var family = families.computeIfAbsent(key.pk(), keys::familyOf);
        stream.accept(
                new TableChange(
                        records++,
                        key,
                        family,
                        before,
                        item,
                        sequence.toString(),
                        clock.instant()));
    }

    /// Whether an item satisfies a condition.
    public static boolean holds(Condition condition, @Nullable Item item) {
        return switch (condition) {
            case Condition.Absent() -> item == null;
            case Condition.Exists() -> item != null;
            case Condition.AbsentOrExpired(var now) -> item == null || item.expired(now);
            case Condition.ValueIs(var attribute, var value) ->
                    item != null && value.equals(item.attributes().get(attribute));
            case Condition.NumberAtLeast(var attribute, var value) ->
                    number(item, attribute, found -> found >= value);
            case Condition.NumberBelow(var attribute, var value) ->
                    number(item, attribute, found -> found < value);
            case Condition.AttributeAbsent(var attribute) -> item == null || !item.has(attribute);
            case Condition.All(var conditions) ->
                    conditions.stream().allMatch(one -> holds(one, item));
            case Condition.Any(var conditions) ->
                    conditions.stream().anyMatch(one -> holds(one, item));
        };
    }

    private static boolean number(@Nullable Item item, String attribute, LongPredicate test) {
        var found = item == null ? null : item.numberOrNull(attribute);
        return found != null && test.test(found);
    }
}
