package plaza.favorites.model;

import plaza.text.Malformed;
import plaza.text.TextRule;

/// The name of a tag as its owner wrote it: one line, NFC, trimmed, each stretch of white space one
/// space, with at least one visible character.
///
/// A name is kept as written and compared by [#normalised()]; use that, not `equals`, to ask
/// whether two names mean one tag. As in [Title], the constructor does not check a stored name
/// again.
public record TagName(String text) {
    /// As many user-perceived characters as a label on a small screen can show.
    public static final int GRAPHEMES_MAX = 64;

    /// Four bytes for each grapheme of most scripts: a bound on what joined emoji and stacked marks
    /// can put into one grapheme.
    public static final int BYTES_MAX = 256;

    /// A bound of its own, for folding can lengthen a name (`ﷺ` is 3 bytes as written and 33
    /// folded) and the normalised form is a sort key, of which DynamoDB takes 1,024 bytes.
    public static final int NORMALISED_BYTES_MAX = 512;

    private static final TextRule RULE = TextRule.line(GRAPHEMES_MAX, BYTES_MAX);

    /// The name in this text, cleaned.
    ///
    /// @throws Malformed if it contains a line break, breaks another rule of [TextRule], or is too
    ///   long once it is normalised
    public static TagName parse(String text) {
        var name = new TagName(RULE.parse(PlainText.foldedSpaces(text)));
        if (PlainText.bytes(name.normalised()) > NORMALISED_BYTES_MAX) {
            throw new Malformed(
                    "must be at most " + NORMALISED_BYTES_MAX + " bytes of UTF-8 once normalised");
        }
        return name;
    }

    /// The form that is unique in a collection: NFKC, case folded, gaps folded, without invisible
    /// characters. `Web`, `web` and `ＷＥＢ` share one; `Ähre` and `Ahre` have two. Normalising it
    /// again changes nothing. It is not empty, and not for display.
    public String normalised() {
        return Folding.name(text);
    }
}
