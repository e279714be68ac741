package plaza.favorites.search;

import java.util.ArrayList;
import java.util.List;
import plaza.rule.Pure;
import plaza.text.CharacterKind;
import plaza.text.Folding;

/// Text in the form that search compares: folded, with one space for each sequence of breaks.
///
/// A run is a maximal sequence of characters of one kind: `iphone手机壳 15` has the runs `iphone`,
/// `手机壳`, `15`. The signs of `c++` and `c#` belong to their word.
@Pure
record FoldedText(String text) {
    private static final int PLUS = '+';
    private static final int HASH = '#';

    /// `♯`, which Unicode does not fold to `#`.
    private static final int SHARP = 0x266F;

    /// One run of characters.
    ///
    /// @param joined whether no break separates it from the run before it
    record Run(String characters, CharacterKind kind, boolean joined) {
        int length() {
            return characters.codePointCount(0, characters.length());
        }
    }

    /// @param search the result of [Folding#search]
    static FoldedText of(String search) {
        var folded = new StringBuilder(search.length());
        append(search, Integer.MAX_VALUE, folded);
        return new FoldedText(folded.toString());
    }

    /// The readings of a text: with a break at each joiner within a word, and, if there are any, as
    /// if there were none.
    ///
    /// @param search the result of [Folding#search]
    static List<String> readings(String search) {
        return search.indexOf(Folding.JOINER) < 0
                ? List.of(search)
                : List.of(search, search.replace(String.valueOf(Folding.JOINER), ""));
    }

    /// Appends a text, without a break at its beginning and end.
    ///
    /// @param search the result of [Folding#search]
    static void append(String search, int codePointsMax, StringBuilder folded) {
        int length = 0;
        int wordLength = 0;
        boolean isBreakDue = false;
        boolean isEmpty = true;
        var previous = CharacterKind.BREAK;
        for (int i = 0; i < search.length() && length < codePointsMax; ) {
            int codePoint = search.codePointAt(i);
            i += Character.charCount(codePoint);
            var kind = CharacterKind.of(codePoint, previous);
            if (kind != CharacterKind.BREAK) {
                if (isBreakDue && !isEmpty) {
                    folded.append(' ');
                    if (++length == codePointsMax) {
                        folded.setLength(folded.length() - 1);
                        return;
                    }
                }
                isBreakDue = false;
                isEmpty = false;
                folded.appendCodePoint(codePoint);
                length++;
                wordLength = kind == CharacterKind.SPACED ? wordLength + 1 : 0;
            } else {
                if (previous == CharacterKind.SPACED) {
                    if (codePoint == PLUS && i < search.length() && search.charAt(i) == PLUS) {
                        folded.append("++");
                        length += 2;
                        i++;
                    } else if (wordLength == 1 && (codePoint == HASH || codePoint == SHARP)) {
                        folded.append('#');
                        length++;
                    }
                }
                isBreakDue = true;
                wordLength = 0;
            }
            previous = kind;
        }
    }

    List<Run> runs() {
        var runs = new ArrayList<Run>();
        var kind = CharacterKind.BREAK;
        boolean joined = false;
        int start = 0;
        for (int i = 0; i <= text.length(); ) {
            int codePoint = i < text.length() ? text.codePointAt(i) : ' ';
            var next = kind(codePoint, kind);
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

    /// The kind of the character before an index of a folded text.
    static CharacterKind kindBefore(String text, int index) {
        int i = index;
        while (i > 0) {
            int codePoint = text.codePointBefore(i);
            i -= Character.charCount(codePoint);
            // A combining mark has the kind of the character before it.
            var asFirst = kind(codePoint, CharacterKind.BREAK);
            if (asFirst == kind(codePoint, CharacterKind.DENSE)) {
                return asFirst;
            }
        }
        return CharacterKind.BREAK;
    }

    /// The kind of the character at an index of a folded text.
    static CharacterKind kindAt(String text, int index) {
        return kind(text.codePointAt(index), kindBefore(text, index));
    }

    private static CharacterKind kind(int codePoint, CharacterKind previous) {
        return codePoint == PLUS || codePoint == HASH
                ? CharacterKind.SPACED
                : CharacterKind.of(codePoint, previous);
    }
}
