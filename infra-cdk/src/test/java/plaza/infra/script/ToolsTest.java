package plaza.infra.script;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.http.Cursors.Keyring;
import plaza.infra.Template;
import plaza.infra.script.ScriptFolder.Ended;
import plaza.table.TableSchema;

/// Runs the operator's scripts with a substitute for the AWS CLI that records its calls.
final class ToolsTest {
    private static final String AWS =
            """
            #!/usr/bin/env bash
            set -euo pipefail
            echo "$*" >>"$STAND_IN/calls"
            last="${@: -1}"
            case "$1 $2" in
            "cloudformation describe-stacks")
                cat "$STAND_IN/outputs.json" || { echo "Stack with id $4 does not exist" >&2; exit 254; } ;;
            "secretsmanager get-secret-value") echo "keys of $4" ;;
            "deploy list-deployments") cat "$STAND_IN/deployments" 2>/dev/null || true ;;
            "deploy get-deployment") echo "${4#d-}-Releases-1X" ;;
            "lambda list-functions") cat "$STAND_IN/functions" ;;
            "lambda list-versions-by-function") cat "$STAND_IN/versions-$4" ;;
            "lambda get-account-settings") cat "$STAND_IN/quota" ;;
            "lambda get-alias") cat "$STAND_IN/live-$4" ;;
            "lambda get-function-configuration")
                case $* in
                *"--query FunctionArn"*) echo "arn:aws:lambda:eu-west-1:1:function:$4" ;;
                *PLAZA_TABLE*) echo Table ;;
                *) echo "Inactive arn:aws:iam::1:role/Plaza-prod/role-$6" ;;
                esac
                ;;
            "stepfunctions start-execution" | "stepfunctions list-executions") echo execution ;;
            "stepfunctions redrive-execution" | "stepfunctions stop-execution") echo now ;;
            "stepfunctions describe-execution")
                polled=$(($(cat "$STAND_IN/polled" 2>/dev/null || echo 0) + 1))
                echo $polled >"$STAND_IN/polled"
                if [[ $* == *cause* ]]; then
                    echo "FAILED of a cause"
                elif ((polled == 1)); then
                    echo RUNNING
                else
                    cat "$STAND_IN/status" 2>/dev/null || echo SUCCEEDED
                fi
                ;;
            "dynamodb describe-time-to-live") echo DISABLED ;;
            "dynamodb describe-table")
                number=$(($(cat "$STAND_IN/number" 2>/dev/null || echo 0) + 1))
                echo $number >"$STAND_IN/number"
                cat "$STAND_IN/table$number" || cat "$STAND_IN/table" ;;
            "dynamodb restore-table-from-backup" | "dynamodb restore-table-to-point-in-time") ;;
            "dynamodb update-table" | "dynamodb update-time-to-live") ;;
            "dynamodb update-continuous-backups" | "dynamodb tag-resource") ;;
            "cloudformation set-stack-policy") cp "${6#file://}" "$STAND_IN/policy" ;;
            "cloudformation get-stack-policy") cat "$STAND_IN/policy" 2>/dev/null || echo None ;;
            "iam get-role") test ! -e "$STAND_IN/deleted-$4" ;;
            "iam list-roles") cat "$STAND_IN/roles" ;;
            "iam delete-role-policy" | "iam delete-role" | "lambda delete-function") ;;
            "lambda wait" | "lambda update-alias") ;;
            "lambda invoke")
                number=$(($(cat "$STAND_IN/number" 2>/dev/null || echo 0) + 1))
                echo $number >"$STAND_IN/number"
                for word in "$@"; do
                    case $word in
                    fileb://*) cp "${word#fileb://}" "$STAND_IN/event$number" ;;
                    {*) echo "$word" >"$STAND_IN/event$number" ;;
                    esac
                done
                cp "$STAND_IN/answer$number" "$last"
                echo None
                ;;
            esac
            """;

    /// The response about a stack that no deployment changes.
    private static final String COMPLETE = "UPDATE_COMPLETE\t2026-11-22T20:00:00.123000+00:00\n";

    @TempDir private Path folder;

    @BeforeEach
    void standIn() throws IOException, InterruptedException {
        ScriptFolder.assumeTools();
        new ScriptFolder(folder).substitute("aws", AWS);
    }

