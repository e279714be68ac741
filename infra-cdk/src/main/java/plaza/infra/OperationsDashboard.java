package plaza.infra;

import java.util.Arrays;
import java.util.List;
import plaza.infra.StreamMappings.Mapped;
import plaza.log.Metric;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.logs.LogGroup;

/// The operator's CloudWatch dashboard: alarms, then requests, functions, failures and costs,
/// streams and the table.
final class OperationsDashboard {
    private static final Duration FIVE_MINUTES = Duration.minutes(5);
    private static final int WIDTH = 24;

    private OperationsDashboard() {}

    static void in(
            Stack stack,
            Alarms alarms,
            Metrics metrics,
            List<Mapped> streams,
            List<LogGroup> logs) {
        Dashboard.Builder.create(stack, "Dashboard")
                .widgets(
                        List.of(
                                status(alarms.all()),
                                row(
                                        graph(
                                                "Requests",
                                                metrics.requests(),
                                                metrics.api("4xx", "Sum", FIVE_MINUTES),
                                                metrics.api("5xx", "Sum", FIVE_MINUTES)),
                                        graph(
                                                "Latency (ms)",
                                                metrics.latency("p50", FIVE_MINUTES),
                                                metrics.latency("p90", FIVE_MINUTES),
                                                metrics.latency("p99", FIVE_MINUTES)),
                                        graph(
                                                "Functions: errors, throttles",
                                                metrics.functions("Errors", FIVE_MINUTES),
                                                metrics.functions("Throttles", FIVE_MINUTES))),
                                row(
                                        graph(
                                                "Requests by context",
                                                metrics.byContext(Metric.REQUESTS, "Sum")),
                                        graph(
                                                "Latency by context, p99 (ms)",
                                                metrics.byContext(Metric.LATENCY, "p99")),
                                        graph(
                                                "Request units by context",
                                                metrics.byContext(Metric.READ_UNITS, "Sum"),
                                                metrics.byContext(Metric.WRITE_UNITS, "Sum"))),
                                row(
                                        graph(
                                                "5xx by context, failed batches by function",
                                                metrics.byContext(Metric.ERRORS_5XX, "Sum"),
                                                metrics.byFunction(Metric.FAILED_BATCHES, "Sum")),
                                        graph(
                                                "Cost of request units ($ per hour, list price)",
                                                metrics.unitDollars()),
                                        graph(
                                                "Log bytes",
                                                logs.stream()
                                                        .map(Metrics::logBytes)
                                                        .toArray(IMetric[]::new))),
                                row(
                                        graph(
                                                "Stream age (ms)",
                                                streams.stream()
                                                        .map(s ->
                                                                metrics.iteratorAge(
                                                                        s.function(), FIVE_MINUTES))
                                                        .toArray(IMetric[]::new)),
                                        graph(
                                                "Fan-out lag, p99 (ms)",
                                                metrics.fanOutLag("p99", FIVE_MINUTES)),
                                        graph(
                                                "Records in the failure bucket",
                                                streams.stream()
                                                        .map(s ->
                                                                metrics.mapping(
                                                                        s.mapping(),
                                                                        "OnFailureDestinationDeliveredEventCount"))
                                                        .toArray(IMetric[]::new))),
                                row(
                                        graph(
                                                "Table: units",
                                                metrics.table(
                                                        "ConsumedReadCapacityUnits", FIVE_MINUTES),
                                                metrics.table(
                                                        "ConsumedWriteCapacityUnits",
                                                        FIVE_MINUTES)),
                                        graph(
                                                "Table: throttles",
                                                metrics.tableThrottles(FIVE_MINUTES)),
                                        graph(
                                                "Drift, failures waiting",
                                                metrics.drift(Duration.hours(1)),
                                                metrics.failuresWaiting()))))
                .build();
    }

    /// The state of the alarms, if there are any.
    private static List<IWidget> status(List<Alarm> alarms) {
        return alarms.isEmpty()
                ? List.of()
                : List.of(
                        AlarmStatusWidget.Builder.create()
                                .title("Alarms")
                                .alarms(alarms)
                                .width(WIDTH)
                                .build());
    }

    private static List<IWidget> row(GraphWidget... widgets) {
        return List.of(widgets);
    }

    private static GraphWidget graph(String title, IMetric... metrics) {
        return GraphWidget.Builder.create()
                .title(title)
                .left(Arrays.asList(metrics))
                .width(WIDTH / 3)
                .build();
    }
}
