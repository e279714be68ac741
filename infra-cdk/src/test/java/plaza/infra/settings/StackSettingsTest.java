package plaza.infra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.catalogue.Limit;
import plaza.catalogue.Limits;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.context.DeployedSetting;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.migrate.Migrations;
import plaza.social.key.SocialKeys;

final class StackSettingsTest {
    private static final String TOPIC = "arn:aws:sns:us-east-1:111122223333:alarms";

    private static final Pattern DEPLOY = Pattern.compile("npx aws-cdk@[0-9.]+ deploy( [^#`\n]*)?");

    private static final List<Limit> LIMITS = Declarations.registered().limits();

    private static final Limits STANDARD_LIMITS = Limits.of(LIMITS, Limit::perHourDefault);

    private static final Pattern SETTING = Pattern.compile("-c (\\w+)=(\\S+)");

    @Test
    void withoutContextTheStageIsDevWithoutOptions() {
        assertThat(read(Map.of()))
                .isEqualTo(
                        new StackSettings(
                                Stage.DEV,
                                null,
                                new UserPoolSettings(
                                        List.of("http://localhost:8080/callback"),
                                        List.of("http://localhost:8080/callback"),
                                        null,
                                        1,
                                        null),
                                new ApiSettings(List.of(), null, false, 1, true, true),
                                new TableSettings(false, false, 200, 50, 0, 0, null, null),
                                new ReconcileSettings(28, 25),
                                new FunctionSettings(
                                        standard(),
                                        STANDARD_LIMITS,
                                        0,
                                        null,
                                        Declarations.registered(),
                                        MigrationSettings.NONE,
                                        false),
                                new ReleaseSettings(false, null),
                                new AlarmSettings(null, null, 0, 0, false),
                                new ResourceSettings(Map.of(), null, false, 5)));
    }

    /// The environment of the settings of all contexts by default.
    private static Map<String, String> standard() {
        return Declarations.registered().all().stream()
                .flatMap(declaration -> declaration.settings().stream())
                .collect(
                        Collectors.toMap(
                                DeployedSetting::variable,
                                setting -> setting.read().apply(setting.standard())));
    }

    @Test
    void everySettingOfAContextIsReadAndChecked() {
        for (var declaration : Declarations.registered().all()) {
            for (var setting : declaration.settings()) {
                assertThatThrownBy(() -> read(Map.of(setting.name(), "not\nvalid")))
                        .hasMessageContaining(setting.name() + ":");
            }
        }
    }

    @Test
    void theContextSelectsStageAndOptions() {
        assertThat(
                        read(
                                Map.ofEntries(
                                        Map.entry("stage", "prod"),
                                        Map.entry(
                                                "origins",
                                                "https://plaza.example, https://www.plaza.example"),
                                        Map.entry("callbackUrls", "https://plaza.example/back"),
                                        Map.entry("logoutUrls", "https://plaza.example/"),
                                        Map.entry("alarmEmail", "oncall@plaza.example"),
                                        Map.entry("mailFrom", "cognito"),
                                        Map.entry("budgetUsd", "250"),
                                        Map.entry("edge", true),
                                        Map.entry("media", "false"),
                                        Map.entry("backups", "true"),
                                        Map.entry("accessLogIdentity", false),
                                        Map.entry("deployedAtOnce", 12))))
                .isEqualTo(
                        new StackSettings(
                                Stage.PROD,
                                null,
                                new UserPoolSettings(
                                        List.of("https://plaza.example/back"),
                                        List.of("https://plaza.example/"),
                                        null,
                                        1,
                                        null),
                                new ApiSettings(
                                        List.of(
                                                "https://plaza.example",
                                                "https://www.plaza.example"),
                                        null,
                                        true,
                                        1,
                                        false,
                                        false),
                                new TableSettings(true, false, 0, 0, 0, 0, null, null),
                                new ReconcileSettings(28, 6_000),
                                new FunctionSettings(
                                        standard(),
                                        STANDARD_LIMITS,
                                        160,
                                        null,
                                        Declarations.registered(),
                                        MigrationSettings.NONE,
                                        false),
                                new ReleaseSettings(true, null),
                                new AlarmSettings("oncall@plaza.example", null, 250, 60, true),
                                new ResourceSettings(Map.of(), null, true, 12)));
    }

