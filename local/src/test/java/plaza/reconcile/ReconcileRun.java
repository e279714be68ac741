package plaza.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// A whole run of Reconcile, slice after slice, as an operator's script makes it.
public record ReconcileRun(
        long checked, long drift, long repaired, long unsettled, Set<Found> found, int slices) {
    private static final int SLICES_MAX = 20_000;

    /// One difference of a report.
    public record Found(String check, Key about) {}

    /// Runs to the end; where nothing is left but second looks, the clock is moved on to them.
    public static ReconcileRun of(TestBed bed, Map<String, Object> order) {
        var checked = 0L;
        var drift = 0L;
        var repaired = 0L;
        var unsettled = 0L;
        var found = new HashSet<Found>();
        var next = new HashMap<>(order);
        for (var slice = 1; slice <= SLICES_MAX; slice++) {
            var report = bed.reconcile(next);
            checked += number(report, "checked");
            drift += number(report, "driftCount");
            repaired += number(report, "repaired");
            unsettled += number(report, "unsettled");
            for (var one : (List<?>) report.getOrDefault("drift", List.of())) {
                var text = (Map<?, ?>) one;
                found.add(
                        new Found(
                                String.valueOf(text.get("check")),
                                new Key(
                                        String.valueOf(text.get("pk")),
                                        String.valueOf(text.get("sk")))));
            }
            if (!report.containsKey("next")) {
                return new ReconcileRun(checked, drift, repaired, unsettled, found, slice);
            }
            next.put("cursor", new ArrayList<>((List<?>) report.get("next")));
            if (report.containsKey("notBefore")) {
                bed.clock().set(Instant.parse(String.valueOf(report.get("notBefore"))));
            }
        }
        throw new AssertionError("the run does not end");
    }

    public static ReconcileRun looking(TestBed bed) {
        return of(bed, Map.of());
    }

    static ReconcileRun repairing(TestBed bed) {
        return of(bed, Map.of("repair", true));
    }

    private static long number(Map<String, Object> report, String name) {
        return ((Number) report.getOrDefault(name, 0)).longValue();
    }
}
