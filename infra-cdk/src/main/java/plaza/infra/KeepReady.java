package plaza.infra;

import java.util.List;
import java.util.stream.Collectors;
import plaza.catalogue.FunctionRow;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;
import software.constructs.IDependable;

/// A state machine that invokes each function daily, so that its live version keeps its snapshot.
///
/// Lambda deletes the snapshot of a version that is not invoked for 14 days, and of others "when
/// Lambda periodically recycles the execution environment". The next invocation then fails with
/// `SnapStartNotReadyException` while Lambda makes the snapshot again
/// (<https://docs.aws.amazon.com/lambda/latest/dg/snapstart-troubleshooting.html>). The machine
/// receives that failure in place of a caller, and retries until the function is ready.
///
/// The event is [FunctionRow#EMPTY_EVENT], for which no function reads or writes the table. The
/// scheduled functions are left out: each has a schedule, and their events start work.
final class KeepReady {
    /// The machine's construct id, and the prefix of those of its role, schedule and alarm.
    static final String ID = "KeepReady";

    /// How often the machine runs. Once in 14 days would be too rare, because a failed run would
    /// not be repeated in time. Once a day also limits how long a version that Lambda has recycled
    /// stays without a snapshot, and costs less than $0.10 a month.
    static final String SCHEDULE = "rate(1 day)";

    /// How many functions the machine invokes at a time, so that it uses hardly any of the
    /// account's concurrency.
    static final int INVOKED_AT_ONCE = 5;

    private KeepReady() {}

    /// Creates the machine and its schedule.
    ///
    /// @param rows the functions to invoke
    /// @param functions what contains the functions; it must exist before the first run
    static CfnStateMachine in(
            Stack stack,
            Stage stage,
            List<? extends FunctionRow> rows,
            List<? extends IDependable> functions) {
        // A list of all aliases would exceed the 10,240 characters of a role's policies at 150
        // routes (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html). The
        // alias is part of the pattern, so no version and no $LATEST matches it.
        var role =
                Permission.role(
                        stack,
                        ID + "Role",
                        "states",
                        "Invoke",
                        List.of(
                                Permission.allow(
                                        List.of("lambda:InvokeFunction"),
                                        Releases.functions(stage) + ":" + FunctionDeployer.ALIAS)));
        var machine =
                CfnStateMachine.Builder.create(stack, ID)
                        .definitionString(definition(stage, rows))
                        .roleArn(role.getRoleArn())
                        .build();
        var schedule =
                Schedules.ofMachine(stack, ID + "Schedule", machine.getAttrArn(), "{}")
                        .description("Invoke each function, so that its snapshot is kept")
                        .scheduleExpression(SCHEDULE)
                        .build();
        functions.forEach(schedule.getNode()::addDependency);
        return machine;
    }

    /// The machine in the Amazon States Language. A text, because the iteration order of `Map.of`
    /// differs between processes, so that every deployment would update the machine.
    ///
    /// An execution succeeds only if every function was invoked. A function that fails does not
    /// keep the others from being invoked. The retries wait one, two and four minutes, because a
    /// snapshot takes some minutes.
    private static String definition(Stage stage, List<? extends FunctionRow> rows) {
        var names =
                rows.stream()
                        .map(row -> '"' + FunctionDeployer.physicalName(stage, row.name()) + '"')
                        .collect(Collectors.joining(", "));
        return """
        {
          "QueryLanguage": "JSONata",
          "StartAt": "EachFunction",
          "States": {
            "EachFunction": {
              "Type": "Map",
              "Items": [%s],
              "MaxConcurrency": %d,
              "ItemProcessor": {
                "ProcessorConfig": {"Mode": "INLINE"},
                "StartAt": "Invoke",
                "States": {
                  "Invoke": {
                    "Type": "Task",
                    "Resource": "arn:%s:states:::lambda:invoke",
                    "Arguments": {
                      "FunctionName": "{%% $states.input & ':%s' %%}",
                      "Payload": %s
                    },
                    "Output": {"ready": true},
                    "Retry": [{
                      "ErrorEquals": ["States.ALL"],
                      "IntervalSeconds": 60,
                      "BackoffRate": 2,
                      "MaxAttempts": 3
                    }],
                    "Catch": [{
                      "ErrorEquals": ["States.ALL"],
                      "Output": {"ready": false, "function": "{%% $states.input %%}"},
                      "Next": "NotReady"
                    }],
                    "End": true
                  },
                  "NotReady": {"Type": "Pass", "End": true}
                }
              },
              "Next": "AllReady"
            },
            "AllReady": {
              "Type": "Choice",
              "Choices": [{
                "Condition": "{%% $count($states.input[ready = false]) = 0 %%}",
                "Next": "Ready"
              }],
              "Default": "NotAllReady"
            },
            "Ready": {"Type": "Succeed"},
            "NotAllReady": {
              "Type": "Fail",
              "Error": "NotReady",
              "Cause": "{%% 'Could not invoke: ' & $join($states.input[ready = false].function, ', ') %%}"
            }
          }
        }
        """
                .formatted(
                        names,
                        INVOKED_AT_ONCE,
                        Aws.PARTITION,
                        FunctionDeployer.ALIAS,
                        FunctionRow.EMPTY_EVENT);
    }
}
