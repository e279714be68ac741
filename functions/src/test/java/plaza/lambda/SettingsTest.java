package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import plaza.evolution.MigrationSettings;
import plaza.http.RateLimit;

final class SettingsTest {
    @Test
    void everySettingHasItsVariable() {
        var settings =
                Settings.from(
                        Map.ofEntries(
                                Map.entry("PLAZA_TABLE", "table"),
                                Map.entry("PLAZA_CURSOR_KEYS", "AAAA".repeat(11)),
                                Map.entry("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://x/"),
                                Map.entry("PLAZA_FAILURES", "bucket"),
                                Map.entry("AWS_ENDPOINT_URL_S3", "http://s3"),
                                Map.entry("PLAZA_ERASED_IDS", "ids"),
                                Map.entry("PLAZA_ERASED_IDS_KEY", "key"),
                                Map.entry("PLAZA_OBJECTS", "objects"),
                                Map.entry("PLAZA_OBJECTS_URL", "https://media"),
                                Map.entry("PLAZA_USER_POOL", "pool"),
                                Map.entry(
                                        "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER",
                                        "http://cognito"),
                                Map.entry("AWS_ENDPOINT_URL_LAMBDA", "http://lambda"),
                                Map.entry("PLAZA_RATE_LIMIT", "posts:100"),
                                Map.entry("PLAZA_HELD_MIGRATIONS", "one, two"),
                                Map.entry("PLAZA_PROVED_MIGRATIONS", "three"),
                                Map.entry("PLAZA_CONTEXTS", "social,favorites")));
        var keyring = Objects.requireNonNull(settings.cursorKeys());
        assertThat(keyring.secrets()).hasSize(1);
        assertThat(settings)
                .isEqualTo(
                        new Settings(
                                "table",
                                keyring,
                                true,
                                "bucket",
                                "ids",
                                "key",
                                "objects",
                                "https://media",
                                "pool",
                                "http://cognito",
                                "http://s3",
                                "http://lambda",
                                new RateLimit("posts", 100),
                                new MigrationSettings(Set.of("one", "two"), Set.of("three")),
                                List.of("social", "favorites")));
        assertThat(settings.migrations().isProved("three")).isTrue();
        assertThat(settings.migrations().isProved("one")).isFalse();
        assertThat(Settings.from(Map.of("PLAZA_TABLE", "table")))
                .isEqualTo(
                        new Settings(
                                "table",
                                null,
                                false,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                MigrationSettings.NONE,
                                null));
        var nothing = Map.of("PLAZA_TABLE", "table", "PLAZA_CONTEXTS", "");
        assertThat(Settings.from(nothing).contexts()).isEmpty();
    }

    @Test
    void invalidCursorKeysAreRejectedAndNotRepeated() {
        for (var invalid :
                List.of("", "not base64", "AAAA", "AAAA".repeat(11) + ",", "arn:aws:secret")) {
            assertThatThrownBy(() ->
                            Settings.from(
                                    Map.of("PLAZA_TABLE", "table", "PLAZA_CURSOR_KEYS", invalid)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasNoCause()
                    .hasMessage(
                            "the environment variable PLAZA_CURSOR_KEYS must be base64,base64,…");
        }
    }

    @Test
    void aMissingTableNamesItsVariable() {
        for (var environment : List.of(Map.<String, String>of(), Map.of("PLAZA_TABLE", ""))) {
            assertThatThrownBy(() -> Settings.from(environment))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("PLAZA_TABLE");
        }
    }
}
