package plaza.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
    void anIdHasAtMost64Characters() {
        assertThat(UserId.parse("a".repeat(64)).value()).hasSize(64);
        assertThatThrownBy(() -> UserId.parse("a".repeat(65))).isInstanceOf(Malformed.class);
    }
}
