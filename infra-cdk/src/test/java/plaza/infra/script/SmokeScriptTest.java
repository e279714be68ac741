package plaza.infra.script;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.Action;
import plaza.catalogue.HttpFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.infra.Permission;
import plaza.infra.Template;
import plaza.table.Family;
import plaza.table.TableSchema.Kind;

/// Tests of `infra-cdk/smoke` with substitutes for the AWS CLI and the CDK CLI. The steps against
/// an API are tested by `plaza.local.SmokeTest`.
final class SmokeScriptTest {
    private static final Path SCRIPT = Path.of("smoke");

    /// The stack exists while the file `stack` does. The files `pending`, `action` and `message`
    /// are the unconfirmed address, the history of the alarm and the received message. Every other
    /// call fails.
    private static final String AWS =
            """
            #!/usr/bin/env bash
            echo "aws $*" >>"$STAND_IN/calls"
            allows() {
                local action=dynamodb:ConditionCheckItem path='' key
                if [[ $2 == query ]]; then
                    action=dynamodb:Query path=/index/$6 key=$(jq -r '.[":k"].S' <<<"${@: -1}")
                else
                    key=$(jq -r '.[0].ConditionCheck.Key.pk.S' <<<"$4")
                fi
                jq -e --arg action "$action" --arg path "$path" --arg key "$key" '
                    def matches: any(.[]?; gsub("[*]"; ".*") as $regex | $key | test("^" + $regex + "$"));
                    any(.Statement[]; (.Action | index([$action])) and .Resource == "arn:aws:dynamodb:r:1:table/T" + $path
                        and (.Condition | .["ForAllValues:StringLike"]["dynamodb:LeadingKeys"] | matches))
                    ' "$STAND_IN/policies/$(<"$STAND_IN/current")" >/dev/null
            }
            case "$1 $2" in
            "cloudformation describe-stacks")
                case $* in
                *AlarmTopicArn*) echo the-topic ;;
                *LastUpdatedTime*) echo UPDATE_COMPLETE 2026-11-28T00:00:00Z ;;
                *StackStatus*) cat "$STAND_IN/status" ;;
                *) test -e "$STAND_IN/stack" ;;
                esac ;;
            "deploy list-deployments") ;;
            "lambda list-versions-by-function")
                echo '{"Versions": [{"Version": "7", "LastModified": "2026-11-28T00:00:00Z"}]}' ;;
            "sns list-subscriptions-by-topic")
                if [[ $* == *Protocol* ]]; then echo a-subscription; else cat "$STAND_IN/pending"; fi ;;
            "sns get-subscription-attributes") cat "$STAND_IN/authenticated" 2>/dev/null || echo true ;;
            "sns subscribe") echo the-subscription ;;
            "cloudwatch describe-alarms") echo the-alarm ;;
            "cloudwatch describe-alarm-history") cat "$STAND_IN/action" ;;
            "sqs create-queue") echo the-queue ;;
            "sqs get-queue-attributes") echo the-queue-arn ;;
            "sqs receive-message") cat "$STAND_IN/message" ;;
            "sqs set-queue-attributes") cp "${6#file://}" "$STAND_IN/attributes" ;;
            "sts get-caller-identity") echo 123456789012 ;;
            "cognito-idp associate-software-token") echo GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ ;;
            "cognito-idp admin-get-user") cat "$STAND_IN/factors" ;;
            "cognito-idp "*) ;;
            "cloudwatch set-alarm-state" | "sns unsubscribe" | "sqs delete-queue") ;;
            "s3 rm") ;;
            "logs describe-log-groups") echo group ;;
            "logs start-query") echo query ;;
            "logs get-query-results") cat "$STAND_IN/results" ;;
            "lambda list-functions") cat "$STAND_IN/functions" ;;
            "lambda get-alias") cat "$STAND_IN/alias" ;;
            "lambda update-alias") echo '{"FunctionVersion": "7"}' >"$STAND_IN/alias" ;;
            "lambda publish-version") echo 7 ;;
            "lambda invoke")
                if [[ $4 == *-Reconcile ]]; then
                    cat "$STAND_IN/report" >"${@: -1}"
                    echo None
                fi ;;
            "lambda wait" | "lambda update-function-configuration") ;;
            "iam get-role-policy") cat "$STAND_IN/policies/$4" ;;
            "iam create-role") echo "${4##*-}" >"$STAND_IN/current" ;;
            "iam put-role-policy" | "iam delete-role-policy" | "iam delete-role" | "iam get-role") ;;
            "sts assume-role")
                echo '{"Credentials": {"AccessKeyId": "a", "SecretAccessKey": "b", "SessionToken": "c"}}' ;;
            "dynamodb query" | "dynamodb transact-write-items")
                allows "$@" || { echo AccessDeniedException >&2; exit 254; } ;;
            "cloudformation describe-stack-resource") echo the-machine ;;
            "stepfunctions list-executions") cat "$STAND_IN/stopped" ;;
            "stepfunctions start-execution") echo the-execution ;;
            "stepfunctions describe-execution") echo SUCCEEDED ;;
            "lambda get-function-configuration")
                if [[ $* == *State* ]]; then echo Active role/r; exit; fi
                echo arn:aws:lambda:r:1:function:Plaza-dev-Reconcile ;;
            *) exit 254 ;;
            esac
            """;

