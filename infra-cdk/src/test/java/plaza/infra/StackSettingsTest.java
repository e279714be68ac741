package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Limits;
import plaza.fantasy.SeasonRules;
import plaza.lambda.Quotas;

final class StackSettingsTest {
    @Test
    void withoutContextTheStageIsDevWithoutOptions() {
        assertThat(read(Map.of()))
                .isEqualTo(
                        new StackSettings(
                                Stage.DEV,
                                null,
                                new UserPoolSettings(
                                        List.of("http://localhost:8080/callback"), null, null),
                                new ApiSettings(List.of(), null, false, true),
                                new TableSettings(false, 0, 0),
                                new FunctionSettings(
                                        Quotas.STANDARD,
                                        SeasonRules.load("fpl-2025-26"),
                                        Limits.STANDARD),
                                new AlarmSettings(null, 0),
                                new ResourceSettings(Map.of(), null)));
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
                                        Map.entry("alarmEmail", "oncall@plaza.example"),
                                        Map.entry("budgetUsd", "250"),
                                        Map.entry("edge", true),
                                        Map.entry("backups", "true"),
                                        Map.entry("accessLogIdentity", false),
                                        Map.entry("favoritesMax", 500),
                                        Map.entry("importsPerDayMax", "7"),
                                        Map.entry("rules", "fpl-2019-20"))))
                .isEqualTo(
                        new StackSettings(
                                Stage.PROD,
                                null,
                                new UserPoolSettings(
                                        List.of("https://plaza.example/back"), null, null),
                                new ApiSettings(
                                        List.of(
                                                "https://plaza.example",
                                                "https://www.plaza.example"),
                                        null,
                                        true,
                                        false),
                                new TableSettings(true, 0, 0),
                                new FunctionSettings(
                                        new Quotas(500, 7),
                                        SeasonRules.load("fpl-2019-20"),
                                        Limits.STANDARD),
                                new AlarmSettings("oncall@plaza.example", 250),
                                new ResourceSettings(Map.of(), null)));
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
                        Limits.of(limit ->
                                switch (limit) {
                                    case POSTS -> 0;
                                    case VIEWS -> 9;
                                    case FOLLOWS, IMPORTS, WRITES -> limit.perHourDefault();
                                }));
        assertThat(settings.table()).isEqualTo(new TableSettings(false, 12_000, 4_000));
    }

    @Test
    void prodRequiresACallback() {
        assertThatThrownBy(() -> read(Map.of("stage", "prod")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "The CDK context is invalid: callbackUrls: must contain at least one"
                                + " address, such as https://plaza.example/callback");
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
            assertThatThrownBy(() -> read(Map.of("stage", "prod", "callbackUrls", local)))
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
                                    Map.of(
                                            "stage", "prod",
                                            "callbackUrls", "plaza://callback",
                                            "origins", local)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "The CDK context is invalid: origins: must use https and a public"
                                    + " host in prod, not "
                                    + local);
            assertThat(read(Map.of("origins", local)).api().origins()).containsExactly(local);
        }
    }

    @Test
    void aBudgetNeedsAnAddress() {
        assertThatThrownBy(() -> read(Map.of("budgetUsd", 100)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "The CDK context is invalid: budgetUsd: needs the context alarmEmail, which"
                                + " receives the notifications");
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
                                        "accessLogIdentity", "no",
                                        "favoritesMax", 0,
                                        "importsPerDayMax", "many",
                                        "rules", "own.txt",
                                        "viewsPerHourMax", -1,
                                        "maxWriteUnits", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "stage:",
                        "origins:",
                        "callbackUrls:",
                        "edge:",
                        "accessLogIdentity:",
                        "favoritesMax:",
                        "importsPerDayMax:",
                        "rules: must be one of fpl-2019-20",
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

    private static StackSettings read(Map<String, Object> context) {
        return StackSettings.from(context::get);
    }
}
