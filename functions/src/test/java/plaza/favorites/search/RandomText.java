package plaza.favorites.search;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Generates random text of the kinds that collections contain, reproducibly from a seed.
///
/// Each test prints its seed; `-Dplaza.seed=<seed>` replays it.
public final class RandomText {
    private static final long DEFAULT_SEED = 20_191_023L;

    private static final List<String> FRAGMENTS =
            List.of(
                    "Java",
                    "java",
                    "JavaScript",
                    "café",
                    "cafe\u0301",
                    "Straße",
                    "STRASSE",
                    "naïve",
                    "ΟΔΟΣ",
                    "οδός",
                    "ещё",
                    "ЕЩЕ",
                    "İstanbul",
                    "ısı",
                    "iPhone",
                    "手机壳",
                    "手机",
                    "机壳",
                    "手壳",
                    "机",
                    "机器学习",
                    "学习机器",
                    "器学",
                    "東京",
                    "京都",
                    "東",
                    "サーバー",
                    "ｻｰﾊﾞｰ",
                    "がか",
                    "か\u3099",
                    "ひらがな",
                    "한국어",
                    "한국",
                    "국어",
                    "값",
                    "\u1112\u1161\u11ab",
                    "𠮷野家",
                    "𠮷",
                    "野家",
                    "ภาษาไทย",
                    "ไทย",
                    "हिन्दी",
                    "עברית",
                    "שָׁלוֹם",
                    "العربية",
                    "ﷺ",
                    "①②",
                    "½",
                    "㍿",
                    "ＷＥＢ",
                    "ﬁnd",
                    "T恤",
                    "A股",
                    "卡拉OK",
                    "5月1日",
                    "C++",
                    "C#",
                    "don't",
                    "🙂",
                    "👨\u200d👩\u200d👧",
                    "❤\ufe0f",
                    "e\u0301\u0323",
                    "x\u20e3",
                    "猫\u20dd",
                    "\u0301",
                    "\u200b",
                    "\u00ad",
                    "\u3164",
                    "\u2800",
                    "\u00a0",
                    "\u2028",
                    "\u202e",
                    "\u202c",
                    "\u2067",
                    "\u2069",
                    "می\u200cروم",
                    "\ud83c\udff4\udb40\udc67\udb40\udc62\udb40\udc65\udb40\udc6e\udb40\udc67\udb40\udc7f",
                    "#",
                    "-",
                    ".",
                    "、",
                    "。",
                    "internationalisation",
                    "internationalization",
                    "2019",
                    "v25",
                    "𝔘𝔫𝔦",
                    "々",
                    "〇",
                    "人々",
                    "ー",
                    "\ud800",
                    "\udc00",
                    "ǅ",
                    "ŉ",
                    "ΐ",
                    "ᾳ",
                    "ẞ",
                    "Ⅷ");

    private final RandomGenerator random;

    private RandomText(RandomGenerator random) {
        this.random = random;
    }

    /// Returns the generator for one test.
    public static RandomText of(String test) {
        long seed = Long.getLong("plaza.seed", DEFAULT_SEED);
        System.out.println(test + ": -Dplaza.seed=" + seed);
        return new RandomText(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
    }

    /// A number from zero to the bound, exclusive.
    public int below(int bound) {
        return random.nextInt(bound);
    }

    public boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    public <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /// Up to `fragmentsMax` words and symbols of many scripts, with and without spaces between
    /// them.
    public String text(int fragmentsMax) {
        var text = new StringBuilder();
        int fragments = random.nextInt(fragmentsMax + 1);
        for (int i = 0; i < fragments; i++) {
            text.append(oneIn(8) ? anyCodePoints(3) : oneOf(FRAGMENTS));
            text.append(oneOf(List.of(" ", " ", "", "", "\u3000", "/", "\t")));
        }
        return text.toString();
    }

    /// Text of few letters, in which the same words and pairs occur often.
    String crowded(int lengthMax) {
        var text = new StringBuilder();
        int length = random.nextInt(lengthMax + 1);
        for (int i = 0; i < length; i++) {
            text.append(
                    oneOf(
                            List.of(
                                    "a", "b", "B", "á", "机", "器", "机", "器", "学", "𠮷", " ", "か",
                                    "\u3099")));
        }
        return text.toString();
    }

    /// Arbitrary code points, including unpaired surrogates.
    public String anyCodePoints(int lengthMax) {
        var text = new StringBuilder();
        int length = random.nextInt(lengthMax + 1);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    oneIn(3)
                            ? random.nextInt(Character.MAX_CODE_POINT + 1)
                            : random.nextInt(oneIn(2) ? 0x3400 : 0x250));
        }
        return text.toString();
    }

    /// A part of the text, which can begin and end between the halves of a surrogate pair.
    String partOf(String text) {
        int from = random.nextInt(text.length() + 1);
        int to = from + random.nextInt(Math.min(12, text.length() - from) + 1);
        return text.substring(from, to);
    }

    /// The text in another case or normalisation form.
    public String respelled(String text) {
        return switch (random.nextInt(4)) {
            case 0 -> text.toUpperCase(Locale.ROOT);
            case 1 -> text.toLowerCase(Locale.ROOT);
            case 2 -> Normalizer.normalize(text, Normalizer.Form.NFD);
            default -> text;
        };
    }

    /// Removes what titles and names reject. The result can be blank.
    public String withoutForbidden(String text) {
        var kept = new StringBuilder();
        text.codePoints()
                .filter(c ->
                        Character.getType(c) != Character.SURROGATE
                                && (Character.getType(c) != Character.CONTROL || c == '\t')
                                && !isNonCharacter(c)
                                && !"\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
                                        .contains(Character.toString(c)))
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isNonCharacter(int codePoint) {
        return (codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF);
    }
}
