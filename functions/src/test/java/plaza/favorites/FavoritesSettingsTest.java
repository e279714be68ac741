package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.context.DeployedSetting;
import plaza.text.Malformed;

class FavoritesSettingsTest {
    private final List<DeployedSetting> settings = new FavoritesDeclaration().settings();

    @Test
    void quotasAreNumbersFromOne() {
        assertThat(settings)
                .extracting(DeployedSetting::name)
                .containsExactly("favoritesMax", "importsPerDayMax");
        for (var setting : settings) {
            assertThat(setting.read().apply("500")).isEqualTo("500");
            for (var wrong : List.of("0", "-1", "many", "1000000000", "")) {
                assertThatThrownBy(() -> setting.read().apply(wrong))
                        .as(wrong)
                        .isInstanceOf(Malformed.class);
            }
        }
    }
}
