package plaza.interleaving;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.Seeds;
import plaza.functions.Catalogue;
import plaza.id.Ulids;
import plaza.job.Job;
import plaza.job.Work;
import plaza.lambda.FailureStore;
import plaza.lambda.StreamInvoker;
import plaza.local.emulator.Functions;
import plaza.reconcile.ContestedTable;
import plaza.reconcile.ReconcileRun;
import plaza.redrive.RedriveFunctions;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.StreamReceivers;
import plaza.testkit.Works;
import plaza.testkit.invocation.TestClock;
import plaza.testkit.invocation.TestContext;

/// A table in memory on which operations run, with its stream.
public final class Stage {
    /// The name of the sample table for third operations.
    static final String THIRDS = "first to last; ";

    private static final int ROUNDS_MAX = 200;

    /// The checks whose repair starts a job, which does the work later.
    private static final Set<String> REPAIRED_BY_JOBS =
            Set.of("leftovers", "scoreDistributions", "stuckJobs");

    /// One run repairs one of the three counts in an item.
    private static final int RECONCILE_RUNS_MAX = 4;

    /// Longer than the grace of the checks that ignore what is young.
    private static final Duration RECONCILE_DELAY = Duration.ofHours(1);

    /// A table that works, and never returns old items.
    private static final MemoryTable.Fate CALM = new MemoryTable.Calm(bound -> bound - 1);

    private final Functions functions;
    private final TestClock clock;
    private final State state;
    private final Map<Class<? extends Work>, Long> works;
    private final MemoryTable memory;
    private final Table table;
    private Table contested;
    private final List<List<TableChange>> pending = new ArrayList<>();
    private final List<TableChange> changes = new ArrayList<>();
    private final NavigableMap<String, Delivery> failures = new TreeMap<>();
    private final Set<ReconcileRun.Found> repaired = new HashSet<>();
    private @Nullable Delivery delivering;
    private boolean isContested;
    private int invocations;
    private int invocation;

    /// @param items the items of the state
    /// @param works receives the kinds of work that become a job, with the number of slices after
    ///   which one was saved
    /// @param shown the table that operations use instead of the one in memory
    Stage(
            Functions functions,
            TestClock clock,
            State state,
            MemoryTable.Beginning items,
            Map<Class<? extends Work>, Long> works,
            UnaryOperator<Table> shown) {
        this.works = works;
        this.functions = functions;
        this.clock = clock;
        this.state = state;
        state.pending().forEach(records -> pending.add(new ArrayList<>(records)));
        memory = new MemoryTable(clock, CALM, state.sequence(), this::changed);
        memory.begin(items);
        for (var function = 0; function < state.failed().size(); function++) {
            if (!state.failed().get(function).isEmpty()) {
                failures.put(
                        FailureStore.PREFIX + function,
                        new Delivery(function, state.failed().get(function)));
            }
        }
        table = shown.apply(memory);
        contested = table;
        clock.set(state.now());
    }

    /// The table, to write past all functions.
    public Table table() {
        return table;
    }

    private void changed(TableChange change) {
        changes.add(change);
        if (change.after() != null
                && PlatformKeys.JOBS.matches(change.key().pk())
                && !isContested) {
            var job = Job.from(change.after());
            works.merge(Works.of(job).getClass(), job.step(), Math::max);
        }
        for (var function : StreamReceivers.of(change)) {
            pending.get(function).add(change);
        }
    }

    /// What a part of an operation has repaired.
    Set<ReconcileRun.Found> repaired() {
        return Set.copyOf(repaired);
    }

    /// The changes of items so far.
    List<TableChange> changes() {
        return changes;
    }

    /// Sends the requests of an operation.
    ///
    /// @param role distinguishes the ids that concurrent operations generate
    /// @return the responses as text
    public List<String> run(Operation operation, int role, RecordingTable.Gate gate) {
        var ids = new Ulids(clock, new SplittableRandom(role));
        var responses =
                operation.steps().stream()
                        .map(step ->
                                perform(
                                        step,
                                        functions(gate, orderOf(step)).with(Ulids.class, ids),
                                        gate))
                        .toList();
        if (operation.drains()) {
            drain(gate);
        }
        return responses;
    }

    /// Runs an operation, and what it causes, while others change the generations in each item of
    /// each write before it.
    ///
    /// @return the writes that were not refused, except those that accept any generation
    List<Write> contestGenerations(Operation operation) {
        var accepted = new ArrayList<Write>();
        contested = new ContestedGenerations(table, memory, accepted);
        var _ = run(operation.draining(), 0, _ -> {});
        contested = table;
        accepted.removeIf(write ->
                Recreation.CONTEXTS.stream()
                        .anyMatch(
                                context -> context.acceptsAnyGeneration(operation.name(), write)));
        return accepted;
    }

