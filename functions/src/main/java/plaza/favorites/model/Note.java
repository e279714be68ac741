package plaza.favorites.model;

/// Text kept with a favorite: lines of it, NFC, trimmed, line ends as `\n`; it may be empty.
///
/// All of it is kept and the beginning can be searched: see [SearchText#NOTE_CODE_POINTS_MAX].
public record Note(String text) {
    /// Some two pages.
    public static final int GRAPHEMES_MAX = 4_096;

    /// Four bytes for each grapheme.
    public static final int BYTES_MAX = 16_384;

    /// @throws IllegalArgumentException if the text is not what [#parse(String)] would make of it
    public Note {
        if (!text.equals(cleaned(text))) {
            throw new IllegalArgumentException("the note is not clean");
        }
    }

    /// The note in this text, cleaned.
    ///
    /// @throws IllegalArgumentException if it is too long, or holds an unpaired surrogate or a
    ///   control character other than tab and line break
    public static Note parse(String text) {
        return new Note(cleaned(text));
    }

    private static String cleaned(String text) {
        return PlainText.within(
                PlainText.lines(text), GRAPHEMES_MAX, BYTES_MAX, "the note is too long");
    }
}
