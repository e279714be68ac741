package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SettingsTest {
    @Test
    void withoutContextItIsTheDevStageWithNothingOptional() {
        assertThat(read(Map.of())).isEqualTo(Settings.of(Stage.DEV));
    }

    @Test
    void theContextSaysWhatDiffers() {
        assertThat(
                        read(
                                Map.of(
                                        "stage", "prod",
                                        "origins", "https://plaza.example, http://localhost:3000",
                                        "callbackUrls", "https://plaza.example/back",
                                        "alarmEmail", "oncall@plaza.example",
                                        "edge", true,
                                        "backups", "true")))
                .isEqualTo(
                        new Settings(
                                Stage.PROD,
                                List.of("https://plaza.example", "http://localhost:3000"),
                                List.of("https://plaza.example/back"),
                                "oncall@plaza.example",
                                true,
                                true));
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        assertThatThrownBy(() ->
                        read(
                                Map.of(
                                        "stage", "test",
                                        "origins", "*",
                                        "callbackUrls", ",",
                                        "edge", "maybe")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("stage:", "origins:", "callbackUrls:", "edge:");
    }

    @Test
    void onlyAnExactOriginIsOne() {
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

    private static Settings read(Map<String, Object> context) {
        return Settings.from(context::get);
    }
}