    @Test
    void theContextSetsRateLimitsAndThroughput() {
        var settings =
                read(
                        Map.of(
                                "postsPerHourMax",
                                "0",
                                "viewsPerHourMax",
                                9,
                                "maxReadUnits",
                                "12000",
                                "maxWriteUnits",
                                4000));
        assertThat(settings.functions().limits())
                .isEqualTo(
                        Limits.of(
                                LIMITS,
                                limit ->
                                        switch (limit.label()) {
                                            case "posts" -> 0;
                                            case "views" -> 9;
                                            default -> limit.perHourDefault();
                                        }));
        assertThat(settings.table())
                .isEqualTo(new TableSettings(false, false, 12_000, 4_000, 0, 0, null, null));
    }

    /// A run leaves at least half of the throughput to requests, unless the context sets its rate.
    @Test
    void aScheduledRunTakesHalfOfTheThroughputOfTheTable() {
        assertThat(rate(Map.of())).isEqualTo(25);
        assertThat(rate(Map.of("maxReadUnits", 300, "maxWriteUnits", 4_000))).isEqualTo(150);
        assertThat(rate(Map.of("maxReadUnits", 300, "maxWriteUnits", 0))).isEqualTo(150);
        assertThat(rate(Map.of("maxReadUnits", 0, "maxWriteUnits", 1))).isEqualTo(1);
        assertThat(rate(Map.of("maxReadUnits", 0, "maxWriteUnits", 0))).isEqualTo(6_000);
        assertThat(rate(Map.of("maxReadUnits", 90_000, "maxWriteUnits", 90_000))).isEqualTo(6_000);
        assertThat(rate(Map.of("reconcileUnits", 150))).isEqualTo(150);
    }

    private static int rate(Map<String, Object> context) {
        return read(context).reconcile().unitsPerSecond();
    }

    @Test
    void provisionedCapacityNeedsItsLimits() {
        assertThat(
                        read(Map.of(
                                        "capacity",
                                        "provisioned",
                                        "maxReadUnits",
                                        12_000,
                                        "maxWriteUnits",
                                        4_000,
                                        "minWriteUnits",
                                        50))
                                .table())
                .isEqualTo(new TableSettings(false, true, 12_000, 4_000, 10, 50, null, null));
        rejects(Map.of("capacity", "reserved"), "must be on-demand or provisioned, not reserved");
        rejects(
                Map.of(
                        "capacity",
                        "provisioned",
                        "maxReadUnits",
                        0,
                        "maxWriteUnits",
                        5,
                        "minWriteUnits",
                        6),
                "maxReadUnits: is the most that auto scaling provisions; capacity=provisioned needs"
                        + " it; minWriteUnits: must be from 1 to maxWriteUnits, not 6");
        rejects(Map.of("minReadUnits", 5), "minReadUnits: needs the context capacity=provisioned");
    }

