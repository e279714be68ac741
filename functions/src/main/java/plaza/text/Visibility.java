package plaza.text;

import java.util.Set;

/// Classifies characters as visible, as gaps or as invisible.
///
/// Java does not support the Unicode property *Default_Ignorable_Code_Point*
/// ([java.util.regex.Pattern] has no `\p{IsDefault_Ignorable…}`), so this class lists its 17
/// ranges. A test compares them with the definition of the property, as far as Java supports its
/// parts.
public final class Visibility {
    /// The first and last code point of each range of Default_Ignorable_Code_Point: soft hyphen,
    /// joiners, directional controls, variation selectors, Hangul fillers, tags and similar.
    ///
    /// Source: Unicode 16.0, UCD, `DerivedCoreProperties.txt`; unchanged since Unicode 9. The
    /// property covers unassigned code points too, so new characters rarely change it.
    private static final int[][] DEFAULT_IGNORABLE = {
        {0x00AD, 0x00AD},
        {0x034F, 0x034F},
        {0x061C, 0x061C},
        {0x115F, 0x1160},
        {0x17B4, 0x17B5},
        {0x180B, 0x180F},
        {0x200B, 0x200F},
        {0x202A, 0x202E},
        {0x2060, 0x206F},
        {0x3164, 0x3164},
        {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFF8},
        {0x1BCA0, 0x1BCA3},
        {0x1D173, 0x1D17A},
        {0xE0000, 0xE0FFF},
    };

    /// The first mark of interlinear annotations. The marks are invisible, but not default
    /// ignorable, so that a program without support for them can show their presence.
    private static final int ANNOTATION_ANCHOR = 0xFFF9;

    private static final int ANNOTATION_TERMINATOR = 0xFFFB;

    /// Symbols with an empty glyph: BRAILLE PATTERN BLANK and MUSICAL SYMBOL NULL NOTEHEAD.
    private static final Set<Integer> BLANK_SYMBOLS = Set.of(0x2800, 0x1D159);

    private Visibility() {}

    /// Whether the character is invisible and has no width by itself. With few exceptions, texts
    /// that differ only in such characters look the same. Persian words and emoji contain them.
    public static boolean isInvisible(int codePoint) {
        if (codePoint >= ANNOTATION_ANCHOR && codePoint <= ANNOTATION_TERMINATOR) {
            return true;
        }
        for (var range : DEFAULT_IGNORABLE) {
            if (codePoint <= range[1]) {
                return codePoint >= range[0];
            }
        }
        return false;
    }

    /// Whether the character is a gap: Unicode's *White_Space*, or a symbol with an empty glyph.
    public static boolean isGap(int codePoint) {
        return isWhiteSpace(codePoint) || BLANK_SYMBOLS.contains(codePoint);
    }

    /// Whether the character has Unicode's property *White_Space*. [Character#isWhitespace]
    /// excludes NO-BREAK SPACE and includes control characters.
    public static boolean isWhiteSpace(int codePoint) {
        return Character.isSpaceChar(codePoint) || isLineBreak(codePoint) || codePoint == '\t';
    }

    /// Whether the character ends a line: LF, VT, FF, CR, NEL, LINE SEPARATOR or PARAGRAPH
    /// SEPARATOR. Source: Unicode annex 14, classes BK, CR, LF and NL.
    public static boolean isLineBreak(int codePoint) {
        return switch (codePoint) {
            case '\n', 0x0B, '\f', '\r', 0x85, 0x2028, 0x2029 -> true;
            default -> false;
        };
    }

    /// Whether at least one character of the text is neither a gap nor invisible.
    public static boolean hasVisible(String text) {
        return text.codePoints().anyMatch(c -> !isInvisible(c) && !isGap(c));
    }

    /// Returns the text without its invisible characters, for comparison only.
    public static String withoutInvisible(String text) {
        var visible = new StringBuilder(text.length());
        text.codePoints().filter(c -> !isInvisible(c)).forEach(visible::appendCodePoint);
        return visible.toString();
    }

    /// Returns the text without the white space around it.
    static String trimmed(String text) {
        var from = 0;
        var to = text.length();
        // All white space is in the BMP.
        while (from < to && isWhiteSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isWhiteSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }
}
