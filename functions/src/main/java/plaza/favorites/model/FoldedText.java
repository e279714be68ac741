package plaza.favorites.model;

import java.util.ArrayList;
import java.util.List;

/// Text in the form that search compares: folded, with one space for each sequence of breaks.
///
/// A run is a maximal sequence of characters of one kind: `iphone手机壳 15` has the runs `iphone`,
/// `手机壳`, `15`.
record FoldedText(String text) {
    /// One run of characters.
    ///
    /// @param joined whether no break separates it from the run before it
    record Run(String characters, CharacterKind kind, boolean joined) {
        int length() {
            return characters.codePointCount(0, characters.length());
        }
    }

    /// Folds a text and truncates the result to `codePointsMax` code points.
    static FoldedText of(String raw, int codePointsMax) {
        var folded = new StringBuilder(raw.length());
        int length = 0;
        var previous = CharacterKind.BREAK;
        String search = Folding.search(raw);
        for (int i = 0; i < search.length() && length < codePointsMax; ) {
            int codePoint = search.codePointAt(i);
            i += Character.charCount(codePoint);
            var kind = CharacterKind.of(codePoint, previous);
            if (kind != CharacterKind.BREAK) {
                folded.appendCodePoint(codePoint);
                length++;
            } else if (previous != CharacterKind.BREAK) {
                folded.append(' ');
                length++;
            }
            previous = kind;
        }
        return new FoldedText(folded.toString().stripTrailing());
    }

    List<Run> runs() {
        var runs = new ArrayList<Run>();
        var kind = CharacterKind.BREAK;
        boolean joined = false;
        int start = 0;
        for (int i = 0; i <= text.length(); ) {
            int codePoint = i < text.length() ? text.codePointAt(i) : ' ';
            var next = CharacterKind.of(codePoint, kind);
            if (next != kind) {
                if (kind != CharacterKind.BREAK) {
                    runs.add(new Run(text.substring(start, i), kind, joined));
                }
                joined = kind != CharacterKind.BREAK;
                kind = next;
                start = i;
            }
            i += Character.charCount(codePoint);
        }
        return List.copyOf(runs);
    }
}
