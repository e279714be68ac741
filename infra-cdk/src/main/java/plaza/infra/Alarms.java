package plaza.infra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import plaza.catalogue.ScheduledFunction;
import plaza.infra.StreamMappings.Mapped;
import plaza.infra.settings.AlarmSettings;
import plaza.infra.settings.ReconcileSettings;
import plaza.infra.settings.TableSettings;
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
/// Each alarm has a section in the runbook that states what to do; its text links to it. The alarms
/// of the stream functions share theirs.
final class Alarms {
    /// The highest acceptable share of 5xx responses over five minutes, in percent.
    static final double SERVER_ERRORS_PERCENT_MAX = 1;

    /// The highest acceptable latency at p99, in milliseconds. A timeline page takes about 50 ms,
    /// and a restored snapshot may add some hundred: no deployed stack was measured.
    static final int LATENCY_P99_MS_MAX = 1_000;

    /// How late timelines and counts can be before the alarm. It is far below
    /// `StreamFunction.RECORD_AGE_MAX`, after which records go to the failure bucket.
    static final Duration STREAM_AGE_MAX = Duration.minutes(5);

    /// The highest acceptable share of the account's concurrency quota, in percent. Lambda
    /// throttles at 100.
    static final int CONCURRENCY_PERCENT_MAX = 80;

    /// The highest acceptable share of the most that auto scaling may provision, in percent.
    static final int CAPACITY_PERCENT_MAX = 80;

    /// How many days a scheduled function can pass without a run. CloudWatch evaluates at most
    /// seven days.
    static final int DAYS_WITHOUT_RUN_MAX = 7;

    /// How many days a run over the whole table may take.
    static final int SCAN_DAYS_MAX = 7;

    /// How many days can pass without a run of [KeepReady] that reached every function. It runs
    /// daily, and Lambda keeps a snapshot for 14 days.
    static final int DAYS_WITHOUT_READINESS_MAX = 2;

    /// How many days can pass without a complete export of the user pool, which runs nightly.
    static final int DAYS_WITHOUT_EXPORT_MAX = 2;

    /// The period of the alarms of stream functions. An invocation that waits for the table during
    /// an outage reports nothing before it ends.
    private static final Duration LONGEST_INVOCATION = FunctionDeployer.STREAM_TIMEOUT;

    /// The page with the runbook, in the repository.
    private static final String RUNBOOK = "docs/operations/runbook.md";

    /// The prefix of the sections of the stream functions.
    private static final String STREAM = "Stream";

    private static final Duration MINUTE = Duration.minutes(1);

    private static final Duration FIVE_MINUTES = Duration.minutes(5);

    /// The highest acceptable share of 401 responses, in percent. Each app receives some when its
    /// token expires.
    static final int UNAUTHORIZED_PERCENT_MAX = 20;

    /// The highest acceptable share of 429 responses, in percent.
    static final int TOO_MANY_REQUESTS_PERCENT_MAX = 5;

    /// The highest acceptable share of failed sign-ins, in percent.
    static final int SIGN_IN_FAILURES_PERCENT_MAX = 50;

    /// The highest acceptable share of requests that the firewall blocks, in percent.
    static final int BLOCKED_PERCENT_MAX = 10;

    /// The write units that a mapping can miss. A write that changes nothing or fails has units but
    /// no record.
    static final int UNITS_NOT_POLLED_MAX = 100;

    /// The rates of bounces and complaints at which SES reviews an account; it may then stop all of
    /// its mails (<https://docs.aws.amazon.com/ses/latest/dg/monitor-sender-reputation.html>).
    static final double BOUNCE_RATE_MAX = 0.05;

    static final double COMPLAINT_RATE_MAX = 0.001;

    private final Stack stack;
    private final AlarmSettings settings;
    private final Metrics metrics;
    private final ITopic topic;
    private final List<Alarm> alarms = new ArrayList<>();

    /// Creates the topic, and the budget if there is one.
    Alarms(Stack stack, AlarmSettings settings, Storage storage, Metrics metrics) {
        this.stack = stack;
        this.settings = settings;
        this.metrics = metrics;
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
    }

    void requests() {
        add(
                "ServerErrors",
                "More than 1 % of the responses are 5xx",
                metrics.serverErrorsPercent(),
                SERVER_ERRORS_PERCENT_MAX,
                1);
        add(
                "WithoutSuccess",
                "No request has succeeded for half an hour",
                metrics.withoutSuccess(),
                0,
                2);
        add(
                "Unauthorized",
                "More than 20 % of the responses are 401",
                metrics.statusPercent(AccessLog.Counted.Unauthorized),
                UNAUTHORIZED_PERCENT_MAX,
                2);
        add(
                "TooManyRequests",
                "More than 5 % of the responses are 429",
                metrics.statusPercent(AccessLog.Counted.TooManyRequests),
                TOO_MANY_REQUESTS_PERCENT_MAX,
                2);
        if (settings.quietMinutesMax() > 0) {
            addMissing(
                    "RequestsMissing",
                    "The API has received no request for %d minutes"
                            .formatted(settings.quietMinutesMax()),
                    metrics.requests(),
                    settings.quietMinutesMax() / 5);
        }
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
    }

