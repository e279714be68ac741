package plaza.favorites.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.text.Normalizer;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.favorites.search.RandomText;
import plaza.text.Folding;
import plaza.text.Malformed;
import plaza.text.TextRule;
import plaza.text.Visibility;

class TagNameTest {
    private static final String ENGLAND =
            "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f";
    private static final String SCOTLAND =
            "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc73\udb40\udc63\udb40\udc74\udb40\udc7f";
    private static final String FAMILY = "👨\u200d👩\u200d👧\u200d👦";

    @ParameterizedTest
    @CsvSource({
        "Web, web",
        "ＷＥＢ, web",
        "'a  b', A b",
        "'a\tb', a B",
        "'a\u3000b', a b",
        "Straße, STRASSE",
        "STRAẞE, strasse",
        "ΟΔΟΣ, οδος",
        "οδοσ, οδος",
        "ISI, ısı",
        "İSTANBUL, istanbul",
        "cafe\u0301, CAFÉ",
        "ﬁnd, FIND",
        "ｻｰﾊﾞｰ, サーバー",
        "か\u3099, が",
        "we\u200bb, web",
        "❤\ufe0f, ❤",
        "we\u3164b, web",
        "web\u2800, web",
        "'we\u2800 b', we b",
        "\u2067web\u2069, web",
        "web\u00ad, web",
        "می\u200cروم, میروم",
        "①, 1",
        "ǅ, dž"
    })
    void theseNamesAreEqual(String one, String other) {
        assertThat(TagName.parse(one).normalised()).isEqualTo(TagName.parse(other).normalised());
    }

    @ParameterizedTest
    @CsvSource({
        "Ähre, Ahre",
        "が, か",
        "ab, a b",
        "手机, 手機",
        "C, C#",
        "か, カ",
        "0, o",
        ENGLAND + ", " + SCOTLAND,
        ENGLAND + ", \ud83c\udff4"
    })
    void theseNamesDiffer(String one, String other) {
        assertThat(TagName.parse(one).normalised()).isNotEqualTo(TagName.parse(other).normalised());
    }

    @Test
    void parsingChangesOnlyWhiteSpaceAndComposition() {
        assertThat(TagName.parse(" \t Cafe\u0301\u00a0\u3000 Noir ").text()).isEqualTo("Café Noir");
        assertThat(TagName.parse("ＷＥＢ").text()).isEqualTo("ＷＥＢ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "\u3000\t",
                "\u200b",
                "\u3164",
                "\u2800",
                "a\nb",
                "a\u2028b",
                "\u202ea",
                "a\u0000b",
                "\u001b[1m",
                "a\u007f",
                "\ud83d",
                "a\udc00b"
            })
    void parsingTheseTextsThrows(String text) {
        assertThatExceptionOfType(Malformed.class).isThrownBy(() -> TagName.parse(text));
    }

    @Test
    void nameWithMoreGraphemesThanTheLimitThrows() {
        String longest = "e\u0301".repeat(TagName.GRAPHEMES_MAX);
        assertThat(TagName.parse(longest).text()).hasSize(TagName.GRAPHEMES_MAX);
        assertThatExceptionOfType(Malformed.class).isThrownBy(() -> TagName.parse(longest + "x"));
    }

    @Test
    void graphemesAreUserPerceivedCharacters() {
        assertThat(TextRule.graphemes(FAMILY + "🇨🇳" + "e\u0323\u0301" + "한" + "𠮷")).isEqualTo(5);
    }

    @Test
    void graphemesWithTooManyBytesThrow() {
        assertThat(TagName.parse(FAMILY.repeat(10)).text()).isNotEmpty();
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> TagName.parse(FAMILY.repeat(11)));
        assertThatExceptionOfType(Malformed.class)
                .isThrownBy(() -> TagName.parse("a" + "\u0323".repeat(200)));
    }

    @Test
    void nameWhoseNormalisedFormIsTooLongThrows() {
        assertThat(TagName.parse("ﷺ".repeat(10)).normalised()).isNotEmpty();
        assertThatExceptionOfType(Malformed.class).isThrownBy(() -> TagName.parse("ﷺ".repeat(40)));
    }

    @Test
    void everyVisibleCharacterHasANormalisedForm() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String character = Character.toString(c);
            if (Folding.name(character).isEmpty() == Visibility.hasVisible(character)) {
                throw new AssertionError("U+" + Integer.toHexString(c));
            }
        }
    }

    @Test
    void foldingEveryCodePointIsIdempotent() {
        // the first plane has all but rare scripts
        for (int c = 0; c <= Seeds.number(0xFFFF, Character.MAX_CODE_POINT); c++) {
            String character = "a" + Character.toString(c) + "b";
            String name = Folding.name(character);
            String search = Folding.search(character);
            if (!Folding.name(name).equals(name) || !Folding.search(search).equals(search)) {
                throw new AssertionError("U+" + Integer.toHexString(c));
            }
        }
    }

    @Test
    void allCasesOfALetterFoldToTheSameText() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.isLetter(c)) {
                String letter = Character.toString(c);
                String folded = Folding.name(letter);
                if (!Folding.name(Character.toString(Character.toUpperCase(c))).equals(folded)
                        || !Folding.name(Character.toString(Character.toLowerCase(c)))
                                .equals(folded)
                        || !Folding.name(letter.toUpperCase(Locale.ROOT)).equals(folded)) {
                    throw new AssertionError("U+" + Integer.toHexString(c));
                }
            }
        }
    }

    @Test
    void foldingRandomTextIsIdempotent() {
        var random = RandomText.of("foldingRandomTextIsIdempotent");
        for (int i = 0; i < 20_000; i++) {
            String text = random.oneIn(2) ? random.text(6) : random.anyCodePoints(10);
            String name = Folding.name(text);
            assertThat(Folding.name(name)).as(text).isEqualTo(name);
            String search = Folding.search(text);
            assertThat(Folding.search(search)).as(text).isEqualTo(search);
        }
    }

    @Test
    void parsingAndNormalisingAreStable() {
        var random = RandomText.of("parsingAndNormalisingAreStable");
        int names = 0;
        for (int i = 0; i < 10_000; i++) {
            String text = random.withoutForbidden(random.text(4));
            TagName name;
            try {
                name = TagName.parse(text);
            } catch (Malformed _) {
                continue;
            }
            names++;
            assertThat(TagName.parse(name.text())).isEqualTo(name);
            assertThat(Normalizer.isNormalized(name.text(), Normalizer.Form.NFC)).isTrue();
            assertThat(TagName.parse("  " + random.respelled(name.text()) + " ").normalised())
                    .as(text)
                    .isEqualTo(name.normalised())
                    .isNotEmpty();
        }
        assertThat(names).isGreaterThan(5_000);
    }
}
