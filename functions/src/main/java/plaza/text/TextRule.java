package plaza.text;

import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A rule for free text: limits in graphemes (what a person counts as characters) and in UTF-8
/// bytes (what DynamoDB stores and bills), and whether the text may have several lines.
///
/// The rule normalises a text to Unicode's NFC, so that canonically equivalent texts have equal
/// bytes, and removes white space around it. It rejects
///
/// - control characters, unpaired surrogates and non-characters: they are invisible, and they break
///   logs and terminals (line feed, carriage return and tab are allowed in a text of several
///   lines);
/// - line breaks of any kind in a text of one line;
/// - unbalanced bidirectional controls, which would change the direction of what a page shows after
///   the text;
/// - a text without a visible character, unless it may be empty: a reader could not see or select
///   it.
///
/// Invisible characters next to visible ones are legal. Persian words, emoji sequences and the flag
/// of England need them.
///
/// @param required whether the text must have a visible character
/// @param graphemesMax the limit in graphemes
/// @param bytesMax the limit in UTF-8 bytes; it also bounds a grapheme with a thousand combining
///   marks
/// @param lines whether line breaks and tabs are allowed
public record TextRule(boolean required, int graphemesMax, int bytesMax, boolean lines) {
    /// The maximum number of combining marks in a row that a repaired text keeps, the limit of the
    /// Stream-Safe Text Format (Unicode annex 15, section 13). Normalisation sorts a run of marks
    /// in quadratic time.
    private static final int MARKS_MAX = 30;

    /// A required text of one line.
    public static TextRule line(int graphemesMax, int bytesMax) {
        return new TextRule(true, graphemesMax, bytesMax, false);
    }

    /// A required text that may have several lines.
    public static TextRule lines(int graphemesMax, int bytesMax) {
        return new TextRule(true, graphemesMax, bytesMax, true);
    }

    /// The same rule, but an empty text is allowed.
    public TextRule orEmpty() {
        return new TextRule(false, graphemesMax, bytesMax, lines);
    }

    /// Returns the normal form of `text`.
    ///
    /// @throws Malformed if it breaks the rule
    public String parse(String text) {
        // This bounds the work below. NFC keeps at least a third of the UTF-16 units of a text.
        if (text.length() > 3L * bytesMax) {
            throw tooLong();
        }
        rejectForbidden(text);
        var normal = normalised(text);
        if (!BidiControls.areBalanced(normal)) {
            throw new Malformed("must not contain unbalanced bidirectional controls");
        }
        if (PlainText.bytes(normal) > bytesMax || graphemes(normal) > graphemesMax) {
            throw tooLong();
        }
        if (required && normal.isEmpty()) {
            throw new Malformed("must not be empty");
        }
        if (required && !Visibility.hasVisible(normal)) {
            throw new Malformed("must contain a visible character");
        }
        return normal;
    }

    /// Repairs a text from a file of another program: forbidden characters are removed or replaced
    /// by spaces, marks after the 30th in a row and unbalanced bidirectional controls are removed,
    /// and the text is truncated after the last grapheme within the limits.
    ///
    /// @return null if a required text has no visible character left
    public @Nullable String repairedOrNull(String text) {
        var repaired = balanced(truncated(balanced(normalised(allowed(text)))));
        return required && !Visibility.hasVisible(repaired) ? null : repaired;
    }

    private String allowed(String text) {
        var allowed = new StringBuilder(text.length());
        var marks = 0;
        for (var index = 0; index < text.length(); ) {
            var codePoint = text.codePointAt(index);
            index += Character.charCount(codePoint);
            if (isSurrogate(codePoint) || isNonCharacter(codePoint)) {
                continue;
            }
            marks = isMark(codePoint) ? marks + 1 : 0;
            if (marks <= MARKS_MAX) {
                allowed.appendCodePoint(isLegal(codePoint) ? codePoint : ' ');
            }
        }
        return allowed.toString();
    }

    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK ->
                    true;
            default -> false;
        };
    }

    private static String balanced(String text) {
        return BidiControls.areBalanced(text) ? text : normalised(BidiControls.removed(text));
    }

    private String truncated(String text) {
        var boundaries = BreakIterator.getCharacterInstance(Locale.ROOT);
        boundaries.setText(text);
        var kept = new StringBuilder();
        var bytes = 0;
        for (var count = 0; count < graphemesMax; count++) {
            var from = boundaries.current();
            var to = boundaries.next();
            if (to == BreakIterator.DONE) {
                break;
            }
            var grapheme = text.substring(from, to);
            bytes += PlainText.bytes(grapheme);
            if (bytes > bytesMax) {
                break;
            }
            kept.append(grapheme);
        }
        return normalised(kept.toString());
    }

    private static String normalised(String text) {
        return Visibility.trimmed(Normalizer.normalize(text, Normalizer.Form.NFC));
    }

    /// The number of graphemes in `text` (extended grapheme clusters of Unicode annex 29).
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

    /// Throws unless every character of `text` is allowed.
    private void rejectForbidden(String text) {
        for (var index = 0; index < text.length(); ) {
            var codePoint = text.codePointAt(index);
            if (isSurrogate(codePoint)) {
                throw new Malformed("must not contain an unpaired surrogate");
            }
            if (isNonCharacter(codePoint)) {
                throw new Malformed("must not contain non-characters");
            }
            if (!isLegal(codePoint)) {
                throw new Malformed(
                        !lines && Visibility.isLineBreak(codePoint)
                                ? "must not contain line breaks"
                                : "must not contain control characters");
            }
            index += Character.charCount(codePoint);
        }
    }

    private boolean isLegal(int codePoint) {
        return switch (codePoint) {
            case '\n', '\r', '\t', 0x2028, 0x2029 -> lines;
            default -> Character.getType(codePoint) != Character.CONTROL;
        };
    }

    private static boolean isSurrogate(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }

    private static boolean isNonCharacter(int codePoint) {
        return (codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF);
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
