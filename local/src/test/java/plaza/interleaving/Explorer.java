package plaza.interleaving;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.Corruption;
import plaza.reconcile.ReconcileRun;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.testkit.invocation.TestClock;

/// Runs pairs of operations in every order of their requests that can make a difference, and
/// compares each result with those of the two serial orders.
public final class Explorer {
    private final Functions functions;
    private final TestClock clock;
    private final Choice choice;
    private final @Nullable State sample;
    private final UnaryOperator<Table> shown;
    private final Consumer<Pair> begun;
    private final Map<String, Footprint> onSample = new HashMap<>();
    private final Map<Object, Object> memory = new HashMap<>();
    private final List<Difference> differences = new ArrayList<>();
    private final Map<String, Set<String>> formsByRoute = new HashMap<>();
    private final Map<Class<? extends Work>, Long> works = new HashMap<>();
    private MemoryTable.@Nullable Beginning beginning;
    private @Nullable String last;
    private int states;
    private int pairs;
    private int gaps;
    private int runs;

    /// @param sample if not null, only the gaps before the writes of Reconcile and Redrive are
    ///   tried, and only operations that touch on this state what they write
    /// @param shown the table that operations use instead of the one in memory
    /// @param begun receives each pair before it is tried
    Explorer(
            Functions functions,
            TestClock clock,
            Choice choice,
            @Nullable State sample,
            UnaryOperator<Table> shown,
            Consumer<Pair> begun) {
        this.functions = functions;
        this.clock = clock;
        this.choice = choice;
        this.sample = sample;
        this.shown = shown;
        this.begun = begun;
    }

    /// An operation and the one that runs in its gaps, or null for its own batches.
    record Pair(State state, Operation a, @Nullable Operation b) {}

    /// Chooses pairs of operations.
    @FunctionalInterface
    interface Choice {
        boolean includes(State state, Operation interrupted, Operation between);
    }

    /// An order of requests whose result is none of those allowed.
    ///
    /// @param interrupted the operation that was interrupted
    /// @param between what ran before one of its requests
    /// @param orders the differences from the result of each allowed order
    record Difference(
            String interrupted,
            String between,
            String where,
            SequencedMap<String, List<Result.Difference>> orders) {
        @Override
        public String toString() {
            var text = new StringBuilder(between + " in " + interrupted + ", " + where);
            orders.forEach((order, differences) -> {
                text.append("\n    compared with ").append(order);
                differences.forEach(one -> text.append("\n      ").append(one));
            });
            return text.toString();
        }
    }

    /// What an operation does on a state when nothing interferes.
    private record Footprint(
            List<TableRequest> requests,
            List<TableChange> changes,
            List<Integer> invocations,
            List<Integer> gapsOfDeliveries) {
        /// What this or the other one may do.
        Footprint and(Footprint other) {
            return new Footprint(
                    union(requests, other.requests),
                    union(changes, other.changes),
                    List.of(),
                    List.of());
        }

        private static <T> List<T> union(List<T> ones, List<T> others) {
            var union = new ArrayList<>(ones);
            union.addAll(others);
            return union;
        }

        /// The number of the first request of the invocation that sends a request.
        int beginOfInvocation(int number) {
            var begin = number;
            while (begin > 0 && invocations.get(begin - 1).equals(invocations.get(number))) {
                begin--;
            }
            return begin;
        }

        /// The number of the invocation that sends a request, from 0.
        int invocationOf(int number) {
            return (int) invocations.subList(0, number + 1).stream().distinct().count() - 1;
        }

        /// The number of the first request after the invocation that sends a request.
        int endOfInvocation(int number) {
            var end = number;
            while (end < requests.size() && invocations.get(end).equals(invocations.get(number))) {
                end++;
            }
            return end;
        }
    }

    /// What Reconcile finds. Most orders of a pair leave the same.
    private record Unreconciled(
            SequencedMap<String, @Nullable Item> difference, Set<ReconcileRun.Found> repaired) {}

    /// @param left the checks that still find something
    private record Reconciled(SequencedMap<String, @Nullable Item> difference, Set<String> left) {}

    List<Difference> differences() {
        return differences;
    }

    /// The number of slices of the longest job with this kind of work; 0 if none was stored.
    long slices(Class<?> work) {
        var saved = works.get(work);
        return saved == null ? 0 : saved + 1;
    }

    int states() {
        return states;
    }

    int pairs() {
        return pairs;
    }

    int gaps() {
        return gaps;
    }

    int runs() {
        return runs;
    }

