package plaza.favorites.model;

/// The name of a tag as its owner wrote it: one line, NFC, trimmed, white space folded.
///
/// A name is kept as written and compared by [#normalised()]; use that, not `equals`, to ask
/// whether two names mean one tag.
public record TagName(String text) {
    /// As many user-perceived characters as a label on a small screen can show.
    public static final int GRAPHEMES_MAX = 64;

    /// Four bytes for each grapheme of most scripts: a bound on what joined emoji and stacked marks
    /// can put into one grapheme.
    public static final int BYTES_MAX = 256;

    /// A bound of its own, for folding can lengthen a name (`ﷺ` is 3 bytes as written and 33
    /// folded) and the normalised form is a sort key, of which DynamoDB takes 1,024 bytes.
    public static final int NORMALISED_BYTES_MAX = 512;

    /// @throws IllegalArgumentException if the text is not what [#parse(String)] would make of it
    public TagName {
        if (!text.equals(cleaned(text))) {
            throw new IllegalArgumentException("the tag name is not clean");
        }
    }

    /// The name in this text, cleaned.
    ///
    /// @throws IllegalArgumentException if nothing visible is in it, or a control character (tabs
    ///   and line breaks count as white space) or unpaired surrogate is, or it is longer than one
    ///   of the limits
    public static TagName parse(String text) {
        return new TagName(cleaned(text));
    }

    /// The form that is unique in a collection: NFKC, case folded, white space folded, characters
    /// without a look of their own left out. `Web`, `web` and `ＷＥＢ` have one; `Ähre` and `Ahre`
    /// have two. Normalising it again changes nothing. It is not for display.
    public String normalised() {
        return Folding.name(text);
    }

    private static String cleaned(String text) {
        String name =
                PlainText.within(
                        PlainText.line(text), GRAPHEMES_MAX, BYTES_MAX, "the tag name is too long");
        String normalised = Folding.name(name);
        if (normalised.isEmpty()) {
            throw new IllegalArgumentException("the tag name is blank");
        }
        if (PlainText.bytes(normalised) > NORMALISED_BYTES_MAX) {
            throw new IllegalArgumentException("the tag name is too long");
        }
        return name;
    }
}
