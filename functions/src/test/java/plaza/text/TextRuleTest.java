package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;

class TextRuleTest {
    private static final TextRule FIVE = TextRule.line(5, 40);

    @Test
    void aFamilyEmojiCountsAsOneCharacter() {
        var family = "👨‍👩‍👧‍👦";
        assertThat(TextRule.graphemes(family)).isEqualTo(1);
        assertThat(FIVE.parse(family)).isEqualTo(family);
        assertThatThrownBy(() -> TextRule.line(5, 20).parse(family))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("20 bytes");
    }

    @Test
    void equalLookingTextsBecomeEqual() {
        assertThat(FIVE.parse("e\u0301")).isEqualTo(FIVE.parse("\u00e9"));
    }

    @Test
    void whiteSpaceAroundIsDropped() {
        assertThat(FIVE.parse("  ab  ")).isEqualTo("ab");
        assertThatThrownBy(() -> FIVE.parse("   ")).hasMessage("must not be empty");
        assertThat(FIVE.orEmpty().parse("   ")).isEmpty();
    }

    @Test
    void theLimitItselfIsAllowedAndOneMoreIsNot() {
        assertThat(FIVE.parse("abcde")).isEqualTo("abcde");
        assertThatThrownBy(() -> FIVE.parse("abcdef")).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u0000b",
                "a\u0007b",
                "a\u0085b",
                "a\nb",
                "\ud800",
                "a\udc00",
                "\uffff",
                "\ufdd0",
                "\ud83f\udffe"
            })
    void whatNoReaderSeesIsRefused(String text) {
        assertThatThrownBy(() -> FIVE.parse(text)).isInstanceOf(Malformed.class);
    }

    @Test
    void linesAreAllowedWhereTheRuleSaysSo() {
        assertThat(TextRule.lines(9, 40).parse("a\n\tb")).isEqualTo("a\n\tb");
    }

    @Test
    void aMessageNeverRepeatsTheText() {
        assertThatThrownBy(() -> FIVE.parse("secret-word")).message().doesNotContain("secret");
    }

    @Test
    void whatIsAcceptedIsStableAndWithinTheLimits() {
        var rule = TextRule.lines(20, 60);
        Seeds.forEach(
                "whatIsAcceptedIsStableAndWithinTheLimits",
                3_000,
                random -> {
                    var text = new StringBuilder();
                    for (var length = random.nextInt(30); length > 0; length--) {
                        text.appendCodePoint(
                                random.nextBoolean()
                                        ? ' ' + random.nextInt(95)
                                        : random.nextInt(Character.MAX_CODE_POINT + 1));
                    }
                    try {
                        var parsed = rule.parse(text.toString());
                        assertThat(rule.parse(parsed)).isEqualTo(parsed);
                        assertThat(parsed.getBytes(StandardCharsets.UTF_8).length)
                                .isLessThanOrEqualTo(60);
                        assertThat(TextRule.graphemes(parsed)).isBetween(1, 20);
                        assertThat(
                                        new String(
                                                parsed.getBytes(StandardCharsets.UTF_8),
                                                StandardCharsets.UTF_8))
                                .isEqualTo(parsed);
                    } catch (Malformed refused) {
                        assertThat(refused.rule()).startsWith("must");
                    }
                });
    }
}