    /// The sign-in page, the token endpoint, and an API that rejects each request.
    private static final String CURL =
            """
            #!/usr/bin/env bash
            echo "curl $*" >>"$STAND_IN/calls"
            while (($# > 0)); do
                case $1 in
                -c) printf '#HttpOnly_x\\tFALSE\\t/\\tTRUE\\t0\\tXSRF-TOKEN\\tcsrf\\n' >"$2" ;;
                '%{redirect_url}') echo 'http://localhost:8080/callback?code=the-code' ;;
                '%{http_code}') echo 401 ;;
                */oauth2/token) echo '{"access_token": "the-token"}' ;;
                esac
                shift
            done
            """;

    private static final String NPX =
            """
            #!/usr/bin/env bash
            echo "npx $*" >>"$STAND_IN/calls"
            case $2 in
            deploy)
                if [[ $* == *failingFunction* ]]; then
                    until grep -q "aws lambda invoke" "$STAND_IN/calls"; do :; done
                    exec bash "$STAND_IN/failing"
                fi
                touch "$STAND_IN/stack"
                echo '{"Plaza-dev": {"ApiUrl": "http://127.0.0.1:1", "UserPoolId": "r_p", "UserPoolClientId": "c",
                    "AccountClientId": "account", "FailureBucket": "failures", "TableName": "T"}}' >"${@: -1}" ;;
            destroy) rm "$STAND_IN/stack" ;;
            esac
            """;

    /// Functions of a stack whose releases are tested: `rollback` moves the alias of each.
    private static final int FEW = 3;

    @TempDir private Path folder;

    @BeforeEach
    void standIn() throws IOException, InterruptedException {
        ScriptFolder.assumeTools();
        scripts().substitute("aws", AWS);
        scripts().substitute("npx", NPX);
    }

    @Test
    void restoreTimesOfADeployedStackAreATable() throws Exception {
        Files.writeString(
                folder.resolve("results"),
                """
                {"status": "Complete", "results": [[{"field": "function", "value": "Plaza-prod-GetMe"},
                  {"field": "restores", "value": "9"}, {"field": "median", "value": "310"},
                  {"field": "p99", "value": "480"}, {"field": "longest", "value": "500"}]]}
                """);
        var ended = scripts().run("smoke", "--restore", "Plaza-prod");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output())
                .isEqualTo(
                        """
                        | function | restores | median, ms | p99, ms | longest, ms |
                        |---|--:|--:|--:|--:|
                        | Plaza-prod-GetMe | 9 | 310 | 480 | 500 |
                        """);
        assertThat(Files.readString(folder.resolve("calls")))
                .contains("--log-group-name-prefix Plaza-prod-Logs", "--log-group-name group")
                .doesNotContain("npx", "s3 rm");

