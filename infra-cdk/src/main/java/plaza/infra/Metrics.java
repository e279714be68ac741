package plaza.infra;

import java.util.Map;
import plaza.Catalogue.StreamFunction;
import plaza.infra.Functions.Deployed;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.Stats;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;

/// The numbers that alarms and the dashboard look at, each with its source.
///
/// @param apiId the API
/// @param storage the table and the failure bucket
record Metrics(String apiId, Storage storage) {
    /// The namespace of the functions' own metrics (CloudWatch embedded metric format).
    static final String NAMESPACE = "Plaza";

    /// What Reconcile reports: how many derived values differ from their source.
    static final String DRIFT = "Drift";

    private static final Duration FIVE_MINUTES = Duration.minutes(5);

    /// 5xx answers in percent of all requests.
    IMetric serverErrorsPercent() {
        return MathExpression.Builder.create()
                .label("5xx in percent")
                .expression("IF(requests > 0, 100 * errors / requests, 0)")
                .usingMetrics(
                        Map.of(
                                "errors", api("5xx", Stats.SUM, FIVE_MINUTES),
                                "requests", api("Count", Stats.SUM, FIVE_MINUTES)))
                .period(FIVE_MINUTES)
                .build();
    }

    /// From API Gateway's receiving a request to its answering.
    Metric latency(String statistic, Duration period) {
        return api("Latency", statistic, period);
    }

    Metric api(String name, String statistic, Duration period) {
        return metric("AWS/ApiGateway", name, Map.of("ApiId", apiId), statistic, period);
    }

    /// A metric of all functions of the account in the region: without dimensions, Lambda adds up
    /// over all of them (<https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics.html>).
    /// Fifty alarms would say the same, and concurrency is the account's anyway.
    Metric functions(String name, Duration period) {
        return metric("AWS/Lambda", name, Map.of(), Stats.SUM, period);
    }

    /// How old the last record of a batch was when the function was done with it, in milliseconds.
    /// Reported for what the mapping invokes, which is the alias.
    Metric iteratorAge(Deployed<StreamFunction> deployed) {
        var name = deployed.function().getFunctionName();
        return metric(
                "AWS/Lambda",
                "IteratorAge",
                Map.of("FunctionName", name, "Resource", name + ":" + Functions.ALIAS),
                Stats.MAXIMUM,
                Duration.minutes(1));
    }

    /// A count of a mapping's records; the mapping's `MetricsConfig` switches these on.
    Metric mapping(CfnEventSourceMapping mapping, String name) {
        return metric(
                "AWS/Lambda",
                name,
                Map.of("EventSourceMappingUUID", mapping.getRef()),
                Stats.SUM,
                FIVE_MINUTES);
    }

    /// How many objects the failure bucket holds: a storage metric of S3, free, and told once a
    /// day.
    Metric failuresWaiting() {
        return metric(
                "AWS/S3",
                "NumberOfObjects",
                Map.of(
                        "BucketName",
                        storage.failures().getBucketName(),
                        "StorageType",
                        "AllStorageTypes"),
                Stats.MAXIMUM,
                Duration.days(1));
    }

    IMetric tableThrottles(Duration period) {
        return MathExpression.Builder.create()
                .label("Throttled")
                .expression("FILL(reads, 0) + FILL(writes, 0)")
                .usingMetrics(
                        Map.of(
                                "reads", table("ReadThrottleEvents", period),
                                "writes", table("WriteThrottleEvents", period)))
                .period(period)
                .build();
    }

    Metric table(String name, Duration period) {
        return metric(
                "AWS/DynamoDB",
                name,
                Map.of("TableName", storage.table().getTableName()),
                Stats.SUM,
                period);
    }

    Metric drift() {
        return metric(
                NAMESPACE,
                DRIFT,
                Map.of("Service", "plaza", "Function", "Reconcile"),
                Stats.MAXIMUM,
                FIVE_MINUTES);
    }

    private static Metric metric(
            String namespace,
            String name,
            Map<String, String> dimensions,
            String statistic,
            Duration period) {
        return Metric.Builder.create()
                .namespace(namespace)
                .metricName(name)
                .dimensionsMap(dimensions)
                .statistic(statistic)
                .period(period)
                .build();
    }
}
