package plaza.infra;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import plaza.catalogue.StreamFunction;
import plaza.infra.StreamMappings.Mapped;
import plaza.infra.settings.Stage;
import plaza.infra.settings.TableSettings;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.Stats;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;

/// The metrics of the alarms and the dashboard.
///
/// @param stage the stage, a dimension of the functions' own metrics
/// @param apiId the API
/// @param storage the table and the failure bucket
record Metrics(Stage stage, String apiId, Storage storage) {
    private static final Duration FIVE_MINUTES = Duration.minutes(5);

    /// The fewest responses in five minutes that count as a surge.
    private static final int SURGE_REQUESTS_MIN = 100;

    /// The fewest requests in a quarter of an hour of which one should succeed. Fewer can be those
    /// of one app whose token has expired.
    static final int WITHOUT_SUCCESS_REQUESTS_MIN = 5;

    /// Cognito reports its metrics every five minutes
    /// (<https://docs.aws.amazon.com/cognito/latest/developerguide/monitoring-available-cw-metrics.html>).
    private static final Duration QUARTER_OF_AN_HOUR = Duration.minutes(15);

    /// The fewest sign-ins in a quarter of an hour whose failures mean more than some forgotten
    /// passwords.
    private static final int SIGN_INS_MIN = 100;

    /// 5xx responses in percent of all requests. One alone is no outage.
    IMetric serverErrorsPercent() {
        return percent("5xx in percent", api("5xx", Stats.SUM, FIVE_MINUTES), 1, requests());
    }

    /// Responses with a status that [AccessLog] counts, in percent of all requests; 0 if they are
    /// few.
    IMetric statusPercent(AccessLog.Counted status) {
        return percent(
                status.status() + " in percent",
                metric(
                        AccessLog.namespace(stage),
                        status.name(),
                        Map.of(),
                        Stats.SUM,
                        FIVE_MINUTES),
                SURGE_REQUESTS_MIN,
                requests());
    }