    private Functions functions(RecordingTable.Gate gate, RecordingTable.Order order) {
        return functions.with(
                Table.class, new RecordingTable(contested, gate, order, dividesPages(order)));
    }

    /// Reconcile and Redrive read batches at once, because they read hundreds of items.
    private RecordingTable.Order orderOf(Operation.Step step) {
        return step instanceof Operation.Call ? orderOfBatches() : RecordingTable.Order.AT_ONCE;
    }

    /// With `-Pdeep` pages are divided as batches are, except with third operations: a search would
    /// have to be compared with too many orders.
    private boolean dividesPages(RecordingTable.Order order) {
        return Seeds.DEEP
                && order != RecordingTable.Order.AT_ONCE
                && !state.name().startsWith(THIRDS);
    }

    /// Batches read their items in one order on the sample table, and in the other one on the rest,
    /// so that both are tried.
    private RecordingTable.Order orderOfBatches() {
        return state.name().isEmpty()
                ? RecordingTable.Order.LAST_TO_FIRST
                : RecordingTable.Order.FIRST_TO_LAST;
    }

    private String perform(Operation.Step step, Functions own, RecordingTable.Gate gate) {
        return switch (step) {
            case Operation.Call call -> respond(own, call);
            case Operation.Reconciliation(var check) -> {
                var run = reconcile(own, check, gate);
                if (run.drift() == run.repaired()
                        && run.unsettled() == 0
                        && !REPAIRED_BY_JOBS.contains(check)) {
                    repaired.addAll(run.found());
                }
                yield "reconciled";
            }
            case ForeignWrite foreign -> {
                foreign.write(memory);
                yield "written";
            }
            case Recreation recreation -> {
                recreation.write(memory);
                yield "written";
            }
            case Operation.Redriving _ -> {
                redrive(own);
                yield "redriven";
            }
        };
    }

    /// Runs Reconcile until it finds nothing.
    ///
    /// @return the checks that still find something after several runs, or find again what an
    ///   earlier run has repaired
    Set<String> reconcile() {
        clock.set(state.now().plus(RECONCILE_DELAY));
        var run = reconcileAll();
        var left = new TreeSet<String>();
        run.found().stream().filter(repaired::contains).forEach(found -> left.add(found.check()));
        for (var number = 1; run.drift() > 0 && number < RECONCILE_RUNS_MAX; number++) {
            drain(_ -> {});
            run = reconcileAll();
        }
        left.addAll(run.checks());
        return left;
    }

    /// Repairs what a check finds while others change each item of each repair before it.
    ///
    /// @return the repairs that were not refused
    List<String> contest(String check) {
        var accepted = new ArrayList<String>();
        isContested = true;
        var contested = new ContestedTable(table, memory, accepted);
        reconcile(functions.with(Table.class, contested), check, _ -> {});
        isContested = false;
        return accepted;
    }

    /// The checks of Reconcile that find something, which it repairs.
    Set<String> drift() {
        return reconcileAll().checks();
    }

    private ReconcileRun reconcileAll() {
        return reconcile(functions(_ -> {}, RecordingTable.Order.AT_ONCE), null, _ -> {});
    }

    private ReconcileRun reconcile(
            Functions own, @Nullable String check, RecordingTable.Gate gate) {
        var families = ReconcileRun.families(check);
        var handler =
                own.with(Scans.class, (_, _, limit, after) -> scan(limit, after, families, gate))
                        .scheduled(Catalogue.ALL.reconcile());
        return ReconcileRun.repairing(
                request ->
                        invoke(() ->
                                handler.handleRequest(
                                        request,
                                        new TestContext("Reconcile", Duration.ofMinutes(15)))),
                check);
    }

    /// Reads a page of the table. The request counts as one that reads the items that are checked.
    private Page<Item> scan(
            int limit,
            Page.@Nullable Position after,
            Set<Family> families,
            RecordingTable.Gate gate) {
        var page = page(limit, after);
        var changed = changes.size();
        gate.before(
                TableRequest.scan(
                        page.items().stream()
                                .map(Item::key)
                                .filter(key ->
                                        families.contains(
                                                Catalogue.ALL.keySpace().familyOf(key.pk())))
                                .toList()));
        return changes.size() == changed ? page : page(limit, after);
    }

