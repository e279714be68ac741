package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisibilityTest {
    /// The assigned code points of Unicode's Other_Default_Ignorable_Code_Point. All others of the
    /// property are unassigned. Source: UCD 16.0, `PropList.txt`.
    private static final Set<Integer> OTHER_DEFAULT_IGNORABLE =
            Set.of(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0);

    /// Unicode's definition of the property: Other_Default_Ignorable_Code_Point + Cf +
    /// Variation_Selector - White_Space - FFF9..FFFB - 13430..13440 - Prepended_Concatenation_Mark
    /// (`DerivedCoreProperties.txt`). Java knows the assigned characters of Cf.
    @Test
    void invisibleCharactersAreDefaultIgnorable() {
        for (var c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Character.getType(c) != Character.UNASSIGNED) {
                var ignorable =
                        OTHER_DEFAULT_IGNORABLE.contains(c)
                                || isVariationSelector(c)
                                || (Character.getType(c) == Character.FORMAT
                                        && !(c >= 0x13430 && c <= 0x1343F)
                                        && !isPrepended(c));
                assertThat(Visibility.isInvisible(c)).as("U+%04X", c).isEqualTo(ignorable);
            }
        }
    }

    @Test
    void unassignedDefaultIgnorableCodePointsAreInvisible() {
        assertThat(IntStream.of(0x2065, 0xFFF0, 0xFFF8, 0xE0000, 0xE0FFF))
                .allMatch(Visibility::isInvisible);
        assertThat(IntStream.of(0xFFFC, 0xE1000, 0xDFFFF, 0x2FFFF, Character.MAX_CODE_POINT))
                .noneMatch(Visibility::isInvisible);
    }

    /// Java's regular expressions support the property White_Space.
    @Test
    void whiteSpaceIsUnicodesWhiteSpace() {
        for (var c = 0; c <= Character.MAX_CODE_POINT; c++) {
            assertThat(Visibility.isWhiteSpace(c))
                    .as("U+%04X", c)
                    .isEqualTo(Character.toString(c).matches("\\p{IsWhite_Space}"));
        }
    }

    /// Other control characters and look-alikes are not line breaks.
    @Test
    void lineBreaksEqualThoseOfRegularExpressions() {
        for (var c = 0; c <= Character.MAX_VALUE; c++) {
            assertThat(Visibility.isLineBreak(c))
                    .as("U+%04X", c)
                    .isEqualTo(Character.toString(c).matches("\\R"));
        }
    }

    /// Unicode's Prepended_Concatenation_Mark: visible format characters. Source: UCD 16.0,
    /// `PropList.txt`.
    static boolean isPrepended(int c) {
        return (c >= 0x0600 && c <= 0x0605)
                || Set.of(0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD).contains(c);
    }

    private static boolean isVariationSelector(int c) {
        return (c >= 0x180B && c <= 0x180D)
                || c == 0x180F
                || (c >= 0xFE00 && c <= 0xFE0F)
                || (c >= 0xE0100 && c <= 0xE01EF);
    }
}
