package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.job.Job;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.social.timeline.Timelines;
import plaza.stream.SliceLimit;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.ContextKits;
import plaza.testkit.StreamReceivers;
import plaza.testkit.Works;
import plaza.testkit.invocation.TestClock;
import plaza.testkit.invocation.TestContext;

/// A table in memory whose stream functions run under some [Conditions].
final class MemoryBackend implements MemoryTable.Fate {
    /// More than any run needs.
    private static final int INVOCATIONS_MAX = 50_000;

    /// Queries for at most this many items are not divided.
    private static final int UNDIVIDED_MAX = 8;

    private static final Set<Family> WHOLE =
            ContextKits.all()
                    .flatMap(kit -> kit.smallCollections().stream())
                    .collect(Collectors.toSet());

    /// The end of a process. Production code does not catch it.
    private static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("stopped", null, false, false);
        }
    }

    private final Conditions conditions;

    /// The clock of replication, which advances by a microsecond with each request. The clock of
    /// the functions stands still, so that all runs write the same times.
    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));

    private final MemoryTable table;
    private final List<List<TableChange>> pending = new ArrayList<>();
    private final List<TableChange> changes = new ArrayList<>();
    private final Map<Class<? extends Work>, Long> slices = new HashMap<>();
    private final Map<Class<? extends Work>, Set<String>> stages = new HashMap<>();
    private Consumer<TableChange> afterRecord = _ -> {};
    private @Nullable Object reading;
    private int requests = Integer.MIN_VALUE;
    private int requestsMax;
    private int total;
    private int invocations;

    MemoryBackend(Conditions conditions) {
        this.conditions = conditions;
        Catalogue.ALL.streamFunctions().forEach(_ -> pending.add(new ArrayList<>()));
        table = new MemoryTable(clock, this, BigInteger.TEN.pow(25), this::changed);
    }

    MemoryTable table() {
        return table;
    }

    /// All items by key.
    Map<Key, Item> items() {
        var items = new HashMap<Key, Item>();
        table.items().forEach(item -> items.put(item.key(), item));
        return items;
    }

    /// Replaces all items, without records in the stream. Old replicas lack them.
    void restore(Map<Key, Item> items) {
        items().keySet().forEach(key -> table.replace(key, null));
        if (conditions.hasOldReplicas()) {
            items.values().forEach(item -> table.write(Write.Put.of(item)));
        } else {
            table.load(items);
        }
        pending.forEach(List::clear);
    }

    /// Adds items, without records in the stream.
    void add(Map<Key, Item> items) {
        table.load(items);
    }

    /// Repeats changes, whose records the stream functions have yet to receive.
    void repeat(List<TableChange> changes) {
        for (var change : changes) {
            var item = change.after();
            var _ = table.write(item == null ? Write.Delete.of(change.key()) : Write.Put.of(item));
        }
    }

    /// The largest number of slices of a job that were saved, by its work.
    Map<Class<? extends Work>, Long> slices() {
        return slices;
    }

    /// The first words of the cursors that jobs saved, by their work: those of some kinds name a
    /// stage.
    Map<Class<? extends Work>, Set<String>> stages() {
        return stages;
    }

    /// The number of requests of all invocations.
    int requests() {
        return total;
    }

    /// The changes of items so far.
    List<TableChange> changes() {
        return changes;
    }

    private void changed(TableChange change) {
        changes.add(change);
        if (change.after() != null && PlatformKeys.JOBS.matches(change.key().pk())) {
            var job = Job.from(change.after());
            var kind = Works.of(job).getClass();
            slices.merge(kind, job.step(), Math::max);
            if (!job.cursor().isEmpty()) {
                stages.computeIfAbsent(kind, _ -> new TreeSet<>())
                        .add(job.cursor().getFirst().replaceFirst(" .*", ""));
            }
        }
        for (var function : StreamReceivers.of(change)) {
            pending.get(function).add(change);
        }
    }

    /// Runs the stream functions until the stream is drained.
    ///
    /// @param after receives each record after the invocation that processed it
    void drain(Functions functions, Consumer<TableChange> after) {
        afterRecord = after;
        drain(functions);
    }

    /// Runs the stream functions until the stream is drained.
    void drain(Functions functions) {
        var own =
                functions
                        .with(Table.class, table)
                        .with(SliceLimit.class, conditions.slices())
                        .with(Timelines.Limits.class, conditions.timelines());
        for (var kit : ContextKits.all().toList()) {
            own = kit.withPages(own, conditions.page());
        }
        total = 0;
        for (var isDrained = false; !isDrained; ) {
            isDrained = true;
            for (var function = 0; function < pending.size(); function++) {
                var waiting = pending.get(function);
                if (!waiting.isEmpty()) {
                    isDrained = false;
                    var batch =
                            List.copyOf(
                                    waiting.subList(
                                            0, Math.min(conditions.batch(), waiting.size())));
                    deliver(own, function, batch);
                    waiting.subList(0, batch.size()).clear();
                    batch.forEach(afterRecord);
                }
            }
        }
    }

    private void deliver(Functions own, int function, List<TableChange> batch) {
        var row = Catalogue.ALL.streamFunctions().get(function);
        var event = new DynamodbEvent();
        event.setRecords(
                batch.stream().map(change -> change.delivered(change.sequence())).toList());
        var response =
                invoke(() ->
                        own.stream(row)
                                .handleRequest(
                                        event, new TestContext(row.name(), Duration.ofMinutes(1))));
        assertThat(response.getBatchItemFailures()).as("%s: %s", row.name(), batch).isEmpty();
    }

    /// Invokes a function until an invocation is not stopped.
    <T> T invoke(Supplier<T> invocation) {
        return switch (conditions.stops()) {
            case Conditions.Stops.None() -> attempt(invocation, Integer.MAX_VALUE).orElseThrow();
            case Conditions.Stops.Everywhere stops -> {
                for (var number = 1;
                        attempt(invocation, number).isEmpty();
                        number = stops.after(number)) {}
                yield attempt(invocation, Integer.MAX_VALUE).orElseThrow();
            }
            case Conditions.Stops.Once(var number) ->
                    attempt(invocation, total < number ? number - total : Integer.MAX_VALUE)
                            .orElseGet(() -> attempt(invocation, Integer.MAX_VALUE).orElseThrow());
        };
    }

    /// Invokes a function.
    ///
    /// @return nothing if the invocation was stopped, after this number of requests
    private <T> Optional<T> attempt(Supplier<T> invocation, int number) {
        if (++invocations > INVOCATIONS_MAX) {
            throw new AssertionError("the stream is never drained: " + pending);
        }
        requests = 0;
        requestsMax = number;
        try {
            return Optional.of(invocation.get());
        } catch (Stopped _) {
            return Optional.empty();
        } finally {
            requests = Integer.MIN_VALUE;
        }
    }

    @Override
    public void before(String verb, Object what) {
        clock.advance(Duration.ofNanos(1_000));
        reading = what;
        if (requests >= 0) {
            if (requests == requestsMax) {
                throw new Stopped();
            }
            requests++;
            total++;
        }
    }

    @Override
    public int choose(int bound) {
        return bound - 1;
    }

    @Override
    public int pageOf(int limit) {
        var isDivided =
                requests >= 0
                        && limit > UNDIVIDED_MAX
                        && !(reading instanceof ItemCollection list
                                && list.index() == TableSchema.Index.TABLE
                                && WHOLE.contains(Catalogue.ALL.keySpace().familyOf(list.pk())));
        return isDivided ? Math.min(limit, conditions.page()) : limit;
    }

    @Override
    public boolean stale() {
        return requests >= 0;
    }

    @Override
    public Duration lag() {
        return conditions.lag(
                reading instanceof ItemCollection list
                        && list.index().kind() == TableSchema.Kind.GLOBAL);
    }
}
