package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.simulation.TableChange;
import plaza.table.Table;
import plaza.testkit.invocation.TestClock;

/// Runs pairs of operations in every order of their requests that can make a difference, and
/// compares each result with those of the two serial orders.
final class Explorer {
    private final Functions functions;
    private final TestClock clock;
    private final UnaryOperator<Table> shown;
    private final Consumer<Pair> begun;
    private final Map<String, Object> memory = new HashMap<>();
    private final List<Difference> differences = new ArrayList<>();
    private final Set<Class<? extends Work>> works = new HashSet<>();
    private @Nullable String last;
    private int states;
    private int pairs;
    private int gaps;
    private int runs;

    Explorer(Functions functions, TestClock clock) {
        this(functions, clock, table -> table, _ -> {});
    }

    /// @param shown the table that operations use instead of the one in memory
    /// @param begun receives each pair before it is tried
    Explorer(
            Functions functions,
            TestClock clock,
            UnaryOperator<Table> shown,
            Consumer<Pair> begun) {
        this.functions = functions;
        this.clock = clock;
        this.shown = shown;
        this.begun = begun;
    }

    /// An operation and the one that runs in its gaps, or null for its own batches.
    record Pair(State state, Operation a, @Nullable Operation b) {}

    /// An order of requests whose result is none of those allowed.
    ///
    /// @param interrupted the operation that was interrupted
    /// @param between what ran before one of its requests
    record Difference(String interrupted, String between, String where, List<String> lines) {
        @Override
        public String toString() {
            return between
                    + " in "
                    + interrupted
                    + ", "
                    + where
                    + "\n    "
                    + String.join("\n    ", lines);
        }
    }