    @SuppressWarnings("ReferenceEquality") // the items of one state are one object
    public Stage stage(State state) {
        runs++;
        if (beginning == null || beginning.items() != state.items()) {
            beginning = new MemoryTable.Beginning(state.items());
        }
        return new Stage(functions, clock, state, beginning, works, shown);
    }

    /// Runs each of the others in the gaps of `a`, once with the stream drained before `a`
    /// continues and once without, and delivers the batches of `a` twice.
    ///
    /// @param isTried whether to try a pair whose operations send these requests
    void explore(
            State state,
            Operation a,
            List<Operation> others,
            Predicate<List<TableRequest>> isTried) {
        begin(state);
        if (choice.includes(state, a, a)
                && isTried.test(footprint(state, a.draining()).requests())) {
            explore(new Pair(state, a.draining(), null));
        }
        for (var b : others) {
            if (!choice.includes(state, a, b)
                    || (sample != null && !isInSample(state, a, b, sample))
                    || footprint(state, b).changes().isEmpty()) {
                continue;
            }
            var requests = new ArrayList<>(footprint(state, a.draining()).requests());
            requests.addAll(footprint(state, b).requests());
            if (isTried.test(requests)) {
                explore(new Pair(state, a.draining(), b.draining()));
                if (sample == null) {
                    explore(new Pair(state, a.draining(), b));
                    explore(new Pair(state, a, b));
                }
            }
        }
    }

    /// Tries a pair.
    void explore(Pair pair) {
        begun.accept(pair);
        var b = pair.b();
        if (b == null) {
            redeliver(pair.state(), pair.a());
        } else {
            switch (b.steps().getFirst()) {
                case ForeignWrite foreign ->
                        exploreForeignWrite(pair.state(), pair.a(), b, foreign.key());
                case Recreation recreation ->
                        exploreRecreation(pair.state(), pair.a(), b, recreation.keys());
                case Operation.Call _, Operation.Reconciliation _, Operation.Redriving _ ->
                        explore(pair.state(), pair.a(), b);
            }
        }
    }

    /// Changes each item that an operation reads by its key, or writes on a condition, in every way
    /// before each of its writes. The operation must act on the change, or precede it if it writes
    /// the item itself.
    ///
    /// A request is one write. In jobs, each write is one, and only the items that it names change.
    void exploreForeignWrites(State state, Operation operation, ForeignWrite.Examples examples) {
        begin(state);
        var known = known(operation);
        known.addAll(forms(footprint(state, operation.draining())));
        for (var a : List.of(operation, operation.draining())) {
            exploreForeignWrites(state, a, examples, Set.of());
        }
        exploreVariants(state, operation, examples);
    }

    /// Changes the items of new forms of writes on each state that a foreign write to an item that
    /// the operation reads leaves.
    void exploreVariants(State state, Operation operation, ForeignWrite.Examples examples) {
        begin(state);
        for (var variant : variants(state, operation, examples)) {
            tryNewForms(variant, operation, examples);
        }
    }

    /// Changes the items of those writes whose form the route has not sent on an earlier state.
    void exploreNewForms(State state, Operation operation, ForeignWrite.Examples examples) {
        if (choice.includes(state, operation, operation)) {
            tryNewForms(state, operation, examples);
        }
    }

    private void tryNewForms(State state, Operation operation, ForeignWrite.Examples examples) {
        var known = known(operation);
        var forms = formsOrNone(state, operation.draining());
        if (!known.containsAll(forms)) {
            for (var a : List.of(operation, operation.draining())) {
                exploreForeignWrites(state, a, examples, known);
            }
            known.addAll(forms);
        }
    }

    /// The forms of writes that the route of an operation has sent.
    private Set<String> known(Operation operation) {
        var route = operation.name().split(" ", 2)[0];
        return formsByRoute.computeIfAbsent(route, _ -> new HashSet<>());
    }

    /// The forms of writes of an operation; none if it fails on a state that no operation leaves.
    private Set<String> formsOrNone(State state, Operation operation) {
        begin(state);
        try {
            return forms(footprint(state, operation));
        } catch (RuntimeException _) {
            return Set.of();
        }
    }

    private static Set<String> forms(Footprint footprint) {
        var forms = new HashSet<String>();
        footprint.requests().forEach(request -> forms.addAll(request.forms()));
        return forms;
    }

    /// The states that a foreign write to an item that an operation reads leaves.
    private List<State> variants(State state, Operation operation, ForeignWrite.Examples examples) {
        var keys = new LinkedHashSet<Key>();
        footprint(state, operation.draining())
                .requests()
                .forEach(request -> keys.addAll(request.reads()));
        var variants = new ArrayList<State>();
        for (var key : keys) {
            for (var write : examples.states(key, state.items().get(key))) {
                var foreign = new Operation(write);
                if (choice.includes(state, operation, foreign)) {
                    var stage = stage(state);
                    var _ = stage.run(foreign, 0, _ -> {});
                    if (!stage.changes().isEmpty()) {
                        variants.add(
                                stage.state(state.name() + write.name() + "; ").withoutPending());
                    }
                }
            }
        }
        return variants;
    }

