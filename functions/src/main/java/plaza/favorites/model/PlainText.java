package plaza.favorites.model;

import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.Locale;

/// Text from outside, made fit to keep: the one place of this package that cleans and measures it.
final class PlainText {
    private PlainText() {}

    /// One line of text: NFC, trimmed, every stretch of white space (line breaks and tabs too) one
    /// space.
    ///
    /// @throws IllegalArgumentException if a control character or an unpaired surrogate is in it
    static String line(String text) {
        return Normalizer.normalize(
                foldedWhiteSpace(withoutSurprises(text, false)), Normalizer.Form.NFC);
    }

    /// Text of many lines: NFC, line ends as `\n`, trimmed; line breaks, tabs and spaces inside
    /// stay.
    ///
    /// @throws IllegalArgumentException if another control character or an unpaired surrogate is in
    ///   it
    static String lines(String text) {
        String unixLines = text.replace("\r\n", "\n").replace('\r', '\n');
        return Normalizer.normalize(withoutSurprises(unixLines, true).strip(), Normalizer.Form.NFC);
    }

    /// The text, if it is within both limits.
    ///
    /// @throws IllegalArgumentException with `tooLong` as message if it is not
    static String within(String text, int graphemesMax, int bytesMax, String tooLong) {
        if (bytes(text) > bytesMax || graphemes(text) > graphemesMax) {
            throw new IllegalArgumentException(tooLong);
        }
        return text;
    }

    /// The number of user-perceived characters: extended grapheme clusters, as the JDK finds them.
    static int graphemes(String text) {
        BreakIterator boundaries = BreakIterator.getCharacterInstance(Locale.ROOT);
        boundaries.setText(text);
        int count = 0;
        while (boundaries.next() != BreakIterator.DONE) {
            count++;
        }
        return count;
    }

    /// The length in UTF-8.
    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Trimmed, with one plain space for each stretch of white space, of any width and kind.
    static String foldedWhiteSpace(String text) {
        var folded = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isWhiteSpace(c)) {
                gap = !folded.isEmpty();
            } else {
                if (gap) {
                    folded.append(' ');
                    gap = false;
                }
                folded.append(c);
            }
        }
        return folded.toString();
    }

    /// Whether the character shows nothing by itself: format characters (joiners, marks of
    /// direction, soft hyphen), variation selectors, fillers. Two texts that differ only in these
    /// look alike.
    static boolean isInvisible(int codePoint) {
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0 -> true;
            default ->
                    Character.getType(codePoint) == Character.FORMAT
                            || (codePoint >= 0x180B && codePoint <= 0x180F)
                            || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
                            || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
        };
    }

    private static boolean isWhiteSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
    }

    private static String withoutSurprises(String text, boolean linesStay) {
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int type = Character.getType(codePoint);
            if (type == Character.SURROGATE) {
                throw new IllegalArgumentException("an unpaired surrogate");
            }
            boolean allowed =
                    linesStay ? codePoint == '\n' || codePoint == '\t' : isBlank(codePoint);
            if (type == Character.CONTROL && !allowed) {
                throw new IllegalArgumentException("a control character");
            }
            i += Character.charCount(codePoint);
        }
        return text;
    }

    private static boolean isBlank(int codePoint) {
        return codePoint <= Character.MAX_VALUE && isWhiteSpace((char) codePoint);
    }
}
