package plaza.reconcile;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.context.Declarations;
import plaza.table.Family;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.testkit.ScanExecution;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestClock;

/// The result of a whole run of Reconcile, performed by its state machine.
///
/// @param steps the number of invocations
public record ReconcileRun(
        long checked, long drift, long repaired, long unsettled, Set<Found> found, int steps) {
    static final Checks CHECKS = Checks.of(Declarations.registered().checks());

    /// A time at which no state has to wait.
    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

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

    /// Performs a run. Where it has to wait, the clock is advanced.
    public static ReconcileRun of(TestBed bed, Map<String, Object> order) {
        return of(bed, bed::invokeReconcile, order);
    }

    /// Performs a run whose invocations are performed by `reconcile`.
    static ReconcileRun of(
            TestBed bed, UnaryOperator<Map<String, Object>> reconcile, Map<String, Object> order) {
        var steps = new AtomicInteger();
        var report =
                new ScanExecution(
                                request -> {
                                    steps.incrementAndGet();
                                    return reconcile.apply(request);
                                },
                                bed.clock())
                        .run(order);
        var found = found(report);
        // a report names only the first findings
        bed.items(PlatformKeys.SCANS.of("Reconcile")).stream()
                .filter(item -> PlatformKeys.SCAN_FINDINGS.is(item.key()))
                .filter(item ->
                        PlatformKeys.SCAN_FINDINGS
                                .<String>parse(
                                        item.key(), (_, startedAt, _) -> startedAt.toString())
                                .equals(report.get("startedAt")))
                .map(item -> item.texts("findings"))
                .forEach(texts -> {
                    var columns = ReconcileReport.COLUMNS.size();
                    for (var row = 0; row < texts.size(); row += columns) {
                        found.add(
                                new Found(
                                        texts.get(row),
                                        new Key(texts.get(row + 1), texts.get(row + 2))));
                    }
                });
        return of(report, found, steps.get());
    }

    /// Performs a run that repairs. Where it would have to wait, its suspects become older instead,
    /// so that the clock stays as it is.
    ///
    /// @param invoke invokes the function
    /// @param check the only check, or null for all
    public static ReconcileRun repairing(
            UnaryOperator<Map<String, Object>> invoke, @Nullable String check) {
        return repairing(invoke, check, Map.of());
    }

    /// A run that repairs, with an order of its own.
    ///
    /// @param more further fields of the order
    public static ReconcileRun repairing(
            UnaryOperator<Map<String, Object>> invoke,
            @Nullable String check,
            Map<String, Object> more) {
        var order = new HashMap<String, Object>(Map.of("repair", true, "segments", 1));
        order.putAll(more);
        if (check != null) {
            order.put("check", check);
        }
        var clock = new TestClock(NEVER);
        var steps = new AtomicInteger();
        var report =
                new ScanExecution(
                                request -> {
                                    steps.incrementAndGet();
                                    return invoke.apply(aged(request));
                                },
                                clock)
                        .run(order);
        return of(report, found(report), steps.get());
    }

    private static ReconcileRun of(Map<String, Object> report, Set<Found> found, int steps) {
        return new ReconcileRun(
                count(report, "checked"),
                count(report, "driftCount"),
                count(report, "repaired"),
                count(report, "unsettled"),
                found,
                steps);
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

    /// The request with older suspects.
    @SuppressWarnings("NullAway") // it does not see that the position of a cursor can be null
    private static Map<String, Object> aged(Map<String, Object> request) {
        if (!(request.get("segment") instanceof Map<?, ?> segment)) {
            return request;
        }
        var texts = ((List<?>) value(segment, "cursor")).stream().map(String.class::cast).toList();
        var cursor = RunCursor.of(texts, CHECKS);
        var aged =
                new RunCursor(
                        cursor.isScanned(),
                        cursor.position(),
                        cursor.isNarrow(),
                        cursor.suspects().stream()
                                .map(suspect ->
                                        new RunCursor.Suspect(
                                                suspect.check(),
                                                suspect.anchor(),
                                                suspect.fingerprint(),
                                                suspect.seenAt().minus(suspect.check().grace())))
                                .toList());
        var older = new HashMap<Object, Object>(segment);
        older.put("cursor", aged.texts());
        var all = new HashMap<>(request);
        all.put("segment", older);
        return all;
    }

    private static Set<Found> found(Map<String, Object> report) {
        return ((List<?>) value(report, "findings"))
                .stream()
                        .map(Map.class::cast)
                        .map(finding ->
                                new Found(
                                        (String) value(finding, "check"),
                                        new Key(
                                                (String) value(finding, "pk"),
                                                (String) value(finding, "sk"))))
                        .collect(Collectors.toCollection(HashSet::new));
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