    /// @param known the forms of writes whose items need not change; if empty, all change
    private void exploreForeignWrites(
            State state, Operation a, ForeignWrite.Examples examples, Set<String> known) {
        var footprint = footprint(state, a);
        var keys = new LinkedHashSet<Key>();
        for (var sent : footprint.requests()) {
            if ((!a.drains() || !sent.writes().isEmpty())
                    && (known.isEmpty() || !known.containsAll(sent.forms()))) {
                keys.addAll(sent.reads());
            }
        }
        for (var key : keys) {
            for (var write : examples.writes(key, state.items().get(key), footprint.changes())) {
                tryForeign(state, a, write);
            }
        }
        Recreation.of(state, keys).forEach(recreation -> tryForeign(state, a, recreation));
    }

    private void tryForeign(State state, Operation a, Operation.Step step) {
        var foreign = new Operation(step);
        if (choice.includes(state, a, foreign)) {
            explore(new Pair(state, a, foreign));
        }
    }

    /// Something is created again before a write. The operation must do the same as if that had
    /// happened before or after its invocation, or between two writes of a job.
    private void exploreRecreation(State state, Operation a, Operation b, List<Key> keys) {
        pairs++;
        var footprint = footprint(state, a);
        var requests = footprint.requests();
        for (var gap = 1; gap < requests.size(); gap++) {
            var begin = footprint.beginOfInvocation(gap);
            var isJob = a.drains() && begin > 0;
            if (gap == begin
                    || a.drains() != isJob
                    || requests.get(gap).writes().isEmpty()
                    || requests.subList(isJob ? gap : 0, gap + 1).stream()
                            .noneMatch(
                                    request -> keys.stream().anyMatch(request.reads()::contains))) {
                continue;
            }
            gaps++;
            var found = withForeignWrite(state, a, gap, b);
            var allowed = new LinkedHashMap<String, Result>();
            allowed.put("before the invocation", withForeignWrite(state, a, begin, b));
            allowed.put("after the write", withForeignWrite(state, a, gap + 1, b));
            allowed.put(
                    "after the invocation",
                    withForeignWrite(state, a, footprint.endOfInvocation(gap), b));
            if (!isJob) {
                allowed.remove("after the write");
            }
            if (!allowed.containsValue(found)) {
                add(a, b.name(), where(state, a, gap), allowed, found);
            }
        }
    }

    /// Adds the items that an operation writes.
    void addExamples(State state, Operation operation, ForeignWrite.Examples examples) {
        footprint(state, operation.draining())
                .changes()
                .forEach(change -> examples.add(change.after()));
    }

    private void exploreForeignWrite(State state, Operation a, Operation b, Key key) {
        pairs++;
        var footprint = footprint(state, a);
        var requests = footprint.requests();
        for (var gap = 1; gap < requests.size(); gap++) {
            var begin = footprint.beginOfInvocation(gap);
            var write = requests.get(gap);
            var isJob = a.drains() && begin > 0;
            if (gap == begin || a.drains() != isJob || write.writes().isEmpty()) {
                continue;
            }
            for (var number = begin; number < gap && isJob; number++) {
                begin = requests.get(number).writes().contains(key) ? number + 1 : begin;
            }
            var part = requests.subList(isJob ? gap : 0, gap + 1);
            var isNamedBefore =
                    isJob
                            && !write.writes().contains(key)
                            && requests.subList(begin, gap).stream()
                                    .anyMatch(earlier ->
                                            !earlier.writes().isEmpty()
                                                    && earlier.reads().contains(key));
            if (!isNamedBefore
                    && part.stream().anyMatch(request -> request.reads().contains(key))) {
                gaps++;
                var orders = new LinkedHashMap<String, Integer>();
                orders.put("after the last write to the item", begin);
                if (requests.subList(isJob ? gap : 0, footprint.endOfInvocation(gap)).stream()
                        .anyMatch(request -> request.writes().contains(key))) {
                    if (isJob) {
                        orders.put("after the write", gap + 1);
                    }
                    orders.put("after the invocation", footprint.endOfInvocation(gap));
                }
                var found = withForeignWrite(state, a, gap, b);
                var allowed = new LinkedHashMap<String, Result>();
                orders.forEach(
                        (order, first) -> allowed.put(order, withForeignWrite(state, a, first, b)));
                if (!allowed.containsValue(found)) {
                    add(a, b.name(), where(state, a, gap), allowed, found);
                }
            }
        }
    }

