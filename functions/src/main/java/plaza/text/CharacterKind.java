package plaza.text;

import java.util.EnumSet;
import java.util.Set;

/// The role of a character in search.
public enum CharacterKind {
    /// A character between words: a space, punctuation mark, symbol, emoji, or anything else that
    /// is not a letter or digit.
    BREAK,

    /// A letter or digit of a script that separates words with spaces.
    SPACED,

    /// A letter or digit of a script without spaces, in which the start of a word is not visible.
    /// Korean separates words but attaches particles to them, so it is searched in the same way.
    DENSE;

    private static final Set<Character.UnicodeScript> DENSE_SCRIPTS =
            EnumSet.of(
                    Character.UnicodeScript.HAN,
                    Character.UnicodeScript.HIRAGANA,
                    Character.UnicodeScript.KATAKANA,
                    Character.UnicodeScript.HANGUL,
                    Character.UnicodeScript.BOPOMOFO,
                    Character.UnicodeScript.YI,
                    Character.UnicodeScript.NUSHU,
                    Character.UnicodeScript.TANGUT,
                    Character.UnicodeScript.KHITAN_SMALL_SCRIPT,
                    Character.UnicodeScript.THAI,
                    Character.UnicodeScript.LAO,
                    Character.UnicodeScript.KHMER,
                    Character.UnicodeScript.MYANMAR,
                    Character.UnicodeScript.TIBETAN,
                    Character.UnicodeScript.TAI_LE,
                    Character.UnicodeScript.NEW_TAI_LUE,
                    Character.UnicodeScript.TAI_THAM,
                    Character.UnicodeScript.TAI_VIET,
                    Character.UnicodeScript.JAVANESE,
                    Character.UnicodeScript.BALINESE);

    /// The length mark of katakana (`サーバー`), which Unicode assigns to no single script.
    private static final int KANA_LENGTH_MARK = 0x30FC;

    private static final int ASCII_LAST = 0x7F;

    /// The kind of a character that follows one of kind `previous`. A combining mark has the kind
    /// of the character before it.
    public static CharacterKind of(int codePoint, CharacterKind previous) {
        if (codePoint <= ASCII_LAST) {
            return Character.isLetterOrDigit(codePoint) ? SPACED : BREAK;
        }
        if (isMark(codePoint)) {
            return previous;
        }
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER ->
                    isDense(codePoint) ? DENSE : SPACED;
            default -> BREAK;
        };
    }

    static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    true;
            default -> false;
        };
    }

    private static boolean isDense(int codePoint) {
        return codePoint == KANA_LENGTH_MARK
                || DENSE_SCRIPTS.contains(Character.UnicodeScript.of(codePoint));
    }
}
