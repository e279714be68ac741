package plaza.simulation.rush;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;
import plaza.units.Units;
import plaza.units.Units.Consistency;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A table whose partition keys have the capacity of a partition of DynamoDB, and which cancels
/// conflicting transactions. All times are those of [VirtualCallers].
///
/// **Capacity.** A partition key accepts [#WRITE_UNITS] and [#READ_UNITS] per second, a tenth of
/// them in each tenth of a second. Unused units are lost. A larger request takes the units of the
/// next tenths as well. A cancelled transaction costs as much as any other.
///
/// **Conflicts.** A transaction holds its items for [#CONFLICT_WINDOW], including those that it
/// only checks. Any other transaction or write with one of these items is refused meanwhile.
/// Source: Amazon DynamoDB Developer Guide, "Transaction conflict handling in DynamoDB": "An item
/// within a `TransactWriteItems` request is part of another ongoing `TransactWriteItems` request".
/// The length of the window is an assumption.
///
/// Callers repeat what was refused with the pauses of production. Indexes have no capacity here.
public final class HotTable implements Table {
    static final int WRITE_UNITS = 1_000;
    static final int READ_UNITS = 3_000;
    static final Duration CONFLICT_WINDOW = Duration.ofMillis(15);

    /// The time of a request that is not a transaction.
    private static final Duration ROUND_TRIP = Duration.ofMillis(5);

    private static final int SLICES_PER_SECOND = 10;
    private static final int BATCHES_AT_ONCE = 16;

    private final VirtualCallers callers;
    private final MemoryTable items;
    private final Retry retry;
    private final Set<Key> held = new HashSet<>();
    private final Map<String, Usage> usages = new HashMap<>();

    private UnaryOperator<List<Write>> design = UnaryOperator.identity();
    private int transactions;
    private int conflicts;
    private int throttled;

    /// @param commits receives every change of an item, in the order of the changes
    public HotTable(
            VirtualCallers callers, SplittableRandom random, Consumer<TableChange> commits) {
        this.callers = callers;
        this.items =
                new MemoryTable(
                        callers.clock(),
                        new MemoryTable.Calm(random::nextInt),
                        BigInteger.ONE,
                        commits);
        this.retry = callers.retry(random);
    }

    /// What a partition key used of the current slice of time.
    private static final class Usage {
        private static final double READS = (double) READ_UNITS / SLICES_PER_SECOND;
        private static final double WRITES = (double) WRITE_UNITS / SLICES_PER_SECOND;

        private long slice;
        private double reads;
        private double writes;

        boolean admits(long now, double moreReads, double moreWrites) {
            var passed = now - slice;
            slice = now;
            reads = Math.max(0, reads - passed * READS);
            writes = Math.max(0, writes - passed * WRITES);
            return fits(reads, moreReads, READS) && fits(writes, moreWrites, WRITES);
        }

        private static boolean fits(double used, double more, double most) {
            return used + more <= most || (used == 0 && more > most);
        }
    }

    /// Changes the writes of callers before they are sent, as a wrong design or a failure does.
    public void change(UnaryOperator<List<Write>> design) {
        this.design = design;
    }

    /// Transactions that were sent, including cancelled ones.
    public int transactions() {
        return transactions;
    }

    /// Transactions and writes that conflicted with a transaction.
    public int conflicts() {
        return conflicts;
    }

    /// Requests that exceeded the capacity of a partition key.
    public int throttled() {
        return throttled;
    }

    /// The current item; takes no time and no capacity.
    public @Nullable Item peek(Key key) {
        return items.peek(key);
    }

    @Override
    public @Nullable Item get(Key key) {
        var found = getAllEventually(List.of(key));
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        var found = getAll(List.of(key));
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        return getAll(keys, Consistency.STRONG);
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return getAll(keys, Consistency.EVENTUAL);
    }