    /// The requests of a quarter of an hour if none of them succeeded, and 0 otherwise or if they
    /// are few. A share would need many requests: an outage of the issuer, or of every function,
    /// shows here at a few requests.
    ///
    /// `FILL` fills gaps of a time series. AWS does not document its result for a metric without
    /// any data in the evaluated range; a sum counts a missing value as 0, which is meant here
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html>).
    IMetric withoutSuccess() {
        return math(
                "requests, none of which succeeded",
                "IF(requests >= %d AND FILL(rejected, 0) + FILL(failed, 0) >= requests, requests, 0)"
                        .formatted(WITHOUT_SUCCESS_REQUESTS_MIN),
                Map.of(
                        "requests", api("Count", Stats.SUM, QUARTER_OF_AN_HOUR),
                        "rejected", api("4xx", Stats.SUM, QUARTER_OF_AN_HOUR),
                        "failed", api("5xx", Stats.SUM, QUARTER_OF_AN_HOUR)),
                QUARTER_OF_AN_HOUR);
    }

    /// The requests in five minutes.
    Metric requests() {
        return api("Count", Stats.SUM, FIVE_MINUTES);
    }

    private static IMetric percent(String label, Metric part, int partMin, IMetric whole) {
        return math(
                label,
                "IF(part > %d, 100 * part / whole, 0)".formatted(partMin),
                Map.of("part", part, "whole", whole),
                FIVE_MINUTES);
    }

    /// The time between the request and the response at API Gateway, in milliseconds.
    Metric latency(String statistic, Duration period) {
        return api("Latency", statistic, period);
    }

    Metric api(String name, String statistic, Duration period) {
        return metric("AWS/ApiGateway", name, Map.of("ApiId", apiId), statistic, period);
    }

    /// A metric of all functions of the account in the region: without dimensions, Lambda reports
    /// the sum (<https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics.html>). An alarm
    /// per function would add nothing, because concurrency is a quota of the account.
    Metric functions(String name, Duration period) {
        return metric("AWS/Lambda", name, Map.of(), Stats.SUM, period);
    }

    /// The age of the last record of a batch when the function had processed it, in milliseconds.
    /// Lambda reports it for the alias, which the mapping invokes.
    Metric iteratorAge(Deployed<StreamFunction> deployed, Duration period) {
        return alias("IteratorAge", deployed, Stats.MAXIMUM, period);
    }

    /// The write units of the table in a period in which a mapping has read no record. Lambda
    /// reports 0 for a mapping that reads an empty stream, and nothing for one that is disabled or
    /// cannot read (<https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html>).
    /// It counts records before the mapping filters them, so each write counts.
    ///
    /// A mapping that has been disabled for the whole evaluated range has no data at all. The sum
    /// with `written` makes that 0, because a sum counts a missing value as 0, while AWS does not
    /// document what `FILL` returns without any data
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html>).
    IMetric writtenButNotPolled(CfnEventSourceMapping mapping, Duration period) {
        return math(
                "Units written but not polled",
                "IF(polled + 0 * written < 1, FILL(written, 0), 0)",
                Map.of(
                        "polled", mapping(mapping, "PolledEventCount", period),
                        "written", table("ConsumedWriteCapacityUnits", period)),
                period);
    }

    /// The time from a post to its last delivery, in milliseconds.
    Metric fanOutLag(String statistic, Duration period) {
        return metric(
                plaza.log.Metric.NAMESPACE,
                plaza.log.Metric.FAN_OUT_LAG.word(),
                own(stage, "FanOut"),
                statistic,
                period);
    }

    /// Failed sign-ins of the apps' client in percent of all, or 0 if there are few. Each sign-in
    /// is a sample of 1 or 0
    /// (<https://docs.aws.amazon.com/cognito/latest/developerguide/metrics-for-cognito-user-pools.html>).
    static IMetric signInFailuresPercent(Accounts accounts) {
        return math(
                "Failed sign-ins in percent",
                "IF(attempts > %d, 100 * (attempts - successes) / attempts, 0)"
                        .formatted(SIGN_INS_MIN),
                Map.of(
                        "attempts", signIns(accounts, "SignInSuccesses", Stats.SAMPLE_COUNT),
                        "successes", signIns(accounts, "SignInSuccesses", Stats.SUM)),
                QUARTER_OF_AN_HOUR);
    }

    /// Sign-ins of the apps' client that Cognito has throttled.
    static Metric signInThrottles(Accounts accounts) {
        return signIns(accounts, "SignInThrottles", Stats.SUM);
    }

    private static Metric signIns(Accounts accounts, String name, String statistic) {
        return metric(
                "AWS/Cognito",
                name,
                Map.of(
                        "UserPool", accounts.pool().getUserPoolId(),
                        "UserPoolClient", accounts.client().getUserPoolClientId()),
                statistic,
                QUARTER_OF_AN_HOUR);
    }

    /// A rate of Amazon SES from 0 to 1, over all mails of the account in the region
    /// (<https://docs.aws.amazon.com/ses/latest/DeveloperGuide/reputationdashboard-cloudwatch-alarm.html>).
    static Metric mail(String name) {
        return metric("AWS/SES", "Reputation." + name, Map.of(), Stats.AVERAGE, Duration.hours(1));
    }

    /// 5xx responses of CloudFront in percent. Only us-east-1 has this metric
    /// (<https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html>).
    static Metric edgeErrorsPercent(String distributionId) {
        return metric(
                "AWS/CloudFront",
                "5xxErrorRate",
                Map.of("DistributionId", distributionId, "Region", "Global"),
                Stats.AVERAGE,
                Duration.minutes(1));
    }

    /// Requests that the web ACL has blocked in percent of all, or 0 if they are few
    /// (<https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html>).
    static IMetric blockedPercent(CloudFrontEdge edge) {
        var blocked = firewall(edge, "BlockedRequests");
        return percent(
                "Blocked in percent",
                blocked,
                SURGE_REQUESTS_MIN,
                sum(
                        "All",
                        Map.of("allowed", firewall(edge, "AllowedRequests"), "blocked", blocked),
                        FIVE_MINUTES));
    }

    private static Metric firewall(CloudFrontEdge edge, String name) {
        return metric(
                "AWS/WAFV2",
                name,
                Map.of("WebACL", edge.firewall(), "Rule", "ALL"),
                Stats.SUM,
                FIVE_MINUTES);
    }

    /// The share of the account's concurrency quota in use, in percent. Only usage metrics have a
    /// quota
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Quotas-Visualize-Alarms.html>).
    IMetric concurrencyPercent(Duration period) {
        return math(
                "Concurrency in percent of the quota",
                "100 * usage / SERVICE_QUOTA(usage)",
                Map.of(
                        "usage",
                        metric(
                                "AWS/Usage",
                                "ResourceCount",
                                Map.of(
                                        "Service", "Lambda",
                                        "Type", "Resource",
                                        "Resource", "ConcurrentExecutions",
                                        "Class", "None"),
                                Stats.MAXIMUM,
                                period)),
                period);
    }

    /// The invocations of a function's alias that failed: those without a response.
    Metric errors(Deployed<?> deployed, Duration period) {
        return alias("Errors", deployed, Stats.SUM, period);
    }

    /// The batches of a stream function that failed: those without a response, and those whose
    /// response has records that the function could not process.
    IMetric failures(Deployed<StreamFunction> deployed, Duration period) {
        return sum(
                "Failures",
                Map.of(
                        "errors",
                        errors(deployed, period),
                        "reported",
                        metric(
                                plaza.log.Metric.NAMESPACE,
                                plaza.log.Metric.FAILED_BATCHES.word(),
                                own(stage, deployed.name()),
                                Stats.SUM,
                                period)),
                period);
    }

    /// The dimensions of a function's own metrics.
    private static Map<String, String> own(Stage stage, String function) {
        return Map.of("Stage", stage.label(), "Function", function);
    }

    /// The invocations of a function's alias.
    Metric invocations(Deployed<?> deployed, Duration period) {
        return alias("Invocations", deployed, Stats.SUM, period);
    }

    /// The executions of a state machine that succeeded in a day.
    Metric succeeded(CfnStateMachine machine) {
        return metric(
                "AWS/States",
                "ExecutionsSucceeded",
                Map.of("StateMachineArn", machine.getAttrArn()),
                Stats.SUM,
                Duration.days(1));
    }

    /// The executions of a state machine that failed in five minutes.
    Metric failed(CfnStateMachine machine) {
        return metric(
                "AWS/States",
                "ExecutionsFailed",
                Map.of("StateMachineArn", machine.getAttrArn()),
                Stats.SUM,
                FIVE_MINUTES);
    }

    private static Metric alias(
            String name, Deployed<?> deployed, String statistic, Duration period) {
        return metric("AWS/Lambda", name, alias(deployed), statistic, period);
    }

    private static Map<String, String> alias(Deployed<?> deployed) {
        var function = deployed.function().getFunctionName();
        return Map.of(
                "FunctionName", function, "Resource", function + ":" + FunctionDeployer.ALIAS);
    }

    /// The records of a mapping that are lost: dropped without a failure destination, or not
    /// accepted by it. `DroppedEventCount` excludes records that reached the destination
    /// (<https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html>).
    IMetric lost(Mapped stream) {
        return sum(
                "Lost records",
                Map.of(
                        "dropped",
                        mapping(stream.mapping(), "DroppedEventCount"),
                        "undelivered",
                        metric(
                                "AWS/Lambda",
                                "DestinationDeliveryFailures",
                                Map.of(
                                        "FunctionName",
                                        stream.function().function().getFunctionName()),
                                Stats.SUM,
                                FIVE_MINUTES)),
                FIVE_MINUTES);
    }

    /// An event count of a mapping; the mapping's `MetricsConfig` turns these metrics on.
    Metric mapping(CfnEventSourceMapping mapping, String name) {
        return mapping(mapping, name, FIVE_MINUTES);
    }

    private static Metric mapping(CfnEventSourceMapping mapping, String name, Duration period) {
        return metric(
                "AWS/Lambda",
                name,
                Map.of("EventSourceMappingUUID", mapping.getRef()),
                Stats.SUM,
                period);
    }

    /// The number of objects in the failure bucket. S3 reports this free storage metric once a day.
    /// It also counts noncurrent versions and delete markers
    /// (<https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html>), so the
    /// bucket has no versions.
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

    /// The throttled reads and writes of the table and its global secondary indexes. The metrics of
    /// the table alone exclude the indexes
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html>).
    IMetric tableThrottles(Duration period) {
        return sum("Throttled", ofTableAndIndexes("%sThrottleEvents", period), period);
    }

    /// The provisioned capacity in percent of the most that auto scaling provisions: of the reads
    /// or writes of the table or of an index, whichever is the highest.
    IMetric capacityPercent(TableSettings capacity, Duration period) {
        var metrics = ofTableAndIndexes("Provisioned%sCapacityUnits", Stats.MAXIMUM, period);
        var shares =
                metrics.keySet().stream()
                        .map(id ->
                                "100 * %s / %d"
                                        .formatted(
                                                id,
                                                isOfReads(id)
                                                        ? capacity.maxReadUnits()
                                                        : capacity.maxWriteUnits()))
                        .collect(Collectors.joining(", "));
        return math("Capacity in percent of its limit", "MAX([" + shares + "])", metrics, period);
    }

    private static boolean isOfReads(String id) {
        return id.toLowerCase(Locale.ROOT).endsWith("reads");
    }

    /// Metrics of the reads and of the writes of the table and of each global secondary index.
    ///
    /// @param name their name, in which `%s` stands for `Read` or `Write`
    private Map<String, Metric> ofTableAndIndexes(String name, Duration period) {
        return ofTableAndIndexes(name, Stats.SUM, period);
    }

    private Map<String, Metric> ofTableAndIndexes(String name, String statistic, Duration period) {
        var metrics = new TreeMap<String, Metric>();
        for (var access : List.of("Read", "Write")) {
            var metric = name.formatted(access);
            metrics.put(access.toLowerCase(Locale.ROOT) + "s", table(metric, statistic, period));
            for (var index : Index.values()) {
                if (index.kind() == Kind.GLOBAL) {
                    metrics.put(
                            index.indexName() + access + "s",
                            index(index, metric, statistic, period));
                }
            }
        }
        return metrics;
    }

    private Metric index(Index index, String name, String statistic, Duration period) {
        return metric(
                "AWS/DynamoDB",
                name,
                Map.of(
                        "TableName",
                        storage.table().getTableName(),
                        "GlobalSecondaryIndexName",
                        index.indexName()),
                statistic,
                period);
    }

    Metric table(String name, Duration period) {
        return table(name, Stats.SUM, period);
    }

    private Metric table(String name, String statistic, Duration period) {
        return metric(
                "AWS/DynamoDB",
                name,
                Map.of("TableName", storage.table().getTableName()),
                statistic,
                period);
    }

    /// The price of the request units of the table and its global secondary indexes in an hour, at
    /// the list prices of us-east-1, $0.125 and $0.625 per million
    /// (<https://aws.amazon.com/dynamodb/pricing/on-demand/>).
    IMetric unitDollars() {
        var hour = Duration.hours(1);
        var metrics = ofTableAndIndexes("Consumed%sCapacityUnits", hour);
        var expression =
                metrics.keySet().stream()
                        .map(id ->
                                "FILL(%s, 0) * %s / 1000000"
                                        .formatted(id, isOfReads(id) ? "0.125" : "0.625"))
                        .collect(Collectors.joining(" + "));
        return math("$ per hour", expression, metrics, hour);
    }

    /// The bytes that CloudWatch Logs has received in a log group
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Monitoring-CloudWatch-Metrics.html>).
    static Metric logBytes(LogGroup logs) {
        return metric(
                "AWS/Logs",
                "IncomingBytes",
                Map.of("LogGroupName", logs.getLogGroupName()),
                Stats.SUM,
                Duration.hours(1));
    }

    /// The differences that Reconcile has left.
    Metric drift(Duration period) {
        return highest(plaza.log.Metric.DRIFT, own(stage, "Reconcile"), period);
    }

    /// The age of the last complete run of Reconcile, which is measured once a day.
    Metric scanAge() {
        return highest(plaza.log.Metric.SCAN_AGE, own(stage, "Reconcile"), Duration.days(1));
    }

    /// The size of item collections that are larger than half of the limit; none have no data.
    Metric itemCollectionSize() {
        return highest(
                plaza.log.Metric.ITEM_COLLECTION_SIZE,
                Map.of("Stage", stage.label()),
                FIVE_MINUTES);
    }

    /// The highest value of one of the functions' own metrics.
    private static Metric highest(
            plaza.log.Metric metric, Map<String, String> dimensions, Duration period) {
        return metric(plaza.log.Metric.NAMESPACE, metric.word(), dimensions, Stats.MAXIMUM, period);
    }

    /// One of the functions' own metrics, with one line per context.
    IMetric byContext(plaza.log.Metric metric, String statistic) {
        return by("Context", metric, statistic);
    }

    /// One of the functions' own metrics, with one line per function.
    IMetric byFunction(plaza.log.Metric metric, String statistic) {
        return by("Function", metric, statistic);
    }

    private IMetric by(String dimension, plaza.log.Metric metric, String statistic) {
        return MathExpression.Builder.create()
                .expression(
                        "SEARCH('{%s,Stage,%s} Stage=\"%s\" MetricName=\"%s\"', '%s', 300)"
                                .formatted(
                                        plaza.log.Metric.NAMESPACE,
                                        dimension,
                                        stage.label(),
                                        metric.word(),
                                        statistic))
                .label("")
                .usingMetrics(Map.of())
                .period(FIVE_MINUTES)
                .build();
    }

    private static IMetric sum(
            String label, Map<String, ? extends IMetric> metrics, Duration period) {
        var expression =
                new TreeMap<>(metrics)
                        .keySet().stream()
                                .map(id -> "FILL(" + id + ", 0)")
                                .collect(Collectors.joining(" + "));
        return math(label, expression, metrics, period);
    }

    /// A math expression. The metrics are sorted, because the template contains them in their
    /// order, and that of `Map.of` differs between processes.
    private static IMetric math(
            String label,
            String expression,
            Map<String, ? extends IMetric> metrics,
            Duration period) {
        return MathExpression.Builder.create()
                .label(label)
                .expression(expression)
                .usingMetrics(new TreeMap<>(metrics))
                .period(period)
                .build();
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
