package plaza.infra;

import java.util.List;
import java.util.Map;
import plaza.catalogue.ScheduledFunction;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.scheduler.CfnSchedule.FlexibleTimeWindowProperty;
import software.amazon.awscdk.services.scheduler.CfnSchedule.RetryPolicyProperty;
import software.amazon.awscdk.services.scheduler.CfnSchedule.TargetProperty;

/// The schedules of the scheduled functions. EventBridge Scheduler invokes them in a role that
/// allows nothing else.
final class Schedules {
    private Schedules() {}

    static void of(Stack stack, Deployed<ScheduledFunction> deployed) {
        var row = deployed.row();
        var alias = deployed.live().getFunctionArn();
        var role =
                Role.Builder.create(stack, row.name() + "ScheduleRole")
                        .assumedBy(new ServicePrincipal("scheduler.amazonaws.com"))
                        .inlinePolicies(
                                Map.of(
                                        "Invoke",
                                        PolicyDocument.Builder.create()
                                                .statements(
                                                        List.of(
                                                                Permission.allow(
                                                                        List.of(
                                                                                "lambda:InvokeFunction"),
                                                                        alias)))
                                                .build()))
                        .build();
        // The scheduler invokes asynchronously, and Lambda would run a failed event twice more
        // (https://docs.aws.amazon.com/lambda/latest/dg/with-eventbridge-scheduler.html). The next
        // invocation continues the run.
        deployed.live()
                .configureAsyncInvoke(
                        EventInvokeConfigOptions.builder()
                                .retryAttempts(0)
                                .maxEventAge(Duration.hours(1))
                                .build());
        CfnSchedule.Builder.create(stack, row.name() + "Schedule")
                .description(row.summary())
                .scheduleExpression(row.schedule())
                .scheduleExpressionTimezone("UTC")
                .flexibleTimeWindow(FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(
                        TargetProperty.builder()
                                .arn(alias)
                                .roleArn(role.getRoleArn())
                                .input(row.input())
                                .retryPolicy(
                                        RetryPolicyProperty.builder()
                                                .maximumRetryAttempts(0)
                                                .build())
                                .build())
                .build();
    }
}
