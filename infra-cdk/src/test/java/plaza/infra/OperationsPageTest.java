package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Cursors;
import plaza.infra.settings.Stage;
import plaza.tally.Ledger;

/// Compares the numbers of the pages in `docs/operations` with the code and the templates.
/// `StackTest` compares the names of the alarms, and `MonthlyCostTest` the total of the costs.
final class OperationsPageTest {
    private static final Pattern METRICS =
            Pattern.compile("(\\d+) metrics × \\$0\\.30 \\+ (\\d+) alarm metrics × \\$0\\.10");

    private final Template template = Template.real();

    private static String page(String name) {
        try {
            return Files.readString(Path.of("../docs/operations", name)).replaceAll("\\s+", " ");
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }

    @Test
    void settingsAndStagesHaveTheirNumbers() {
        var page = page("settings.md");
        for (var context : Catalogue.ALL.declarations().all()) {
            for (var setting : context.settings()) {
                assertThat(page.replace("`", ""))
                        .contains("| %s | %s |".formatted(setting.name(), setting.standard()));
            }
        }
        assertThat(page)
                .contains(
                        "| requests per second | %,d | %,d |"
                                .formatted(
                                        Stage.DEV.requestsPerSecond(),
                                        Stage.PROD.requestsPerSecond()));
        assertThat(page).contains("| logs | two weeks | three months |");
        assertThat(List.of(Stage.DEV.logRetention(), Stage.PROD.logRetention()))
                .hasToString("[TWO_WEEKS, THREE_MONTHS]");
        var budget = Template.complete().only("AWS::Budgets::Budget");
        assertThat(budget.at("/NotificationsWithSubscribers/0/Notification/Threshold").asInt())
                .isEqualTo(80);
        assertThat(page).contains("at 80 % of the budget");
    }

    @Test
    void theFirstDeploymentUsesOutputsAndNamesOfTheStack() {
        var page = page("first-deployment.md");
        var dev = Template.dev();
        var outputs = new ArrayList<String>();
        Pattern.compile("\\(output (\\w+)\\)")
                .matcher(page)
                .results()
                .forEach(output -> outputs.add(output.group(1)));
        assertThat(outputs).contains("ApiUrl", "UserPoolId", "UserPoolClientId", "FailureBucket");
        for (var output : outputs) {
            assertThat(dev.root().get("Outputs").has(output)).as(output).isTrue();
        }
        assertThat(page).contains("https://plaza-dev-$ACCOUNT.auth.");
        assertThat(dev.at("UserPool/Domain/Resource").get("Domain").toString())
                .contains("\"plaza-dev-\"", "AWS::AccountId");
        var client = dev.at("UserPool/Client/Resource");
        assertThat(client.at("/CallbackURLs/0").asText())
                .isEqualTo("http://localhost:8080/callback");
        assertThat(page).contains("BACK=http://localhost:8080/callback");
        var password = dev.at("UserPool/Resource").at("/Policies/PasswordPolicy");
        assertThat(page)
                .contains(
                        "must have %s characters"
                                .formatted(password.get("MinimumLength").asText()));
    }

    /// Another version of the CDK CLI may synthesize or deploy otherwise.
    @Test
    void everyCommandNamesTheVersionOfTheCdkCliThatWasTested() throws IOException {
        var versions = new TreeSet<String>();
        var command = Pattern.compile("aws-cdk@(\\S+)");
        try (var pages = Files.walk(Path.of("../docs"))) {
            var files =
                    new ArrayList<>(pages.filter(file -> file.toString().endsWith(".md")).toList());
            files.add(Path.of("../README.md"));
            files.add(Path.of("smoke"));
            for (var file : files) {
                command.matcher(Files.readString(file))
                        .results()
                        .forEach(found -> versions.add(found.group(1)));
            }
        }
        assertThat(versions).hasSize(1);
        assertThat(page("settings.md"))
                .contains("This was tested with CLI %s.".formatted(versions.first()));
    }

    @Test
    void alarmsHaveTheirThresholdsAndTimes() {
        var page = page("runbook.md");
        assertThat(page)
                .contains(
                        "| ServerErrors | More than %d %% of the responses in %d minutes are 5xx. |"
                                .formatted(threshold("ServerErrors"), minutes("ServerErrors")),
                        "| Latency | The p99 latency is above %d s for %d minutes. |"
                                .formatted(threshold("Latency") / 1_000, minutes("Latency")),
                        "| Concurrency | The account has used more than %d %% of its concurrency quota for %d minutes. |"
                                .formatted(threshold("Concurrency"), minutes("Concurrency")));
        assertThat(page)
                .contains(
                        "| WithoutSuccess | None of at least %d requests in %d minutes succeeded, for %d minutes. |"
                                .formatted(
                                        Metrics.WITHOUT_SUCCESS_REQUESTS_MIN,
                                        minutes("WithoutSuccess") / 2,
                                        minutes("WithoutSuccess")));
        for (var surge : List.of("Unauthorized 401", "TooManyRequests 429")) {
            var words = surge.split(" ", -1);
            assertThat(page)
                    .contains(
                            "| %s | More than %d %% of the responses are %s, for %d minutes. |"
                                    .formatted(
                                            words[0],
                                            threshold(words[0]),
                                            words[1],
                                            minutes(words[0])));
        }
        assertThat(page)
                .contains(
                        "| RequestsMissing | The API has received no request for %d minutes. |"
                                .formatted(minutes("RequestsMissing")),
                        "| SignInFailures | More than %d %% of the sign-ins in %d minutes fail. |"
                                .formatted(threshold("SignInFailures"), minutes("SignInFailures")));
        for (var row : Catalogue.ALL.streamFunctions()) {
            assertThat(page)
                    .contains(
                            "for %d minutes, but the mapping has read no record."
                                    .formatted(minutes(row.name() + "NotPolled")));
            assertThat(page)
                    .containsPattern(
                            "\\| %sAge \\| [A-Z][a-z ]+ more than %d minutes late"
                                    .formatted(row.name(), threshold(row.name() + "Age") / 60_000));
            assertThat(minutes(row.name() + "Errors")).isEqualTo(15);
            assertThat(page)
                    .contains(
                            "| %sErrors | The function has failed in the last quarter of an hour. |"
                                    .formatted(row.name()));
        }
        assertThat(Duration.ofMinutes(minutes("ReconcileAge"))).isEqualTo(Duration.ofDays(2));
        assertThat(page)
                .contains(
                        "The last complete run of Reconcile began more than %d days ago"
                                .formatted(Duration.ofSeconds(threshold("ReconcileAge")).toDays()));
    }

    @Test
    void repairAndRotationHaveTheirNumbers() throws ReflectiveOperationException {
        var page = page("maintenance.md");
        var listed = SecurityPageTest.constant("plaza.reconcile.ReconcileReport", "LISTED_MAX");
        var characters =
                template.at("CursorKeys/Resource").at("/GenerateSecretString/PasswordLength");
        assertThat(page)
                .contains(
                        "expire after %d days".formatted(Ledger.LIFETIME.toDays()),
                        "older than %d days".formatted(Ledger.REDRIVE_AGE_MAX.toDays()),
                        "lists up to %s differences by key".formatted(listed),
                        "generates %d letters and digits (valid Base64, %d bytes)"
                                .formatted(characters.asInt(), characters.asInt() * 3 / 4),
                        "A cursor expires after %d hours".formatted(Cursors.LIFETIME.toHours()));
    }

    @Test
    void copiesAndTheEdgeHaveTheirNumbers() {
        var days =
                template.at("Table/Resource")
                        .at("/PointInTimeRecoverySpecification/RecoveryPeriodInDays");
        var rules =
                Template.complete()
                        .only("AWS::Backup::BackupPlan")
                        .at("/BackupPlan/BackupPlanRule");
        var kept =
                template.at("Failures/Resource")
                        .at("/LifecycleConfiguration/Rules/0/ExpirationInDays");
        var rate =
                Template.complete()
                        .only("AWS::WAFv2::WebACL")
                        .get("Rules")
                        .findValue("RateBasedStatement")
                        .get("Limit");
        assertThat(page("maintenance.md"))
                .contains(
                        "goes back %d days".formatted(days.asInt()),
                        "weekly copies for %d days and monthly copies for a year"
                                .formatted(rules.at("/0/Lifecycle/DeleteAfterDays").asInt()));
        assertThat(page("runbook.md"))
                .contains("deletes objects after %d days".formatted(kept.asInt()));
        assertThat(page("settings.md"))
                .contains(
                        "allows %,d requests in five minutes per address".formatted(rate.asInt()));
        assertThat(rules.at("/1/Lifecycle/DeleteAfterDays").asInt()).isEqualTo(365);
    }

    /// The states of a run of KeepReady other than those of each function.
    static final int STATES_OF_KEEP_READY = 3;

    @Test
    void theCostOfMetricsCountsTheContextsAndAlarms() {
        Template.assumeAllContexts();
        var documented = METRICS.matcher(page("bill.md"));
        assertThat(documented.find()).isTrue();
        assertThat(Integer.parseInt(documented.group(1))).isEqualTo(metricsInUse());
        // a few more alarms hardly change the estimate
        assertThat(Integer.parseInt(documented.group(2)))
                .isCloseTo(alarmMetrics(template), Percentage.withPercentage(10));
    }

    /// The metrics that a stage in use has in every hour: those of a request without work, and its
    /// failures, for each context; the lag of FanOut; and those of the access log.
    private static int metricsInUse() {
        var contexts =
                Catalogue.ALL.httpFunctions().stream()
                        .map(HttpFunction::context)
                        .distinct()
                        .count();
        return IdleBillTest.metrics(Catalogue.ALL.functions())
                + (int) contexts
                + 1
                + AccessLog.Counted.values().length;
    }

    /// The metrics that the alarms of a template read. CloudWatch charges for each of them.
    static int alarmMetrics(Template template) {
        return template.resources("AWS::CloudWatch::Alarm").values().stream()
                .mapToInt(alarm -> Math.max(1, alarm.findValues("MetricStat").size()))
                .sum();
    }

    @Test
    void theStateTransitionsOfKeepingSnapshotsAreFree() {
        var page = page("releases.md");
        var invoked = Catalogue.ALL.functions().size() - Catalogue.ALL.scheduledFunctions().size();
        assertThat(page).contains("after the first 4,000 a month, which are more than these");
        assertThat(30 * (invoked + STATES_OF_KEEP_READY)).isLessThan(4_000);
    }

    private int threshold(String name) {
        return alarm(name).get("Threshold").asInt();
    }

    private long minutes(String name) {
        var alarm = alarm(name);
        var period = alarm.has("Period") ? alarm.get("Period") : alarm.findValue("Period");
        return alarm.get("EvaluationPeriods").asLong() * period.asLong() / 60;
    }

    private JsonNode alarm(String name) {
        return template.at(name + "Alarm/Resource");
    }
}