    /// A job may never end if no operation can write what the foreign write has written.
    private Result withForeignWrite(State state, Operation a, int gap, Operation b) {
        return remembered(
                "foreign " + a.name() + gap + b.name(),
                Result.class,
                () -> {
                    try {
                        return interleaved(state, a, gap, b);
                    } catch (IllegalStateException fault) {
                        return new Result("stream: not drained\n", List.of());
                    }
                });
    }

    private boolean isInSample(State state, Operation a, Operation b, State sampled) {
        var other =
                onSample.computeIfAbsent(
                        b.name(), _ -> footprint(stage(sampled), b.draining(), _ -> {}));
        return footprint(state, a.draining()).requests().stream()
                .anyMatch(request -> isWrite(request, other) || wouldWrite(other, request));
    }

    /// Whether an operation may write, on another state, an item on which a write depends.
    private static boolean wouldWrite(Footprint other, TableRequest write) {
        return !write.writes().isEmpty()
                && other.requests().stream()
                        .flatMap(request -> request.writes().stream())
                        .anyMatch(write.reads()::contains);
    }

    private static boolean isWrite(TableRequest request, Footprint other) {
        return !request.writes().isEmpty() && depends(request, other);
    }

    private void begin(State state) {
        if (!state.name().equals(last)) {
            memory.clear();
            last = state.name();
            states++;
        }
    }

    /// Runs `b` in every gap of `a` in which the result can differ from that of the gap before.
    private void explore(State state, Operation a, Operation b) {
        var gapsOfPair = gaps(state, a, b);
        pairs += gapsOfPair.isEmpty() ? 0 : 1;
        for (var gap : gapsOfPair) {
            gaps++;
            check(state, a, gap, b);
        }
        if (!a.drains() && !b.drains()) {
            var gapsOfOther = gaps(state, b, a);
            for (var gap : gapsOfPair) {
                for (var gapOfOther : gapsOfOther) {
                    gaps++;
                    checkOverlap(state, a, gap, b, gapOfOther);
                }
            }
        }
    }

    private List<Integer> gaps(State state, Operation a, Operation b) {
        var requests = footprint(state, a).requests();
        if (requests.stream().noneMatch(request -> isRead(request, footprint(state, b)))) {
            return List.of();
        }
        var other = footprint(state, b).and(footprintAfter(state, a.draining(), b.draining()));
        var found = new ArrayList<Integer>();
        var isRead = false;
        var isPending = false;
        var isPendingBetween = false;
        for (var number = 0; number < requests.size(); number++) {
            var isBetween = footprint(state, a).beginOfInvocation(number) == number;
            if ((isPending || (isBetween && isPendingBetween))
                    && isRead
                    && dependsFrom(requests, number, other)
                    && (sample == null || isWrite(requests.get(number), other))) {
                found.add(number);
                isPending = false;
                isPendingBetween &= !isBetween;
            }
            var depends = depends(requests.get(number), other);
            isPending |= depends;
            isPendingBetween |= depends;
            isRead |= isRead(requests.get(number), other);
        }
        return found;
    }

    private static boolean isRead(TableRequest request, Footprint other) {
        return other.changes().stream().anyMatch(request::hasRead);
    }

    /// Checks an order in which both operations are interrupted: the beginning of `a`, the
    /// beginning of `b`, the rest of `a`, the rest of `b`.
    private void checkOverlap(State state, Operation a, int gap, Operation b, int gapOfB) {
        var stage = stage(state);
        var found =
                Overlap.run(
                        gate -> stage.run(a, 0, gate), gap, gate -> stage.run(b, 1, gate), gapOfB);
        var result = result(state, stage, found, List.of(a, b));
        var one = interleaved(state, a, footprint(state, a).requests().size(), b);
        var other = interleaved(state, a, 0, b);
        if (!result.equals(one)
                && !result.equals(other)
                && !isSerialWithoutRefused(
                        state,
                        accepted(a, found.get(0)),
                        accepted(b, found.get(1)),
                        a.steps().size() + b.steps().size(),
                        result)
                && !isBetweenRequests(state, a, 0, b, 1, result)
                && !isBetweenRequests(state, b, 1, a, 0, result)) {
            var orders = new LinkedHashMap<String, Result>();
            orders.put(a.name() + "; " + b.name(), one);
            orders.put(b.name() + "; " + a.name(), other);
            add(
                    a,
                    "the first %d requests of %s".formatted(gapOfB, b.name()),
                    where(state, a, gap),
                    orders,
                    result);
        }
    }

