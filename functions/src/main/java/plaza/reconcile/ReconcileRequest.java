package plaza.reconcile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an invocation is asked to do.
///
/// @param repair whether drift is set right, too
/// @param scheduled whether to go on with the saved run, or begin one if none was begun lately
/// @param only the one check to make, or null for all
/// @param itemsMax how many items this slice reads at most; the invocation's time bounds it anyway
/// @param place where to go on
record ReconcileRequest(
        boolean repair, boolean scheduled, @Nullable Check only, long itemsMax, RunCursor place) {
    /// The words of an order.
    private static final List<String> NAMES =
            List.of("repair", "scheduled", "check", "items", "cursor");

    /// Reads `{"repair": true, "check": "likeCounts", "items": 1000, "cursor": [...]}`; all of it
    /// is optional. `{"scheduled": true}` is the schedule's.
    ///
    /// @throws IllegalArgumentException when a field is unknown or has the wrong type, so that a
    ///   typing error causes neither a full scan nor a repair that silently does not happen
    static ReconcileRequest from(Map<String, Object> event) {
        for (var name : event.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("takes only " + String.join(", ", NAMES));
            }
        }
        var order =
                new ReconcileRequest(
                        flag(event, "repair"),
                        flag(event, "scheduled"),
                        check(event),
                        itemsMax(event),
                        cursor(event));
        if (order.scheduled && event.size() > 1) {
            throw new IllegalArgumentException("a scheduled run takes nothing else");
        }
        return order;
    }

    private static boolean flag(Map<String, Object> event, String name) {
        return switch (event.getOrDefault(name, false)) {
            case Boolean flag -> flag;
            case null, default -> throw wrong(name, "true or false");
        };
    }

    private static @Nullable Check check(Map<String, Object> event) {
        if (!event.containsKey("check")) {
            return null;
        }
        return switch (event.get("check")) {
            case String label -> Check.of(label);
            case null, default -> throw wrong("check", "the name of a check");
        };
    }

    private static long itemsMax(Map<String, Object> event) {
        return switch (event.getOrDefault("items", Long.MAX_VALUE)) {
            case Integer items when items > 0 -> items;
            case Long items when items > 0 -> items;
            case null, default -> throw wrong("items", "an integer of at least 1");
        };
    }

    private static RunCursor cursor(Map<String, Object> event) {
        if (!event.containsKey("cursor")) {
            return RunCursor.BEGINNING;
        }
        return switch (event.get("cursor")) {
            case List<?> texts when texts.stream().allMatch(String.class::isInstance) ->
                    RunCursor.of(texts.stream().map(String.class::cast).toList());
            case null, default -> throw wrong("cursor", "a list of texts");
        };
    }

    private static IllegalArgumentException wrong(String name, String rule) {
        return new IllegalArgumentException("`" + name + "` must be " + rule);
    }

    /// The same order, from another place.
    ReconcileRequest from(RunCursor other) {
        return new ReconcileRequest(repair, scheduled, only, itemsMax, other);
    }
}
