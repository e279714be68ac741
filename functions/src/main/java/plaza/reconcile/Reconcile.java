package plaza.reconcile;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.ContextChecks;
import plaza.lambda.Deployment;
import plaza.lambda.OperatorInvocation;
import plaza.lambda.OperatorRequest;
import plaza.leaving.ContextErasure;
import plaza.leaving.ErasedIds;
import plaza.leaving.ErasureReplay;
import plaza.leaving.ErasureScan;
import plaza.leaving.Erasures;
import plaza.log.InvocationTelemetry;
import plaza.log.Metric;
import plaza.scan.Pace;
import plaza.scan.ScanRecords;
import plaza.scan.ScanRun;
import plaza.scan.ScanWork;
import plaza.scan.TableScan;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;

/// Compares derived values with their sources, reports what differs, and repairs it on request.
/// `docs/reconcile.md` lists the values that it cannot check.
///
/// A state machine performs a run ([TableScan]). An invocation that is lost or performed twice
/// costs time and nothing else.
public final class Reconcile implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    /// The subject of a run of all checks.
    public static final String ALL_CHECKS = "all checks";

    private static final String ERASURES = "erasures";

    private final Checks checks;
    private final Table table;
    private final Scans scans;
    private final Clock clock;
    private final Retry.Pause pause;
    private final Erasures erasures;
    private final ErasedIds erasedIds;

    public Reconcile() {
        this(
                Deployment.table(),
                Deployment.scans(),
                Deployment.clock(),
                Retry.Pause.REAL,
                Checks.of(Deployment.parts(ContextChecks.class)),
                Erasures.of(Deployment.parts(ContextErasure.class)),
                Deployment.erasedIds());
    }

    /// @param pause waits between pages
    /// @param erasures what an erasure does with the items that a run finds
    /// @param erasedIds the users who have left, after a restore
    public Reconcile(
            Table table,
            Scans scans,
            Clock clock,
            Retry.Pause pause,
            Checks checks,
            Erasures erasures,
            ErasedIds erasedIds) {
        this.checks = checks;
        this.table = table;
        this.scans = scans;
        this.clock = clock;
        this.pause = pause;
        this.erasures = erasures;
        this.erasedIds = erasedIds;
    }

    @Override
    public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
        return OperatorInvocation.perform(
                context,
                () -> "plan".equals(event.get("action")) ? estimate(event) : scan().perform(event));
    }

    /// Estimates a run from the size of the table and the last complete run.
    private OperatorInvocation estimate(Map<String, Object> event) {
        var fields = new OperatorRequest(event, List.of("action", "items", "unitsPerSecond"));
        var estimate =
                ReconcileEstimate.of(
                        fields.integer("items", 1),
                        fields.integer(
                                "unitsPerSecond",
                                TableScan.UNITS_PER_SECOND_DEFAULT,
                                TableScan.UNITS_PER_SECOND_MAX),
                        scan().records().last(ALL_CHECKS));
        return new OperatorInvocation("run estimated", Map.of(), estimate.json());
    }

    /// The runs of this function.
    TableScan scan() {
        return new TableScan(
                Reconcile.class.getSimpleName(), table, clock, pause, new Comparison());
    }

    /// Compares the items of a segment with those that they are derived from.
    private final class Comparison implements ScanWork {
        @Override
        public List<String> columns() {
            return ReconcileReport.COLUMNS;
        }

        @Override
        public Plan plan(Map<String, Object> order) {
            var request = ReconcileRequest.from(order, checks);
            var days = request.everyDays();
            return new Plan(
                    subject(request),
                    days == null ? null : Duration.ofDays(days),
                    request.passes(checks).size(),
                    request.unitsPerSecond(),
                    request.segments(),
                    clock.instant());
        }

        private static String subject(ReconcileRequest request) {
            if (request.erasedSince() != null) {
                return ERASURES;
            }
            return request.only() == null ? ALL_CHECKS : request.only().name();
        }

        @Override
        public Slice read(ScanRun run, Scans.Segment segment, List<String> cursor, Pace pace) {
            var request = ReconcileRequest.from(run.order(), checks);
            var since = request.erasedSince();
            var step =
                    new ReconcileStep(
                            new AuditContext(table, clock),
                            scans,
                            checks,
                            request,
                            request.passes(checks).get(run.pass()),
                            segment,
                            RunCursor.of(cursor, checks),
                            pace,
                            new ErasureScan(erasures, table, clock),
                            since == null
                                    ? null
                                    : new ErasureReplay(erasures, erasedIds, since, table, clock),
                            run.startedAt());
            var next = step.perform();
            var report = step.report();
            measure(ReconcileReport.left(report.counts()), false);
            return new Slice(
                    next.texts(), next.isEnd(), next.notBefore(), report.counts(), report.listed());
        }

        @Override
        public long found(Map<String, Long> counts) {
            return counts.getOrDefault(ReconcileReport.DRIFT, 0L)
                    + counts.getOrDefault(ReconcileReport.UNSETTLED, 0L);
        }

        /// A run of all checks reads every item, so that it proves erasures.
        @Override
        public void completed(ScanRun run, ScanRecords.Complete complete) {
            if (run.subject().equals(ALL_CHECKS)) {
                new ErasureScan(erasures, table, clock)
                        .prove(complete.startedAt(), complete.endedAt());
            }
        }

        @Override
        public void measure(String subject, ScanRecords.Complete complete) {
            measure(ReconcileReport.left(complete.counts()), subject.equals(ALL_CHECKS));
        }

        /// The alarm begins with any value above zero, and ends with zero.
        private static void measure(long left, boolean isWholeTable) {
            if (left > 0 || isWholeTable) {
                InvocationTelemetry.current().measure(Metric.DRIFT, left);
            }
        }
    }
}
