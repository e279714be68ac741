package plaza.infra;

import java.util.List;
import software.amazon.awscdk.Stack;
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
        var id = "RotationReminder";
        var role = Permission.role(stack, id + "Role", "scheduler", "Publish", statements);
        var message =
                "Rotate the cursor keys of "
                        + stack.getStackName()
                        + ". Runbook: docs/operations/maintenance.md#cursor-keys";
        Schedules.schedule(stack, id, topic.getTopicArn(), role, message, 3)
                .description("Remind the operator to rotate the keys")
                .scheduleExpression("rate(%d days)".formatted(DAYS))
                .build();
    }
}
