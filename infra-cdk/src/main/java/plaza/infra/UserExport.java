package plaza.infra;

import java.util.List;
import plaza.catalogue.HttpFunction;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;

/// The nightly export of the user pool: a state machine that writes the id, the address and the
/// administrators into a bucket.
///
/// All data belong to the `sub` of a Cognito user, and Cognito neither restores a pool nor accepts
/// a `sub`. Without the export, the loss of the pool would orphan the data of every user.
/// `infra-cdk/restore-users` imports it into a new pool.
///
/// A run lists the users in [#PARTS] parts by the first digit of their `sub`, each as an Express
/// workflow, which may last five minutes: enough for the pages of about two million users in total,
/// at ten a second. One Standard workflow for all pages would exceed the 25,000 events of an
/// execution at 120,000 users
/// (<https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html>).
///
/// @param machine the state machine
/// @param bucket the bucket of the exports
record UserExport(CfnStateMachine machine, Bucket bucket) {
    /// The machine's construct id, and the prefix of those of its role, schedule and alarm.
    static final String ID = "ExportUsers";

    static final String SCHEDULE = "cron(30 2 * * ? *)";

    /// How long an export is kept. A loss must be noticed before.
    static final int KEPT_DAYS = 35;

    /// The first digits of a `sub`, which is a UUID.
    static final List<String> PARTS = List.of("0123456789abcdef".split(""));

    /// The parts that are listed at a time. Cognito allows 30 requests a second to list users
    /// (<https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html>), and a part waits
    /// for S3 after each.
    private static final int PARTS_AT_ONCE = 3;

    static UserExport in(Stack stack, Stage stage, Storage storage, Accounts accounts) {
        var bucket = Storage.bucket(stack, "UserExport", stage, storage.key(), KEPT_DAYS);
        // a fixed name, because the role names the machine, which needs the role
        var machineName = PlazaStack.name(stage) + "-" + ID;
        var arn = Permission.statesArn("stateMachine", machineName);
        var statements =
                List.of(
                        Permission.allow(
                                List.of("cognito-idp:ListUsers", "cognito-idp:ListUsersInGroup"),
                                accounts.pool().getUserPoolArn()),
                        Permission.allow(
                                List.of("s3:PutObject"), bucket.getBucketArn() + "/users/*"),
                        Permission.allow(List.of("kms:GenerateDataKey"), storage.key().getKeyArn()),
                        // a Map state in distributed mode starts an execution for each part
                        // (https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html)
                        Permission.allow(List.of("states:StartExecution"), arn),
                        Permission.allow(
                                List.of("states:DescribeExecution", "states:StopExecution"),
                                Permission.statesArn("execution", machineName + "/*")));
        var role = Permission.role(stack, ID + "Role", "states", "Export", statements);
        var machine =
                CfnStateMachine.Builder.create(stack, ID)
                        .stateMachineName(machineName)
                        .definitionString(definition(accounts, bucket))
                        .roleArn(role.getRoleArn())
                        .build();
        Schedules.ofMachine(stack, ID + "Schedule", machine.getAttrArn(), "{}")
                .description("Export the ids and addresses of all users")
                .scheduleExpression(SCHEDULE)
                .scheduleExpressionTimezone("UTC")
                .build();
        return new UserExport(machine, bucket);
    }

    /// The machine in the Amazon States Language. Each page is an object
    /// `users/<day>/<part>-<page>.json`, a list of users; those of the group are
    /// `users/<day>/admin-<page>.json`. Every part has at least one object, so that a missing part
    /// of an export is seen.
    private static String definition(Accounts accounts, Bucket bucket) {
        return """
        {
          "QueryLanguage": "JSONata",
          "StartAt": "EachPart",
          "States": {
            "EachPart": {
              "Type": "Map",
              "Items": ["%s"],
              "ItemSelector": {
                "part": "{%% $states.context.Map.Item.Value %%}",
                "day": "{%% $substring($states.context.Execution.StartTime, 0, 10) %%}"
              },
              "MaxConcurrency": %d,
              "ItemProcessor": {
                "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "EXPRESS"},
                "StartAt": "Part",
                "States": {
                  "Part": {
                    "Type": "Pass",
                    "Assign": {
                      "file": "{%% 'users/' & $states.input.day & '/' & $states.input.part %%}",
                      "query": {
                        "UserPoolId": "%s",
                        "Limit": 60,
                        "Filter": "{%% 'sub ^= \\"' & $states.input.part & '\\"' %%}"
                      },
                      "page": 0,
                      "token": ""
                    },
                    "Next": "List"
                  },
        %s
                }
              },
              "Output": {},
              "Assign": {
                "file": "{%% 'users/' & $substring($states.context.Execution.StartTime, 0, 10) & '/admin' %%}",
                "query": {"UserPoolId": "%s", "Limit": 60, "GroupName": "%s"},
                "page": 0,
                "token": ""
              },
              "Next": "ListGroup"
            },
        %s
          }
        }
        """
                .formatted(
                        String.join("\", \"", PARTS),
                        PARTS_AT_ONCE,
                        accounts.pool().getUserPoolId(),
                        pages("", "listUsers", "PaginationToken", accounts, bucket),
                        accounts.pool().getUserPoolId(),
                        HttpFunction.ADMIN_SCOPE,
                        pages("Group", "listUsersInGroup", "NextToken", accounts, bucket));
    }

    /// The states that list users page by page and write each page.
    ///
    /// @param suffix of the names of the states
    /// @param token the name of the token for the next page in requests and responses
    private static String pages(
            String suffix, String action, String token, Accounts accounts, Bucket bucket) {
        var id = accounts.restored() ? "Username" : "Attributes[Name='sub'].Value";
        return """
        "List%1$s": {
          "Type": "Task",
          "Resource": "arn:%2$s:states:::aws-sdk:cognitoidentityprovider:%3$s",
          "Arguments": "{%% $merge([$query, $token = '' ? {} : {'%4$s': $token}]) %%}",
          "Assign": {
            "page": "{%% $page + 1 %%}",
            "token": "{%% $exists($states.result.%4$s) ? $states.result.%4$s : '' %%}"
          },
          "Output": "{%% {'users': [$states.result.Users.{'id': %5$s, 'email': Attributes[Name='email'].Value, 'verified': Attributes[Name='email_verified'].Value = 'true'}]} %%}",
          %6$s,
          "Next": "Write%1$s"
        },
        "Write%1$s": {
          "Type": "Task",
          "Resource": "arn:%2$s:states:::aws-sdk:s3:putObject",
          "Arguments": {
            "Bucket": "%7$s",
            "Key": "{%% $file & '-' & $string($page) & '.json' %%}",
            "Body": "{%% $states.input.users %%}"
          },
          "Output": {},
          %6$s,
          "Next": "More%1$s"
        },
        "More%1$s": {
          "Type": "Choice",
          "Choices": [{"Condition": "{%% $token != '' %%}", "Next": "List%1$s"}],
          "Default": "Done%1$s"
        },
        "Done%1$s": {"Type": "Succeed"}
        """
                .formatted(suffix, Aws.PARTITION, action, token, id, RETRY, bucket.getBucketName())
                .strip();
    }

    /// Waits one to sixteen seconds when a service throttles.
    private static final String RETRY =
            """
            "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 1, "BackoffRate": 2, "MaxAttempts": 5}]\
            """;
}
