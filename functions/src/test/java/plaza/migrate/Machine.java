package plaza.migrate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/// An execution of the state machine of [Migrate] in a simulation: the segments are read in any
/// order, and an invocation that did not return is repeated, perhaps while it still runs.
final class Machine {
    private Map<String, Object> data;
    private List<Map<String, Object>> segments = List.of();

    /// @param begun the response of the first invocation
    Machine(Map<String, Object> begun) {
        this.data = begun;
        take(begun);
    }

    static Map<String, Object> beginning(Map<String, Object> order) {
        return Map.of("action", "begin", "order", order, "running", List.of("this"));
    }

    private void take(Map<String, Object> response) {
        data = response;
        segments =
                response.get("segments") instanceof List<?> all
                        ? new ArrayList<>(all.stream().map(Machine::fields).toList())
                        : List.of();
    }

    @SuppressWarnings("unchecked") // the maps have texts as keys
    private static Map<String, Object> fields(Object map) {
        return (Map<String, Object>) map;
    }

    boolean isEnded() {
        return Objects.equals(data.get("action"), "ended");
    }

    boolean isProof() {
        return String.valueOf(data.get("run")).contains("prove");
    }

    /// Performs an invocation that is due, if there is one.
    void advance(
            SplittableRandom random, Instant now, UnaryOperator<Map<String, Object>> function) {
        var before = data;
        var unread =
                segments.stream()
                        .filter(segment -> !Objects.equals(segment.get("isRead"), true))
                        .toList();
        if (unread.isEmpty()) {
            var request = new HashMap<>(before);
            request.put("segments", List.copyOf(segments));
            var response = function.apply(request);
            if (data.equals(before)) {
                take(response);
            }
            return;
        }
        var segment = unread.get(random.nextInt(unread.size()));
        if (Instant.parse((String) Objects.requireNonNull(segment.get("notBefore"))).isAfter(now)) {
            return;
        }
        var response =
                function.apply(
                        Map.of(
                                "action",
                                "read",
                                "run",
                                Objects.requireNonNull(before.get("run")),
                                "segment",
                                segment));
        // of two invocations with the same request, the machine knows one
        var index = segments.indexOf(segment);
        if (data.equals(before) && index >= 0) {
            segments.set(index, fields(Objects.requireNonNull(response.get("segment"))));
        }
    }
}