    private void add(
            Operation interrupted,
            String between,
            String where,
            SequencedMap<String, Result> allowed,
            Result found) {
        var orders = new LinkedHashMap<String, List<Result.Difference>>();
        allowed.forEach((order, result) -> orders.put(order, Result.differences(result, found)));
        differences.add(new Difference(interrupted.name(), between, where, orders));
    }

    private static boolean dependsFrom(List<TableRequest> requests, int first, Footprint other) {
        return requests.subList(first, requests.size()).stream()
                .anyMatch(request -> depends(request, other));
    }

    /// Runs `b` in each gap of `a`, and each of the others in a later gap, if all three have read
    /// or written the same item.
    void exploreThirds(State state, Operation a, Operation b, List<Operation> others) {
        begin(state);
        var first = a.draining();
        var second = b.draining();
        var chosen =
                others.stream()
                        .filter(other -> choice.includes(state, new Operation(a, b), other))
                        .map(Operation::draining)
                        .toList();
        if (chosen.isEmpty()) {
            return;
        }
        for (var gap : gaps(state, first, second)) {
            var interrupted = footprint(state, first, new Insertion(second, 1, gap, -1));
            for (var third : chosen) {
                for (var laterGap : laterGaps(interrupted, gap, state, second, third)) {
                    gaps++;
                    checkThird(state, first, interrupted, gap, second, laterGap, third);
                }
            }
        }
    }

    /// The gaps after one in which `b` ran, in which `c` can make a difference: after a request
    /// since `b` that read an item that both of them write.
    private List<Integer> laterGaps(
            Footprint interrupted, int gap, State state, Operation b, Operation c) {
        var other = footprint(state, c);
        var shared =
                other.changes().stream()
                        .filter(change ->
                                footprint(state, b).changes().stream()
                                        .anyMatch(one -> one.key().equals(change.key())))
                        .toList();
        var requests = interrupted.requests();
        var found = new ArrayList<Integer>();
        var isPending = false;
        for (var number = gap; number < requests.size() && !shared.isEmpty(); number++) {
            if (isPending
                    && interrupted.beginOfInvocation(number) != number
                    && dependsFrom(requests, number, other)) {
                found.add(number);
                isPending = false;
            }
            isPending |= shared.stream().anyMatch(requests.get(number)::hasRead);
        }
        return found;
    }

    /// An operation that runs in a gap of another one.
    ///
    /// @param request the number of the request before which it runs, or -1
    /// @param invocation the number, from 0, of the invocation before which it runs, or -1
    private record Insertion(Operation operation, int role, int request, int invocation) {
        boolean isDue(int nextRequest, int nextInvocation) {
            return request == nextRequest || (invocation >= 0 && invocation <= nextInvocation);
        }

        @Override
        public String toString() {
            return operation.name() + request + "," + invocation;
        }
    }

    /// Within the invocations that were interrupted, the result must be the same as with both
    /// operations before or after them.
    private void checkThird(
            State state,
            Operation a,
            Footprint interrupted,
            int gap,
            Operation b,
            int laterGap,
            Operation c) {
        var found = with(state, a, new Insertion(b, 1, gap, -1), new Insertion(c, 3, laterGap, -1));
        var atB = interrupted.invocationOf(gap);
        var atC = interrupted.invocationOf(laterGap);
        var allowed = new LinkedHashMap<String, Result>();
        for (var beforeC : List.of(atC + 1, atC)) {
            for (var beforeB : List.of(atB, atB + 1)) {
                var insertionB = new Insertion(b, 1, -1, beforeB);
                var insertionC = new Insertion(c, 3, -1, beforeC);
                var name = "before the invocations %d and %d".formatted(beforeB, beforeC);
                var result =
                        beforeC < beforeB
                                ? with(state, a, insertionC, insertionB)
                                : with(state, a, insertionB, insertionC);
                allowed.put(name, result);
                if (found.equals(result)) {
                    return;
                }
            }
        }
        if (atB == atC) {
            for (var before : List.of(atB, atB + 1)) {
                var result =
                        with(
                                state,
                                a,
                                new Insertion(c, 3, -1, before),
                                new Insertion(b, 1, -1, before));
                allowed.put("the later one first, before the invocation " + before, result);
                if (found.equals(result)) {
                    return;
                }
            }
        }
        var parts =
                List.of(
                        accepted(a, found.responses().get(0)),
                        accepted(b, found.responses().get(1)),
                        accepted(c, found.responses().get(3)));
        // a refused request leaves nothing; the others are a pair, which is checked by itself
        if (parts.getLast().steps().isEmpty()
                && found.items().equals(with(state, a, new Insertion(b, 1, gap, -1)).items())) {
            return;
        }
        for (var order : ORDERS) {
            var operations = order.stream().map(parts::get).toList();
            var roles = order.stream().map(part -> part == 2 ? 3 : part).toList();
            if (found.items().equals(serial(state, operations, roles).items())) {
                return;
            }
        }
        add(
                a,
                b.name() + ", then before request " + laterGap + " " + c.name(),
                where(state, a, gap),
                allowed,
                found);
    }

