package plaza.favorites.tag;

import plaza.rule.Pure;
import plaza.text.Folding;
import plaza.text.Malformed;
import plaza.text.PlainText;
import plaza.text.TextRule;

/// The name of a tag as the user wrote it: one line, NFC, trimmed, with single spaces and at least
/// one visible character.
///
/// Two names denote the same tag if their [#normalised()] forms are equal; `equals` compares the
/// spelling. The constructor does not validate a stored name again.
@Pure
public record TagName(String text) {
    /// User-perceived characters that a label on a small screen can show.
    public static final int GRAPHEMES_MAX = 64;

    /// Four bytes per grapheme, which is enough for most scripts and limits the length of joined
    /// emoji and stacked marks.
    public static final int BYTES_MAX = 256;

    /// The limit of the normalised form, which is part of a sort key; DynamoDB limits sort keys to
    /// 1,024 bytes. Folding can lengthen a name: `ﷺ` has 3 bytes as written and 33 folded.
    public static final int NORMALISED_BYTES_MAX = 512;

    public static final TextRule RULE = TextRule.line(GRAPHEMES_MAX, BYTES_MAX);

    /// Parses and cleans a name.
    ///
    /// @throws Malformed if the text contains a line break, breaks another rule of [TextRule], or
    ///   is too long in its normalised form
    public static TagName parse(String text) {
        var name = new TagName(RULE.parse(PlainText.foldedSpaces(text)));
        if (PlainText.bytes(name.normalised()) > NORMALISED_BYTES_MAX) {
            throw new Malformed(
                    "must be at most "
                            + NORMALISED_BYTES_MAX
                            + " bytes of UTF-8 in its normalised form");
        }
        return name;
    }

    /// The form that is unique in a collection: NFKC, case folded, gaps folded, without invisible
    /// characters. `Web`, `web` and `ＷＥＢ` have the same form, `Ähre` and `Ahre` do not. The form is
    /// never empty, is stable when normalised again, and is not for display.
    public String normalised() {
        return Folding.name(text);
    }
}
