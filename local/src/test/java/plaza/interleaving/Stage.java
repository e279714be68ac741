package plaza.interleaving;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.id.PostIds;
import plaza.job.Job;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.local.mapping.EventFilter;
import plaza.local.mapping.ShardPosition;
import plaza.local.mapping.StreamRecord;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.testkit.invocation.TestClock;
import plaza.testkit.invocation.TestContext;

/// A table in memory on which operations run, with its stream.
final class Stage {
    private static final int ROUNDS_MAX = 200;

    /// A table that works, and never returns old items.
    private static final MemoryTable.Fate CALM = new MemoryTable.Calm(bound -> bound - 1);

    private static final List<EventFilter> FILTERS =
            Catalogue.streamFunctions().stream()
                    .map(function -> new EventFilter(function.filters()))
                    .toList();

    private final Functions functions;
    private final TestClock clock;
    private final State state;
    private final Set<Class<? extends Work>> works;
    private final MemoryTable memory;
    private final Table table;
    private final List<List<TableChange>> pending = new ArrayList<>();
    private final List<TableChange> changes = new ArrayList<>();
    private @Nullable Delivery delivering;
    private int invocations;

    /// @param works receives the kinds of work that become a job
    /// @param shown the table that operations use instead of the one in memory
    Stage(
            Functions functions,
            TestClock clock,
            State state,
            Set<Class<? extends Work>> works,
            UnaryOperator<Table> shown) {
        this.works = works;
        this.functions = functions;
        this.clock = clock;
        this.state = state;
        state.pending().forEach(records -> pending.add(new ArrayList<>(records)));
        memory = new MemoryTable(clock, CALM, state.sequence(), this::changed);
        memory.load(state.items().values());
        table = shown.apply(memory);
    }

    private void changed(TableChange change) {
        changes.add(change);
        if (change.after() != null && KeySpace.JOBS.matches(change.key().pk())) {
            works.add(Job.from(change.after()).work().getClass());
        }
        var json =
                "{\"eventName\":\"%s\",\"dynamodb\":{\"Keys\":{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"%s\"}}}}"
                        .formatted(change.event(), change.key().pk(), change.key().sk());
        var streamRecord =
                new StreamRecord(new ShardPosition(change.sequence()), change.at(), json);
        for (var function = 0; function < FILTERS.size(); function++) {
            if (FILTERS.get(function).passes(streamRecord)) {
                pending.get(function).add(change);
            }
        }
    }

    /// The changes of items so far.
    List<TableChange> changes() {
        return changes;
    }

    /// Sends the requests of an operation.
    ///
    /// @param role distinguishes the ids that concurrent operations generate
    /// @return the responses as text
    List<String> run(Operation operation, int role, RecordingTable.Gate gate) {
        var own =
                functions(gate).with(PostIds.class, new PostIds(clock, new SplittableRandom(role)));
        var responses = operation.calls().stream().map(call -> respond(own, call)).toList();
        if (operation.drains()) {
            drain(gate);
        }
        return responses;
    }

    private Functions functions(RecordingTable.Gate gate) {
        var recording = new RecordingTable(table, gate);
        return functions.with(Table.class, recording).with(Scans.class, scans());
    }

    private String respond(Functions own, Operation.Call call) {
        invocations++;
        try {
            var response =
                    own.http(call.route())
                            .handleRequest(
                                    call.event(),
                                    new TestContext(call.route().name(), Duration.ofMinutes(1)));
            return response.getStatusCode() + " " + response.getBody();
        } catch (RuntimeException fault) {
            return "failed: " + fault;
        }
    }

    /// Delivers all records, and those that their processing causes.
    void drain(RecordingTable.Gate gate) {
        var own = functions(gate);
        for (var round = 0; round < ROUNDS_MAX; round++) {
            var waited = false;
            for (var function = 0; function < pending.size(); function++) {
                var waiting = waiting(function);
                if (!waiting.isEmpty()) {
                    waited = true;
                    var batchSize = Catalogue.streamFunctions().get(function).batchSize();
                    var batch = waiting.subList(0, Math.min(batchSize, waiting.size()));
                    deliver(new Delivery(function, List.copyOf(batch)), own);
                }
            }
            if (!waited) {
                return;
            }
        }
        throw new IllegalStateException("the stream is not drained: " + pending);
    }

    /// The records that wait for a function, without those that it is processing.
    private List<TableChange> waiting(int function) {
        var waiting = new ArrayList<>(pending.get(function));
        if (delivering != null && delivering.function() == function) {
            waiting.removeAll(delivering.records());
        }
        return waiting;
    }

    /// Records that a stream function receives as one batch.
    private record Delivery(int function, List<TableChange> records) {}

    private void deliver(Delivery delivery, Functions own) {
        var row = Catalogue.streamFunctions().get(delivery.function());
        var event = new DynamodbEvent();
        event.setRecords(
                delivery.records().stream()
                        .map(change -> change.delivered(change.sequence()))
                        .toList());
        invocations++;
        var outer = delivering;
        delivering = delivery;
        var failed =
                own.stream(row)
                        .handleRequest(event, new TestContext(row.name(), Duration.ofMinutes(1)))
                        .getBatchItemFailures();
        delivering = outer;
        if (failed.isEmpty()) {
            pending.get(delivery.function()).removeAll(delivery.records());
        }
    }

    /// The number of invocations that have begun.
    int invocations() {
        return invocations;
    }

    /// Whether a stream function is processing a batch.
    boolean isDelivering() {
        return delivering != null;
    }

    /// Delivers the batch that is being processed to the same function again.
    void redeliver() {
        var current = delivering;
        if (current != null) {
            deliver(current, functions(_ -> {}));
        }
    }

    private Scans scans() {
        return (_, _, _, _) -> {
            throw new UnsupportedOperationException("only Reconcile and Migrate scan");
        };
    }

    /// The state as it is now.
    State state(String name) {
        var items = new HashMap<Key, Item>();
        memory.items().forEach(item -> items.put(item.key(), item));
        return new State(
                name,
                items,
                pending.stream().map(List::copyOf).toList(),
                changes.isEmpty()
                        ? state.sequence()
                        : new BigInteger(changes.getLast().sequence()));
    }

    /// The items that differ from the beginning, by key; a deleted one is null.
    SequencedMap<String, @Nullable Item> difference() {
        var difference = new TreeMap<String, @Nullable Item>();
        for (var change : changes) {
            var before = state.items().get(change.key());
            var after = memory.peek(change.key());
            if (!Result.text(before).equals(Result.text(after))) {
                difference.put(change.key().pk() + " " + change.key().sk(), after);
            }
        }
        return difference;
    }
}