    @Test
    void redriveContinuesFromEachReportUntilTheLast() throws Exception {
        answer(
                1,
                "{\"redriven\":9,\"failed\":0,\"tooOld\":0,\"kept\":[],\"next\":\"aws/lambda/m/i\"}");
        answer(
                2,
                "{\"redriven\":1,\"failed\":1,\"tooOld\":1,\"kept\":["
                        + "{\"key\":\"aws/lambda/m/k\",\"reason\":\"records failed again\"},"
                        + "{\"key\":\"aws/lambda/m/l\",\"reason\":\"too old\"}]}");

        var ended = run("redrive", "Redrive", "--limit", "9");

        assertThat(ended.output())
                .contains("redriven: 9, failed: 0, too old: 0")
                .contains("kept: aws/lambda/m/k: records failed again")
                .contains("kept: aws/lambda/m/l: too old")
                .contains("redriven: 10, failed: 1, too old: 1");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(Template.parse(Files.readString(folder.resolve("event1"))))
                .isEqualTo(Template.parse("{\"limit\":9}"));
        assertThat(Template.parse(Files.readString(folder.resolve("event2"))))
                .isEqualTo(Template.parse("{\"limit\":9,\"cursor\":\"aws/lambda/m/i\"}"));
        assertThat(Files.readString(folder.resolve("calls")))
                .contains("--function-name Redrive --qualifier live");
    }

    @Test
    void aCompleteRedriveSucceeds() throws Exception {
        answer(1, "{\"redriven\":2,\"failed\":0,\"tooOld\":0,\"kept\":[]}");
        assertThat(run("redrive", "Redrive").code()).isZero();
    }

    @Test
    void reconcileWaitsForTheEndOfTheRunAndPrintsItsReport() throws Exception {
        answer(1, report("\"driftCount\":2,\"repaired\":2,\"unsettled\":0"));

        var ended = run("reconcile", "Reconcile", "--repair", "--check", "likeCounts");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("\"driftCount\": 2");
        assertThat(Files.readString(folder.resolve("calls")))
                .containsSubsequence(
                        "stepfunctions start-execution --state-machine-arn"
                                + " arn:aws:states:eu-west-1:1:stateMachine:Reconcile --input"
                                + " {\"repair\":true,\"check\":\"likeCounts\"}",
                        "stepfunctions describe-execution --execution-arn execution",
                        "stepfunctions describe-execution --execution-arn execution",
                        "lambda invoke --function-name Reconcile --qualifier live");
        assertThat(Template.parse(Files.readString(folder.resolve("event1"))))
                .isEqualTo(Template.parse("{\"action\":\"report\"}"));
    }

    @Test
    void reconcileFailsIfDriftIsLeftOrTheRunFails() throws Exception {
        answer(1, report("\"driftCount\":2,\"repaired\":1,\"unsettled\":0"));
        assertThat(run("reconcile", "Reconcile").code()).isEqualTo(1);

        Files.delete(folder.resolve("polled"));
        Files.writeString(folder.resolve("status"), "FAILED");
        var failed = run("reconcile", "Reconcile", "--resume");
        assertThat(failed.code()).isNotZero();
        assertThat(failed.output()).contains("FAILED of a cause");
        assertThat(Files.readString(folder.resolve("calls")))
                .contains("stepfunctions redrive-execution --execution-arn execution");
    }

    @Test
    void aPlanOfReconcileSendsTheSizeOfTheTable() throws Exception {
        Files.writeString(folder.resolve("table1"), "{\"items\":1000000}");
        answer(2, "{\"items\":1000000,\"dollars\":\"0.19\"}");

        var ended = run("reconcile", "Reconcile", "--plan", "--units", "900");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("0.19");
        assertThat(Template.parse(Files.readString(folder.resolve("event2"))))
                .isEqualTo(
                        Template.parse(
                                "{\"items\":1000000,\"unitsPerSecond\":900,\"action\":\"plan\"}"));
    }

