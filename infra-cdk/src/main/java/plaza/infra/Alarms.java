package plaza.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.infra.Streams.Mapped;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sns.subscriptions.EmailSubscription;

/// What calls somebody. Each alarm has its line in the runbook of docs/operations.md, and none is
/// there that nobody would act on.
final class Alarms {
    /// One request in a hundred, over five minutes.
    static final double SERVER_ERRORS_PERCENT_MAX = 1;

    /// A page of a timeline is some 50 ms, a restored snapshot some 300 ms more; a second at p99
    /// means trouble.
    static final int LATENCY_P99_MS_MAX = 1_000;

    /// Timelines and counts are this late at worst before somebody looks. It is far below
    /// `StreamFunction.RECORD_AGE_MAX`, after which records go to the failure bucket.
    static final Duration STREAM_AGE_MAX = Duration.minutes(5);

    private static final Duration MINUTE = Duration.minutes(1);

    private final Stack stack;
    private final Topic topic;
    private final List<Alarm> alarms = new ArrayList<>();

    Alarms(Stack stack, Settings settings, Storage storage, Metrics metrics, List<Mapped> streams) {
        this.stack = stack;
        this.topic = topic(storage);
        if (settings.alarmEmail() != null) {
            topic.addSubscription(new EmailSubscription(settings.alarmEmail()));
        }
        add(
                "ServerErrors",
                "One request in a hundred is answered 5xx",
                metrics.serverErrorsPercent(),
                SERVER_ERRORS_PERCENT_MAX,
                3);
        add(
                "Latency",
                "The slowest hundredth of requests takes over a second",
                metrics.latency("p99", MINUTE),
                LATENCY_P99_MS_MAX,
                5);
        add(
                "FunctionThrottles",
                "Lambda refuses invocations for want of concurrency",
                metrics.functions("Throttles", MINUTE),
                0,
                2);
        add(
                "TableThrottles",
                "DynamoDB throttles reads or writes of the table",
                metrics.tableThrottles(MINUTE),
                0,
                3);
        for (var stream : streams) {
            add(
                    stream.name() + "Age",
                    "The stream is behind: what " + stream.name() + " keeps up to date is late",
                    metrics.iteratorAge(stream.function()),
                    STREAM_AGE_MAX.toMilliseconds(),
                    3);
            add(
                    stream.name() + "GaveUp",
                    "Records were given up on; they lie in the failure bucket to be redriven",
                    metrics.mapping(stream.mapping(), "DroppedEventCount"),
                    0,
                    1);
        }
        add(
                "FailuresWaiting",
                "The failure bucket is not empty (S3 counts once a day)",
                metrics.failuresWaiting(),
                0,
                1);
        add(
                "Drift",
                "Reconcile found a derived count or list that differs from its source",
                metrics.drift(),
                0,
                1);
    }

    List<Alarm> all() {
        return List.copyOf(alarms);
    }

    Topic topic() {
        return topic;
    }

    private Topic topic(Storage storage) {
        storage.key()
                .addToResourcePolicy(
                        PolicyStatement.Builder.create()
                                .sid("AlarmsToTheTopic")
                                .principals(
                                        List.of(new ServicePrincipal("cloudwatch.amazonaws.com")))
                                .actions(List.of("kms:Decrypt", "kms:GenerateDataKey"))
                                .resources(List.of("*"))
                                .conditions(
                                        Map.of(
                                                "StringEquals",
                                                Map.of("aws:SourceAccount", stack.getAccount())))
                                .build());
        return Topic.Builder.create(stack, "AlarmTopic")
                .masterKey(storage.key())
                .enforceSsl(true)
                .build();
    }

    /// An alarm when `metric` is above `threshold` in each of `periods` periods.
    private void add(String id, String what, IMetric metric, Number threshold, int periods) {
        var alarm =
                Alarm.Builder.create(stack, id + "Alarm")
                        .alarmDescription(what + ". Runbook: docs/operations.md, " + id)
                        .metric(metric)
                        .threshold(threshold)
                        .evaluationPeriods(periods)
                        .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
                        .treatMissingData(TreatMissingData.NOT_BREACHING)
                        .build();
        alarm.addAlarmAction(new SnsAction(topic));
        alarm.addOkAction(new SnsAction(topic));
        alarms.add(alarm);
    }
}