    private static void rejects(Map<String, Object> context, String message) {
        assertThatThrownBy(() -> read(context))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void prodRequiresACallback() {
        assertThatThrownBy(() -> read(prod(Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "The CDK context is invalid: callbackUrls: must contain at least one"
                                + " address, such as https://plaza.example/callback");
    }

    @Test
    void theDocumentedDeploymentsAreValid() throws IOException {
        var text = new StringBuilder();
        for (var page : List.of("first-deployment.md", "settings.md", "sign-in.md")) {
            text.append(Files.readString(Path.of("../docs/operations", page)));
        }
        var stages = new ArrayList<Stage>();
        for (var command : DEPLOY.matcher(text.toString().replace("\\\n", "")).results().toList()) {
            var settings = new HashMap<String, Object>();
            SETTING.matcher(command.group())
                    .results()
                    .forEach(setting -> settings.put(setting.group(1), setting.group(2)));
            stages.add(read(settings).stage());
        }
        assertThat(stages)
                .containsExactly(Stage.DEV, Stage.PROD, Stage.DEV, Stage.PROD, Stage.PROD);
    }

    @Test
    void onlyDevAcceptsHttpAndLocalHosts() {
        for (var local :
                List.of(
                        "http://localhost:8080/callback",
                        "https://localhost/callback",
                        "https://app.LOCALHOST/callback",
                        "https://127.0.0.1:8443/callback",
                        "https://127.1/callback",
                        "https://[::1]/callback",
                        "HTTP://plaza.example/callback")) {
            assertThatThrownBy(() -> read(prod(Map.of("callbackUrls", local))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "The CDK context is invalid: callbackUrls: must use https or an app"
                                    + " scheme, and a public host in prod, not "
                                    + local);
            assertThat(read(Map.of("callbackUrls", local)).userPool().callbackUrls())
                    .containsExactly(local);
        }
        for (var local : List.of("http://localhost:3000", "https://localhost", "https://[::1]")) {
            assertThatThrownBy(() ->
                            read(
                                    prod(
                                            Map.of(
                                                    "callbackUrls",
                                                    "plaza://callback",
                                                    "origins",
                                                    local))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "The CDK context is invalid: origins: must use https and a public"
                                    + " host in prod, not "
                                    + local);
            assertThat(read(Map.of("origins", local)).api().origins()).containsExactly(local);
        }
    }

    @Test
    void aMigrationIsHeldOrProved() {
        assertThat(migrations(Map.of("provedMigrations", "languages")))
                .isEqualTo(new MigrationSettings(Set.of(), Set.of("languages")));
        for (var wrong :
                List.of(
                        Map.of("provedMigrations", "unknown"),
                        Map.of("heldMigrations", "unknown"),
                        Map.of("heldMigrations", "languages", "provedMigrations", "languages"))) {
            assertThatThrownBy(() -> migrations(wrong)).hasMessageContaining("Migrations: ");
        }
    }

    @Test
    void aBudgetNeedsAnAddress() {
        assertThatThrownBy(() -> read(Map.of("budgetUsd", 100)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "The CDK context is invalid: budgetUsd: needs the context alarmEmail, which"
                                + " receives the notifications");
        assertThat(read(Map.of("budgetUsd", 0)).alarms().budgetUsd()).isZero();
    }

    @Test
    void allInvalidValuesAreReportedTogether() {
        assertThatThrownBy(() ->
                        read(
                                Map.of(
                                        "stage", "test",
                                        "origins", "*",
                                        "callbackUrls", ",",
                                        "edge", "maybe",
                                        "media", "off",
                                        "accessLogIdentity", "no",
                                        "viewsPerHourMax", -1,
                                        "maxWriteUnits", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "stage:",
                        "origins:",
                        "callbackUrls:",
                        "edge:",
                        "media:",
                        "accessLogIdentity:",
                        "viewsPerHourMax:",
                        "maxWriteUnits:");
    }

    @Test
    void onlyExactOriginsAreAccepted() {
        for (var wrong :
                List.of(
                        "*",
                        "https://*.plaza.example",
                        "http://plaza.example",
                        "https://plaza.example/",
                        "https://plaza.example/app",
                        "https://me@plaza.example",
                        "plaza.example",
                        "null")) {
            assertThatThrownBy(() -> read(Map.of("origins", wrong))).hasMessageContaining(wrong);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "audience=a | audience: needs the context issuer",
                "groupsClaim=g | groupsClaim: needs the context issuer",
                "scopes=p. | scopes: needs the context issuer",
                "issuer=https://a.example;groupsClaim=g | issuer: needs the context audience",
                "issuer=https://a.example;audience=a | issuer: needs the context groupsClaim",
                "issuer=http://a.example;audience=a;groupsClaim=g | issuer: must be an https",
                "issuer=https://a.example?b;audience=a;groupsClaim=g | issuer: must be an https",
                "issuer=a;audience=a;groupsClaim=g | issuer: must be an https",
                "issuer=https://a b;audience=a;groupsClaim=g | issuer: must be an https",
                "stage=prod;callbackUrls=https://a b | callbackUrls: must use https",
                "stage=prod;callbackUrls=https://a.example;mailFrom=cognito"
                        + " | alarmEmail: prod needs an address",
                "alarmTopicArn=alarms | alarmTopicArn: must be the ARN of a standard SNS topic",
                "alarmTopicArn=arn:aws:sns:us-east-1:111122223333:a.fifo | alarmTopicArn: must be",
                "edge=true;apiDomain=api.b.example;apiCertificate="
                        + "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c"
                        + " | apiCertificate: must be in us-east-1, not in eu-west-1",
                "tags=a=* | tags: a value must have",
                "issuer=https://a.example;audience=a;groupsClaim=a b | groupsClaim: must be the",
                "issuer=https://a.example;audience=a;groupsClaim=g;scopes=a b | scopes: must be",
                "issuer=https://a.example;audience=a;groupsClaim=cognito:groups | groupsClaim: must"
                        + " not",
                "issuer=https://a.example;audience=a;groupsClaim=g;mailFrom=a@b.example | mailFrom:"
                        + " needs",
                "issuer=https://a.example;audience=a;groupsClaim=g;callbackUrls=https://b.example"
                        + " | callbackUrls: needs the user pool",
                "mailIdentity=b.example | mailIdentity: needs the context mailFrom",
                "stage=prod;callbackUrls=https://a.example;alarmEmail=a@b.example"
                        + " | mailFrom: prod needs an address of Amazon SES",
                "mailFrom=cognito;mailIdentity=b.example | mailIdentity: needs the context"
                        + " mailFrom",
                "mailFrom=b.example | mailFrom: must be an address",
                "mailFrom=a@b.example;mailIdentity=c.example | mailIdentity: must be",
                "apiDomain=api.b.example | apiDomain: needs the context apiCertificate",
                "signInCertificate=x | signInCertificate: needs the context signInDomain",
                "apiDomain=localhost;apiCertificate=x | apiDomain: must be a host name",
                "apiDomain=api.b.example;apiCertificate=x | apiCertificate: must be the ARN",
                "signInDomain=auth.b.example;signInCertificate="
                        + "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c"
                        + " | signInCertificate: must be in us-east-1, not in eu-west-1",
                "hostedZoneId=Z1 | hostedZoneId: needs the context apiDomain or signInDomain",
                "quietMinutesMax=7 | quietMinutesMax: must be a multiple of 5 up to 1440",
                "quietMinutesMax=1445 | quietMinutesMax: must be a multiple of 5 up to 1440",
                "edgeKey=2 | edgeKey: needs the context edge",
                "cursorKeysVersion=AWSCURRENT | cursorKeysVersion: must be the VersionId of a"
                        + " secret",
                "stage=prod;callbackUrls=https://a.example;logoutUrls=http://a.example"
                        + " | logoutUrls: must use https",
                "tags=team | tags: must be key=value",
                "tags=aws:x=1 | tags: must be key=value",
                "tags=stage=1 | tags: the stack sets the tag stage itself",
                "tags=a=1,a=2 | tags: the key a occurs twice",
                "permissionsBoundary=Boundary | permissionsBoundary: must be the ARN",
                "failingFunction=Fail | failingFunction: no route has a function Fail",
                "stage=prod;callbackUrls=https://a.example;mailFrom=cognito;failingFunction=Fail"
                        + " | failingFunction: breaks a function, so that prod cannot have it"
            })
    void aCombinationThatCannotWorkIsNamed(String context, String fault) {
        var settings = new HashMap<String, Object>();
        for (var setting : context.split(";", -1)) {
            var parts = setting.split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        assertThatThrownBy(() -> read(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The CDK context is invalid: " + fault);
    }

    @Test
    void theContextSetsTheIssuer() {
        assertThat(
                        read(Map.of(
                                        "issuer", "https://plaza.eu.auth0.com/",
                                        "audience", "https://api.plaza.example, second",
                                        "groupsClaim", "https://plaza.example/groups",
                                        "scopes", "plaza."))
                                .issuer())
                .isEqualTo(
                        new OwnIssuer(
                                "https://plaza.eu.auth0.com/",
                                List.of("https://api.plaza.example", "second"),
                                new TokenRules("https://plaza.example/groups", "plaza.")));
    }

    @Test
    void theContextSetsMailsAndDomains() {
        var regional = "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c";
        var global = "arn:aws:acm:us-east-1:111122223333:certificate/7a2b";
        var settings =
                read(
                        Map.of(
                                "mailFrom", "no-reply@mail.plaza.example",
                                "mailIdentity", "plaza.example",
                                "signInDomain", "auth.plaza.example",
                                "signInCertificate", global,
                                "apiDomain", "api.plaza.example",
                                "apiCertificate", regional,
                                "hostedZoneId", "Z0123"));
        assertThat(settings.userPool().mail())
                .isEqualTo(new MailSender("no-reply@mail.plaza.example", "plaza.example"));
        assertThat(settings.userPool().domain())
                .isEqualTo(new Domain("auth.plaza.example", global, "Z0123"));
        assertThat(settings.api().domain())
                .isEqualTo(new Domain("api.plaza.example", regional, "Z0123"));
    }

    @Test
    void theIdentityOfMailsIsTheDomainOfTheirSender() {
        assertThat(read(Map.of("mailFrom", "no-reply@mail.plaza.example")).userPool().mail())
                .isEqualTo(new MailSender("no-reply@mail.plaza.example", "mail.plaza.example"));
    }

    @Test
    void theFirstDeploymentOfProdCanBeRemoved() {
        var first =
                prod(
                        Map.of(
                                "callbackUrls",
                                "https://plaza.example/back",
                                "deletionProtection",
                                false));
        assertThat(read(first).resources().deletionProtection()).isFalse();
    }

    @Test
    void aNewTableIsNeverColderThanEveryNewTable() {
        var warm = read(Map.of("warmWriteUnits", 20_000)).table().warm();
        assertThat(warm).isEqualTo(new TableSettings.Warm(12_000, 20_000));
        var colder = Map.<String, Object>of("warmReadUnits", 11_999, "warmWriteUnits", 3_999);
        assertThatThrownBy(() -> StackSettings.from(colder::get))
                .hasMessageContaining("warmReadUnits: every new table has 12000")
                .hasMessageContaining("warmWriteUnits: every new table has 4000");
    }

    @ParameterizedTest
    @CsvSource({
        "new, , 'tableStream: must be the ARN of the stream of the table new, not null'",
        "new, arn:aws:dynamodb:eu-west-1:111122223333:table/old/stream/2026-11-28T03:04:05.678, of"
                + " the table new",
        "new, arn:aws:dynamodb:eu-west-1:111122223333:table/new, of the table new",
        ", arn:aws:dynamodb:eu-west-1:111122223333:table/new/stream/2026-11-28T03:04:05.678,"
                + " tableStream: needs the context table"
    })
    void aRestoredTableNeedsItsOwnStream(String table, String stream, String message) {
        var context = new HashMap<String, Object>();
        context.put("table", table);
        context.put("tableStream", stream);
        assertThatThrownBy(() -> StackSettings.from(context::get)).hasMessageContaining(message);
    }

    @Test
    void theContextSetsTagsAndTheBoundary() {
        var boundary = "arn:aws:iam::111122223333:policy/team/Boundary";
        assertThat(
                        read(Map.of(
                                        "tags",
                                        "team=core, costCenter=42, empty=",
                                        "permissionsBoundary",
                                        boundary))
                                .resources())
                .isEqualTo(
                        new ResourceSettings(
                                Map.of("team", "core", "costCenter", "42", "empty", ""),
                                boundary,
                                false,
                                5));
    }

    /// Another user pool is an issuer whose names of groups have no spaces.
    @Test
    void theIssuerCanBeAnotherUserPool() {
        var settings =
                read(
                        Map.of(
                                "issuer",
                                "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc",
                                "audience",
                                "4client",
                                "groupsClaim",
                                "cognito:groups"));
        assertThat(settings.issuer()).isNotNull();
    }

    /// The settings of a release with one migration.
    private static MigrationSettings migrations(Map<String, String> settings) {
        var migration =
                new Migration("languages", SocialKeys.POST, 2, _ -> List.of(), List.of(), "");
        var context = new Context(settings::get);
        var read = FunctionSettings.migrations(context, new Migrations(List.of(migration)));
        context.requireValid();
        return read;
    }

    /// The settings of `prod` without its callbacks, and others.
    private static Map<String, Object> prod(Map<String, Object> others) {
        var settings = new HashMap<>(others);
        settings.put("stage", "prod");
        settings.put("alarmTopicArn", TOPIC);
        settings.put("mailFrom", "cognito");
        return settings;
    }

    private static StackSettings read(Map<String, Object> context) {
        return StackSettings.from(context::get);
    }
}
