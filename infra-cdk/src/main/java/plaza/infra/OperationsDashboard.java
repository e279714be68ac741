package plaza.infra;

import java.util.Arrays;
import java.util.List;
import plaza.infra.StreamMappings.Mapped;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
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
                                List.<IWidget>of(
                                        AlarmStatusWidget.Builder.create()
                                                .title("Alarms")
                                                .alarms(alarms.all())
                                                .width(WIDTH)
                                                .build()),
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
                                                "Requests by function",
                                                metrics.own("Requests", "Sum")),
                                        graph(
                                                "Latency by function, p99 (ms)",
                                                metrics.own("Latency", "p99")),
                                        graph(
                                                "Request units by function",
                                                metrics.own("ReadUnits", "Sum"),
                                                metrics.own("WriteUnits", "Sum"))),
                                row(
                                        graph(
                                                "5xx, failed batches by function",
                                                metrics.own("Errors5xx", "Sum"),
                                                metrics.own("FailedBatches", "Sum")),
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
                                                metrics.own("FanOutLag", "p99")),
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
                                                metrics.drift(),
                                                metrics.failuresWaiting()))))
                .build();
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