    /// The alarms of the table, of its item collections and of derived data.
    void table(TableSettings capacity) {
        add(
                "TableThrottles",
                "DynamoDB throttles reads or writes of the table or of an index",
                metrics.tableThrottles(MINUTE),
                0,
                3);
        if (capacity.provisioned()) {
            add(
                    "TableCapacity",
                    "Auto scaling has provisioned more than 80 % of its limit",
                    metrics.capacityPercent(capacity, FIVE_MINUTES),
                    CAPACITY_PERCENT_MAX,
                    3);
        }
        add(
                "FailuresWaiting",
                "The failure bucket is not empty (S3 counts once a day)",
                metrics.failuresWaiting(),
                0,
                1);
        // Without data it keeps its state, so that it lasts until a complete run has left nothing.
        // In
        // a longer period, what a run found before would hide the result of a repair.
        notifying(
                        alarm(
                                        "Drift",
                                        "Drift",
                                        "Reconcile has left derived data that differs from its"
                                                + " source",
                                        metrics.drift(MINUTE))
                                .threshold(0)
                                .evaluationPeriods(1)
                                .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
                                .treatMissingData(TreatMissingData.IGNORE))
                .addOkAction(new SnsAction(topic));
        add(
                "ItemCollectionSize",
                "An item collection has more than 5 GB; at 10 GB writes to it fail",
                metrics.itemCollectionSize(),
                5,
                1);
        add(
                "FanOutLag",
                "A tenth of the posts reach the last timeline more than 5 minutes late",
                metrics.fanOutLag("p90", Duration.minutes(5)),
                STREAM_AGE_MAX.toMilliseconds(),
                3);
    }

    void stream(Mapped stream) {
        add(
                stream,
                "Age",
                stream.name()
                        + " processes the stream late, so the data that it maintains is stale",
                metrics.iteratorAge(stream.function(), LONGEST_INVOCATION),
                STREAM_AGE_MAX.toMilliseconds(),
                1);
        // A mapping polls nothing while an invocation of the longest duration retries, so one
        // period alone proves nothing.
        add(
                stream,
                "NotPolled",
                "The table is written, but the mapping of " + stream.name() + " reads no record",
                metrics.writtenButNotPolled(stream.mapping(), LONGEST_INVOCATION),
                UNITS_NOT_POLLED_MAX,
                2);
        add(
                stream,
                "Errors",
                stream.name() + " has failed in the last quarter of an hour",
                metrics.failures(stream.function(), LONGEST_INVOCATION),
                0,
                1);
        addEvent(
                stream,
                "GaveUp",
                stream.name() + " gave up records; redrive them from the failure bucket",
                metrics.mapping(stream.mapping(), "OnFailureDestinationDeliveredEventCount"));
        addEvent(
                stream,
                "Lost",
                stream.name() + " lost records that did not reach the failure bucket",
                metrics.lost(stream));
    }

    void scheduled(Deployed<ScheduledFunction> function) {
        add(
                function.name() + "Errors",
                function.name() + " failed",
                metrics.errors(function, Duration.minutes(5)),
                0,
                1);
        addMissing(
                function.name() + "Missing",
                function.name() + " did not run for a week",
                metrics.invocations(function, Duration.days(1)),
                DAYS_WITHOUT_RUN_MAX);
    }

    /// The alarms of the runs over the whole table. A state machine repeats an invocation that
    /// failed, so the alarm watches failed executions.
    void scan(ScheduledFunction row, CfnStateMachine machine, ReconcileSettings settings) {
        add(
                row.name() + "Errors",
                "A run of %s failed".formatted(row.name()),
                metrics.failed(machine),
                0,
                1);
        if (row.schedule() != null) {
            var daysMax = settings.everyDays() + SCAN_DAYS_MAX;
            notifying(
                            alarm(
                                            row.name() + "Age",
                                            row.name() + "Age",
                                            "The last complete run of %s began more than %d days ago"
                                                    .formatted(row.name(), daysMax),
                                            metrics.scanAge())
                                    .threshold(Duration.days(daysMax).toSeconds())
                                    .evaluationPeriods(2)
                                    .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
                                    .treatMissingData(TreatMissingData.BREACHING))
                    .addOkAction(new SnsAction(topic));
        }
    }

    void keepReady(CfnStateMachine keepReady) {
        addMissing(
                KeepReady.ID + "Missing",
                "No run of KeepReady reached every function for two days",
                metrics.succeeded(keepReady),
                DAYS_WITHOUT_READINESS_MAX);
    }

