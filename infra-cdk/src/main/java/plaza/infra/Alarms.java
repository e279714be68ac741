package plaza.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.catalogue.ScheduledFunction;
import plaza.infra.StreamMappings.Mapped;
import plaza.infra.settings.AlarmSettings;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.budgets.CfnBudget;
import software.amazon.awscdk.services.budgets.CfnBudget.BudgetDataProperty;
import software.amazon.awscdk.services.budgets.CfnBudget.NotificationProperty;
import software.amazon.awscdk.services.budgets.CfnBudget.NotificationWithSubscribersProperty;
import software.amazon.awscdk.services.budgets.CfnBudget.SpendProperty;
import software.amazon.awscdk.services.budgets.CfnBudget.SubscriberProperty;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sns.subscriptions.EmailSubscription;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;

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

    /// The highest acceptable share of the account's concurrency quota, in percent. Lambda
    /// throttles at 100.
    static final int CONCURRENCY_PERCENT_MAX = 80;

    /// How many days a scheduled function can pass without a run. Reconcile runs once a week, and
    /// CloudWatch evaluates at most seven days.
    static final int DAYS_WITHOUT_RUN_MAX = 7;

    /// How many days can pass without a run of [KeepReady] that reached every function. It runs
    /// daily, and Lambda keeps a snapshot for 14 days.
    static final int DAYS_WITHOUT_READINESS_MAX = 2;

    /// The period of the alarms of stream functions. An invocation that waits for the table during
    /// an outage reports nothing before it ends.
    private static final Duration LONGEST_INVOCATION = FunctionDeployer.STREAM_TIMEOUT;

    private static final Duration MINUTE = Duration.minutes(1);

    private final Stack stack;
    private final ITopic topic;
    private final List<Alarm> alarms = new ArrayList<>();

    Alarms(
            Stack stack,
            AlarmSettings settings,
            Storage storage,
            Metrics metrics,
            List<Mapped> streams,
            List<Deployed<ScheduledFunction>> scheduled,
            CfnStateMachine keepReady) {
        this.stack = stack;
        var topicArn = settings.topicArn();
        this.topic =
                topicArn == null
                        ? topic(storage)
                        : Topic.fromTopicArn(stack, "AlarmTopic", topicArn);
        var email = settings.email();
        if (email != null) {
            topic.addSubscription(new EmailSubscription(email));
            if (settings.budgetUsd() > 0) {
                addBudget(settings.budgetUsd(), email);
            }
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
                "Concurrency",
                "The account uses most of its concurrency quota",
                metrics.concurrencyPercent(MINUTE),
                CONCURRENCY_PERCENT_MAX,
                5);
        add(
                "TableThrottles",
                "DynamoDB throttles reads or writes of the table or of an index",
                metrics.tableThrottles(MINUTE),
                0,
                3);
        for (var stream : streams) {
            add(
                    stream.name() + "Age",
                    stream.name()
                            + " processes the stream late, so the data that it maintains is stale",
                    metrics.iteratorAge(stream.function(), LONGEST_INVOCATION),
                    STREAM_AGE_MAX.toMilliseconds(),
                    1);
            add(
                    stream.name() + "Errors",
                    stream.name() + " has failed in the last quarter of an hour",
                    metrics.failures(stream.function(), LONGEST_INVOCATION),
                    0,
                    1);
            add(
                    stream.name() + "GaveUp",
                    stream.name() + " gave up records; redrive them from the failure bucket",
                    metrics.mapping(stream.mapping(), "OnFailureDestinationDeliveredEventCount"),
                    0,
                    1);
            add(
                    stream.name() + "Lost",
                    stream.name() + " lost records that did not reach the failure bucket",
                    metrics.lost(stream),
                    0,
                    1);
        }
        for (var function : scheduled) {
            add(
                    function.name() + "Errors",
                    function.name() + " failed",
                    metrics.failures(function, Duration.minutes(5)),
                    0,
                    1);
            addMissing(
                    function.name() + "Missing",
                    function.name() + " did not run for a week",
                    metrics.invocations(function, Duration.days(1)),
                    DAYS_WITHOUT_RUN_MAX);
        }
        addMissing(
                KeepReady.ID + "Missing",
                "No run of KeepReady reached every function for two days",
                metrics.succeeded(keepReady),
                DAYS_WITHOUT_READINESS_MAX);
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
        add(
                "ItemCollectionSize",
                "An item collection has more than 5 GB; at 10 GB writes to it fail",
                metrics.itemCollectionSize(),
                5,
                1);
    }

    List<Alarm> all() {
        return List.copyOf(alarms);
    }

    ITopic topic() {
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
        var created =
                Topic.Builder.create(stack, "AlarmTopic")
                        .masterKey(storage.key())
                        .enforceSsl(true)
                        .build();
        // A topic policy replaces the default one, which allows the whole account to publish, so
        // it must name CloudWatch
        // (https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html).
        created.addToResourcePolicy(
                PolicyStatement.Builder.create()
                        .sid("PublishAlarms")
                        .principals(List.of(new ServicePrincipal("cloudwatch.amazonaws.com")))
                        .actions(List.of("sns:Publish"))
                        .resources(List.of(created.getTopicArn()))
                        .conditions(
                                Map.of(
                                        "StringEquals",
                                        Map.of("aws:SourceAccount", stack.getAccount())))
                        .build());
        return created;
    }

    /// Notifies an address when the stack has cost 80 % of the budget in a month, and when AWS
    /// forecasts that it will cost more. AWS finds the stack's costs by the tag of its name, which
    /// must be activated as a cost allocation tag once per account
    /// (<https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activate-built-in-tags.html>).
    private void addBudget(int usd, String email) {
        CfnBudget.Builder.create(stack, "Budget")
                .budget(
                        BudgetDataProperty.builder()
                                .budgetType("COST")
                                .timeUnit("MONTHLY")
                                .budgetLimit(
                                        SpendProperty.builder().amount(usd).unit("USD").build())
                                .costFilters(
                                        Map.of(
                                                "TagKeyValue",
                                                List.of(
                                                        "aws:cloudformation:stack-name$"
                                                                + stack.getStackName())))
                                .build())
                .notificationsWithSubscribers(
                        List.of(
                                notification("ACTUAL", 80, email),
                                notification("FORECASTED", 100, email)))
                .build();
    }

    private static NotificationWithSubscribersProperty notification(
            String type, int percent, String email) {
        return NotificationWithSubscribersProperty.builder()
                .notification(
                        NotificationProperty.builder()
                                .notificationType(type)
                                .comparisonOperator("GREATER_THAN")
                                .threshold(percent)
                                .thresholdType("PERCENTAGE")
                                .build())
                .subscribers(
                        List.of(
                                SubscriberProperty.builder()
                                        .subscriptionType("EMAIL")
                                        .address(email)
                                        .build()))
                .build();
    }

    /// Adds an alarm for `metric` above `threshold` in each of `periods` periods.
    private void add(String id, String condition, IMetric metric, Number threshold, int periods) {
        add(
                alarm(id, condition, metric)
                        .threshold(threshold)
                        .evaluationPeriods(periods)
                        .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
                        .treatMissingData(TreatMissingData.NOT_BREACHING)
                        .build());
    }

    /// Adds an alarm for `metric` without a count in each of `periods` periods. CloudWatch has no
    /// data for a function that was not invoked.
    private void addMissing(String id, String condition, IMetric metric, int periods) {
        add(
                alarm(id, condition, metric)
                        .threshold(1)
                        .evaluationPeriods(periods)
                        .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
                        .treatMissingData(TreatMissingData.BREACHING)
                        .build());
    }

    private Alarm.Builder alarm(String id, String condition, IMetric metric) {
        return Alarm.Builder.create(stack, id + "Alarm")
                .alarmDescription(condition + ". Runbook: docs/operations.md, " + id)
                .metric(metric);
    }

    private void add(Alarm alarm) {
        alarm.addAlarmAction(new SnsAction(topic));
        alarm.addOkAction(new SnsAction(topic));
        alarms.add(alarm);
    }
}
