package plaza.favorites.model;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.function.IntPredicate;
import plaza.text.Visibility;

/// White space and length of texts: what titles, names and addresses of this package have in common
/// beside [plaza.text.TextRule].
final class PlainText {
    private PlainText() {}

    /// Text of many lines: NFC, line ends as `\n`, trimmed; line breaks, tabs and spaces inside
    /// stay.
    ///
    /// @throws IllegalArgumentException if another control character or an unpaired surrogate is in
    ///   it
    static String lines(String text) {
        String unixLines = text.replace("\r\n", "\n").replace('\r', '\n');
        return Normalizer.normalize(withoutSurprises(unixLines).strip(), Normalizer.Form.NFC);
    }

    /// The length in UTF-8.
    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Trimmed, with one plain space for each stretch of white space, line breaks included.
    static String foldedWhiteSpace(String text) {
        return folded(text, Visibility::isWhiteSpace);
    }

    /// Trimmed, with one plain space for each stretch of white space inside a line; line breaks
    /// stay.
    static String foldedSpaces(String text) {
        return folded(text, c -> Visibility.isWhiteSpace(c) && !Visibility.isLineBreak(c));
    }

    /// Trimmed, with one plain space for each stretch of whatever looks like a gap.
    static String foldedGaps(String text) {
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

    private static String withoutSurprises(String text) {
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int type = Character.getType(codePoint);
            if (type == Character.SURROGATE) {
                throw new IllegalArgumentException("an unpaired surrogate");
            }
            if (type == Character.CONTROL && codePoint != '\n' && codePoint != '\t') {
                throw new IllegalArgumentException("a control character");
            }
            i += Character.charCount(codePoint);
        }
        return text;
    }
}
