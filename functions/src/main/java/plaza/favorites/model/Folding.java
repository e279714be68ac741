package plaza.favorites.model;

import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import plaza.text.Visibility;

/// The two ways in which differing texts count as the same: as names, and for search.
///
/// The JDK has no Unicode case folding, so it is composed: upper case of the whole text, by the
/// full mappings of the root locale, then lower case of each code point by itself. What that does:
///
/// - `ß`, `ẞ`, `SS` and `ss` are all `ss`; `ﬁ` is `fi`: full mappings may lengthen a text
/// - `Σ`, `σ` and `ς` are all `σ`: lower-casing code points one by one knows no final sigma, so a
///   letter folds the same wherever it stands
/// - `I`, `i`, `İ` and `ı` are all `i`, and so is `i` with a dot put on it, to which `İ` is
///   lower-cased elsewhere. Unicode keeps them apart; a collection that knows no language had
///   better not, as a Turkish user's `I` is as often one as the other
///
/// Compatibility decomposition can expose new cased letters and the reverse, so both are repeated
/// until nothing changes ([#ROUNDS_MAX] bounds that; one round settles nearly all, and a test runs
/// every code point).
final class Folding {
    /// More rounds than any text is known to need (three), so that no input can loop for long.
    static final int ROUNDS_MAX = 8;

    /// Scripts whose marks above and below letters are left out for search: a reader types `cafe`,
    /// `Αθηνα`, `еще` without them. Elsewhere a mark is a letter's half: `が` is not `か`.
    private static final Set<Character.UnicodeScript> MARKS_OPTIONAL =
            EnumSet.of(
                    Character.UnicodeScript.LATIN,
                    Character.UnicodeScript.GREEK,
                    Character.UnicodeScript.CYRILLIC,
                    Character.UnicodeScript.HEBREW,
                    Character.UnicodeScript.ARABIC);

    /// The flags of England, Scotland and Wales: a black flag and the invisible tags `gbeng`,
    /// `gbsct` or `gbwls`. Source: Unicode's `emoji-sequences.txt`, RGI_Emoji_Tag_Sequence, which
    /// has no other.
    private static final Pattern TAGGED_FLAG =
            Pattern.compile(
                    "\\x{1F3F4}\\x{E0067}\\x{E0062}(?:"
                            + "\\x{E0065}\\x{E006E}\\x{E0067}"
                            + "|\\x{E0073}\\x{E0063}\\x{E0074}"
                            + "|\\x{E0077}\\x{E006C}\\x{E0073})\\x{E007F}");

    private Folding() {}

    /// For names: NFKC, case folded, without invisible characters, gaps folded. Diacritics stay,
    /// for `Ähre` and `Ahre` are two names. Folding twice changes nothing.
    static String name(String text) {
        return settled(text, Folding::nameRound);
    }

    /// For search: as names, but with diacritics left out where readers type without them. White
    /// space is not folded. Folding twice changes nothing.
    static String search(String text) {
        return settled(text, Folding::searchRound);
    }

    private static String settled(String text, UnaryOperator<String> round) {
        String settled = Normalizer.normalize(text, Normalizer.Form.NFKC);
        for (int rounds = 0; rounds < ROUNDS_MAX; rounds++) {
            String next = round.apply(settled);
            if (next.equals(settled)) {
                break;
            }
            settled = next;
        }
        return settled;
    }

    private static String nameRound(String text) {
        String folded = Normalizer.normalize(cased(text), Normalizer.Form.NFKC);
        return PlainText.foldedGaps(withoutInvisible(folded));
    }

    private static String searchRound(String text) {
        String apart = Normalizer.normalize(cased(text), Normalizer.Form.NFKD);
        return Normalizer.normalize(withoutOptionalMarks(apart), Normalizer.Form.NFKC);
    }

    private static String cased(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        var lower = new StringBuilder(upper.length());
        upper.codePoints().map(Character::toLowerCase).forEach(lower::appendCodePoint);
        return lower.toString().replace("i\u0307", "i");
    }

    private static String withoutInvisible(String text) {
        var visible = new StringBuilder(text.length());
        var from = 0;
        for (var flag = TAGGED_FLAG.matcher(text); flag.find(); from = flag.end()) {
            visible.append(Visibility.withoutInvisible(text.substring(from, flag.start())));
            visible.append(flag.group());
        }
        return visible.append(Visibility.withoutInvisible(text.substring(from))).toString();
    }

    private static String withoutOptionalMarks(String decomposed) {
        var kept = new StringBuilder(decomposed.length());
        boolean optional = false;
        for (int i = 0; i < decomposed.length(); ) {
            int codePoint = decomposed.codePointAt(i);
            i += Character.charCount(codePoint);
            if (Visibility.isInvisible(codePoint)) {
                continue;
            }
            if (Character.getType(codePoint) != Character.NON_SPACING_MARK) {
                optional = MARKS_OPTIONAL.contains(Character.UnicodeScript.of(codePoint));
            } else if (optional) {
                continue;
            }
            kept.appendCodePoint(codePoint);
        }
        return kept.toString();
    }
}
