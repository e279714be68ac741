package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldingTest {
    /// Letters of the alphabet with an attached sign, such as `LATIN SMALL LETTER O WITH STROKE`,
    /// and ligatures of two. A mark that Unicode decomposes is folded as a mark.
    private static final Pattern NAME =
            Pattern.compile("LATIN SMALL LETTER ([A-Z]{1,2})( WITH .*)?");

    @Test
    void everyLatinLetterOfALivingLanguageFoldsToItsLetter() {
        int letters = 0;
        for (int c = 0x80; c <= 0x2c7f; c++) {
            boolean isLiving = c <= 0x2af || (c >= 0x1e00 && c <= 0x1eff) || c >= 0x2c60;
            String name = Character.getName(c);
            var parts = NAME.matcher(name == null ? "" : name);
            if (isLiving && parts.matches()) {
                String letter = parts.group(1).toLowerCase(Locale.ROOT);
                String folded = Folding.search(Character.toString(c)).strip();
                assertThat(folded).as(name).isEqualTo(letter);
                letters++;
            }
        }
        assertThat(letters).isGreaterThan(300);
    }

    @Test
    void theTableHasSmallLettersThatNothingElseFolds() {
        var lines = LatinLetters.TABLE.lines().toList();
        assertThat(lines).isSorted();
        assertThat(LatinLetters.TABLE.codePoints().filter(c -> c > '~')).doesNotHaveDuplicates();
        for (var line : lines) {
            assertThat(line).matches("[a-z]{1,2} [^ -~]+");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '^',
            value = {
                "ÆØÅ,          aeoa",
                "Łódź,         lodz",
                "ÞÐþð,         thdthd",
                "Ŋŋ,           nn",
                "Ǿǿ Ǽ,         oo ae",
                "ĸ,            q",
                "Əə ƎǝƐɛ,      ee eeee",
                "Ɔɔ Ɵɵ,        oo oo",
                "ŀ,            l ",
                "coŀlecció,    col'leccio",
                "O’Brien,      o'brien",
                "O´Brien,      o'brien",
                "O＇Brien,     o'brien",
                "a--b,         a'b",
                "a-'_b,        a'b",
                "-a-,          ^ a ^",
                "'a' 'b',      ^ a   b ^",
                "a -b,         ^a  b^",
                "c-#,          c #",
                "3-2,          3'2",
                "東・京,        東'京",
            })
    void searchFolds(String text, String folded) {
        assertThat(Folding.search(text).stripTrailing()).isEqualTo(folded.stripTrailing());
    }
}
