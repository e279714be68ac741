package plaza.text;

import java.util.ArrayDeque;

/// The characters that open and close a stretch of text with a direction of its own.
///
/// A stretch that stays open would turn whatever a page shows after the text, and a text that shows
/// something else than it says is the base of "Trojan Source" attacks. So within each paragraph
/// every opening control needs its closing control, properly nested. HTML has the same rule
/// ("Requirements relating to the bidirectional algorithm", section 3.2.7 of the standard). Marks
/// without a partner (LRM, RLM, ALM) end with their own character and need none.
///
/// A paragraph ends where Unicode's annex 9 ends it, at characters of the bidirectional class B:
/// the algorithm closes there whatever is open, so a control cannot have its partner in another
/// one. LINE SEPARATOR does not end a paragraph.
final class BidiControls {
    private static final int LRE = 0x202A;
    private static final int RLE = 0x202B;
    private static final int PDF = 0x202C;
    private static final int LRO = 0x202D;
    private static final int RLO = 0x202E;
    private static final int LRI = 0x2066;
    private static final int RLI = 0x2067;
    private static final int FSI = 0x2068;
    private static final int PDI = 0x2069;

    private BidiControls() {}

    /// Whether each control has its partner in the same paragraph.
    static boolean areBalanced(String text) {
        var closers = new ArrayDeque<Integer>();
        for (var index = 0; index < text.length(); index++) {
            var c = text.charAt(index);
            switch (c) {
                case LRE, RLE, LRO, RLO -> closers.push(PDF);
                case LRI, RLI, FSI -> closers.push(PDI);
                case PDF, PDI -> {
                    if (closers.isEmpty() || closers.pop() != c) {
                        return false;
                    }
                }
                default -> {
                    if (endsParagraph(c) && !closers.isEmpty()) {
                        return false;
                    }
                }
            }
        }
        return closers.isEmpty();
    }

    /// The text without any of these controls.
    static String removed(String text) {
        var kept = new StringBuilder(text.length());
        text.chars()
                .filter(c -> !(c >= LRE && c <= RLO) && !(c >= LRI && c <= PDI))
                .forEach(c -> kept.append((char) c));
        return kept.toString();
    }

    private static boolean endsParagraph(char c) {
        return Character.getDirectionality(c) == Character.DIRECTIONALITY_PARAGRAPH_SEPARATOR;
    }
}
