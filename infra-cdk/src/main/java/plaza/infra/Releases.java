package plaza.infra;

import java.util.List;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.codedeploy.AutoRollbackConfig;
import software.amazon.awscdk.services.codedeploy.LambdaApplication;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentConfig;
import software.amazon.awscdk.services.codedeploy.LambdaDeploymentGroup;
import software.amazon.awscdk.services.iam.IRole;

/// The releases with `canary`: CodeDeploy sends 10 % of a function's invocations to its new version
/// for five minutes, and then all. If the new version fails too often in that time, [WatchRelease]
/// stops CodeDeploy, which returns the alias to the old version, and CloudFormation rolls back the
/// deployment.
///
/// Each function has its own deployment group, because a group allows one deployment at a time
/// (<https://docs.aws.amazon.com/codedeploy/latest/userguide/limits.html>).
///
/// @param stage the stage of the functions
/// @param application the CodeDeploy application of all functions
/// @param role the role of CodeDeploy
record Releases(Stage stage, LambdaApplication application, IRole role) {
    static final int CANARY_MINUTES = 5;

    static Releases in(Stack stack, Stage stage) {
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
                                        functions(stage))));
        var application = LambdaApplication.Builder.create(stack, "Releases").build();
        WatchRelease.in(stack, stage, application);
        return new Releases(
                stage,
                application,
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

    /// Lets CodeDeploy move the alias of a function. The group has the name of the function, so
    /// that [WatchRelease] finds it.
    ///
    /// @param turns the groups of the stack: CodeDeploy rejects the creation of fifteen at once
    ///   (<https://github.com/aws/aws-cdk/issues/21516>)
    void shift(Stack stack, Deployed<?> deployed, Turns turns) {
        var group =
                LambdaDeploymentGroup.Builder.create(stack, deployed.name() + "Release")
                        .application(application)
                        .deploymentGroupName(FunctionDeployer.physicalName(stage, deployed.name()))
                        .alias(deployed.live())
                        .deploymentConfig(LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES)
                        .autoRollback(
                                AutoRollbackConfig.builder()
                                        .failedDeployment(true)
                                        .stoppedDeployment(true)
                                        .build())
                        .role(role)
                        .build();
        turns.add(Turns.resource(group));
    }
}
