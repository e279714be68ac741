package plaza.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.id.Gameweek;
import plaza.favorites.id.DataId;
import plaza.social.id.PostId;
import plaza.text.Malformed;

class IdTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "Z", "0", "_", "-", "u1_follower-2"})
    void lettersDigitsUnderscoreAndHyphenAreAccepted(String text) {
        assertThat(UserId.parse(text).value()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#",
                "a#b",
                "u1#follower",
                "a/b",
                "a%23b",
                "a b",
                "é",
                "Ａ",
                "a\n",
                "a.b",
                "😀"
            })
    void otherCharactersAreRejected(String text) {
        assertThatThrownBy(() -> UserId.parse(text)).isInstanceOf(Malformed.class);
        assertThatThrownBy(() -> UserId.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void typesIsNotADataId() {
        assertThat(DataId.parse("types1").value()).isEqualTo("types1");
        assertThatThrownBy(() -> DataId.parse("types")).isInstanceOf(Malformed.class);
    }

    @Test
    void anIdHasAtMost64Characters() {
        assertThat(PostId.parse("a".repeat(64)).value()).hasSize(64);
        assertThatThrownBy(() -> PostId.parse("a".repeat(65))).isInstanceOf(Malformed.class);
    }

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