    private static final List<List<Integer>> ORDERS =
            List.of(
                    List.of(0, 1, 2),
                    List.of(0, 2, 1),
                    List.of(1, 0, 2),
                    List.of(1, 2, 0),
                    List.of(2, 0, 1),
                    List.of(2, 1, 0));

    /// Runs an operation with others in its gaps, or after it.
    private Result with(State state, Operation a, Insertion... insertions) {
        return remembered(
                "with " + a.name() + List.of(insertions),
                Result.class,
                () -> {
                    var stage = stage(state);
                    var operations = new ArrayList<>(List.of(a));
                    var lastRole = 0;
                    for (var insertion : insertions) {
                        operations.add(insertion.operation());
                        lastRole = Math.max(lastRole, insertion.role());
                    }
                    var responses = noResponses(lastRole + 1);
                    var waiting = new ArrayList<>(List.of(insertions));
                    responses.set(0, stage.run(a, 0, inserting(stage, waiting, responses)));
                    waiting.forEach(left ->
                            responses.set(
                                    left.role(),
                                    stage.run(left.operation(), left.role(), _ -> {})));
                    return result(state, stage, responses, operations);
                });
    }

    private static RecordingTable.Gate inserting(
            Stage stage, List<Insertion> waiting, List<List<String>> responses) {
        var request = new int[] {-1};
        var invocations = new LinkedHashSet<Integer>();
        return _ -> {
            request[0]++;
            invocations.add(stage.invocation());
            while (!waiting.isEmpty()
                    && waiting.getFirst().isDue(request[0], invocations.size() - 1)) {
                var due = waiting.removeFirst();
                responses.set(due.role(), stage.run(due.operation(), due.role(), _ -> {}));
            }
        };
    }

    /// What an operation does with another one in a gap.
    private Footprint footprint(State state, Operation operation, Insertion insertion) {
        return remembered(
                "alone " + operation.name() + " with " + insertion,
                Footprint.class,
                () -> {
                    var stage = stage(state);
                    var waiting = new ArrayList<>(List.of(insertion));
                    var responses = noResponses(insertion.role() + 1);
                    return footprint(stage, operation, inserting(stage, waiting, responses));
                });
    }

    /// Delivers each batch of `a` a second time, in each gap of its first delivery.
    private void redeliver(State state, Operation a) {
        var footprint = footprint(state, a);
        var alone = serial(state, List.of(a), List.of(0));
        for (var gap : footprint.gapsOfDeliveries()) {
            gaps++;
            var stage = stage(state);
            var count = new int[1];
            var response =
                    stage.run(
                            a,
                            0,
                            _ -> {
                                if (count[0]++ == gap) {
                                    stage.redeliver();
                                }
                            });
            var found = result(state, stage, List.of(response, List.of()), List.of(a));
            if (!found.equals(alone)) {
                var orders = new LinkedHashMap<String, Result>();
                orders.put("one delivery", alone);
                add(a, "the same batch again", where(state, a, gap), orders, found);
            }
        }
    }

    private static boolean depends(TableRequest request, Footprint other) {
        return other.changes().stream().anyMatch(request::dependsOn)
                || other.requests().stream()
                        .flatMap(read -> read.reads().stream())
                        .anyMatch(request.writes()::contains);
    }

