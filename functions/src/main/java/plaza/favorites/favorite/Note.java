package plaza.favorites.favorite;

import java.util.Objects;
import plaza.rule.Pure;
import plaza.text.Malformed;
import plaza.text.TextRule;

/// The text of a favorite's note: one or more lines, NFC, trimmed, with `\n` as line separator. It
/// can be empty.
///
/// The whole note is stored; only its beginning is searchable. Like that of [Title], the
/// constructor does not validate a stored note again.
@Pure
public record Note(String text) {
    /// About two pages of text.
    public static final int GRAPHEMES_MAX = 4_096;

    /// Four bytes per grapheme.
    public static final int BYTES_MAX = 16_384;

    public static final TextRule RULE = TextRule.lines(GRAPHEMES_MAX, BYTES_MAX).orEmpty();

    /// Parses and cleans a note.
    ///
    /// @throws Malformed if the text breaks a rule of [TextRule]
    public static Note parse(String text) {
        return new Note(RULE.parse(unixLines(text)));
    }

    /// Removes from a text whatever a note cannot contain. The result can be empty.
    public static Note repaired(String text) {
        return new Note(Objects.requireNonNullElse(RULE.repairedOrNull(unixLines(text)), ""));
    }

    private static String unixLines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }
}
