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

/// The alarms and the topic that they notify.
///
/// Each alarm has an entry in the runbook (docs/operations.md) that says what to do.
final class Alarms {
    /// The highest acceptable share of 5xx responses over five minutes, in percent.
    static final double SERVER_ERRORS_PERCENT_MAX = 1;

    /// The highest acceptable latency at p99, in milliseconds. A timeline page takes about 50 ms,
    /// and restoring a snapshot adds about 300 ms.
    static final int LATENCY_P99_MS_MAX = 1_000;

    /// How late timelines and counts can be before the alarm. It is far below
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
                "At least 1 % of the responses are 5xx",
                metrics.serverErrorsPercent(),
                SERVER_ERRORS_PERCENT_MAX,
                3);
        add(
                "Latency",
                "The p99 latency is above one second",
                metrics.latency("p99", MINUTE),
                LATENCY_P99_MS_MAX,
                5);
        add(
                "FunctionThrottles",
                "Lambda throttles invocations because the account has no free concurrency",
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
                    stream.name()
                            + " processes the stream late, so the data that it maintains is stale",
                    metrics.iteratorAge(stream.function()),
                    STREAM_AGE_MAX.toMilliseconds(),
                    3);
            add(
                    stream.name() + "GaveUp",
                    stream.name() + " dropped records; redrive them from the failure bucket",
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
                "Reconcile found derived data that differs from its source",
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

    /// Adds an alarm for `metric` above `threshold` in each of `periods` periods.
    private void add(String id, String condition, IMetric metric, Number threshold, int periods) {
        var alarm =
                Alarm.Builder.create(stack, id + "Alarm")
                        .alarmDescription(condition + ". Runbook: docs/operations.md, " + id)
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
