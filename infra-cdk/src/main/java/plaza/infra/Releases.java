package plaza.infra;

import java.util.List;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.codedeploy.LambdaApplication;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentGroup;
import software.amazon.awscdk.services.iam.IRole;

/// The releases of `prod`: CodeDeploy sends 10 % of a function's invocations to its new version for
/// five minutes, and then all. If the new version fails once in that time, CodeDeploy returns the
/// alias to the old version, and CloudFormation rolls back the deployment.
///
/// Each function has its own deployment group, because a group allows one deployment at a time
/// (<https://docs.aws.amazon.com/codedeploy/latest/userguide/limits.html>).
///
/// @param stage the stage of the functions
/// @param application the CodeDeploy application of all functions
/// @param role the role of CodeDeploy
record Releases(Stage stage, LambdaApplication application, IRole role) {
    private static final int CANARY_MINUTES = 5;

    static Releases in(Stack stack, Stage stage) {
        var alarms =
                "arn:%s:cloudwatch:%s:%s:alarm:*"
                        .formatted(Aws.PARTITION, Aws.REGION, Aws.ACCOUNT_ID);
        var role =
                Permission.role(
                        stack,
                        "ReleaseRole",
                        "codedeploy",
                        "Release",
                        List.of(
                                Permission.allow(
                                        List.of(
                                                "lambda:GetAlias",
                                                "lambda:GetProvisionedConcurrencyConfig",
                                                "lambda:UpdateAlias"),
                                        functions(stage)),
                                Permission.allow(List.of("cloudwatch:DescribeAlarms"), alarms)));
        return new Releases(
                stage,
                LambdaApplication.Builder.create(stack, "Releases").build(),
                // constructs cannot add AWS's policy, which covers all functions of the account
                role.withoutPolicyUpdates());
    }

    /// The ARNs of all functions of a stage and of their versions and aliases.
    static String functions(Stage stage) {
        return "arn:%s:lambda:%s:%s:function:%s"
                .formatted(
                        Aws.PARTITION,
                        Aws.REGION,
                        Aws.ACCOUNT_ID,
                        FunctionDeployer.physicalName(stage, "*"));
    }

    /// Lets CodeDeploy move the alias of a function.
    ///
    /// The alarm counts the failures of the new version only, so that a release that fixes a
    /// failing function is not rolled back because of the old one. It has no action, because the
    /// failed deployment is reported by the CLI. It watches all minutes of the canary, because the
    /// functions' own metrics can arrive after the minute that they belong to.
    ///
    /// @param turns the alarms and groups of the stack: CodeDeploy rejects the creation of fifteen
    ///   at once (<https://github.com/aws/aws-cdk/issues/21516>)
    void shift(Stack stack, Deployed<?> deployed, Turns turns) {
        var alarm =
                Alarm.Builder.create(stack, deployed.name() + "ReleaseAlarm")
                        .alarmDescription("The new version failed, so CodeDeploy rolls it back")
                        .metric(Metrics.failuresOfNewVersion(stage, deployed, Duration.minutes(1)))
                        .threshold(0)
                        .evaluationPeriods(CANARY_MINUTES)
                        .datapointsToAlarm(1)
                        .comparisonOperator(ComparisonOperator.GREATER_THAN_THRESHOLD)
                        .treatMissingData(TreatMissingData.NOT_BREACHING)
                        .build();
        var group =
                LambdaDeploymentGroup.Builder.create(stack, deployed.name() + "Release")
                        .application(application)
                        .alias(deployed.live())
                        .deploymentConfig(LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES)
                        .alarms(List.of(alarm))
                        .role(role)
                        .build();
        turns.add(Turns.resource(alarm), Turns.resource(group));
    }
}
