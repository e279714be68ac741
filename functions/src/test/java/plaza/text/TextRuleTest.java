package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;

class TextRuleTest {
    private static final TextRule FIVE = TextRule.line(5, 40);

    private static final String SPECIAL =
            "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u202c\u202c\u2069\u2069"
                    + "\u3164\u2800\u200b\u200d\ufe0f\u00ad\u00a0\u2028\u2029\u0085\n\r\u0301a\u0958";

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
    void canonicallyEquivalentTextsBecomeEqual() {
        assertThat(FIVE.parse("e\u0301")).isEqualTo(FIVE.parse("\u00e9"));
    }

    @Test
    void surroundingWhiteSpaceIsRemoved() {
        assertThat(FIVE.parse("  ab  ")).isEqualTo("ab");
        assertThat(FIVE.parse("\u00a0\u3000ab\u2003")).isEqualTo("ab");
        assertThatThrownBy(() -> FIVE.parse("   ")).hasMessage("must not be empty");
        assertThat(FIVE.orEmpty().parse("   ")).isEmpty();
    }

    @Test
    void theLimitIsInclusive() {
        assertThat(FIVE.parse("abcde")).isEqualTo("abcde");
        assertThatThrownBy(() -> FIVE.parse("abcdef")).isInstanceOf(Malformed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u3164",
                "\u00a0",
                "\u2800",
                "\u200b",
                "\u00ad",
                "\ufeff",
                "\uffa0",
                "\u115f\u1160",
                "\u200d\ufe0f",
                "\u2067\u2069",
                "\ufff9\ufffb",
                "\u034f \u2800",
                "\ud834\udd59",
                "\udb40\udc67\udb40\udc7f"
            })
    void aRequiredTextNeedsAVisibleCharacter(String text) {
        var empty = text.equals("\u00a0");
        assertThatThrownBy(() -> FIVE.parse(text))
                .isInstanceOf(Malformed.class)
                .hasMessage(empty ? "must not be empty" : "must contain a visible character");
        assertThatThrownBy(() -> TextRule.lines(5, 40).parse(text)).isInstanceOf(Malformed.class);
        assertThat(FIVE.orEmpty().parse(text)).isEqualTo(empty ? "" : text);
        assertThat(FIVE.repairedOrNull(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u2764\ufe0f", // a red heart: symbol and variation selector
                "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f",
                "\u0645\u06cc\u200c\u062e", // Persian, with a zero width non-joiner
                "\u0915\u094d\u200d", // Devanagari, with a zero width joiner
                "a\u00adb",
                "\u0301", // a combining mark alone is visible
                "\u200b\u0301",
                "\u0600", // ARABIC NUMBER SIGN: a format character, and visible
                "\u2801",
                "\u200fa",
                "\u2067a\u2069",
                "\u202ba\u2068b\u2069\u202c"
            })
    void invisibleCharactersNextToVisibleOnesAreAllowed(String text) {
        assertThat(TextRule.line(9, 40).parse(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {'\n', 0x0B, '\f', '\r', 0x85, 0x2028, 0x2029})
    void aSingleLineTextMustNotContainLineBreaks(int lineBreak) {
        for (var text : new String[] {"a%sb", "a%s", "%sa"}) {
            var broken = text.formatted(Character.toString(lineBreak));
            assertThatThrownBy(() -> FIVE.parse(broken))
                    .isInstanceOf(Malformed.class)
                    .hasMessage("must not contain line breaks");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u202aa", // opened, not closed
                "\u202ba",
                "\u202da",
                "\u202ea",
                "\u2066a",
                "\u2067a",
                "\u2068a",
                "a\u202c", // closed, not opened
                "a\u2069",
                "\u202ea\u2069", // closed by the other kind
                "\u2067a\u202c",
                "\u2067\u202ea\u2069\u202c", // crossing
                "\u202e\u202ea\u202c" // one of two
            })
    void bidirectionalControlsMustBeBalanced(String text) {
        for (var rule : new TextRule[] {FIVE, TextRule.lines(5, 40), FIVE.orEmpty()}) {
            assertThatThrownBy(() -> rule.parse(text))
                    .isInstanceOf(Malformed.class)
                    .hasMessage("must not contain unbalanced bidirectional controls");
            assertThat(rule.repairedOrNull(text)).isEqualTo("a");
        }
    }

    @Test
    void bidirectionalControlsMustBeBalancedInEveryParagraph() {
        var rule = TextRule.lines(20, 60);
        for (var end : new String[] {"\n", "\r\n", "\u2029"}) {
            assertThat(rule.parse("\u2067a\u2069" + end + "\u202eb\u202c")).contains(end);
            assertThatThrownBy(() -> rule.parse("\u2067a" + end + "b\u2069"))
                    .hasMessage("must not contain unbalanced bidirectional controls");
        }
        assertThat(rule.parse("\u2067a\u2028b\u2069")).hasSize(5);
    }

    @Test
    void repairedOrNullRemovesWhatTheRuleForbids() {
        assertThat(FIVE.repairedOrNull("a\u0000b\nc")).isEqualTo("a b c");
        assertThat(FIVE.repairedOrNull("\ud800a\uffff")).isEqualTo("a");
        assertThat(FIVE.repairedOrNull("abc👨‍👩‍👧‍👦efgh")).isEqualTo("abc👨‍👩‍👧‍👦e");
        assertThat(FIVE.repairedOrNull("ab \u2067cdefg\u2069")).isEqualTo("ab c");
        assertThat(FIVE.repairedOrNull("a" + "\u0323".repeat(40))).isNull();
        assertThat(FIVE.orEmpty().repairedOrNull("\u0007")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\u0000b",
                "a\u0007b",
                "\ud800",
                "a\udc00",
                "\uffff",
                "\ufdd0",
                "\ud83f\udffe"
            })
    void controlsSurrogatesAndNonCharactersAreRejected(String text) {
        assertThatThrownBy(() -> FIVE.parse(text)).isInstanceOf(Malformed.class);
    }

    @Test
    void aRuleForLinesAllowsLineBreaks() {
        assertThat(TextRule.lines(9, 40).parse("a\n\tb")).isEqualTo("a\n\tb");
    }

    @Test
    void aMessageNeverRepeatsTheText() {
        assertThatThrownBy(() -> FIVE.parse("secret-word")).message().doesNotContain("secret");
    }

    @Test
    void acceptedTextsAreStableVisibleAndWithinTheLimits() {
        var rule = TextRule.lines(20, 60);
        Seeds.forEach(
                "acceptedTextsAreStableVisibleAndWithinTheLimits",
                5_000,
                random -> {
                    var text = text(random);
                    try {
                        var parsed = rule.parse(text);
                        assertThat(rule.parse(parsed)).isEqualTo(parsed);
                        assertThat(rule.repairedOrNull(text)).isEqualTo(parsed);
                        assertAccepted(parsed);
                    } catch (Malformed malformed) {
                        assertThat(malformed.rule()).startsWith("must");
                        var repaired = rule.repairedOrNull(text);
                        if (repaired != null) {
                            assertThat(rule.parse(repaired)).isEqualTo(repaired);
                            assertAccepted(repaired);
                        }
                    }
                });
    }

    /// A random text with many of the characters that the rule treats specially.
    private static String text(RandomGenerator random) {
        var text = new StringBuilder();
        for (var length = random.nextInt(30); length > 0; length--) {
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> ' ' + random.nextInt(95);
                        case 1 -> random.nextInt(Character.MAX_CODE_POINT + 1);
                        default -> SPECIAL.codePointAt(random.nextInt(SPECIAL.length()));
                    });
        }
        return text.toString();
    }

    private static void assertAccepted(String text) {
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(60);
        assertThat(TextRule.graphemes(text)).isBetween(1, 20);
        assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(text.codePoints()).anyMatch(c -> isGraphic(c));
        for (var paragraph : text.split("[\n\r\u2029]", -1)) {
            assertThat(unbalancedControls(paragraph)).isEmpty();
        }
    }

    /// Decides by Java's categories, independently of the table in [Visibility].
    private static boolean isGraphic(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.CONTROL ->
                    false;
            case Character.FORMAT -> VisibilityTest.isPrepended(codePoint) || codePoint >= 0x13430;
            default -> true;
        };
    }

    /// Removes innermost pairs of controls until none is left, and returns the rest.
    private static String unbalancedControls(String paragraph) {
        var controls = paragraph.replaceAll("[^\u202a-\u202e\u2066-\u2069]", "");
        for (var before = ""; !before.equals(controls); ) {
            before = controls;
            controls =
                    controls.replaceAll("[\u202a\u202b\u202d\u202e]\u202c", "")
                            .replaceAll("[\u2066-\u2068]\u2069", "");
        }
        return controls;
    }

    @Test
    void repairKeepsThirtyMarksInARow() {
        var rule = TextRule.line(10, 1_000);
        // marks of two classes, which normalisation sorts
        var marks = "\u0316\u0301".repeat(5_000);

        var repaired = rule.repairedOrNull("a" + marks + "b");

        assertThat(repaired).hasSize(1 + 30 - 1 + 1).startsWith("\u00E1").endsWith("b");
    }
}
