package plaza.infra;

import java.util.List;
import java.util.Objects;
import plaza.catalogue.ScheduledFunction;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.EventInvokeConfigOptions;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.scheduler.CfnSchedule.FlexibleTimeWindowProperty;
import software.amazon.awscdk.services.scheduler.CfnSchedule.RetryPolicyProperty;
import software.amazon.awscdk.services.scheduler.CfnSchedule.TargetProperty;

/// The schedules of EventBridge Scheduler: those of functions that it invokes itself, and those of
/// state machines. Each has a role that allows nothing else.
final class Schedules {
    private Schedules() {}

    static void of(Stack stack, Deployed<ScheduledFunction> deployed) {
        var row = deployed.row();
        var times = Objects.requireNonNull(row.schedule());
        var alias = deployed.live().getFunctionArn();
        var id = row.name() + "Schedule";
        // The scheduler invokes asynchronously, and Lambda would run a failed event twice more
        // (https://docs.aws.amazon.com/lambda/latest/dg/with-eventbridge-scheduler.html). The next
        // invocation continues the run.
        deployed.live()
                .configureAsyncInvoke(
                        EventInvokeConfigOptions.builder()
                                .retryAttempts(0)
                                .maxEventAge(Duration.hours(1))
                                .build());
        var role = invoker(stack, id, "lambda:InvokeFunction", alias);
        schedule(stack, id, alias, role, times.input(), 0)
                .description(row.summary())
                .scheduleExpression(times.expression())
                .scheduleExpressionTimezone("UTC")
                .build();
    }

    /// A schedule of a state machine, without its times.
    ///
    /// @param machine the ARN of the machine
    static CfnSchedule.Builder ofMachine(Stack stack, String id, String machine, String input) {
        var role = invoker(stack, id, "states:StartExecution", machine);
        return schedule(stack, id, machine, role, input, 3);
    }

    private static Role invoker(Stack stack, String id, String action, String target) {
        return Permission.role(
                stack,
                id + "Role",
                "scheduler",
                "Invoke",
                List.of(Permission.allow(List.of(action), target)));
    }

    /// A schedule without its times.
    ///
    /// @param target the ARN of what it invokes
    /// @param role the role in which it does so
    /// @param retriesMax how often it repeats an invocation that failed; the default is 185 times
    ///   in a day
    static CfnSchedule.Builder schedule(
            Stack stack, String id, String target, Role role, String input, int retriesMax) {
        return CfnSchedule.Builder.create(stack, id)
                .flexibleTimeWindow(FlexibleTimeWindowProperty.builder().mode("OFF").build())
                .target(
                        TargetProperty.builder()
                                .arn(target)
                                .roleArn(role.getRoleArn())
                                .input(input)
                                .retryPolicy(
                                        RetryPolicyProperty.builder()
                                                .maximumRetryAttempts(retriesMax)
                                                .build())
                                .build());
    }
}