    private Page<Item> page(int limit, Page.@Nullable Position after) {
        return memory.scans().scan(Scans.Segment.WHOLE, Scans.Consistency.STRONG, limit, after);
    }

    private void redrive(Functions own) {
        var _ =
                own.with(FailureStore.class, new Failures())
                        .with(StreamInvoker.class, (_, key) -> invoke(key, own))
                        .scheduled(RedriveFunctions.REDRIVE)
                        .handleRequest(
                                Map.of(), new TestContext("Redrive", Duration.ofMinutes(15)));
    }

    private StreamInvoker.Result invoke(String key, Functions own) {
        var delivery = failures.get(key);
        return new StreamInvoker.Result.Returned(
                "{\"batchItemFailures\":[%s]}"
                        .formatted(delivery == null || deliver(delivery, own) ? "" : "{}"));
    }

    /// The records that the stream functions gave up. The payload of each object is its key.
    private final class Failures implements FailureStore {
        @Override
        public List<String> keysAfter(String key) {
            return List.copyOf(failures.tailMap(key, false).keySet());
        }

        @Override
        public @Nullable String read(String key) {
            var delivery = failures.get(key);
            return delivery == null
                    ? null
                    : """
                    {"requestContext": {"functionArn": "arn"},
                     "DDBStreamBatchInfo": {"approximateArrivalOfFirstRecord": "%s"},
                     "payload": "%s"}
                    """
                            .formatted(delivery.records().getFirst().at(), key);
        }

        @Override
        public void delete(String key) {
            failures.remove(key);
        }
    }

    /// Runs an invocation, which may be in a gap of another one.
    private <T> T invoke(Supplier<T> body) {
        var outer = invocation;
        invocation = ++invocations;
        try {
            return body.get();
        } finally {
            invocation = outer;
        }
    }

    private String respond(Functions own, Operation.Call call) {
        return invoke(() -> response(own, call));
    }

    private static String response(Functions own, Operation.Call call) {
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
    public void drain(RecordingTable.Gate gate) {
        var own = functions(gate, orderOfBatches());
        for (var round = 0; round < ROUNDS_MAX; round++) {
            var waited = false;
            for (var function = 0; function < pending.size(); function++) {
                var waiting = waiting(function);
                if (!waiting.isEmpty()) {
                    waited = true;
                    var batchSize = Catalogue.ALL.streamFunctions().get(function).batchSize();
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

    /// @return whether all records were processed
    private boolean deliver(Delivery delivery, Functions own) {
        var row = Catalogue.ALL.streamFunctions().get(delivery.function());
        var event = new DynamodbEvent();
        event.setRecords(
                delivery.records().stream()
                        .map(change -> change.delivered(change.sequence()))
                        .toList());
        var outer = delivering;
        delivering = delivery;
        var failed =
                invoke(() ->
                        own.stream(row)
                                .handleRequest(
                                        event, new TestContext(row.name(), Duration.ofMinutes(1)))
                                .getBatchItemFailures());
        delivering = outer;
        if (failed.isEmpty()) {
            pending.get(delivery.function()).removeAll(delivery.records());
        }
        return failed.isEmpty();
    }

    /// The number of the current invocation.
    int invocation() {
        return invocation;
    }

    /// Whether a stream function is processing a batch.
    boolean isDelivering() {
        return delivering != null;
    }

    /// Delivers the batch that is being processed to the same function again.
    void redeliver() {
        var current = delivering;
        if (current != null) {
            deliver(current, functions(_ -> {}, orderOfBatches()));
        }
    }

    /// The state as it is now.
    public State state(String name) {
        var items = new HashMap<Key, Item>();
        memory.items().forEach(item -> items.put(item.key(), item));
        return new State(
                name,
                items,
                pending.stream().map(List::copyOf).toList(),
                state.failed(),
                changes.isEmpty() ? state.sequence() : new BigInteger(changes.getLast().sequence()),
                state.now());
    }

    /// The items that differ from the beginning, by key; a deleted one is null.
    SequencedMap<String, @Nullable Item> difference() {
        var difference = new TreeMap<String, @Nullable Item>();
        for (var key : changes.stream().map(TableChange::key).collect(Collectors.toSet())) {
            if (PlatformKeys.SCANS.matches(key.pk())) {
                continue; // what is stored about runs of Reconcile
            }
            var after = memory.peek(key);
            if (!Result.text(state.items().get(key)).equals(Result.text(after))) {
                difference.put(key.pk() + " " + key.sk(), after);
            }
        }
        return difference;
    }
}
