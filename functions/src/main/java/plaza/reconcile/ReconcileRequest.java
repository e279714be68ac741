package plaza.reconcile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;

/// The request of one invocation.
///
/// @param repair whether drift is repaired
/// @param scheduled whether to continue the saved run, or to begin one if none began lately
/// @param only the one check to perform, with its prerequisites, or null for all checks
/// @param itemsMax how many items this step reads at most; the invocation's time limits it anyway
/// @param cursor where the step begins
record ReconcileRequest(
        boolean repair, boolean scheduled, @Nullable Check only, long itemsMax, RunCursor cursor) {
    private static final List<String> FIELDS =
            List.of("repair", "scheduled", "check", "items", "cursor");

    /// Parses `{"repair": true, "check": "likeCounts", "items": 1000, "cursor": [...]}`, in which
    /// every field is optional, or the schedule's `{"scheduled": true}`.
    ///
    /// @throws IllegalArgumentException if a field is unknown or has the wrong type, so that a
    ///   misspelt field causes neither a full run nor a repair that silently does not happen
    static ReconcileRequest from(Map<String, Object> event) {
        if (!FIELDS.containsAll(event.keySet())) {
            throw new IllegalArgumentException(
                    "The request takes only the fields " + String.join(", ", FIELDS));
        }
        var request =
                new ReconcileRequest(
                        flag(event, "repair"),
                        flag(event, "scheduled"),
                        check(event),
                        itemsMax(event),
                        cursor(event));
        if (request.scheduled && event.size() > 1) {
            throw new IllegalArgumentException("A scheduled run takes no other field");
        }
        return request;
    }

    private static boolean flag(Map<String, Object> event, String name) {
        return switch (event.getOrDefault(name, false)) {
            case Boolean flag -> flag;
            case null, default -> throw mustBe(name, "true or false");
        };
    }

    private static @Nullable Check check(Map<String, Object> event) {
        if (!event.containsKey("check")) {
            return null;
        }
        return switch (event.get("check")) {
            case String name -> Checks.named(name);
            case null, default -> throw mustBe("check", "the name of a check");
        };
    }

    private static long itemsMax(Map<String, Object> event) {
        return switch (event.getOrDefault("items", Long.MAX_VALUE)) {
            case Integer items when items > 0 -> items;
            case Long items when items > 0 -> items;
            case null, default -> throw mustBe("items", "an integer of at least 1");
        };
    }

    private static RunCursor cursor(Map<String, Object> event) {
        if (!event.containsKey("cursor")) {
            return RunCursor.BEGINNING;
        }
        return switch (event.get("cursor")) {
            case List<?> texts when texts.stream().allMatch(String.class::isInstance) ->
                    RunCursor.of(texts.stream().map(String.class::cast).toList());
            case null, default -> throw mustBe("cursor", "a list of strings");
        };
    }

    private static IllegalArgumentException mustBe(String name, String rule) {
        return new IllegalArgumentException("`" + name + "` must be " + rule);
    }

    ReconcileRequest at(RunCursor other) {
        return new ReconcileRequest(repair, scheduled, only, itemsMax, other);
    }
}
