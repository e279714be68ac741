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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.Action;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.infra.Permission;
import plaza.infra.Template;
import plaza.table.TableSchema.Index;

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
            case "$1 $2" in
            "cloudformation describe-stacks")
                if [[ $* == *AlarmTopicArn* ]]; then echo the-topic; else test -e "$STAND_IN/stack"; fi ;;
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
                touch "$STAND_IN/stack"
                echo '{"Plaza-dev": {"ApiUrl": "http://127.0.0.1:1", "UserPoolId": "r_p", "UserPoolClientId": "c",
                    "AccountClientId": "account", "FailureBucket": "failures"}}' >"${@: -1}" ;;
            destroy) rm "$STAND_IN/stack" ;;
            esac
            """;

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
        var steps = Pattern.compile("for each in (.*); do").matcher(Files.readString(SCRIPT));
        assertThat(steps.find()).isTrue();
        var others = new ArrayList<>(List.of(steps.group(1).split(" ", -1)));
        assertThat(others.remove(step)).isTrue();
        others.addFirst("deploy");
        Files.writeString(state.resolve("owner"), "");
        Files.writeString(state.resolve("done"), String.join("\n", others) + "\n");
        Files.writeString(
                state.resolve("outputs.json"),
                """
                {"Plaza-dev": {"ApiUrl": "http://127.0.0.1:1", "UserPoolId": "r_p", "UserPoolClientId": "c",
                  "AccountClientId": "account", "FailureBucket": "failures"}}
                """);
        return smoke("--keep");
    }

    /// The list of what only an account can show, and the table of the steps.
    @Test
    void eachQuestionThatOnlyAnAccountCanAnswerIsAStep() throws IOException {
        var script = Files.readString(SCRIPT);
        var loop = Pattern.compile("for each in (.*); do").matcher(script);
        assertThat(loop.find()).isTrue();
        var steps = new ArrayList<>(List.of(loop.group(1).split(" ", -1)));
        steps.addAll(List.of("deploy", "remove"));
        for (var step : steps) {
            assertThat(script).contains("\n" + step + "() {", "\n#   " + step + " ");
        }
        var pages = Path.of("../docs/operations");
        assertThat(column(pages.resolve("README.md"), "\\| \\d+ \\| [^|]+ \\| `([a-z-]+)` \\|"))
                .containsExactlyInAnyOrderElementsOf(steps);
        assertThat(column(pages.resolve("first-deployment.md"), "\\| `([a-z-]+)` \\| [^|]+ \\|"))
                .containsExactlyInAnyOrderElementsOf(steps);
    }

    private static List<String> column(Path page, String row) throws IOException {
        var pattern = Pattern.compile(row);
        return Files.readAllLines(page).stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .toList();
    }

    /// The step `leading-keys` sends keys that a grant of the function matches, and keys that none
    /// matches.
    @Test
    void theKeysOfTheStepAgreeWithTheGrants() throws IOException {
        var function = Pattern.compile("as_policy_of (\\w+)");
        var call = Pattern.compile("(allowed|denied) (query (\\w+)|check) '([^']+)'");
        var permissions = List.<Permission>of();
        var found = new ArrayList<String>();
        for (var line : Files.readAllLines(SCRIPT)) {
            var policy = function.matcher(line.strip());
            if (policy.matches()) {
                permissions = Permission.of(row(policy.group(1)).grants());
            }
            var matcher = call.matcher(line.strip());
            if (matcher.matches()) {
                var index = matcher.group(3) == null ? Index.TABLE : index(matcher.group(3));
                var action = index == Index.TABLE ? Action.CONDITION_CHECK_ITEM : Action.QUERY;
                var key = matcher.group(4);
                assertThat(
                                permissions.stream()
                                        .filter(p -> p.index() == index)
                                        .filter(p -> p.actions().contains(action))
                                        .flatMap(p -> p.families().stream())
                                        .anyMatch(family ->
                                                Permission.matches(family.pattern(), key)))
                        .as(line.strip())
                        .isEqualTo(matcher.group(1).equals("allowed"));
                found.add(matcher.group(1) + " " + action);
            }
        }
        assertThat(found)
                .contains(
                        "allowed QUERY",
                        "denied QUERY",
                        "allowed CONDITION_CHECK_ITEM",
                        "denied CONDITION_CHECK_ITEM");
    }

    private static HttpFunction row(String name) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Index index(String name) {
        for (var index : Index.values()) {
            if (name.equals(index.indexName())) {
                return index;
            }
        }
        throw new AssertionError("no index " + name);
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
