package plaza.infra;

import java.util.List;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.backup.BackupPlan;
import software.amazon.awscdk.services.backup.BackupPlanRule;
import software.amazon.awscdk.services.backup.BackupResource;
import software.amazon.awscdk.services.backup.BackupSelectionOptions;
import software.amazon.awscdk.services.backup.BackupVault;
import software.amazon.awscdk.services.events.CronOptions;
import software.amazon.awscdk.services.events.Schedule;

/// Copies of the table in AWS Backup; context `backups` turns them on.
///
/// Point-in-time recovery is always on, but it covers 35 days only and ends when the table is
/// deleted. These copies outlive the table and are kept for up to a year.
final class Backups {
    private Backups() {}

    static void of(Stack stack, Stage stage, Storage storage) {
        var vault =
                BackupVault.Builder.create(stack, "BackupVault")
                        // unlike other names, CDK derives this one from the construct path, which
                        // is the same in every stage
                        .backupVaultName(stack.getStackName())
                        .encryptionKey(storage.key())
                        .removalPolicy(stage.removalPolicy())
                        .build();
        var plan = BackupPlan.Builder.create(stack, "BackupPlan").backupVault(vault).build();
        plan.addRule(rule("weekly", Duration.days(35), CronOptions.builder().weekDay("SUN")));
        plan.addRule(rule("monthly", Duration.days(365), CronOptions.builder().day("1")));
        plan.addSelection(
                "Table",
                BackupSelectionOptions.builder()
                        .resources(List.of(BackupResource.fromDynamoDbTable(storage.table())))
                        .build());
    }

    private static BackupPlanRule rule(String name, Duration kept, CronOptions.Builder day) {
        return BackupPlanRule.Builder.create()
                .ruleName(name)
                .scheduleExpression(Schedule.cron(day.hour("3").minute("0").build()))
                .deleteAfter(kept)
                .build();
    }
}
