package plaza.reconcile;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import plaza.lambda.Deployment;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.InvocationBudget;
import plaza.table.Scans;
import plaza.table.Table;

/// Checks everything that is derived against its source, reports what differs, and sets it right
/// when told to.
///
/// An invocation does one slice and answers with `next`, where another goes on: an operator's
/// script sends it back as `cursor`; the weekly schedule keeps it in the table ([Schedule]). A
/// slice that is lost, or done twice, costs time and nothing else.
public final class Reconcile implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    private final Table table;
    private final Scans scans;
    private final Clock clock;

    public Reconcile() {
        this(Deployment.table(), Deployment.scans(), Deployment.clock());
    }

    public Reconcile(Table table, Scans scans, Clock clock) {
        this.table = table;
        this.scans = scans;
        this.clock = clock;
    }

    @Override
    public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
        var order = ReconcileRequest.from(event);
        var activity = InvocationTelemetry.of(context);
        var invocation =
                InvocationBudget.within(Duration.ofMillis(context.getRemainingTimeInMillis()));
        return activity.run(() ->
                invocation.run(() ->
                        order.scheduled()
                                ? new Schedule(table, clock).goOn(order, this::slice)
                                : slice(order).json()));
    }

    /// What a slice did, and where the next goes on.
    record Done(Report report, RunCursor place) {
        Map<String, Object> json() {
            return report.json(place);
        }
    }

    private Done slice(ReconcileRequest order) {
        var startNanos = System.nanoTime();
        var slice = new ReconcileStep(new AuditContext(table, clock), scans, order);
        var place = slice.work();
        var activity = InvocationTelemetry.current();
        var invocation = InvocationBudget.current();
        activity.took(System.nanoTime() - startNanos);
        activity.measure(Metric.DRIFT, slice.report().drift());
        activity.measure(Metric.READ_UNITS, invocation.readUnits());
        activity.measure(Metric.WRITE_UNITS, invocation.writeUnits());
        activity.measure(Metric.ROUND_TRIPS, invocation.roundTrips());
        Log.ended("slice was reconciled", slice.report().facts());
        return new Done(slice.report(), place);
    }
}
