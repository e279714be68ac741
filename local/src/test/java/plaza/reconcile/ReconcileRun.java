package plaza.reconcile;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.context.Declarations;
import plaza.table.Family;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// The result of a whole run of Reconcile, performed step by step as the operator's script does.
public record ReconcileRun(
        long checked, long drift, long repaired, long unsettled, Set<Found> found, int steps) {
    static final Checks CHECKS = Checks.of(Declarations.registered().checks());

    private static final int STEPS_MAX = 20_000;

    /// One listed difference.
    public record Found(String check, Key about) {
        public static Found of(Check check, Key about) {
            return new Found(check.name(), about);
        }
    }

    /// Performs a run that only reports.
    public static ReconcileRun reporting(TestBed bed) {
        return of(bed, Map.of());
    }

    /// Performs a run that repairs.
    public static ReconcileRun repairing(TestBed bed) {
        return of(bed, Map.of("repair", true));
    }

    /// Performs a run. Where a step has to wait, the clock is advanced.
    ///
    /// @param request the fields of each step's request, without the cursor
    public static ReconcileRun of(TestBed bed, Map<String, Object> request) {
        return of(bed, bed::reconcile, request);
    }

    /// Performs a run whose steps are performed by `reconcile`.
    static ReconcileRun of(
            TestBed bed,
            UnaryOperator<Map<String, Object>> reconcile,
            Map<String, Object> request) {
        return of(
                reconcile,
                request,
                (next, notBefore) -> {
                    bed.clock().set(notBefore);
                    return next;
                });
    }

    /// Performs a run that repairs. Where a step would have to wait, its suspects become older
    /// instead, so that the clock stays as it is.
    ///
    /// @param step performs a step
    /// @param check the only check, or null for all
    public static ReconcileRun repairing(
            UnaryOperator<Map<String, Object>> step, @Nullable String check) {
        var request = new HashMap<String, Object>(Map.of("repair", true));
        if (check != null) {
            request.put("check", check);
        }
        return of(step, request, (next, _) -> aged(next));
    }

    /// The check with a name.
    public static Check check(String name) {
        return CHECKS.named(name);
    }

    /// The names of all checks.
    public static List<String> allChecks() {
        return CHECKS.all().stream().map(Check::name).toList();
    }

    /// The families of which a check and its prerequisites examine the items.
    public static Set<Family> families(@Nullable String check) {
        return CHECKS.selected(check == null ? null : CHECKS.named(check)).stream()
                .flatMap(each -> each.families().stream())
                .collect(Collectors.toSet());
    }

    @SuppressWarnings("NullAway") // it does not read the annotations of a nested type's parameter
    private static List<String> aged(List<String> texts) {
        var cursor = RunCursor.of(texts, CHECKS);
        return new RunCursor(
                        cursor.pass(),
                        cursor.position(),
                        cursor.isNarrow(),
                        cursor.suspects().stream()
                                .map(suspect ->
                                        new RunCursor.Suspect(
                                                suspect.check(),
                                                suspect.anchor(),
                                                suspect.fingerprint(),
                                                suspect.seenAt().minus(suspect.check().grace())))
                                .toList())
                .texts();
    }

    /// @param waiting returns the cursor to continue with at a time
    private static ReconcileRun of(
            UnaryOperator<Map<String, Object>> reconcile,
            Map<String, Object> request,
            BiFunction<List<String>, Instant, List<String>> waiting) {
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
            var cursor = texts(value(report, "next"));
            next.put(
                    "cursor",
                    report.containsKey("notBefore")
                            ? waiting.apply(
                                    cursor, Instant.parse((String) value(report, "notBefore")))
                            : cursor);
        }
        throw new AssertionError("the run does not end");
    }

    private static List<String> texts(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
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
    public Set<String> checks() {
        var checks = new HashSet<String>();
        found.forEach(one -> checks.add(one.check()));
        return checks;
    }
}
