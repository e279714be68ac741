package plaza.reconcile;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.lambda.OperatorRequest;
import plaza.scan.TableScan;
import plaza.text.Malformed;

/// The order of a run.
///
/// @param repair whether drift is repaired
/// @param everyDays for the schedule: begin no run if a complete one began within these days
/// @param only the one check to perform, with its prerequisites, or null for all checks
/// @param erasedSince the time of the backup that was restored: begin the erasure of the users
///   again who have left since, and check nothing. Null for a run of checks
/// @param itemsMax how many items an invocation reads at most; its time limits it anyway
/// @param unitsPerSecond the rate of the run
/// @param segments the number of segments, or null for what the rate needs
record ReconcileRequest(
        boolean repair,
        @Nullable Integer everyDays,
        @Nullable Check only,
        @Nullable Instant erasedSince,
        long itemsMax,
        int unitsPerSecond,
        @Nullable Integer segments) {
    private static final int EVERY_DAYS_MAX = 365;
    private static final List<String> FIELDS =
            List.of(
                    "repair",
                    "everyDays",
                    "check",
                    "erasedSince",
                    "items",
                    "unitsPerSecond",
                    "segments");

    /// The checks that the run performs.
    List<Check> checks(Checks all) {
        return erasedSince == null ? all.selected(only) : List.of();
    }

    /// The passes of the run: those that have a check, or one.
    List<Check.Pass> passes(Checks all) {
        return erasedSince == null ? all.passes(only) : List.of(Check.Pass.LISTS);
    }

    /// Parses `{"repair": true, "check": "likeCounts", "unitsPerSecond": 1000}`, in which every
    /// field is optional.
    ///
    /// @throws Malformed if a field is unknown or has the wrong type, so that a misspelt field
    ///   causes neither a full run nor a repair that silently does not happen
    static ReconcileRequest from(Map<String, Object> order, Checks checks) {
        var fields = new OperatorRequest(order, FIELDS);
        var isReplay = fields.has("erasedSince");
        if (isReplay && (fields.has("repair") || fields.has("everyDays") || fields.has("check"))) {
            throw new Malformed("A run with `erasedSince` checks and repairs nothing");
        }
        return new ReconcileRequest(
                fields.flag("repair"),
                fields.has("everyDays") ? fields.integer("everyDays", 7, EVERY_DAYS_MAX) : null,
                check(fields, checks),
                isReplay ? fields.time("erasedSince") : null,
                fields.integer("items", Long.MAX_VALUE),
                fields.integer(
                        "unitsPerSecond",
                        TableScan.UNITS_PER_SECOND_DEFAULT,
                        TableScan.UNITS_PER_SECOND_MAX),
                fields.has("segments")
                        ? fields.integer("segments", 1, TableScan.SEGMENTS_MAX)
                        : null);
    }

    private static @Nullable Check check(OperatorRequest fields, Checks checks) {
        return fields.has("check")
                ? checks.named(fields.text("check", "", "the name of a check"))
                : null;
    }
}