        Files.writeString(folder.resolve("results"), "{\"status\": \"Complete\", \"results\": []}");
        var none = scripts().run("smoke", "--restore", "Plaza-prod");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.output()).contains("no function of Plaza-prod was restored");
    }

    @Test
    void aTestAlarmArrivesThroughTheTopic() throws Exception {
        var ended = testAlarm("", "Successfully executed action the-topic", "the-alarm");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).endsWith(" the topic delivered the test alarm\n");
        var policy =
                Template.parse(
                        Template.parse(Files.readString(folder.resolve("attributes")))
                                .get("Policy")
                                .asText());
        assertThat(policy.at("/Statement/0/Resource").asText()).isEqualTo("the-queue-arn");
        assertThat(policy.at("/Statement/0/Condition/ArnEquals/aws:SourceArn").asText())
                .isEqualTo("the-topic");
        assertThat(calls())
                .anyMatch(call ->
                        call.startsWith(
                                "aws cloudwatch set-alarm-state --alarm-name the-alarm"
                                        + " --state-value ALARM"))
                .endsWith(
                        "aws sns unsubscribe --subscription-arn the-subscription",
                        "aws sqs delete-queue --queue-url the-queue");
    }

    @Test
    void aReceiverWhoHasNotConfirmedIsNamed() throws Exception {
        var ended = testAlarm("oncall@plaza.example", "", "");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo(
                        "FAILED: oncall@plaza.example has not confirmed the subscription. Follow"
                                + " the link in the mail \"AWS Notification\"\n");
        assertThat(calls()).noneMatch(call -> call.contains("set-alarm-state"));
    }

    @Test
    void aSubscriptionThatAnyoneCanEndIsNamed() throws Exception {
        Files.writeString(folder.resolve("authenticated"), "false");
        var ended = testAlarm("", "", "");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .startsWith("FAILED: a-subscription can be ended by anyone who has a mail of it.");
        assertThat(calls()).noneMatch(call -> call.contains("set-alarm-state"));
    }

    @Test
    void anActionThatFailsIsPrinted() throws Exception {
        var ended = testAlarm("", "Failed to execute action the-topic", "");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo(
                        "FAILED: CloudWatch could not send the alarm to the topic: Failed to"
                                + " execute action the-topic\n");
        assertThat(calls()).contains("aws sqs delete-queue --queue-url the-queue");
    }

    @Test
    void anAlarmThatDoesNotArriveTimesOut() throws Exception {
        var silent = testAlarm("", "", "");
        assertThat(silent.code()).isEqualTo(1);
        assertThat(silent.output())
                .isEqualTo(
                        "FAILED: timed out while waiting for the action of the alarm the-alarm\n");

        var other = testAlarm("", "Successfully executed action the-topic", "another-alarm");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.output())
                .isEqualTo("FAILED: timed out while waiting for the message of the topic\n");
        assertThat(calls()).last().isEqualTo("aws sqs delete-queue --queue-url the-queue");
    }

    private ScriptFolder.Ended testAlarm(String pending, String action, String message)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("pending"), pending);
        Files.writeString(folder.resolve("action"), action);
        Files.writeString(folder.resolve("message"), message);
        return scripts().run("smoke", "--alarm", "Plaza-prod");
    }

    @Test
    void aStackOfOthersIsNeitherChangedNorDeleted() throws Exception {
        Files.createFile(folder.resolve("stack"));

        var ended = smoke();

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("exists, and this script did not create it");
        assertThat(calls()).noneMatch(call -> call.startsWith("npx"));
    }

    @Test
    void aFailedStepRemovesEverything() throws Exception {
        var ended = smoke();

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("step readme", "everything is removed");
        assertThat(calls())
                .contains("aws s3 rm --quiet --recursive s3://failures")
                .last()
                .isEqualTo("aws cloudformation describe-stacks --stack-name Plaza-dev");
        assertThat(calls()).contains("npx aws-cdk@2.1148.1 destroy --force -c stage=dev");
        assertThat(folder.resolve("stack")).doesNotExist();
        assertThat(folder.resolve("smoke")).doesNotExist();
    }

    @Test
    void aKeptRunContinuesWithTheStepThatFailed() throws Exception {
        assertThat(smoke("--keep").code()).isEqualTo(1);
        assertThat(folder.resolve("stack")).exists();

        var second = smoke("--keep");

        assertThat(second.output()).contains("step deploy was done before", "step readme");
        assertThat(calls()).filteredOn(call -> call.startsWith("npx")).hasSize(1);

        var last = smoke();

        assertThat(last.code()).as(last.output()).isZero();
        assertThat(last.output()).contains("everything is removed").doesNotContain("step readme");
        assertThat(folder.resolve("stack")).doesNotExist();
    }

    @Test
    void aUserEnrolsASecondFactorWithTheAccountClient() throws Exception {
        scripts().substitute("curl", CURL);
        Files.writeString(folder.resolve("factors"), "SOFTWARE_TOKEN_MFA");
        var before = Instant.now();

        var ended = only("second-factor");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("a user enrolled a second factor");
        var calls = calls();
        assertThat(calls)
                .anyMatch(call ->
                        call.contains(
                                "client_id=account&response_type=code&scope=aws.cognito.signin.user.admin"))
                .anyMatch(call ->
                        call.contains("/me -H authorization: Bearer the-token")
                                && call.startsWith("curl"));
        var verify = "aws cognito-idp verify-software-token --access-token the-token --user-code ";
        var code =
                calls.stream()
                        .filter(call -> call.startsWith(verify))
                        .map(call -> call.substring(verify.length()))
                        .findFirst()
                        .orElseThrow();
        assertThat(code).isIn(authenticator(before), authenticator(Instant.now()));

        Files.writeString(folder.resolve("factors"), "None");
        var without = only("second-factor");
        assertThat(without.code()).isEqualTo(1);
        assertThat(without.output()).contains("has no second factor");
    }

    /// The code of RFC 6238 for the secret of its test vectors.
    private static String authenticator(Instant now) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec("12345678901234567890".getBytes(US_ASCII), "HmacSHA1"));
        var digest =
                mac.doFinal(
                        ByteBuffer.allocate(Long.BYTES).putLong(now.getEpochSecond() / 30).array());
        var number = ByteBuffer.wrap(digest).getInt(digest[19] & 15) & Integer.MAX_VALUE;
        return "%06d".formatted(number % 1_000_000);
    }

    /// Runs one step against a stack that the script has deployed before.
    private ScriptFolder.Ended only(String step) throws IOException, InterruptedException {
        var state = Files.createDirectories(folder.resolve("smoke"));
        var others = steps();
        assertThat(others.remove(step)).isTrue();
        others.addFirst("deploy");
        Files.writeString(state.resolve("owner"), "");
        Files.writeString(state.resolve("done"), String.join("\n", others) + "\n");
        Files.writeString(
                state.resolve("outputs.json"),
                """
                {"Plaza-dev": {"ApiUrl": "http://127.0.0.1:1", "UserPoolId": "r_p", "UserPoolClientId": "c",
                  "AccountClientId": "account", "FailureBucket": "failures", "TableName": "T"}}
                """);
        return smoke("--keep");
    }

    /// The list of what only an account can show, and the table of the steps.
    @Test
    void eachQuestionThatOnlyAnAccountCanAnswerIsAStep() throws IOException {
        var script = Files.readString(SCRIPT);
        var steps = steps();
        steps.addAll(List.of("deploy", "remove"));
        for (var step : steps) {
            assertThat(script)
                    .contains("\n" + step + "() {")
                    .containsPattern("\n#   " + step + "\\s");
        }
        var pages = Path.of("../docs/operations");
        assertThat(column(pages.resolve("README.md"), "\\| \\d+ \\| [^|]+ \\| `([a-z-]+)` \\|"))
                .containsExactlyInAnyOrderElementsOf(steps);
        assertThat(column(pages.resolve("first-deployment.md"), "\\| `([a-z-]+)` \\| [^|]+ \\|"))
                .containsExactlyInAnyOrderElementsOf(steps);
    }

    /// The steps between the first and the last.
    private static List<String> steps() throws IOException {
        var steps = Pattern.compile("\nsteps=\\(([^)]*)\\)").matcher(Files.readString(SCRIPT));
        assertThat(steps.find()).isTrue();
        return new ArrayList<>(List.of(steps.group(1).split("\\s+", -1)));
    }

    private static List<String> column(Path page, String row) throws IOException {
        var pattern = Pattern.compile(row);
        return Files.readAllLines(page).stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .toList();
    }

    /// With the policies of one context, and in `-Pdeep` with those of each context alone and of
    /// all.
    @Test
    void theKeysOfTheStepAgreeWithTheGrants() throws Exception {
        var each = Declarations.registered().names();
        var contexts = new ArrayList<>(List.of(each.getLast()));
        if (Boolean.getBoolean("plaza.deep")) {
            contexts.addAll(each);
            contexts.add(String.join(",", each));
        }
        for (var names : contexts) {
            var rows = new Catalogue(Declarations.named(names)).httpFunctions();
            policies(rows);
            var ended = only("leading-keys");
            assertThat(ended.code()).as(names + ": " + ended.output()).isZero();
            assertThat(ended.output())
                    .containsPattern(" can check a condition of \\S+, and of no other key\n");
            if (rows.stream()
                    .flatMap(row -> row.grants().stream())
                    .anyMatch(grant -> grant.index().kind() == Kind.GLOBAL)) {
                assertThat(ended.output())
                        .containsPattern(
                                " can query gsi(One|Two) with \\S+, and with no other key\n");
            }
        }
    }

    /// The functions of the stack with their policies.
    private void policies(List<HttpFunction> rows) throws IOException {
        var folders = Files.createDirectories(folder.resolve("policies"));
        var functions = new ArrayList<String>();
        for (var row : rows) {
            functions.add("Plaza-dev-%s\tarn:aws:iam::1:role/Plaza-dev/%1$s".formatted(row.name()));
            var statements =
                    Permission.of(row.grants()).stream()
                            .map(SmokeScriptTest::statement)
                            .collect(Collectors.joining(","));
            Files.writeString(folders.resolve(row.name()), "{\"Statement\": [" + statements + "]}");
        }
        Files.write(folder.resolve("functions"), functions);
    }

    private static String statement(Permission permission) {
        var index = permission.index();
        return """
        {"Action": [%s], "Resource": "arn:aws:dynamodb:r:1:table/T%s",
          "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": [%s]}}}
        """
                .formatted(
                        quoted(permission.actions().stream().map(Action::iam)),
                        index.kind() == Kind.TABLE ? "" : "/index/" + index.indexName(),
                        quoted(permission.families().stream().map(Family::pattern)));
    }

    private static String quoted(Stream<String> texts) {
        return texts.map(text -> '"' + text + '"').collect(Collectors.joining(", "));
    }

    /// A stack of a few functions, whose next release fails and is rolled back.
    private void failingRelease(String deployment) throws IOException {
        policies(Catalogue.ALL.httpFunctions().subList(0, FEW));
        Files.writeString(folder.resolve("alias"), "{\"FunctionVersion\": \"1\"}");
        Files.writeString(folder.resolve("stopped"), "1");
        Files.writeString(folder.resolve("status"), "UPDATE_ROLLBACK_COMPLETE");
        Files.writeString(folder.resolve("failing"), deployment);
    }

    @Test
    void aReleaseThatFailsMustBeRolledBack() throws Exception {
        failingRelease("exit 1");

        var ended = only("failing-release");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).containsPattern("the release of \\w+ was rolled back\n");
        assertThat(calls())
                .anyMatch(call ->
                        call.startsWith("npx")
                                && call.contains("-c canary=true -c failingFunction=")
                                && call.contains(" --outputs-file "))
                .anyMatch(call ->
                        call.contains(":live")
                                && call.matches(
                                        ".*--payload file://\\.\\./events/[a-z/]+/\\w+\\.json .*"));

        Files.writeString(folder.resolve("stopped"), "0");
        assertThat(only("failing-release").output()).contains("WatchRelease did not stop");
        Files.writeString(folder.resolve("stopped"), "1");
        Files.writeString(
                folder.resolve("failing"),
                "echo '{\"FunctionVersion\": \"2\"}' >$STAND_IN/alias; exit 1");
        assertThat(only("failing-release").output()).contains("instead of [\"1\",{}]");
        Files.writeString(folder.resolve("status"), "UPDATE_ROLLBACK_FAILED");
        assertThat(only("failing-release").output()).contains("the stack was not rolled back");
        Files.writeString(folder.resolve("failing"), "exit 0");
        assertThat(only("failing-release").output()).contains("although its new version fails");
    }

    @Test
    void theStepPrintsWhetherCodeDeployAcceptsAMovedAlias() throws Exception {
        failingRelease("echo 2 >$STAND_IN/stopped; exit 1");
        var accepted = only("moved-alias");
        assertThat(accepted.code()).as(accepted.output()).isZero();
        assertThat(accepted.output()).contains("CodeDeploy accepts an alias that was moved");

        Files.writeString(folder.resolve("failing"), "exit 1");
        assertThat(only("moved-alias").output()).contains("CodeDeploy rejects an alias");
    }

    @Test
    void aRunOfReconcileMustBeRecorded() throws Exception {
        var report = folder.resolve("report");
        Files.writeString(
                report,
                "{\"endedAt\": \"…\", \"read\": 9, \"driftCount\": 0, \"repaired\": 0, \"unsettled\": 0}");
        var ended = only("reconcile");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("the last complete run read 9 items");
        assertThat(calls()).anyMatch(call -> call.contains("start-execution"));

        Files.writeString(
                report,
                "{\"endedAt\": \"…\", \"read\": 9, \"driftCount\": 1, \"repaired\": 0, \"unsettled\": 0}");
        assertThat(only("reconcile").output()).contains("FAILED: Reconcile failed");
        Files.writeString(report, "{}");
        assertThat(only("reconcile").code()).isEqualTo(1);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    private ScriptFolder.Ended smoke(String... arguments) throws IOException, InterruptedException {
        // the token is never verified, because the API does not exist
        var token = scripts().substitute("token", "#!/bin/sh\necho e30.eyJzdWIiOiJhbm4ifQ.x\n");
        var all = new ArrayList<>(List.of("--token", token.toString()));
        all.addAll(List.of(arguments));
        return scripts().run(SCRIPT.toString(), all.toArray(String[]::new));
    }

    private ScriptFolder scripts() {
        return new ScriptFolder(folder);
    }
}
