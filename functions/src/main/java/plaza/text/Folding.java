package plaza.text;

import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The two foldings that decide which texts are equal: one for names and one for search.
///
/// The JDK has no Unicode case folding. This class composes it: it converts the whole text to upper
/// case, with the full mappings of the root locale, and then each code point to lower case. As a
/// result:
///
/// - `ß`, `ẞ`, `SS` and `ss` all fold to `ss`, and `ﬁ` to `fi`: full mappings can lengthen a text
/// - `Σ`, `σ` and `ς` all fold to `σ`: lower-casing single code points never yields a final sigma,
///   so a letter folds the same in every position
/// - `I`, `i`, `İ` and `ı` all fold to `i`, and so does `i` with a combining dot above, which is
///   the lower case of `İ` elsewhere. Unicode distinguishes them. The language of a collection is
///   unknown, and in Turkish text `I` can be either
///
/// Search also ignores diacritics, has letters as users type them ([LatinLetters]), and has one
/// character, [#JOINER], for each apostrophe, hyphen, middle dot or low line within a word.
///
/// Compatibility decomposition can expose new cased letters, and vice versa. Both foldings
/// therefore repeat until nothing changes, at most [#ROUNDS_MAX] times. One round is enough for
/// nearly all text; a test folds every code point.
public final class Folding {
    /// Stands in a text that is folded for search between two parts of a word, and nowhere else. A
    /// search finds the word by its parts, and as a whole without the joiner.
    public static final char JOINER = '\'';

    /// What stands between two parts of a word, and what many users leave out or replace by a
    /// space: apostrophes and the quotation marks, primes and letters that look like one, hyphens,
    /// middle dots and the low line. All are in the BMP. The pages of the demo have the same.
    static final String JOINERS =
            "-'`\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u055a\u05f3\ua78c"
                    + "\u2010\u058a\u05be\u30a0"
                    + "\u00b7\u2027\u30fb"
                    + "_";

    /// `´`, often typed as an apostrophe, which decomposes into a space and a mark.
    private static final char ACUTE_ACCENT = '\u00b4';

    /// The limit of rounds. No known text needs more than three.
    private static final int ROUNDS_MAX = 8;

    /// Scripts whose marks above and below letters search ignores, since users type `cafe`, `Αθηνα`
    /// and `еще` without them. In other scripts a mark changes the letter: `が` is not `か`.
    private static final Set<Character.UnicodeScript> MARKS_OPTIONAL =
            EnumSet.of(
                    Character.UnicodeScript.LATIN,
                    Character.UnicodeScript.GREEK,
                    Character.UnicodeScript.CYRILLIC,
                    Character.UnicodeScript.HEBREW,
                    Character.UnicodeScript.ARABIC);

    /// The flags of England, Scotland and Wales: a black flag followed by the invisible tags
    /// `gbeng`, `gbsct` or `gbwls`. These are all entries of RGI_Emoji_Tag_Sequence in Unicode's
    /// `emoji-sequences.txt`.
    private static final Pattern TAGGED_FLAG =
            Pattern.compile(
                    "\\x{1F3F4}\\x{E0067}\\x{E0062}(?:"
                            + "\\x{E0065}\\x{E006E}\\x{E0067}"
                            + "|\\x{E0073}\\x{E0063}\\x{E0074}"
                            + "|\\x{E0077}\\x{E006C}\\x{E0073})\\x{E007F}");

    private Folding() {}

    /// Folds a name: NFKC, case folded, without invisible characters, with gaps folded. Diacritics
    /// remain, since `Ähre` and `Ahre` are two names. The operation is idempotent.
    public static String name(String text) {
        return fixedPoint(text, Folding::nameRound);
    }

    /// Folds text for search: as a name, but without the diacritics that users omit, with letters
    /// as users type them, with [#JOINER] within words, and without folding white space. The
    /// operation is idempotent.
    public static String search(String text) {
        return isPrintableAscii(text)
                ? joined(text.toLowerCase(Locale.ROOT))
                : fixedPoint(text.replace(ACUTE_ACCENT, JOINER), Folding::searchRound);
    }

    /// Whether a text consists of printable ASCII, of which lower case and joiners are the whole
    /// folding.
    private static boolean isPrintableAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static String fixedPoint(String text, UnaryOperator<String> round) {
        String folded = Normalizer.normalize(text, Normalizer.Form.NFKC);
        for (int rounds = 0; rounds < ROUNDS_MAX; rounds++) {
            String next = round.apply(folded);
            if (next.equals(folded)) {
                break;
            }
            folded = next;
        }
        return folded;
    }

    private static String nameRound(String text) {
        String folded = Normalizer.normalize(cased(text), Normalizer.Form.NFKC);
        return PlainText.foldedGaps(withoutInvisible(folded));
    }

    private static String searchRound(String text) {
        String decomposed = Normalizer.normalize(cased(text), Normalizer.Form.NFKD);
        return joined(Normalizer.normalize(asTyped(decomposed), Normalizer.Form.NFKC));
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

    private static String asTyped(String decomposed) {
        var typed = new StringBuilder(decomposed.length());
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
            LatinLetters.append(codePoint, typed);
        }
        return typed.toString();
    }

    /// Replaces each sequence of joiners within a word by one, and any other by a space.
    private static String joined(String text) {
        if (text.chars().noneMatch(Folding::isJoiner)) {
            return text;
        }
        var joined = new StringBuilder(text.length());
        var previous = CharacterKind.BREAK;
        for (int i = 0; i < text.length(); ) {
            int end = i;
            while (end < text.length() && isJoiner(text.charAt(end))) {
                end++;
            }
            if (end > i) {
                boolean isWithinWord =
                        previous != CharacterKind.BREAK
                                && end < text.length()
                                && CharacterKind.of(text.codePointAt(end), CharacterKind.BREAK)
                                        != CharacterKind.BREAK;
                joined.append(isWithinWord ? JOINER : ' ');
                previous = CharacterKind.BREAK;
                i = end;
            } else {
                int codePoint = text.codePointAt(i);
                joined.appendCodePoint(codePoint);
                previous = CharacterKind.of(codePoint, previous);
                i += Character.charCount(codePoint);
            }
        }
        return joined.toString();
    }

    private static boolean isJoiner(int character) {
        return JOINERS.indexOf(character) >= 0;
    }
}