    /// Checks one order. Inside an invocation, the result must be the same as if `b` had run before
    /// or after that invocation. Between two invocations, the items must be those of a serial
    /// order.
    private void check(State state, Operation a, int gap, Operation b) {
        var footprint = footprint(state, a);
        var first = footprint.beginOfInvocation(gap);
        var complete = interleaved(state, a, gap, b);
        var responses = complete.responses();
        var found = first == gap ? complete.withoutResponses() : complete;
        // one of the first orders mostly has this result, so the others do not run
        var allowed = new LinkedHashMap<String, Supplier<Result>>();
        if (first == gap) {
            allowed.put(
                    a.name() + "; " + b.name(),
                    () -> serial(state, List.of(a, b), List.of(0, 1)).withoutResponses());
            allowed.put(
                    b.name() + "; " + a.name(),
                    () -> serial(state, List.of(b, a), List.of(1, 0)).withoutResponses());
        } else {
            allowed.put("before the invocation", () -> interleaved(state, a, first, b));
            allowed.put(
                    "after the invocation",
                    () -> interleaved(state, a, footprint.endOfInvocation(gap), b));
            if (!a.isRequest()) {
                allowed.put(
                        a.name() + "; " + b.name(),
                        () -> serial(state, List.of(a, b), List.of(0, 1)));
                allowed.put(
                        b.name() + "; " + a.name(),
                        () -> serial(state, List.of(b, a), List.of(1, 0)));
            }
        }
        if (allowed.values().stream().anyMatch(result -> result.get().equals(found))
                || isSerialWithoutRefused(
                        state,
                        accepted(a, responses.get(0)),
                        accepted(b, responses.get(1)),
                        a.steps().size() + b.steps().size(),
                        found)) {
            return;
        }
        var orders = new LinkedHashMap<String, Result>();
        allowed.forEach((order, result) -> orders.put(order, result.get()));
        add(
                a,
                (first == gap ? "between invocations: " : "") + b.name(),
                where(state, a, gap),
                orders,
                found);
    }

    private String where(State state, Operation a, int gap) {
        return "on the state [%s], before request %d: %s"
                .formatted(state.name(), gap, footprint(state, a).requests().get(gap));
    }

    /// Whether the items are those of the requests that were not refused, in a serial order.
    private boolean isSerialWithoutRefused(
            State state, Operation a, Operation b, int calls, Result found) {
        return a.steps().size() + b.steps().size() < calls
                && (found.items().equals(serial(state, List.of(a, b), List.of(0, 1)).items())
                        || found.items()
                                .equals(serial(state, List.of(b, a), List.of(1, 0)).items()));
    }

    /// Whether the result is that of an operation between two requests of another one.
    private boolean isBetweenRequests(
            State state, Operation a, int roleOfA, Operation divided, int role, Result found) {
        for (var first = 1; first < divided.steps().size(); first++) {
            if (found.equals(between(state, a, roleOfA, divided, role, first))) {
                return true;
            }
        }
        return false;
    }

    /// @param first the number of requests of `divided` before `a`
    private Result between(
            State state, Operation a, int roleOfA, Operation divided, int role, int first) {
        return remembered(
                "between %d %s %d %s".formatted(first, divided.name(), role, a.name()),
                Result.class,
                () -> {
                    var stage = stage(state);
                    var steps = divided.steps();
                    var responses = noResponses(2);
                    var ofDivided = new ArrayList<String>();
                    ofDivided.addAll(stage.run(part(divided, 0, first), role, _ -> {}));
                    responses.set(roleOfA, stage.run(a, roleOfA, _ -> {}));
                    ofDivided.addAll(stage.run(part(divided, first, steps.size()), role, _ -> {}));
                    responses.set(role, ofDivided);
                    return result(state, stage, responses, List.of(a, divided));
                });
    }

    private static Operation part(Operation operation, int from, int to) {
        return new Operation(operation.name(), operation.steps().subList(from, to), false);
    }

    /// The requests of an operation that were not refused with a documented status.
    private static Operation accepted(Operation operation, List<String> responses) {
        var accepted = new ArrayList<Operation.Step>();
        for (var number = 0; number < operation.steps().size(); number++) {
            var step = operation.steps().get(number);
            var status = responses.get(number).split(" ", 2)[0];
            if (!(step instanceof Operation.Call call)
                    || call.route().contract().problems().stream()
                            .noneMatch(kind -> Integer.toString(kind.status()).equals(status))) {
                accepted.add(step);
            }
        }
        return new Operation(
                operation.name() + " without refused " + accepted.size(),
                accepted,
                operation.drains());
    }

    /// @param gap the number of the request of `a` before which `b` runs; the number of requests if
    ///   `b` runs after them
    private Result interleaved(State state, Operation a, int gap, Operation b) {
        return with(state, a, new Insertion(b, 1, gap, -1));
    }

    /// What is left after the stream functions, and after Reconcile if it was a part of one of the
    /// operations.
    private Result result(
            State state, Stage stage, List<List<String>> responses, List<Operation> operations) {
        stage.drain(_ -> {});
        if (operations.stream().noneMatch(Operation::reconciles)) {
            return Result.of(stage.difference(), responses, known(state));
        }
        var end =
                remembered(
                        new Unreconciled(stage.difference(), stage.repaired()),
                        Reconciled.class,
                        () -> {
                            var left = stage.reconcile();
                            return new Reconciled(stage.difference(), left);
                        });
        var result = Result.of(end.difference(), responses, known(state));
        return end.left().isEmpty()
                ? result
                : new Result(
                        result.items() + "not repaired: " + end.left() + "\n", result.responses());
    }

