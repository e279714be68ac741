package plaza.favorites.model;

import java.util.Objects;
import plaza.text.Malformed;
import plaza.text.TextRule;

/// Text kept with a favorite: lines of it, NFC, trimmed, line ends as `\n`; it may be empty.
///
/// All of it is kept and the beginning can be searched: see [SearchText#NOTE_CODE_POINTS_MAX]. As
/// in [Title], the constructor does not check a stored note again.
public record Note(String text) {
    /// Some two pages.
    public static final int GRAPHEMES_MAX = 4_096;

    /// Four bytes for each grapheme.
    public static final int BYTES_MAX = 16_384;

    private static final TextRule RULE = TextRule.lines(GRAPHEMES_MAX, BYTES_MAX).orEmpty();

    /// The note in this text, cleaned.
    ///
    /// @throws Malformed if it breaks a rule of [TextRule]
    public static Note parse(String text) {
        return new Note(RULE.parse(unixLines(text)));
    }

    /// As much of this text as makes a note; it may be empty.
    public static Note repaired(String text) {
        return new Note(Objects.requireNonNullElse(RULE.repairedOrNull(unixLines(text)), ""));
    }

    private static String unixLines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }
}
