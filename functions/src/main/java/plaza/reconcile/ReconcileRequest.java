package plaza.reconcile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.lambda.OperatorRequest;
import plaza.text.Malformed;

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
    /// @throws Malformed if a field is unknown or has the wrong type, so that a misspelt field
    ///   causes neither a full run nor a repair that silently does not happen
    static ReconcileRequest from(Map<String, Object> event, Checks checks) {
        var fields = new OperatorRequest(event, FIELDS);
        var request =
                new ReconcileRequest(
                        fields.flag("repair"),
                        fields.flag("scheduled"),
                        check(fields, checks),
                        fields.integer("items", Long.MAX_VALUE),
                        cursor(fields, checks));
        if (request.scheduled && fields.size() > 1) {
            throw new Malformed("A scheduled run takes no other field");
        }
        return request;
    }

    private static @Nullable Check check(OperatorRequest fields, Checks checks) {
        return fields.has("check")
                ? checks.named(fields.text("check", "", "the name of a check"))
                : null;
    }

    private static RunCursor cursor(OperatorRequest fields, Checks checks) {
        if (!fields.has("cursor")) {
            return RunCursor.BEGINNING;
        }
        return switch (fields.get("cursor")) {
            case List<?> texts when texts.stream().allMatch(String.class::isInstance) ->
                    RunCursor.of(texts.stream().map(String.class::cast).toList(), checks);
            case null, default -> throw OperatorRequest.mustBe("cursor", "a list of strings");
        };
    }

    ReconcileRequest at(RunCursor other) {
        return new ReconcileRequest(repair, scheduled, only, itemsMax, other);
    }
}
