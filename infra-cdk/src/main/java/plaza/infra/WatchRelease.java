package plaza.infra;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import plaza.infra.settings.Stage;
import plaza.log.Metric;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.codedeploy.LambdaApplication;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.events.CfnRule.TargetProperty;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;

/// A state machine that watches the new version of a function while CodeDeploy sends it the first
/// invocations, and stops the deployment if too many of them fail.
///
/// CodeDeploy itself could watch an alarm of each function. That alarm would need three or four
/// metrics, each of which costs $0.10 a month whether there is a release or not: more than
/// everything else of an idle stage together. The machine reads the same metrics only during a
/// release. An event of CodeDeploy starts it for each deployment; AWS delivers it "best effort"
/// (<https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-codedeploy.html>).
///
/// It counts failures of the new version only, so that a release that fixes a failing function is
/// not rolled back because of the old one. If it cannot read the metrics, it stops the deployment,
/// too.
final class WatchRelease {
    /// The machine's construct id, and the prefix of those of its role and rule.
    static final String ID = "WatchRelease";

    /// How often the machine looks, once a minute. The last time is a minute before CodeDeploy
    /// sends all invocations to the new version.
    static final int MINUTES = Releases.CANARY_MINUTES - 1;

    /// The highest acceptable share of failures.
    static final double FAILURES_SHARE_MAX = 0.01;

    /// The failures of any share that do not stop a release. Among 5,000 invocations a few fail
    /// although nothing is wrong.
    static final int FAILURES_MAX = 2;

    /// With fewer invocations than this until the last look, one failure is enough: a route that
    /// few callers use would otherwise never stop a release. The number is low, because most
    /// functions are invoked rarely, and each of them can fail once without a reason.
    static final int FEW_INVOCATIONS = 10;

    private WatchRelease() {}

    static void in(Stack stack, Stage stage, LambdaApplication application) {
        var groups =
                "arn:%s:codedeploy:%s:%s:deploymentgroup:%s/*"
                        .formatted(
                                Aws.PARTITION,
                                Aws.REGION,
                                Aws.ACCOUNT_ID,
                                application.getApplicationName());
        var role =
                Permission.role(
                        stack,
                        ID + "Role",
                        "states",
                        "Watch",
                        List.of(
                                Permission.allow(
                                        List.of("lambda:GetAlias"), Releases.functions(stage)),
                                // CloudWatch has no resource-level permissions for it
                                Permission.allow(List.of("cloudwatch:GetMetricData"), "*"),
                                Permission.allow(List.of("codedeploy:StopDeployment"), groups)));
        var machine =
                CfnStateMachine.Builder.create(stack, ID)
                        .definitionString(definition(stage))
                        .roleArn(role.getRoleArn())
                        .build();
        CfnRule.Builder.create(stack, ID + "Rule")
                .description("Watch each new version of a function")
                .eventPattern(
                        new TreeMap<>(
                                Map.of(
                                        "source",
                                        List.of("aws.codedeploy"),
                                        "detail-type",
                                        List.of("CodeDeploy Deployment State-change Notification"),
                                        "detail",
                                        new TreeMap<>(
                                                Map.of(
                                                        "application",
                                                        List.of(application.getApplicationName()),
                                                        "state",
                                                        List.of("START"))))))
                .targets(
                        List.of(
                                TargetProperty.builder()
                                        .id(ID)
                                        .arn(machine.getAttrArn())
                                        .roleArn(starter(stack, machine).getRoleArn())
                                        .build()))
                .build();
    }

    private static Role starter(Stack stack, CfnStateMachine machine) {
        return Permission.role(
                stack,
                ID + "RuleRole",
                "events",
                "Invoke",
                List.of(Permission.allow(List.of("states:StartExecution"), machine.getAttrArn())));
    }