    @Test
    void erasuresAreReplayedSinceTheTimeOfTheBackup() throws Exception {
        answer(1, report("\"read\":900,\"erasedAgain\":2"));

        var ended = run("replay-erasures", "Reconcile", "2026-11-28T02:00:00Z");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("read: 900 items, erased again: 2 users");
        assertThat(Files.readString(folder.resolve("calls")))
                .contains("--input {\"erasedSince\":\"2026-11-28T02:00:00Z\"}");

        Files.delete(folder.resolve("polled"));
        Files.writeString(folder.resolve("status"), "FAILED");
        assertThat(run("replay-erasures", "Reconcile", "--resume").code()).isNotZero();
        assertThat(run("replay-erasures", "Reconcile", "--all").output()).contains("usage");
    }

    @Test
    void migrateWaitsForTheEndOfTheRun() throws Exception {
        answer(1, report("\"rewritten\":5"));

        var ended = run("migrate", "Migrate", "--migrate", "post-language", "--units", "100");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("\"rewritten\": 5");
        assertThat(Files.readString(folder.resolve("calls")))
                .contains(
                        "--input {\"action\":\"migrate\",\"migration\":\"post-language\","
                                + "\"unitsPerSecond\":100}");
    }

    @Test
    void aProofThatFindsAnOldItemFails() throws Exception {
        answer(1, report("\"old\":2").replace("\"found\":0", "\"found\":2"));
        answer(2, "{\"migrations\":[]}");
        assertThat(run("migrate", "Migrate", "--prove", "post-language").code()).isEqualTo(1);
    }

    @Test
    void theStatusOfMigrationsIsPrintedOnce() throws Exception {
        answer(1, report("\"old\":0"));
        answer(2, "{\"migrations\":[{\"provedAt\":\"2026-01-01T00:00:00Z\"}]}");

        var ended = run("migrate", "Migrate", "--status");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("\"provedAt\"");
        assertThat(folder.resolve("event3")).doesNotExist();
    }

    /// The report of a complete run.
    private static String report(String counts) {
        return "{\"startedAt\":\"…\",\"endedAt\":\"…\",\"found\":0,%s,\"findings\":[]}"
                .formatted(counts);
    }

    /// `sam local` looks for a function's variables under its logical id first, and ignores
    /// variables that the template does not declare:
    /// <https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-sam-cli-using-invoke.html>,
    /// `_make_env_vars` in `samcli/commands/local/lib/local_lambda.py` and `resolve` in
    /// `samcli/local/lambdafn/env_vars.py` of aws/aws-sam-cli.
    @Test
    void envVarsGivesEachFunctionTheVariablesOfItsTemplate() throws Exception {
        Files.writeString(
                folder.resolve("outputs.json"),
                """
                [{"OutputKey": "TableName", "OutputValue": "Plaza-dev-Table1"},
                 {"OutputKey": "CursorKeysArn", "OutputValue": "arn:aws:secretsmanager:x:1:secret:k"},
                 {"OutputKey": "UserPoolId", "OutputValue": "eu-central-1_Pool"},
                 {"OutputKey": "ErasedIdsBucket", "OutputValue": "plaza-dev-erased"},
                 {"OutputKey": "ErasedIdsKeyArn", "OutputValue": "arn:aws:secretsmanager:x:1:secret:e"},
                 {"OutputKey": "MediaBucket", "OutputValue": "plaza-dev-media"},
                 {"OutputKey": "MediaUrl", "OutputValue": "https://d1.cloudfront.net"},
                 {"OutputKey": "FailureBucket", "OutputValue": "plaza-dev-failures"},
                 {"OutputKey": "ApiUrl", "OutputValue": "https://x"}]
                """);
        var template = Template.real();
        copyTemplates(template);

        var deployed = variables(run("env-vars", "Plaza-dev"));

        assertThat(deployed.keySet()).isEqualTo(declared(template).keySet());
        declared(template)
                .forEach((function, variables) ->
                        variables.forEach((name, value) ->
                                assertThat(deployed.getOrDefault(function, Map.of()))
                                        .as("%s %s", function, name)
                                        .containsEntry(
                                                name,
                                                switch (name) {
                                                    case "PLAZA_TABLE" -> "Plaza-dev-Table1";
                                                    case "PLAZA_CURSOR_KEYS" ->
                                                            "keys of"
                                                                    + " arn:aws:secretsmanager:x:1:secret:k";
                                                    case "PLAZA_ERASED_IDS_KEY" ->
                                                            "keys of"
                                                                    + " arn:aws:secretsmanager:x:1:secret:e";
                                                    case "PLAZA_ERASED_IDS" -> "plaza-dev-erased";
                                                    case "PLAZA_FAILURES" -> "plaza-dev-failures";
                                                    case "PLAZA_OBJECTS" -> "plaza-dev-media";
                                                    case "PLAZA_OBJECTS_URL" ->
                                                            "https://d1.cloudfront.net";
                                                    case "PLAZA_USER_POOL" -> "eu-central-1_Pool";
                                                    default -> value.asText();
                                                })));
        declared(template)
                .forEach((function, variables) ->
                        assertThat(deployed.getOrDefault(function, Map.of()))
                                .containsOnlyKeys(variables.keySet()));
        assertThat(deployed).hasSize(Catalogue.ALL.functions().size());
    }