    void export(UserExport export) {
        addMissing(
                UserExport.ID + "Missing",
                "No run of ExportUsers wrote the whole user pool for two days",
                metrics.succeeded(export.machine()),
                DAYS_WITHOUT_EXPORT_MAX);
    }

    void signIns(Accounts accounts) {
        add(
                "SignInFailures",
                "More than half of the sign-ins fail",
                Metrics.signInFailuresPercent(accounts),
                SIGN_IN_FAILURES_PERCENT_MAX,
                1);
        add(
                "SignInThrottles",
                "Cognito throttles sign-ins",
                Metrics.signInThrottles(accounts),
                0,
                1);
    }

    /// The alarms of Amazon SES, which sends the mails of the user pool.
    void mail() {
        add(
                "MailBounces",
                "At least 5 % of the account's mails bounce",
                Metrics.mail("BounceRate"),
                BOUNCE_RATE_MAX,
                1);
        add(
                "MailComplaints",
                "Recipients report at least 0.1 % of the account's mails as spam",
                Metrics.mail("ComplaintRate"),
                COMPLAINT_RATE_MAX,
                1);
    }

    void edge(CloudFrontEdge edge) {
        add(
                "EdgeErrors",
                "More than 1 % of the responses of CloudFront are 5xx",
                Metrics.edgeErrorsPercent(edge.distributionId()),
                SERVER_ERRORS_PERCENT_MAX,
                5);
        add(
                "FirewallBlocks",
                "The firewall blocks more than 10 % of the requests",
                Metrics.blockedPercent(edge),
                BLOCKED_PERCENT_MAX,
                2);
    }

    /// CloudFront has its metrics in us-east-1 only, and an alarm reads those of its own region.
    /// The context `edge` says that the stack is there. Elsewhere no alarm covers the distribution.
    /// What functions cannot do with the bucket is in their own alarms.
    void media(Media media) {
        add(
                "MediaErrors",
                "More than 1 % of the responses with images are 5xx",
                Metrics.edgeErrorsPercent(media.distributionId()),
                SERVER_ERRORS_PERCENT_MAX,
                5);
    }

    List<Alarm> all() {
        return List.copyOf(alarms);
    }

    ITopic topic() {
        return topic;
    }

    /// Creates the topic. CloudWatch encrypts a message with the topic's key, so the key's policy
    /// must allow it.
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
    /// forecasts that it will cost more. AWS finds the stack's costs by the tag `stack`, which must
    /// be activated as a cost allocation tag once per account
    /// (<https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html>).
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
                                                        "user:"
                                                                + PlazaStack.STACK_TAG
                                                                + "$"
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
        above(id, id, condition, metric, threshold, periods).addOkAction(new SnsAction(topic));
    }

    private void add(
            Mapped stream,
            String kind,
            String condition,
            IMetric metric,
            Number threshold,
            int periods) {
        above(stream.name() + kind, STREAM + kind, condition, metric, threshold, periods)
                .addOkAction(new SnsAction(topic));
    }

    /// Adds an alarm for lost or given up records. It returns to OK when the metric has no data for
    /// a period. That does not mean that the records are recovered, so it does not notify.
    private void addEvent(Mapped stream, String kind, String condition, IMetric metric) {
        above(stream.name() + kind, STREAM + kind, condition, metric, 0, 1);
    }

    /// Adds an alarm for `metric` without a count in each of `periods` periods. CloudWatch has no
    /// data for a function that was not invoked.
    private void addMissing(String id, String condition, IMetric metric, int periods) {
        notifying(
                        alarm(id, id, condition, metric)
                                .threshold(1)
                                .evaluationPeriods(periods)
                                .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
                                .treatMissingData(TreatMissingData.BREACHING))
                .addOkAction(new SnsAction(topic));
    }

    private Alarm above(
            String id,
            String section,
            String condition,
            IMetric metric,
            Number threshold,
            int periods) {
        return notifying(
                alarm(id, section, condition, metric)
                        .threshold(threshold)
                        .evaluationPeriods(periods)
                        .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
                        .treatMissingData(TreatMissingData.NOT_BREACHING));
    }

    private Alarm.Builder alarm(String id, String section, String condition, IMetric metric) {
        return Alarm.Builder.create(stack, id + "Alarm")
                .alarmDescription(
                        "%s: %s. Runbook: %s#%s"
                                .formatted(
                                        id, condition, RUNBOOK, section.toLowerCase(Locale.ROOT)))
                .metric(metric);
    }

    private Alarm notifying(Alarm.Builder builder) {
        var alarm = builder.build();
        alarm.addAlarmAction(new SnsAction(topic));
        alarms.add(alarm);
        return alarm;
    }
}
