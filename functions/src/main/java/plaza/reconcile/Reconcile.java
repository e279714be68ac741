package plaza.reconcile;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.ContextChecks;
import plaza.lambda.Deployment;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.InvocationBudget;
import plaza.table.Scans;
import plaza.table.Table;

/// Compares derived values with their sources, reports what differs, and repairs it on request.
/// `docs/reconcile.md` lists the values that it cannot check.
///
/// An invocation performs one step and returns the cursor of the next as `next`. A script sends it
/// back as `cursor`; the weekly schedule keeps it in the table ([ScheduledRun]). A step that is
/// lost or performed twice costs time and nothing else.
public final class Reconcile implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    private final Checks checks;
    private final Table table;
    private final Scans scans;
    private final Clock clock;

    public Reconcile() {
        this(
                Deployment.table(),
                Deployment.scans(),
                Deployment.clock(),
                Checks.of(Deployment.parts(ContextChecks.class)));
    }

    public Reconcile(Table table, Scans scans, Clock clock, Checks checks) {
        this.checks = checks;
        this.table = table;
        this.scans = scans;
        this.clock = clock;
    }

    @Override
    public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
        var request = ReconcileRequest.from(event, checks);
        var telemetry = InvocationTelemetry.of(context);
        var budget = InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return telemetry.run(() ->
                budget.run(() ->
                        request.scheduled()
                                ? new ScheduledRun(table, clock, checks)
                                        .proceed(request, this::perform)
                                : perform(request).json()));
    }

    private ReconcileStep.Result perform(ReconcileRequest request) {
        var startNanos = System.nanoTime();
        var result =
                new ReconcileStep(new AuditContext(table, clock), scans, checks, request).perform();
        var telemetry = InvocationTelemetry.current();
        var budget = InvocationBudget.current();
        telemetry.took(System.nanoTime() - startNanos);
        telemetry.measure(Metric.DRIFT, result.report().drift());
        budget.measure(telemetry);
        Log.ended("reconciliation step ended", result.report().facts());
        return result;
    }
}