    /// The machine in the Amazon States Language. A deployment group has the name of its function.
    /// The alias names two versions while CodeDeploy shifts it, the new one with a weight
    /// (<https://docs.aws.amazon.com/lambda/latest/api/API_GetAlias.html>).
    private static String definition(Stage stage) {
        return """
        {
          "QueryLanguage": "JSONata",
          "StartAt": "Begin",
          "States": {
            "Begin": {
              "Type": "Pass",
              "Assign": {
                "function": "{%% $states.input.detail.deploymentGroup %%}",
                "deployment": "{%% $states.input.detail.deploymentId %%}",
                "begin": "{%% $states.context.Execution.StartTime %%}",
                "minute": 0,
                "invocations": 0,
                "failures": 0
              },
              "Next": "Minute"
            },
            "Minute": {
              "Type": "Wait",
              "Seconds": 60,
              "Assign": {"minute": "{%% $minute + 1 %%}"},
              "Next": "Version"
            },
            "Version": {
              "Type": "Task",
              "Resource": "arn:%1$s:states:::aws-sdk:lambda:getAlias",
              "Arguments": {"FunctionName": "{%% $function %%}", "Name": "%2$s"},
              "Assign": {
                "version": "{%% [$keys($states.result.RoutingConfig.AdditionalVersionWeights), ''][0] %%}"
              },
              %3$s,
              "Next": "IsShifting"
            },
            "IsShifting": {
              "Type": "Choice",
              "Choices": [{"Condition": "{%% $version != '' %%}", "Next": "Measure"}],
              "Default": "Judge"
            },
            "Measure": {
              "Type": "Task",
              "Resource": "arn:%1$s:states:::aws-sdk:cloudwatch:getMetricData",
              "Arguments": {
                "StartTime": "{%% $begin %%}",
                "EndTime": "{%% $now() %%}",
                "MetricDataQueries": [
                  %4$s,
                  %5$s,
                  %6$s,
                  %7$s
                ]
              },
              "Assign": {
                "invocations": "{%% $sum($append(0, $states.result.MetricDataResults[Id = 'invocations'].Values)) %%}",
                "failures": "{%% $sum($append(0, $states.result.MetricDataResults[Id != 'invocations'].Values)) %%}"
              },
              %3$s,
              "Next": "Judge"
            },
            "Judge": {
              "Type": "Choice",
              "Choices": [
                {
                  "Condition": "{%% $failures > %8$d and $failures > %9$s * $invocations or $minute = %10$d and $failures > 0 and $invocations < %11$d %%}",
                  "Next": "Stop"
                },
                {"Condition": "{%% $minute < %10$d %%}", "Next": "Minute"}
              ],
              "Default": "Passed"
            },
            "Passed": {"Type": "Succeed"},
            "Stop": {
              "Type": "Task",
              "Resource": "arn:%1$s:states:::aws-sdk:codedeploy:stopDeployment",
              "Arguments": {"DeploymentId": "{%% $deployment %%}", "AutoRollbackEnabled": true},
              "Retry": [%12$s],
              "Next": "Stopped"
            },
            "Stopped": {
              "Type": "Fail",
              "Error": "NewVersionFails",
              "Cause": "{%% 'The new version of ' & $function & ' fails, so its deployment was stopped.' %%}"
            }
          }
        }
        """
                .formatted(
                        Aws.PARTITION,
                        FunctionDeployer.ALIAS,
                        """
                        "Retry": [%s], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Stop"}]\
                        """
                                .formatted(RETRY),
                        lambda("Invocations"),
                        lambda("Errors"),
                        own(stage, Metric.ERRORS_5XX),
                        own(stage, Metric.FAILED_BATCHES),
                        FAILURES_MAX,
                        FAILURES_SHARE_MAX,
                        MINUTES,
                        FEW_INVOCATIONS,
                        RETRY);
    }

    /// Two retries, so that a minute lasts hardly longer.
    private static final String RETRY =
            """
            {"ErrorEquals": ["States.ALL"], "IntervalSeconds": 2, "MaxAttempts": 2}\
            """;

    /// The sum of one of Lambda's metrics for the new version.
    private static String lambda(String name) {
        return query(
                name,
                "AWS/Lambda",
                "\"FunctionName\", \"Value\": \"{% $function %}\"",
                "\"Resource\", \"Value\": \"{% $function & ':" + FunctionDeployer.ALIAS + "' %}\"",
                "\"ExecutedVersion\", \"Value\": \"{% $version %}\"");
    }

    /// The sum of one of the functions' own metrics for the new version. Lambda counts an
    /// invocation without a response as an error. A response can report a failure too: a stream
    /// function returns the records that it could not process, and an HTTP function returns 5xx.
    private static String own(Stage stage, Metric metric) {
        return query(
                metric.word(),
                Metric.NAMESPACE,
                "\"Stage\", \"Value\": \"" + stage.label() + '"',
                "\"Function\", \"Value\": \"{% $substringAfter($function, '"
                        + FunctionDeployer.physicalName(stage, "")
                        + "') %}\"",
                "\"Version\", \"Value\": \"{% $version %}\"");
    }

    private static String query(String name, String namespace, String... dimensions) {
        return """
        {"Id": "%s", "MetricStat": {"Metric": {"Namespace": "%s", "MetricName": "%s", "Dimensions": [{"Name": %s}]}, "Period": 60, "Stat": "Sum"}}\
        """
                .formatted(
                        name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
                        namespace,
                        name,
                        String.join("}, {\"Name\": ", dimensions));
    }
}
