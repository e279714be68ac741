package plaza.favorites.favorite;

import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;
import plaza.text.Malformed;
import plaza.text.PlainText;
import plaza.text.TextRule;

/// The title of a favorite: one line, NFC, trimmed, with single spaces and at least one visible
/// character.
///
/// The constructor accepts stored titles without validation, so that a stricter rule does not make
/// stored favorites unreadable.
@Pure
public record Title(String text) {
    /// Longer than typical titles of web pages, of which browsers show about 60 characters.
    public static final int GRAPHEMES_MAX = 256;

    /// Four bytes per grapheme.
    public static final int BYTES_MAX = 1_024;

    public static final TextRule RULE = TextRule.line(GRAPHEMES_MAX, BYTES_MAX);

    /// Parses and cleans a title.
    ///
    /// @throws Malformed if the text contains a line break or breaks another rule of [TextRule]
    public static Title parse(String text) {
        return new Title(RULE.parse(PlainText.foldedSpaces(text)));
    }

    /// Removes from a text whatever a title cannot contain.
    ///
    /// @return null if nothing visible remains
    public static @Nullable Title repairedOrNull(String text) {
        var repaired = RULE.repairedOrNull(PlainText.foldedWhiteSpace(text));
        return repaired == null ? null : parse(repaired);
    }
}
