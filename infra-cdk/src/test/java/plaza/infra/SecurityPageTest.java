package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.Limit;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.http.Cursors;
import plaza.http.Idempotency;
import plaza.http.RateLimiter;
import plaza.infra.settings.StackSettings;
import plaza.infra.settings.Stage;
import plaza.job.Job;
import plaza.leaving.Erasure;
import plaza.social.timeline.TimelineEntry;
import plaza.social.view.View;
import plaza.tally.Ledger;

/// Compares the tables in `docs/security.md` with the code and the template. `-Dplaza.docs=write`
/// writes them instead.
final class SecurityPageTest {
    private static final Path PAGE = Path.of("../docs/security.md");

    private final Template template = Template.real();

    @Test
    void theTablesMatchTheStack() throws Exception {
        var page = Files.readString(PAGE);
        for (var table : tables().entrySet()) {
            var begin = "<!-- " + table.getKey() + ": begin -->\n";
            var end = "<!-- " + table.getKey() + ": end -->\n";
            assertThat(page).containsOnlyOnce(begin).containsOnlyOnce(end);
            var from = page.indexOf(begin) + begin.length();
            var to = page.indexOf(end);
            if ("write".equals(System.getProperty("plaza.docs"))) {
                page = page.substring(0, from) + table.getValue() + page.substring(to);
                Files.writeString(PAGE, page);
            } else {
                assertThat(page.substring(from, to)).isEqualTo(table.getValue());
            }
        }
    }

