package plaza.text;

import java.text.Normalizer;

/// The German spelling of `ä`, `ö` and `ü` as `ae`, `oe` and `ue`. Folding makes them `a`, `o` and
/// `u`; a search finds a word by both spellings.
public final class Umlauts {
    private static final String LETTERS = "äöüÄÖÜ";
    private static final char DIAERESIS = '\u0308';

    private Umlauts() {}

    public static boolean areIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character > '~' && (character == DIAERESIS || LETTERS.indexOf(character) >= 0)) {
                return true;
            }
        }
        return false;
    }

    public static String spelledOut(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        var spelled = new StringBuilder(composed.length() + 8);
        for (int i = 0; i < composed.length(); i++) {
            switch (composed.charAt(i)) {
                case 'ä', 'Ä' -> spelled.append("ae");
                case 'ö', 'Ö' -> spelled.append("oe");
                case 'ü', 'Ü' -> spelled.append("ue");
                default -> spelled.append(composed.charAt(i));
            }
        }
        return spelled.toString();
    }
}
