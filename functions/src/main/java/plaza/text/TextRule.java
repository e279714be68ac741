package plaza.text;

import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.Locale;

/// What a free text must be: limits in graphemes (what a person counts as characters) and in UTF-8
/// bytes (what DynamoDB stores and bills), and whether it may span lines.
///
/// A text is first brought into Unicode's NFC, so that equal-looking texts are equal bytes. White
/// space around it is dropped. Control characters (line feed and tab excepted where lines are
/// allowed), unpaired surrogates and non-characters are refused: they carry nothing a reader sees,
/// and break logs and terminals.
///
/// @param graphemesMin the fewest graphemes after trimming; 0 allows an empty text
/// @param graphemesMax the most graphemes
/// @param bytesMax the most UTF-8 bytes; it bounds a grapheme that is built of a thousand combining
///   marks
/// @param lines whether line feeds and tabs are allowed
public record TextRule(int graphemesMin, int graphemesMax, int bytesMax, boolean lines) {
    /// A single line of 1 to `graphemesMax` graphemes.
    public static TextRule line(int graphemesMax, int bytesMax) {
        return new TextRule(1, graphemesMax, bytesMax, false);
    }

    /// A text of 1 to `graphemesMax` graphemes that may span lines.
    public static TextRule lines(int graphemesMax, int bytesMax) {
        return new TextRule(1, graphemesMax, bytesMax, true);
    }

    /// The same rule, with an empty text allowed.
    public TextRule orEmpty() {
        return new TextRule(0, graphemesMax, bytesMax, lines);
    }

    /// The normal form of `text`.
    ///
    /// @throws Malformed when a limit is exceeded or a forbidden character occurs
    public String parse(String text) {
        // Bounds the work below; NFC of a text never has fewer than a third of its UTF-16 units.
        if (text.length() > 3L * bytesMax) {
            throw tooLong();
        }
        refuseForbidden(text);
        var normal = Normalizer.normalize(text, Normalizer.Form.NFC).strip();
        if (normal.getBytes(StandardCharsets.UTF_8).length > bytesMax) {
            throw tooLong();
        }
        var graphemes = graphemes(normal);
        if (graphemes > graphemesMax) {
            throw tooLong();
        }
        if (graphemes < graphemesMin) {
            throw new Malformed("must not be empty");
        }
        return normal;
    }

    /// How many graphemes `text` has (extended grapheme clusters of Unicode's annex 29).
    public static int graphemes(String text) {
        if (isPlainAscii(text)) {
            return text.length();
        }
        var boundaries = BreakIterator.getCharacterInstance(Locale.ROOT);
        boundaries.setText(text);
        var count = 0;
        while (boundaries.next() != BreakIterator.DONE) {
            count++;
        }
        return count;
    }

    /// Throws unless every UTF-16 unit of `text` belongs to an allowed character.
    private void refuseForbidden(String text) {
        for (var index = 0; index < text.length(); ) {
            var codePoint = text.codePointAt(index);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw new Malformed("must not hold an unpaired surrogate");
            }
            var lineOrTab = lines && (codePoint == '\n' || codePoint == '\r' || codePoint == '\t');
            if (!lineOrTab && Character.getType(codePoint) == Character.CONTROL) {
                throw new Malformed("must not hold control characters");
            }
            if ((codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF)) {
                throw new Malformed("must not hold non-characters");
            }
            index += Character.charCount(codePoint);
        }
    }

    private Malformed tooLong() {
        return new Malformed(
                "must be at most "
                        + graphemesMax
                        + " characters and "
                        + bytesMax
                        + " bytes of UTF-8");
    }

    private static boolean isPlainAscii(String text) {
        for (var index = 0; index < text.length(); index++) {
            var c = text.charAt(index);
            if (c >= 0x80 || c == '\r') {
                return false;
            }
        }
        return true;
    }
}
