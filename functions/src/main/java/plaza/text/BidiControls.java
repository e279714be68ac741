package plaza.text;

import java.util.ArrayDeque;

/// The control characters that open and close a run of text with its own direction.
///
/// An unclosed run would change the direction of whatever a page shows after the text, and a text
/// that looks different from its content is the basis of "Trojan Source" attacks. Therefore, within
/// each paragraph, every opening control requires its closing control, properly nested. HTML has
/// the same rule ("Requirements relating to the bidirectional algorithm", section 3.2.7 of the
/// standard). Marks (LRM, RLM, ALM) affect a single position and have no closing control.
///
/// A paragraph ends at a character of the bidirectional class B (Unicode annex 9). The algorithm
/// closes all runs there, so a control and its closing control must be in the same paragraph. LINE
/// SEPARATOR does not end a paragraph.
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

    /// Whether each opening control has its closing control in the same paragraph, and vice versa.
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

    /// Returns the text without these controls.
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