    @Test
    void envVarsPointsFunctionsToTheRunningSystem() throws Exception {
        var template = Template.real();
        copyTemplates(template);
        var local =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        local.createContext(
                "/dev/table",
                exchange -> {
                    var body = "{\"tableName\":\"Plaza\",\"endpoint\":\"http://127.0.0.1:4567\"}";
                    exchange.sendResponseHeaders(200, body.length());
                    exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
                    exchange.close();
                });
        local.start();
        try {
            var url = "http://127.0.0.1:" + local.getAddress().getPort();
            var inContainer = variables(run("env-vars", "--local", url));

            assertThat(inContainer.keySet()).isEqualTo(declared(template).keySet());
            declared(template)
                    .forEach((function, variables) -> {
                        var options = requireNonNull(variables.get("JAVA_TOOL_OPTIONS")).asText();
                        assertThat(inContainer.get(function))
                                .containsOnlyKeys(variables.keySet())
                                .containsEntry("PLAZA_TABLE", "Plaza")
                                .containsEntry(
                                        "JAVA_TOOL_OPTIONS",
                                        options
                                                + " -Daws.endpointUrlDynamoDb=http://host.docker.internal:4567");
                        var values = requireNonNull(inContainer.get(function));
                        // with the name of any bucket, Redrive would read that of another account
                        assertThat(values.getOrDefault("PLAZA_FAILURES", "")).isEmpty();
                        assertThat(values.getOrDefault("PLAZA_ERASED_IDS", "")).isEmpty();
                        assertThat(values.getOrDefault("PLAZA_OBJECTS", "")).isEmpty();
                        assertThat(values.getOrDefault("PLAZA_USER_POOL", "")).isEmpty();
                        var keys = values.get("PLAZA_CURSOR_KEYS");
                        if (keys != null) {
                            assertThat(Keyring.parse(keys).secrets()).hasSize(1);
                        }
                    });
        } finally {
            local.stop(0);
        }
        var stopped = run("env-vars", "--local", "http://127.0.0.1:1");
        assertThat(stopped.code()).isEqualTo(1);
        assertThat(stopped.output()).contains("Start it with ./plaza");
    }