    private List<Item> getAll(List<Key> keys, Consistency consistency) {
        if (keys.isEmpty()) {
            return List.of();
        }
        return retry.optimistically(() -> {
            callers.sleep(ROUND_TRIP);
            var units = new HashMap<String, Double>();
            for (var key : keys) {
                var bytes = Units.size(attributes(items.peek(key)));
                units.merge(key.pk(), Units.read(bytes, consistency), Double::sum);
            }
            return isAdmitted(units, Map.of())
                    ? Attempt.done(items.getAll(keys))
                    : Attempt.tryAgain();
        });
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return retry.optimistically(() -> {
            callers.sleep(ROUND_TRIP);
            return isAdmitted(Map.of(query.collection().pk(), 1.0), Map.of())
                    ? Attempt.done(items.read(query, limit, after))
                    : Attempt.tryAgain();
        });
    }

    @Override
    public Outcome<Key> write(Write planned) {
        var write = design.apply(List.of(planned)).getFirst();
        return retry.optimistically(() -> {
            callers.sleep(ROUND_TRIP);
            return perform(write);
        });
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        return write(update) instanceof Outcome.Done ? items.peek(update.key()) : null;
    }

    @Override
    public Outcome<Key> transact(List<Write> planned) {
        return retry.optimistically(() -> tryTransact(planned));
    }

    @Override
    public Attempt<Outcome<Key>> tryTransact(List<Write> planned) {
        var writes = design.apply(planned);
        transactions++;
        if (!isAdmitted(Map.of(), units(writes, 2)) || isConflicting(writes)) {
            callers.sleep(ROUND_TRIP);
            return Attempt.tryAgain();
        }
        writes.forEach(write -> held.add(write.key()));
        callers.sleep(CONFLICT_WINDOW);
        writes.forEach(write -> held.remove(write.key()));
        return Attempt.done(items.transact(writes));
    }

    @Override
    public void writeAll(List<Write> planned) {
        var waiting = new ArrayList<>(design.apply(planned));
        optimisticallyUntil(() -> {
            callers.sleep(ROUND_TRIP);
            waiting.stream()
                    .limit((long) BATCHES_AT_ONCE * BATCH_WRITE_MAX)
                    .toList()
                    .forEach(write -> {
                        if (perform(write) instanceof Attempt.Done) {
                            waiting.remove(write);
                        }
                    });
            return waiting.isEmpty();
        });
    }

    @Override
    public <T> T optimistically(Supplier<Attempt<T>> attempt) {
        return retry.optimistically(attempt);
    }

    private Attempt<Outcome<Key>> perform(Write write) {
        return isAdmitted(Map.of(), units(List.of(write), 1)) && !isConflicting(List.of(write))
                ? Attempt.done(items.write(write))
                : Attempt.tryAgain();
    }

    private boolean isConflicting(List<Write> writes) {
        if (writes.stream().noneMatch(write -> held.contains(write.key()))) {
            return false;
        }
        conflicts++;
        return true;
    }

    private boolean isAdmitted(Map<String, Double> reads, Map<String, Double> writes) {
        var slice = callers.elapsed().toMillis() * SLICES_PER_SECOND / 1_000;
        var keys = new HashSet<>(reads.keySet());
        keys.addAll(writes.keySet());
        for (var pk : keys) {
            if (!usage(pk)
                    .admits(slice, reads.getOrDefault(pk, 0.0), writes.getOrDefault(pk, 0.0))) {
                throttled++;
                return false;
            }
        }
        reads.forEach((pk, units) -> usage(pk).reads += units);
        writes.forEach((pk, units) -> usage(pk).writes += units);
        return true;
    }

    private Usage usage(String pk) {
        return usages.computeIfAbsent(pk, _ -> new Usage());
    }

    /// The units of writes by partition key.
    private Map<String, Double> units(List<Write> writes, int factor) {
        var units = new HashMap<String, Double>();
        for (var write : writes) {
            var before = attributes(items.peek(write.key()));
            var after = write instanceof Write.Put put ? attributes(put.item()) : null;
            units.merge(write.key().pk(), factor * Units.write(before, after), Double::sum);
        }
        return units;
    }

    private static @Nullable Map<String, AttributeValue> attributes(@Nullable Item item) {
        return item == null ? null : item.attributes();
    }
}
