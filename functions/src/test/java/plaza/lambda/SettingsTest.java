package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.http.RateLimit;

final class SettingsTest {
    @Test
    void everySettingHasItsVariable() {
        assertThat(
                        Settings.from(
                                Map.of(
                                        "PLAZA_TABLE", "table",
                                        "PLAZA_CURSOR_KEYS", "1:key",
                                        "AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://x/",
                                        "PLAZA_FAILURES", "bucket",
                                        "AWS_ENDPOINT_URL_S3", "http://s3",
                                        "AWS_ENDPOINT_URL_LAMBDA", "http://lambda",
                                        "PLAZA_RULES", "fpl-2023-24",
                                        "PLAZA_RATE_LIMIT", "posts:100")))
                .isEqualTo(
                        new Settings(
                                "table",
                                "1:key",
                                true,
                                Quotas.STANDARD,
                                "bucket",
                                "http://s3",
                                "http://lambda",
                                "fpl-2023-24",
                                new RateLimit("posts", 100)));
        assertThat(Settings.from(Map.of("PLAZA_TABLE", "table")))
                .isEqualTo(
                        new Settings(
                                "table",
                                null,
                                false,
                                Quotas.STANDARD,
                                null,
                                null,
                                null,
                                null,
                                null));
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
