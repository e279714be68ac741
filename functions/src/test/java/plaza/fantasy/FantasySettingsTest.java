package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import plaza.text.Malformed;

class FantasySettingsTest {
    @Test
    void theRulesAreAPreset() {
        var rules = new FantasyDeclaration().settings().getFirst();
        assertThat(rules.name()).isEqualTo("rules");
        assertThat(rules.read().apply(rules.standard())).isEqualTo("fpl-2025-26");
        assertThat(rules.read().apply("fpl-2019-20")).isEqualTo("fpl-2019-20");
        assertThatThrownBy(() -> rules.read().apply("own.txt"))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        invalid ->
                                assertThat(invalid.rule())
                                        .startsWith("the rules must be one of fpl-2019-20"));
    }
}
