package plaza.favorites.model;

/// What a favorite is called: one line, NFC, trimmed, white space folded, never blank.
public record Title(String text) {
    /// Longer than the titles web pages have (browsers show some sixty characters of them).
    public static final int GRAPHEMES_MAX = 256;

    /// Four bytes for each grapheme.
    public static final int BYTES_MAX = 1_024;

    /// @throws IllegalArgumentException if the text is not what [#parse(String)] would make of it
    public Title {
        if (!text.equals(cleaned(text))) {
            throw new IllegalArgumentException("the title is not clean");
        }
    }

    /// The title in this text, cleaned.
    ///
    /// @throws IllegalArgumentException if it is blank, too long, or holds a control character
    ///   (tabs and line breaks count as white space) or an unpaired surrogate
    public static Title parse(String text) {
        return new Title(cleaned(text));
    }

    private static String cleaned(String text) {
        String title =
                PlainText.within(
                        PlainText.line(text), GRAPHEMES_MAX, BYTES_MAX, "the title is too long");
        if (title.isEmpty()) {
            throw new IllegalArgumentException("the title is blank");
        }
        return title;
    }
}