    @Test
    void envVarsRejectsAReferenceThatItDoesNotKnow() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), "[]");
        Files.writeString(
                folder.resolve("Plaza.template.json"),
                """
                {"Resources": {"F1": {"Type": "AWS::Lambda::Function", "Properties": {"Environment":
                  {"Variables": {"PLAZA_TABLE": {"Ref": "T"}}}}}}}
                """);
        var ended = run("env-vars", "Plaza-dev");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.output()).contains("F1 has a reference in PLAZA_TABLE");
    }

    private void copyTemplates(Template template) throws IOException {
        try (var files = Files.list(template.folder())) {
            for (var file : files.filter(f -> f.toString().endsWith(".template.json")).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
    }

    private static Map<String, Map<String, String>> variables(Ended ended) throws IOException {
        assertThat(ended.code()).as(ended.output()).isZero();
        return new ObjectMapper().readValue(ended.output(), new TypeReference<>() {});
    }

    /// The variables that the template declares for each function, by its logical id.
    private static Map<String, Map<String, JsonNode>> declared(Template template) {
        var functions = new TreeMap<String, Map<String, JsonNode>>();
        for (var stack : template.stacks().values()) {
            for (var resource : stack.get("Resources").properties()) {
                if (resource.getValue().get("Type").asText().equals("AWS::Lambda::Function")) {
                    var variables = new TreeMap<String, JsonNode>();
                    resource.getValue()
                            .at("/Properties/Environment/Variables")
                            .properties()
                            .forEach(entry -> variables.put(entry.getKey(), entry.getValue()));
                    assertThat(functions.put(resource.getKey(), variables)).isNull();
                }
            }
        }
        return functions;
    }

    @Test
    void aRollbackMovesEachAliasToItsNewestVersionFromBeforeTheDeployment() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), COMPLETE);
        Files.writeString(folder.resolve("functions"), "Plaza-prod-A Plaza-prod-B Plaza-prod-C");
        // A has changed in the last deployment, B has not, and C is new
        versions(
                "Plaza-prod-A",
                "10",
                "2026-11-20T10:00:00.000+0000",
                "2026-11-22T20:01:00.000+0000");
        versions("Plaza-prod-B", "9", "2026-11-20T10:00:00.000+0000");
        versions("Plaza-prod-C", "9", "2026-11-22T20:01:00.000+0000");
        answer(1, "{}");

        var ended = run("rollback", "prod");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("Plaza-prod-A: 10 -> 9")
                .contains("Plaza-prod-C: has no version from before")
                .doesNotContain("Plaza-prod-B")
                .endsWith("moved: 1\n");
        assertThat(Files.readString(folder.resolve("calls")).lines())
                .filteredOn(call -> call.startsWith("lambda update-alias"))
                .containsExactly(
                        "lambda update-alias --function-name Plaza-prod-A --name live"
                                + " --function-version 9 --routing-config AdditionalVersionWeights={}");
        assertThat(folder.resolve("event1")).hasContent(FunctionRow.EMPTY_EVENT);
        // its snapshot is made again before the alias moves
        assertThat(Files.readString(folder.resolve("calls")))
                .containsSubsequence(
                        "lambda invoke --function-name Plaza-prod-A --qualifier 9",
                        "lambda wait function-active-v2 --function-name Plaza-prod-A --qualifier 9",
                        "lambda update-alias");
    }

    /// CloudFormation and CodeDeploy move aliases, too, and would undo the rollback or fail.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE_IN_PROGRESS",
                "UPDATE_ROLLBACK_IN_PROGRESS",
                "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"
            })
    void aRollbackDuringADeploymentMovesNothing(String status) throws Exception {
        Files.writeString(
                folder.resolve("outputs.json"), COMPLETE.replace("UPDATE_COMPLETE", status));
        Files.writeString(folder.resolve("functions"), "Plaza-prod-A");
        for (var time : List.of("", "2099-01-01T00:00:00Z")) {
            var ended = time.isEmpty() ? run("rollback", "prod") : run("rollback", "prod", time);
            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.output()).contains("Plaza-prod is " + status);
        }
        assertThat(Files.readString(folder.resolve("calls"))).doesNotContain("lambda");
    }

    @Test
    void aRollbackWaitsForCodeDeployOfItsStageOnly() throws Exception {
        Files.writeString(
                folder.resolve("outputs.json"),
                COMPLETE.replace("UPDATE_COMPLETE", "UPDATE_ROLLBACK_FAILED"));
        Files.writeString(folder.resolve("functions"), "");
        Files.writeString(folder.resolve("deployments"), "d-Plaza-dev\td-Other");
        assertThat(run("rollback", "prod").output()).isEqualTo("moved: 0\n");

        Files.writeString(folder.resolve("deployments"), "d-Plaza-dev\td-Plaza-prod");
        var ended = run("rollback", "prod");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .contains("aws deploy stop-deployment --deployment-id d-Plaza-prod");
    }

    @Test
    void aRollbackToATimeInTheFutureMovesEachAliasToItsNewestVersion() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), COMPLETE);
        Files.writeString(folder.resolve("functions"), "Plaza-prod-A");
        versions(
                "Plaza-prod-A",
                "9",
                "2026-11-20T10:00:00.000+0000",
                "2026-11-22T20:01:00.000+0000");
        answer(1, "{}");

        assertThat(run("rollback", "prod", "2099-01-01T00:00:00Z").output())
                .contains("Plaza-prod-A: 9 -> 10");
    }

    @Test
    void aRollbackMovesNoAliasToAVersionWithoutARole() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), COMPLETE);
        Files.writeString(folder.resolve("functions"), "Plaza-dev-A");
        versions(
                "Plaza-dev-A",
                "10",
                "2026-11-20T10:00:00.000+0000",
                "2026-11-22T20:01:00.000+0000");
        Files.createFile(folder.resolve("deleted-role-9"));

        var ended = run("rollback", "dev", "2026-11-22T20:00:00Z");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo(
                        """
                        Plaza-dev-A: the role of version 9 does not exist, so it stays at 10
                        moved: 0
                        """);
        assertThat(Files.readString(folder.resolve("calls"))).doesNotContain("update-alias");
    }

    /// The newest two stay, and the one that the alias uses.
    @Test
    void oldVersionsAreDeletedWithTheRolesThatNoVersionUses() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), "UPDATE_COMPLETE");
        prunable();

        var ended = run("prune", "prod", "2");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output())
                .isEqualTo(
                        """
                        Plaza-prod-A: version 10
                        Plaza-prod-A: version 11
                        role role-10
                        deleted: 2 versions, 1 roles
                        """);
        assertThat(Files.readString(folder.resolve("calls")).lines())
                .filteredOn(call -> call.contains(" delete-"))
                .containsExactly(
                        "lambda delete-function --function-name Plaza-prod-A --qualifier 10",
                        "lambda delete-function --function-name Plaza-prod-A --qualifier 11",
                        "iam delete-role-policy --role-name role-10 --policy-name Grants",
                        "iam delete-role --role-name role-10");
    }

    @Test
    void theRolesThatADeletedStackHasLeftAreDeleted() throws Exception {
        prunable();
        Files.writeString(folder.resolve("functions"), "");

        var ended = run("prune", "prod");

        assertThat(ended.output())
                .isEqualTo(
                        "role role-9\nrole role-10\nrole role-12\ndeleted: 0 versions, 3 roles\n");
    }

    /// A role that a deployment has just created is used by no version.
    @Test
    void nothingIsDeletedWhileADeploymentRuns() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), "UPDATE_IN_PROGRESS");
        prunable();

        var ended = run("prune", "prod");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("Plaza-prod is UPDATE_IN_PROGRESS");
        assertThat(Files.readString(folder.resolve("calls"))).doesNotContain(" delete-");
    }

    /// A function whose alias uses version 9 of 13, with the role of another service.
    private void prunable() throws IOException {
        Files.writeString(folder.resolve("functions"), "Plaza-prod-A");
        Files.writeString(
                folder.resolve("live-Plaza-prod-A"),
                "{\"FunctionVersion\":\"9\",\"RoutingConfig\":{}}");
        var versions = new ArrayList<String>();
        for (var version : List.of("$LATEST 12", "9 9", "10 10", "11 12", "12 12", "13 12")) {
            var words = version.split(" ", -1);
            versions.add(
                    "{\"Version\":\"%s\",\"Role\":\"arn:role-%s\"}".formatted(words[0], words[1]));
        }
        Files.writeString(
                folder.resolve("versions-Plaza-prod-A"), "{\"Versions\":" + versions + "}");
        var roles = new ArrayList<String>();
        for (var role : List.of("9 lambda", "10 lambda", "12 lambda", "13 scheduler")) {
            var words = role.split(" ", -1);
            roles.add(
                    """
                    {"RoleName": "role-%1$s", "Arn": "arn:role-%1$s", "AssumeRolePolicyDocument":
                      {"Statement": [{"Principal": {"Service": "%2$s.amazonaws.com"}}]}}
                    """
                            .formatted(words[0], words[1]));
        }
        Files.writeString(folder.resolve("roles"), "{\"Roles\":" + roles + "}");
    }

    @Test
    void theStackPolicyIsSetAndChecked() throws Exception {
        var none = run("protect", "--check", "Plaza-prod");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.output()).contains("Run infra-cdk/protect Plaza-prod");

        assertThat(run("protect", "Plaza-prod").code()).isZero();
        assertThat(run("protect", "--check", "Plaza-prod").output())
                .isEqualTo("Plaza-prod has the stack policy of stack-policy.json\n");

        Files.writeString(folder.resolve("policy"), "{\"Statement\":[]}");
        assertThat(run("protect", "--check", "Plaza-prod").code()).isEqualTo(1);
    }

    /// The settings are those that a deployment accepts.
    @Test
    void aRestoredTableGetsWhatARestoreLeavesOut() throws Exception {
        Files.writeString(folder.resolve("outputs.json"), "the-table");
        Files.writeString(folder.resolve("table1"), "{\"TableStatus\":\"CREATING\"}");
        Files.writeString(
                folder.resolve("table"),
                """
                {"TableStatus": "ACTIVE", "TableArn": "the-arn", "LatestStreamArn":
                  "arn:aws:dynamodb:eu-west-1:111122223333:table/new-table/stream/2026-11-28T03:04:05.678"}
                """);

        var ended = run("restore", "Plaza-prod", "2026-11-28T02:00:00Z");

        assertThat(ended.code()).as(ended.output()).isZero();
        var calls = Files.readString(folder.resolve("calls")).replaceAll("restored-[0-9-]+", "new");
        assertThat(calls.lines())
                .filteredOn(call -> !call.contains(" describe-"))
                .containsExactly(
                        "dynamodb restore-table-to-point-in-time --source-table-name the-table"
                                + " --target-table-name Plaza-prod-new --restore-date-time"
                                + " 2026-11-28T02:00:00Z",
                        "dynamodb update-table --table-name Plaza-prod-new --stream-specification"
                                + " StreamEnabled=true,StreamViewType="
                                + TableSchema.STREAM_VIEW,
                        "dynamodb update-time-to-live --table-name Plaza-prod-new"
                                + " --time-to-live-specification Enabled=true,AttributeName="
                                + TableSchema.TTL,
                        "dynamodb update-continuous-backups --table-name Plaza-prod-new"
                                + " --point-in-time-recovery-specification"
                                + " PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=35",
                        "dynamodb update-table --table-name Plaza-prod-new"
                                + " --deletion-protection-enabled",
                        "dynamodb tag-resource --resource-arn the-arn --tags"
                                + " Key=service,Value=plaza Key=stage,Value=prod"
                                + " Key=stack,Value=Plaza-prod");
        assertThat(ended.output())
                .endsWith(
                        " -c tableStream=arn:aws:dynamodb:eu-west-1:111122223333:table/new-table"
                                + "/stream/2026-11-28T03:04:05.678\n");

        assertThat(run("restore", "Plaza-prod", "arn:aws:dynamodb:the-backup").code()).isZero();
        assertThat(run("restore", "Plaza-prod", "--continue", "new").output())
                .contains("-c table=new -c tableStream=");
        assertThat(Files.readString(folder.resolve("calls")))
                .contains(" --backup-arn arn:aws:dynamodb:the-backup")
                .containsOnlyOnce("restore-table-to-point-in-time");
    }

    @Test
    void theQuotaMustCoverWhatIsNeededAndWhatTheStackReserves() throws Exception {
        copyTemplates(Template.real());
        Files.writeString(folder.resolve("quota"), "1000");
        assertThat(run("quotas").output())
                .isEqualTo("quota: 1000, needed: 1000, reserved by the stack: 320\n");
        assertThat(run("quotas").code()).isZero();

        var more = run("quotas", "--needed", "1200");
        assertThat(more.code()).isEqualTo(1);
        assertThat(more.output()).contains("too low", "--desired-value 1200");

        Files.writeString(folder.resolve("quota"), "400");
        var small = run("quotas", "--needed", "200");
        assertThat(small.code()).isEqualTo(1);
        assertThat(small.output()).contains("-c streamConcurrency=0").doesNotContain("too low");
    }

    /// A function with versions from 9, published at these times.
    private void versions(String function, String live, String... times) throws IOException {
        Files.writeString(folder.resolve("live-" + function), live);
        var versions = new ArrayList<String>();
        versions.add("{\"Version\":\"$LATEST\",\"LastModified\":\"2026-11-22T20:01:00.000+0000\"}");
        for (var i = 0; i < times.length; i++) {
            versions.add("{\"Version\":\"%d\",\"LastModified\":\"%s\"}".formatted(9 + i, times[i]));
        }
        Files.writeString(
                folder.resolve("versions-" + function), "{\"Versions\":" + versions + "}");
    }

    private void answer(int number, String json) throws IOException {
        Files.writeString(folder.resolve("answer" + number), json);
    }

    private Ended run(String script, String... arguments) throws IOException, InterruptedException {
        return new ScriptFolder(folder).run(script, arguments);
    }
}
