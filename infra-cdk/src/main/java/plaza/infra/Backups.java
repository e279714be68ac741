package plaza.infra;

import java.util.List;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.backup.BackupPlan;
import software.amazon.awscdk.services.backup.BackupPlanRule;
import software.amazon.awscdk.services.backup.BackupResource;
import software.amazon.awscdk.services.backup.BackupSelectionOptions;
import software.amazon.awscdk.services.backup.BackupVault;
import software.amazon.awscdk.services.events.CronOptions;
import software.amazon.awscdk.services.events.Schedule;
import software.amazon.awscdk.services.iam.CfnRole;

/// Copies of the table in AWS Backup; context `backups` turns them on.
///
/// Point-in-time recovery is always on, but it covers 35 days only and ends when the table is
/// deleted. These copies outlive the table and are kept for up to a year.
final class Backups {
    /// How long the copies of a week and of a month are kept.
    private static final int WEEKLY_KEPT_DAYS = 35;

    static final int MONTHLY_KEPT_DAYS = 365;

    private Backups() {}

    static void of(Stack stack, Stage stage, Storage storage) {
        var vault =
                BackupVault.Builder.create(stack, "BackupVault")
                        .backupVaultName(name(stack))
                        .encryptionKey(storage.key())
                        .removalPolicy(stage.removalPolicy())
                        .build();
        var plan = BackupPlan.Builder.create(stack, "BackupPlan").backupVault(vault).build();
        plan.addRule(
                rule(
                        "weekly",
                        Duration.days(WEEKLY_KEPT_DAYS),
                        CronOptions.builder().weekDay("SUN")));
        plan.addRule(
                rule("monthly", Duration.days(MONTHLY_KEPT_DAYS), CronOptions.builder().day("1")));
        var selection =
                plan.addSelection(
                        "Table",
                        BackupSelectionOptions.builder()
                                .resources(
                                        List.of(BackupResource.fromDynamoDbTable(storage.table())))
                                .build());
        ((CfnRole) Turns.resource(selection.getNode().findChild("Role")))
                .setPath(Permission.path(stack));
    }

    /// The name of the vault. CloudFormation does not generate it, and it contains a part of the id
    /// that AWS gives each stack: a vault outlives its stack with the copies, so that a stack that
    /// is created again with the same name needs another one
    /// (<https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-backup-backupvault.html>).
    private static String name(Stack stack) {
        var id = Fn.select(2, Fn.split("/", Aws.STACK_ID));
        return stack.getStackName() + "-" + Fn.select(0, Fn.split("-", id));
    }

    private static BackupPlanRule rule(String name, Duration kept, CronOptions.Builder day) {
        return BackupPlanRule.Builder.create()
                .ruleName(name)
                .scheduleExpression(Schedule.cron(day.hour("3").minute("0").build()))
                .deleteAfter(kept)
                .build();
    }
}