    /// The quota of an account for a table in read units per second
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>).
    private static final int ACCOUNT_READ_UNITS = 40_000;

    /// How long a read of a page takes, as in the bill.
    private static final Duration READ_TIME = Duration.ofMillis(30);

    private Map<String, String> tables() throws IOException, ReflectiveOperationException {
        var tables = new TreeMap<String, String>();
        tables.put("data", data());
        tables.put("encryption", encryption());
        tables.put("recovery", recovery());
        tables.put("limits", limits());
        tables.put("hostile", hostile());
        return tables;
    }

    private String data() throws ReflectiveOperationException {
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("data", "where", "kept for"));
        lines.add(
                List.of(
                        "what users create, such as profiles, posts, favorites and gamers",
                        "table",
                        "until it is deleted"));
        lines.add(
                List.of(
                        "erasures of users who have left, with a tombstone",
                        "table",
                        text(Erasure.CHECKED_AGAIN) + " after their proof"));
        lines.add(List.of("timeline entries", "table", text(TimelineEntry.LIFETIME)));
        lines.add(List.of("views of a post", "table", text(View.LIFETIME)));
        lines.add(List.of("responses by `Idempotency-Key`", "table", text(Idempotency.LIFETIME)));
        if (Declarations.registered().names().contains("favorites")) {
            lines.add(
                    List.of(
                            "imported bookmark files and their reports",
                            "table",
                            text(
                                    (Duration)
                                            constant(
                                                    "plaza.favorites.bookmarks.ImportRecord",
                                                    "LIFETIME"))));
        }
        lines.add(
                List.of(
                        "ledger rows of removed edges that are counted",
                        "table",
                        text(Ledger.LIFETIME)));
        lines.add(List.of("unfinished jobs", "table", text(Job.LIFETIME)));
        lines.add(
                List.of(
                        "counters of the rate limits",
                        "table",
                        text(RateLimiter.WINDOW.multipliedBy(2))));
        lines.add(
                List.of(
                        "failed stream records, with their items",
                        "failure bucket",
                        kept("Failures")));
        lines.add(
                List.of(
                        "uploads, with what no post or profile has used",
                        "bucket of the images",
                        kept("Media")));
        lines.add(List.of("images", "bucket of the images", "until their post or profile ends"));
        lines.add(
                List.of(
                        "copies of images",
                        "CloudFront, if they were read",
                        Media.EDGE_TIME.toHours() + " hour"));
        lines.add(
                List.of(
                        "function logs, access logs",
                        "log groups",
                        Stage.DEV.logRetention()
                                + " (`dev`), "
                                + Stage.PROD.logRetention()
                                + " (`prod`)"));
        lines.add(List.of("older states of the table", "point-in-time recovery", pitr() + " days"));
        lines.add(
                List.of("weekly and monthly copies of the table", "AWS Backup, if on", backups()));
        lines.add(
                List.of(
                        "e-mail address, password hash, groups",
                        "user pool",
                        "until deleted there"));
        lines.add(
                List.of(
                        "ids and e-mail addresses of all users, administrators",
                        "bucket of the user export",
                        kept("UserExport")));
        lines.add(
                List.of(
                        "keys that seal cursors",
                        "Secrets Manager, functions with pages or images",
                        "until they are rotated"));
        lines.add(List.of("cursors", "with the client, encrypted", text(Cursors.LIFETIME)));
        return markdown(lines)
                .replace("TWO_WEEKS", "two weeks")
                .replace("THREE_MONTHS", "three months");
    }

    /// A constant that only its package can see.
    static Object constant(String type, String name) throws ReflectiveOperationException {
        var field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return Objects.requireNonNull(field.get(null));
    }

    private String kept(String bucket) {
        var rules = template.at(bucket + "/Resource").at("/LifecycleConfiguration/Rules");
        return rules.get(0).get("ExpirationInDays").asInt() + " days";
    }

    private int pitr() {
        return table().at("/PointInTimeRecoverySpecification/RecoveryPeriodInDays").asInt();
    }

    private JsonNode table() {
        return template.at("Table/Resource");
    }

    private static String backups() {
        var days = new ArrayList<String>();
        Template.complete()
                .only("AWS::Backup::BackupPlan")
                .at("/BackupPlan/BackupPlanRule")
                .forEach(rule -> days.add(rule.at("/Lifecycle/DeleteAfterDays").asText()));
        assertThat(days).hasSize(2);
        return String.join(" and ", days) + " days";
    }

    /// What each kind of resource is encrypted with.
    private String encryption() {
        var complete = Template.complete();
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("at rest", "encrypted with"));
        lines.add(
                List.of(
                        "table, its indexes, stream and recovery copies",
                        key(complete, table(), "/SSESpecification/KMSMasterKeyId")));
        for (var bucket :
                List.of("Failures failure bucket", "UserExport bucket of the user export")) {
            var words = bucket.split(" ", 2);
            lines.add(
                    List.of(
                            words[1],
                            key(
                                    complete,
                                    complete.at(words[0] + "/Resource"),
                                    "/BucketEncryption/ServerSideEncryptionConfiguration/0/ServerSideEncryptionByDefault/KMSMasterKeyID")));
        }
        var media =
                complete.at("Media/Resource")
                        .at(
                                "/BucketEncryption/ServerSideEncryptionConfiguration/0/ServerSideEncryptionByDefault");
        assertThat(media).hasToString("{\"SSEAlgorithm\":\"AES256\"}");
        lines.add(List.of("bucket of the images", "keys that S3 manages"));
        complete.resources("AWS::Logs::LogGroup")
                .values()
                .forEach(group ->
                        assertThat(key(complete, group.get("Properties"), "/KmsKeyId"))
                                .isEqualTo("the stack's key"));
        lines.add(List.of("function logs, access logs", "the stack's key"));
        lines.add(
                List.of(
                        "alarm topic",
                        key(complete, complete.only("AWS::SNS::Topic"), "/KmsMasterKeyId")));
        lines.add(
                List.of(
                        "backup vault",
                        key(
                                complete,
                                complete.only("AWS::Backup::BackupVault"),
                                "/EncryptionKeyArn")));
        complete.resources("AWS::SecretsManager::Secret")
                .values()
                .forEach(secret -> assertThat(secret.get("Properties").has("KmsKeyId")).isFalse());
        lines.add(List.of("secrets", "`aws/secretsmanager`, a key that AWS manages"));
        lines.add(
                List.of(
                        "environment and snapshots of functions with pages or images",
                        key(template, template.at("GetPostListByUserId/Resource"), "/KmsKeyArn")));
        lines.add(
                List.of(
                        "user pool, other functions and their snapshots, traces",
                        "keys that AWS owns or manages"));
        return markdown(lines);
    }

    private static String key(Template template, JsonNode properties, String pointer) {
        var target = properties.at(pointer).at("/Fn::GetAtt/0").asText();
        assertThat(target).isEqualTo(template.idAt("Key/Resource"));
        return "the stack's key";
    }

    private String recovery() {
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("lost", "recovered from", "to the state of"));
        lines.add(
                List.of(
                        "items, or the table",
                        "point-in-time recovery",
                        "any second of the last %d days, to about five minutes ago"
                                .formatted(pitr())));
        lines.add(
                List.of(
                        "the table and its recovery",
                        "AWS Backup, if on",
                        "the last Sunday, 03:00 UTC"));
        lines.add(
                List.of(
                        "derived data: counts, timelines, search",
                        "Reconcile with `--repair`",
                        "now, from its sources"));
        lines.add(
                List.of(
                        "stream records that failed",
                        "the failure bucket and the redrive",
                        "up to %d days ago".formatted(Ledger.REDRIVE_AGE_MAX.toDays())));
        lines.add(
                List.of(
                        "the user pool",
                        "the nightly export, which is kept for " + kept("UserExport"),
                        "the last night, %s UTC; without passwords"
                                .formatted(
                                        UserExport.SCHEDULE.replaceFirst(
                                                "cron\\((\\d+) (\\d+) .*", "$2:$1"))));
        assertThat(template.at("UserPool/Resource").get("DeletionProtection").asText())
                .isEqualTo("ACTIVE");
        Template.complete()
                .only("AWS::Backup::BackupPlan")
                .at("/BackupPlan/BackupPlanRule")
                .forEach(rule ->
                        assertThat(rule.get("ScheduleExpression").asText())
                                .startsWith("cron(0 3 "));
        return markdown(lines);
    }

    private String limits() {
        var client = template.at("UserPool/Client/Resource");
        assertThat(client.at("/TokenValidityUnits/AccessToken").asText()).isEqualTo("minutes");
        var lines = new ArrayList<List<String>>();
        lines.add(List.of("limit", "value", "above it"));
        for (var stage : Stage.values()) {
            lines.add(
                    List.of(
                            "requests per second, all callers, `%s`".formatted(stage.label()),
                            "%,d, at once %,d"
                                    .formatted(stage.requestsPerSecond(), stage.burstRequests()),
                            "429"));
        }
        for (var row : Catalogue.ALL.publicFunctions()) {
            lines.add(
                    List.of(
                            "requests per second, all callers, `%s`, which needs no token"
                                    .formatted(row.routeKey()),
                            "%,d, at once %,d"
                                    .formatted(row.requestsPerSecond(), row.burstRequests()),
                            "429"));
        }
        for (var context : Catalogue.ALL.declarations().all()) {
            for (var setting : context.settings()) {
                var maximum = setting.maximum();
                if (maximum != null) {
                    lines.add(
                            List.of(
                                    "%s (`%s`)".formatted(maximum.what(), setting.name()),
                                    "%,d".formatted(Integer.parseInt(setting.standard())),
                                    Integer.toString(maximum.status())));
                }
            }
        }
        for (var limit : Catalogue.ALL.declarations().limits()) {
            lines.add(
                    List.of(
                            "%s of a user per hour (`%s`)"
                                    .formatted(limit.label(), limit.setting()),
                            "%,d".formatted(limit.perHourDefault()),
                            "429"));
        }
        lines.add(
                List.of(
                        "lifetime of an access token",
                        client.get("AccessTokenValidity").asText() + " minutes",
                        "401"));
        lines.add(
                List.of(
                        "length of a password",
                        "at least "
                                + template.at("UserPool/Resource")
                                        .at("/Policies/PasswordPolicy/MinimumLength")
                                        .asText(),
                        "rejected by Cognito"));
        return markdown(lines);
    }

    /// What a caller with one token costs who sends the most expensive read at the rate of the
    /// stage for a whole month. The prices and the sizes are those of the bill.
    private static String hostile() throws IOException {
        var bill = Files.readString(Path.of("../docs/operations/bill.md"));
        var perMillionRequests =
                number(bill, "\\$([0-9.]+) per million to 300 million")
                        + number(bill, "\\$([0-9.]+) per million, \\$[0-9.]+ per GB-second")
                        + 1e6
                                * number(bill, "\\$([0-9.]+) per GB-second")
                                * number(bill, "per million \\+ ([0-9.]+) GB s\\)")
                        + number(bill, "\\$([0-9.]+) per GB of logs")
                                * number(bill, "× ([0-9.]+) KB = [0-9,.]+ GB × \\$0.5");
        var perMillionUnits = number(bill, "\\$([0-9.]+) per million RRU");
        var worst =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.access() != Access.ADMIN && !row.writes())
                        .mapToDouble(row -> row.budget().readUnits())
                        .max()
                        .orElseThrow();
        var lines = new ArrayList<List<String>>();
        lines.add(
                List.of(
                        "stage",
                        "requests per second",
                        "RRU per second without the limit",
                        "with it",
                        "requests, a month",
                        "reads, a month",
                        "in total",
                        "of which an hour"));
        for (var stage : Stage.values()) {
            var max =
                    stage == Stage.DEV
                            ? StackSettings.dev().table().maxReadUnits()
                            : ACCOUNT_READ_UNITS;
            // each environment serves one request at a time
            var environments =
                    Math.ceil(stage.requestsPerSecond() * READ_TIME.toMillis() / 1_000.0);
            var accepted =
                    environments * Limit.READS.perHourDefault() / RateLimiter.WINDOW.toSeconds();
            var unlimited = Math.min(stage.requestsPerSecond() * worst, max);
            var units = Math.min(accepted * worst, max);
            var seconds = Duration.ofDays(30).toSeconds();
            var requests = stage.requestsPerSecond() * seconds / 1e6 * perMillionRequests;
            var reads = units * seconds / 1e6 * perMillionUnits;
            lines.add(
                    List.of(
                            "`%s`".formatted(stage.label()),
                            "%,d".formatted(stage.requestsPerSecond()),
                            "%,.0f".formatted(unlimited),
                            "%,.0f".formatted(units),
                            "$%,.0f".formatted(requests),
                            "$%,.0f".formatted(reads),
                            "$%,.0f".formatted(requests + reads),
                            "$%,.2f".formatted((requests + reads) / 720)));
        }
        return markdown(lines);
    }

    private static double number(String page, String pattern) {
        var found = Pattern.compile(pattern).matcher(page);
        assertThat(found.find()).as(pattern).isTrue();
        return Double.parseDouble(found.group(1));
    }

    private static String text(Duration duration) {
        return duration.toHours() <= 24
                ? duration.toHours() + " hours"
                : duration.toDays() + " days";
    }

    private static String markdown(List<List<String>> lines) {
        var rows =
                lines.stream()
                        .map(cells -> "| " + String.join(" | ", cells) + " |\n")
                        .collect(Collectors.toCollection(ArrayList::new));
        rows.add(1, "|---".repeat(lines.getFirst().size()) + "|\n");
        return "\n" + String.join("", rows) + "\n";
    }
}
