package plaza.text;

import java.text.Normalizer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The spelling of letters as two others, such as `ä` as `ae`. Folding makes such a letter one,
/// such as `a`; a search finds a word by all spellings.
public final class Digraphs {
    private static final Map<Character, String> LETTERS =
            Map.of('ä', "ae", 'ö', "oe", 'ü', "ue", 'ø', "oe", 'å', "aa", 'đ', "dj");

    private static final Map<Character, String> RING = Map.of('å', "aa");

    private static final String COMPOSED = "äöüøåđÄÖÜØÅĐ";
    private static final char DIAERESIS = '\u0308';
    private static final char RING_ABOVE = '\u030a';

    private Digraphs() {}

    /// The text, and if it has such letters, also with two letters for each. `å` is often written
    /// as two letters where `ø` is one, so that `Ødegård` is also `Odegaard`.
    public static List<String> spellings(String text) {
        if (!areIn(text)) {
            return List.of(text);
        }
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        return Stream.of(composed, spelled(composed, RING), spelled(composed, LETTERS))
                .distinct()
                .toList();
    }

    private static boolean areIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character > '~'
                    && (character == DIAERESIS
                            || character == RING_ABOVE
                            || COMPOSED.indexOf(character) >= 0)) {
                return true;
            }
        }
        return false;
    }

    private static String spelled(String composed, Map<Character, String> letters) {
        var spelled = new StringBuilder(composed.length() + 8);
        for (int i = 0; i < composed.length(); i++) {
            char character = composed.charAt(i);
            String two = letters.get(Character.toLowerCase(character));
            if (two == null) {
                spelled.append(character);
            } else {
                spelled.append(two);
            }
        }
        return spelled.toString();
    }
}