    private static List<List<String>> noResponses(int operations) {
        return new ArrayList<>(Collections.nCopies(operations, List.of()));
    }

    private Result serial(State state, List<Operation> order, List<Integer> roles) {
        return remembered(
                "serial " + order.stream().map(Operation::name).toList() + roles,
                Result.class,
                () -> {
                    var stage = stage(state);
                    var responses = noResponses(Math.max(2, order.size()));
                    for (var index = 0; index < order.size(); index++) {
                        var role = roles.get(index);
                        responses.set(
                                Math.min(role, responses.size() - 1),
                                stage.run(order.get(index), role, _ -> {}));
                        stage.drain(_ -> {});
                    }
                    return result(state, stage, responses, order);
                });
    }

    private Footprint footprint(State state, Operation operation) {
        return remembered(
                "alone " + operation.name(),
                Footprint.class,
                () -> footprint(stage(state), operation, _ -> {}));
    }

    /// What an operation does after another one.
    private Footprint footprintAfter(State state, Operation first, Operation operation) {
        return remembered(
                "after " + first.name() + " " + operation.name(),
                Footprint.class,
                () -> {
                    var stage = stage(state);
                    var _ = stage.run(first, 0, _ -> {});
                    return footprint(stage, operation, _ -> {});
                });
    }

    /// @param inserted runs other operations
    private static Footprint footprint(
            Stage stage, Operation operation, RecordingTable.Gate inserted) {
        var begin = stage.changes().size();
        var requests = new ArrayList<TableRequest>();
        var invocations = new ArrayList<Integer>();
        var gapsOfDeliveries = new ArrayList<Integer>();
        var _ =
                stage.run(
                        operation,
                        0,
                        request -> {
                            inserted.before(request);
                            if (stage.isDelivering()) {
                                gapsOfDeliveries.add(requests.size());
                            }
                            requests.add(request);
                            invocations.add(stage.invocation());
                        });
        return new Footprint(
                List.copyOf(requests),
                List.copyOf(stage.changes().subList(begin, stage.changes().size())),
                List.copyOf(invocations),
                List.copyOf(gapsOfDeliveries));
    }

    /// The state after an operation and the changes that led to it.
    record Reached(State state, List<TableChange> changes) {
        /// Whether an operation reads or writes an item that changed.
        boolean concerns(List<TableRequest> requests) {
            return requests.stream()
                    .anyMatch(request -> changes.stream().anyMatch(request::dependsOn));
        }
    }

    /// A state with a corruption, and the checks that find it.
    record Corrupted(State state, Set<String> checks) {}

    /// Returns null if the corruption fits no item.
    @Nullable Corrupted corrupted(State state, Corruption corruption, SplittableRandom random) {
        var stage = stage(state);
        var table = new CorruptedTable(stage.table(), state.items(), clock, random);
        if (!table.apply(corruption)) {
            return null;
        }
        var checks = new TreeSet<String>();
        table.expected().forEach(found -> checks.add(found.check()));
        return new Corrupted(
                stage.state(state.name() + corruption.name() + "; ").withoutPending(), checks);
    }

    /// The checks of Reconcile that find something.
    Set<String> drift(State state) {
        return stage(state).drift();
    }

    /// The state after an operation of which the stream functions gave up all records. Returns null
    /// if there are none.
    @Nullable State failing(State state, Operation operation) {
        var stage = stage(state);
        var responses = stage.run(operation, 2, _ -> {});
        var reached = stage.state(state.name() + operation.name() + "; ").failing();
        return responses.getFirst().startsWith("2")
                        && reached.failed().stream().anyMatch(records -> !records.isEmpty())
                ? reached
                : null;
    }

    /// Returns null if a request was refused, or if nothing changed.
    @Nullable Reached after(State state, Operation operation) {
        var stage = stage(state);
        var responses = stage.run(operation.draining(), 2, _ -> {});
        return responses.getFirst().startsWith("2") && !stage.changes().isEmpty()
                ? new Reached(
                        stage.state(state.name() + operation.name() + "; "),
                        List.copyOf(stage.changes()))
                : null;
    }

    /// The ids in the items of a state.
    @SuppressWarnings("unchecked")
    private Set<String> known(State state) {
        return remembered(
                "known",
                Set.class,
                () -> {
                    var ids = new HashSet<String>();
                    state.items().values().forEach(item -> ids.addAll(Result.ids(item.toString())));
                    return ids;
                });
    }

    private <T> T remembered(Object key, Class<T> type, Supplier<T> computed) {
        var found = memory.get(key);
        if (found == null) {
            found = computed.get();
            memory.put(key, found);
        }
        return type.cast(found);
    }
}