    /// What an operation does on a state when nothing interferes.
    private record Footprint(
            List<TableRequest> requests,
            List<TableChange> changes,
            List<Integer> invocations,
            List<Integer> gapsOfDeliveries) {
        /// The number of the first request of the invocation that sends a request.
        int beginOfInvocation(int number) {
            var begin = number;
            while (begin > 0 && invocations.get(begin - 1).equals(invocations.get(number))) {
                begin--;
            }
            return begin;
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

    List<Difference> differences() {
        return differences;
    }

    /// The kinds of work of which a job was stored.
    Set<Class<? extends Work>> works() {
        return works;
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

    Stage stage(State state) {
        runs++;
        return new Stage(functions, clock, state, works, shown);
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
        if (!state.name().equals(last)) {
            memory.clear();
            last = state.name();
            states++;
        }
        if (isTried.test(footprint(state, a.draining()).requests())) {
            explore(new Pair(state, a.draining(), null));
        }
        for (var b : others) {
            if (footprint(state, b).changes().isEmpty()) {
                continue;
            }
            var requests = new ArrayList<>(footprint(state, a.draining()).requests());
            requests.addAll(footprint(state, b).requests());
            if (isTried.test(requests)) {
                explore(new Pair(state, a.draining(), b));
                explore(new Pair(state, a.draining(), b.draining()));
                explore(new Pair(state, a, b));
            }
        }
    }

    /// Tries a pair.
    void explore(Pair pair) {
        begun.accept(pair);
        if (pair.b() == null) {
            redeliver(pair.state(), pair.a());
        } else {
            explore(pair.state(), pair.a(), pair.b());
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
        var other = footprint(state, b);
        var found = new ArrayList<Integer>();
        var isRead = false;
        var isPending = false;
        var isPendingBetween = false;
        for (var number = 0; number < requests.size(); number++) {
            var isBetween = footprint(state, a).beginOfInvocation(number) == number;
            if ((isPending || (isBetween && isPendingBetween))
                    && isRead
                    && dependsFrom(requests, number, other)) {
                found.add(number);
                isPending = false;
                isPendingBetween &= !isBetween;
            }
            var depends = depends(requests.get(number), other);
            isPending |= depends;
            isPendingBetween |= depends;
            isRead |= other.changes().stream().anyMatch(requests.get(number)::hasRead);
        }
        return found;
    }

    /// Checks an order in which both operations are interrupted: the beginning of `a`, the
    /// beginning of `b`, the rest of `a`, the rest of `b`.
    private void checkOverlap(State state, Operation a, int gap, Operation b, int gapOfB) {
        var stage = stage(state);
        var found =
                Overlap.run(
                        gate -> stage.run(a, 0, gate), gap, gate -> stage.run(b, 1, gate), gapOfB);
        stage.drain(_ -> {});
        var result = Result.of(stage.difference(), found, known(state));
        var one = interleaved(state, a, footprint(state, a).requests().size(), b);
        var other = interleaved(state, a, 0, b);
        if (!result.equals(one)
                && !result.equals(other)
                && !isSerialWithoutRefused(
                        state,
                        accepted(a, found.get(0)),
                        accepted(b, found.get(1)),
                        a.calls().size() + b.calls().size(),
                        result)) {
            var lines = new ArrayList<>(Result.differences(one, result));
            lines.add("compared with the other order");
            lines.addAll(Result.differences(other, result));
            differences.add(
                    new Difference(
                            a.name(),
                            "the first %d requests of %s".formatted(gapOfB, b.name()),
                            where(state, a, gap),
                            lines));
        }
    }

    private static boolean dependsFrom(List<TableRequest> requests, int first, Footprint other) {
        return requests.subList(first, requests.size()).stream()
                .anyMatch(request -> depends(request, other));
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
            var found = Result.of(stage.difference(), List.of(response, List.of()), known(state));
            if (!found.equals(alone)) {
                differences.add(
                        new Difference(
                                a.name(),
                                "the same batch again",
                                where(state, a, gap),
                                Result.differences(alone, found)));
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
        var found = interleaved(state, a, gap, b);
        var responses = found.responses();
        var allowed = new LinkedHashMap<String, Result>();
        if (first == gap) {
            allowed.put(
                    a.name() + "; " + b.name(),
                    serial(state, List.of(a, b), List.of(0, 1)).withoutResponses());
            allowed.put(
                    b.name() + "; " + a.name(),
                    serial(state, List.of(b, a), List.of(1, 0)).withoutResponses());
            found = found.withoutResponses();
        } else {
            allowed.put("before the invocation", interleaved(state, a, first, b));
            allowed.put(
                    "after the invocation",
                    interleaved(state, a, footprint.endOfInvocation(gap), b));
        }
        if (allowed.containsValue(found)
                || isSerialWithoutRefused(
                        state,
                        accepted(a, responses.get(0)),
                        accepted(b, responses.get(1)),
                        a.calls().size() + b.calls().size(),
                        found)) {
            return;
        }
        var lines = new ArrayList<String>();
        for (var order : allowed.entrySet()) {
            lines.add("compared with " + order.getKey());
            lines.addAll(Result.differences(order.getValue(), found));
        }
        differences.add(
                new Difference(
                        a.name(),
                        (first == gap ? "between invocations: " : "") + b.name(),
                        where(state, a, gap),
                        lines));
    }

    private String where(State state, Operation a, int gap) {
        return "on the state [%s], before request %d: %s"
                .formatted(state.name(), gap, footprint(state, a).requests().get(gap));
    }

    /// Whether the items are those of the requests that were not refused, in a serial order.
    private boolean isSerialWithoutRefused(
            State state, Operation a, Operation b, int calls, Result found) {
        return a.calls().size() + b.calls().size() < calls
                && (found.items().equals(serial(state, List.of(a, b), List.of(0, 1)).items())
                        || found.items()
                                .equals(serial(state, List.of(b, a), List.of(1, 0)).items()));
    }

    /// The requests of an operation that were not refused with a documented status.
    private static Operation accepted(Operation operation, List<String> responses) {
        var accepted = new ArrayList<Operation.Call>();
        for (var number = 0; number < operation.calls().size(); number++) {
            var call = operation.calls().get(number);
            var status = responses.get(number).split(" ", 2)[0];
            if (call.route().contract().problems().stream()
                    .noneMatch(kind -> Integer.toString(kind.status()).equals(status))) {
                accepted.add(call);
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
        return remembered(
                "interleaved " + a.name() + gap + b.name(),
                Result.class,
                () -> {
                    var stage = stage(state);
                    var count = new int[1];
                    var responses = new ArrayList<List<String>>(List.of(List.of(), List.of()));
                    RecordingTable.Gate gate =
                            _ -> {
                                if (count[0]++ == gap) {
                                    responses.set(1, stage.run(b, 1, _ -> {}));
                                }
                            };
                    responses.set(0, stage.run(a, 0, gate));
                    if (responses.get(1).isEmpty()) {
                        responses.set(1, stage.run(b, 1, _ -> {}));
                    }
                    stage.drain(_ -> {});
                    return Result.of(stage.difference(), responses, known(state));
                });
    }

    private Result serial(State state, List<Operation> order, List<Integer> roles) {
        return remembered(
                "serial " + order.stream().map(Operation::name).toList() + roles,
                Result.class,
                () -> {
                    var stage = stage(state);
                    var responses = new ArrayList<List<String>>(List.of(List.of(), List.of()));
                    for (var index = 0; index < order.size(); index++) {
                        var role = roles.get(index);
                        responses.set(role, stage.run(order.get(index), role, _ -> {}));
                        stage.drain(_ -> {});
                    }
                    return Result.of(stage.difference(), responses, known(state));
                });
    }

    private Footprint footprint(State state, Operation operation) {
        return remembered(
                "alone " + operation.name(),
                Footprint.class,
                () -> {
                    var stage = stage(state);
                    var requests = new ArrayList<TableRequest>();
                    var invocations = new ArrayList<Integer>();
                    var gapsOfDeliveries = new ArrayList<Integer>();
                    var _ =
                            stage.run(
                                    operation,
                                    0,
                                    request -> {
                                        if (stage.isDelivering()) {
                                            gapsOfDeliveries.add(requests.size());
                                        }
                                        requests.add(request);
                                        invocations.add(stage.invocations());
                                    });
                    return new Footprint(
                            List.copyOf(requests),
                            List.copyOf(stage.changes()),
                            List.copyOf(invocations),
                            List.copyOf(gapsOfDeliveries));
                });
    }

    /// The state after an operation and the changes that led to it.
    record Reached(State state, List<TableChange> changes) {
        /// Whether an operation reads or writes an item that changed.
        boolean concerns(List<TableRequest> requests) {
            return requests.stream()
                    .anyMatch(request -> changes.stream().anyMatch(request::dependsOn));
        }
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

    private <T> T remembered(String key, Class<T> type, Supplier<T> computed) {
        var found = memory.get(key);
        if (found == null) {
            found = computed.get();
            memory.put(key, found);
        }
        return type.cast(found);
    }
}
