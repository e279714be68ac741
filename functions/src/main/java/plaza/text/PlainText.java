package plaza.text;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/// White space and length of texts. Titles, names and addresses share these rules in addition to
/// [TextRule].
public final class PlainText {
    private PlainText() {}

    /// The length in UTF-8.
    public static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Whether a text contains a control that opens or closes a run with its own direction. An
    /// address with such a control looks like another address.
    public static boolean hasBidiControl(String text) {
        return BidiControls.removed(text).length() != text.length();
    }

    /// Trims a text and replaces each sequence of white space, including line breaks, by one space.
    public static String foldedWhiteSpace(String text) {
        return folded(text, Visibility::isWhiteSpace);
    }

    /// Trims a text and replaces each sequence of white space within a line by one space. Line
    /// breaks remain.
    public static String foldedSpaces(String text) {
        return folded(text, c -> Visibility.isWhiteSpace(c) && !Visibility.isLineBreak(c));
    }

    /// Trims a text and replaces each sequence of characters that look like a gap by one space.
    public static String foldedGaps(String text) {
        return folded(text, Visibility::isGap);
    }

    private static String folded(String text, IntPredicate isFolded) {
        var folded = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            if (isFolded.test(codePoint)) {
                gap = !folded.isEmpty();
            } else {
                if (gap) {
                    folded.append(' ');
                    gap = false;
                }
                folded.appendCodePoint(codePoint);
            }
        }
        return folded.toString();
    }
}
