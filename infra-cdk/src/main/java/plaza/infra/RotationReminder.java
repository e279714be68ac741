package plaza.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.scheduler.CfnSchedule.FlexibleTimeWindowProperty;
import software.amazon.awscdk.services.scheduler.CfnSchedule.RetryPolicyProperty;
import software.amazon.awscdk.services.scheduler.CfnSchedule.TargetProperty;
import software.amazon.awscdk.services.sns.ITopic;

/// Reminds the receivers of the alarms to rotate the keys. EventBridge Scheduler publishes the
/// message itself
/// (<https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-targets-templated.html>).
final class RotationReminder {
    /// The number of days after which a key is rotated.
    static final int DAYS = 90;

    private RotationReminder() {}

    static void to(Stack stack, ITopic topic, Storage storage) {
        var statements =
                List.of(
                        Permission.allow(List.of("sns:Publish"), topic.getTopicArn()),
                        // the topic is encrypted with the key
                        Permission.allow(
                                List.of("kms:Decrypt", "kms:GenerateDataKey"),
                                storage.key().getKeyArn()));
        var role =
                Role.Builder.create(stack, "RotationReminderRole")
                        .assumedBy(new ServicePrincipal("scheduler.amazonaws.com"))
                        .inlinePolicies(
                                Map.of(
                                        "Publish",
                                        PolicyDocument.Builder.create()
                                                .statements(
                                                        List.<PolicyStatement>copyOf(statements))
                                                .build()))
                        .build();
        CfnSchedule.Builder.create(stack, "RotationReminder")
                .description("Remind the operator to rotate the keys")
                .scheduleExpression("rate(%d days)".formatted(DAYS))
                .flexibleTimeWindow(FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(
                        TargetProperty.builder()
                                .arn(topic.getTopicArn())
                                .roleArn(role.getRoleArn())
                                .input(
                                        "Rotate the cursor keys of "
                                                + stack.getStackName()
                                                + ". Runbook: docs/operations.md#cursor-keys")
                                .retryPolicy(
                                        RetryPolicyProperty.builder()
                                                .maximumRetryAttempts(3)
                                                .build())
                                .build())
                .build();
    }
}
