package plaza.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import plaza.audit.Check;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// The result of a whole run of Reconcile, performed step by step as the operator's script does.
public record ReconcileRun(
        long checked, long drift, long repaired, long unsettled, Set<Found> found, int steps) {
    private static final int STEPS_MAX = 20_000;

    /// One listed difference.
    public record Found(String check, Key about) {
        static Found of(Check check, Key about) {
            return new Found(check.name(), about);
        }
    }

    /// Performs a run that only reports.
    public static ReconcileRun reporting(TestBed bed) {
        return of(bed, Map.of());
    }

    static ReconcileRun repairing(TestBed bed) {
        return of(bed, Map.of("repair", true));
    }

    /// Performs a run. Where a step has to wait, the clock is advanced.
    ///
    /// @param request the fields of each step's request, without the cursor
    static ReconcileRun of(TestBed bed, Map<String, Object> request) {
        return of(bed, bed::reconcile, request);
    }

    /// Performs a run whose steps are performed by `reconcile`.
    static ReconcileRun of(
            TestBed bed,
            UnaryOperator<Map<String, Object>> reconcile,
            Map<String, Object> request) {
        var checked = 0L;
        var drift = 0L;
        var repaired = 0L;
        var unsettled = 0L;
        var found = new HashSet<Found>();
        var next = new HashMap<>(request);
        for (var step = 1; step <= STEPS_MAX; step++) {
            var report = reconcile.apply(next);
            checked += count(report, "checked");
            drift += count(report, "driftCount");
            repaired += count(report, "repaired");
            unsettled += count(report, "unsettled");
            for (var difference : (List<?>) value(report, "drift")) {
                found.add(found((Map<?, ?>) difference));
            }
            if (!report.containsKey("next")) {
                return new ReconcileRun(checked, drift, repaired, unsettled, found, step);
            }
            next.put("cursor", new ArrayList<>((List<?>) value(report, "next")));
            if (report.containsKey("notBefore")) {
                bed.clock().set(Instant.parse((String) value(report, "notBefore")));
            }
        }
        throw new AssertionError("the run does not end");
    }

    private static Found found(Map<?, ?> difference) {
        return new Found(
                (String) value(difference, "check"),
                new Key((String) value(difference, "pk"), (String) value(difference, "sk")));
    }

    private static long count(Map<?, ?> report, String name) {
        return (Long) value(report, name);
    }

    private static Object value(Map<?, ?> map, String name) {
        return Objects.requireNonNull(map.get(name), name);
    }

    /// The names of the checks that found drift.
    Set<String> checks() {
        var checks = new HashSet<String>();
        found.forEach(one -> checks.add(one.check()));
        return checks;
    }
}
