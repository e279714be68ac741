package plaza.fantasy.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.text.Malformed;

class GameweekTest {
    @Test
    void gameweeksAreParsedFromOneOrTwoDigitsAndFormattedWithTwo() {
        assertThat(Gameweek.parse("7")).isEqualTo(Gameweek.parse("07"));
        assertThat(Gameweek.of(7).text()).isEqualTo("07");
        assertThat(Gameweek.of(47).text()).isEqualTo("47");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "00", "100", "-1", "1a", "٣", " 7"})
    void invalidGameweeksAreRejected(String text) {
        assertThatThrownBy(() -> Gameweek.parse(text)).isInstanceOf(Malformed.class);
    }
}
