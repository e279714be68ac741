package plaza.catalogue;

/// The state machine that performs a run over the whole table, in the Amazon States Language. The
/// stack deploys this text, and the local system interprets it.
///
/// One child execution reads one segment of the table: it invokes the function again and again with
/// what the function returned, until the segment is read to its end. A child has a history of its
/// own, so a run may take weeks. Children are Standard executions, because Express ones end after
/// five minutes.
///
/// A task that failed is repeated for half an hour. If a segment fails nevertheless, the execution
/// fails, because no failure is tolerated by default; when it is redriven, only the segments that
/// were not read to their end continue, each where it was.
/// (<https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html>,
/// <https://docs.aws.amazon.com/step-functions/latest/dg/redrive-map-run.html>)
public final class ScanMachine {
    private static final String RETRY =
            """
            [
              {"ErrorEquals": ["plaza.text.Malformed"], "MaxAttempts": 0},
              {
                "ErrorEquals": ["States.ALL"],
                "IntervalSeconds": 5,
                "BackoffRate": 2,
                "MaxDelaySeconds": 300,
                "MaxAttempts": 12
              }
            ]\
            """;

    private ScanMachine() {}

    /// The definition.
    ///
    /// @param partition the AWS partition of the ARNs
    /// @param function the ARN of the alias of the function that reads the table
    public static String definition(String partition, String function) {
        return """
        {
          "StartAt": "Running",
          "States": {
            "Running": {
              "Type": "Task",
              "Resource": "arn:PARTITION:states:::aws-sdk:sfn:listExecutions",
              "Parameters": {
                "StateMachineArn.$": "$$.StateMachine.Id",
                "StatusFilter": "RUNNING",
                "MaxResults": 2
              },
              "Retry": RETRY,
              "Next": "Begin"
            },
            "Begin": {
              "Type": "Task",
              "Resource": "arn:PARTITION:states:::lambda:invoke",
              "Parameters": {
                "FunctionName": "FUNCTION",
                "Payload": {
                  "action": "begin",
                  "order.$": "$$.Execution.Input",
                  "running.$": "$.Executions[*].Name"
                }
              },
              "OutputPath": "$.Payload",
              "Retry": RETRY,
              "Next": "IsEnded"
            },
            "IsEnded": {
              "Type": "Choice",
              "Choices": [{"Variable": "$.action", "StringEquals": "ended", "Next": "Ended"}],
              "Default": "Segments"
            },
            "Segments": {
              "Type": "Map",
              "ItemsPath": "$.segments",
              "ItemSelector": {
                "action": "read",
                "run.$": "$.run",
                "segment.$": "$$.Map.Item.Value"
              },
              "MaxConcurrency": 100,
              "ItemProcessor": {
                "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
                "StartAt": "Wait",
                "States": {
                  "Wait": {
                    "Type": "Wait",
                    "TimestampPath": "$.segment.notBefore",
                    "Next": "Read"
                  },
                  "Read": {
                    "Type": "Task",
                    "Resource": "arn:PARTITION:states:::lambda:invoke",
                    "Parameters": {"FunctionName": "FUNCTION", "Payload.$": "$"},
                    "OutputPath": "$.Payload",
                    "Retry": RETRY,
                    "Next": "IsRead"
                  },
                  "IsRead": {
                    "Type": "Choice",
                    "Choices": [
                      {"Variable": "$.segment.isRead", "BooleanEquals": true, "Next": "SegmentRead"}
                    ],
                    "Default": "Wait"
                  },
                  "SegmentRead": {"Type": "Pass", "OutputPath": "$.segment", "End": true}
                }
              },
              "ResultPath": "$.segments",
              "Next": "End"
            },
            "End": {
              "Type": "Task",
              "Resource": "arn:PARTITION:states:::lambda:invoke",
              "Parameters": {"FunctionName": "FUNCTION", "Payload.$": "$"},
              "OutputPath": "$.Payload",
              "Retry": RETRY,
              "Next": "IsEnded"
            },
            "Ended": {"Type": "Succeed"}
          }
        }
        """
                .replace("RETRY", RETRY.replaceAll("\\s+", " "))
                .replace("PARTITION", partition)
                .replace("FUNCTION", function);
    }
}
