package plaza.favorites.model;

import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;
import plaza.text.TextRule;

/// The title of a favorite: one line, NFC, trimmed, each stretch of white space one space, with at
/// least one visible character.
///
/// The constructor takes a title that was accepted before and does not check it again: a rule that
/// has become stricter must not make stored favorites unreadable.
public record Title(String text) {
    /// Longer than the titles web pages have (browsers show some sixty characters of them).
    public static final int GRAPHEMES_MAX = 256;

    /// Four bytes for each grapheme.
    public static final int BYTES_MAX = 1_024;

    private static final TextRule RULE = TextRule.line(GRAPHEMES_MAX, BYTES_MAX);

    /// The title in this text, cleaned.
    ///
    /// @throws Malformed if it contains a line break, or breaks another rule of [TextRule]
    public static Title parse(String text) {
        return new Title(RULE.parse(PlainText.foldedSpaces(text)));
    }

    /// As much of this text as makes a title.
    ///
    /// @return null where nothing visible is left
    public static @Nullable Title repairedOrNull(String text) {
        var repaired = RULE.repairedOrNull(PlainText.foldedWhiteSpace(text));
        return repaired == null ? null : parse(repaired);
    }
}
