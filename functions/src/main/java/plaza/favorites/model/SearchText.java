package plaza.favorites.model;

import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The searchable part of a favorite: the folded beginnings of its title, of the host and path of
/// its URL, and of its note.
///
/// Text beyond these beginnings is not searchable. Postings and [#matches] both use this text only,
/// so the limits cannot make them disagree. The terms of a query can match in different fields; a
/// single term matches within one field.
public final class SearchText {
    /// Searchable code points of the folded title: the whole title, unless folding doubles it.
    public static final int TITLE_CODE_POINTS_MAX = 512;

    /// Searchable code points of the folded host and path.
    public static final int URL_CODE_POINTS_MAX = 256;

    /// Searchable code points of the folded note.
    public static final int NOTE_CODE_POINTS_MAX = 512;

    /// The most code points of a word in one posting. A search for a longer word start looks up
    /// this many code points and checks the candidates.
    public static final int WORD_POSTING_CODE_POINTS_MAX = 12;

    /// The upper bound of the postings of one favorite: each code point ends at most one word start
    /// and begins at most one pair. A typical bookmark has about 50 (see docs/decisions.md).
    public static final int POSTINGS_MAX =
            2 * (TITLE_CODE_POINTS_MAX + URL_CODE_POINTS_MAX + NOTE_CODE_POINTS_MAX);

    private final FoldedText text;

    /// The words only, each after a space, so that a word start is a substring.
    private final String words;

    private SearchText(FoldedText text) {
        this.text = text;
        var spaced = new StringBuilder();
        for (var run : text.runs()) {
            if (run.kind() == CharacterKind.SPACED) {
                spaced.append(' ').append(run.characters());
            }
        }
        this.words = spaced.toString();
    }

    /// Returns the searchable text of a favorite with this title, URL and note.
    public static SearchText of(Title title, @Nullable SavedUrl url, @Nullable Note note) {
        String folded = FoldedText.of(title.text(), TITLE_CODE_POINTS_MAX).text();
        if (url != null) {
            folded += ' ' + FoldedText.of(url.searchText(), URL_CODE_POINTS_MAX).text();
        }
        if (note != null) {
            folded += ' ' + FoldedText.of(note.text(), NOTE_CODE_POINTS_MAX).text();
        }
        return new SearchText(new FoldedText(folded));
    }

    /// The postings under which a query finds the favorite: every start of every word, up to
    /// [#WORD_POSTING_CODE_POINTS_MAX] code points, and every pair of neighboring characters of
    /// which at least one is of a script without spaces.
    ///
    /// A posting has 1 to 12 code points, all of them letters, digits or combining marks. The
    /// result has at most [#POSTINGS_MAX] elements.
    public SortedSet<String> postings() {
        var postings = new TreeSet<String>();
        String before = "";
        for (var run : text.runs()) {
            switch (run.kind()) {
                case SPACED -> {
                    addWordStarts(run.characters(), postings);
                    if (run.joined()) {
                        postings.add(before + first(run.characters()));
                    }
                }
                case DENSE -> {
                    String joined = run.joined() ? before + run.characters() : run.characters();
                    if (joined.codePointCount(0, joined.length()) > 1) {
                        postings.addAll(new SearchTerm.Substring(joined).postings());
                    }
                }
                case BREAK -> throw new AssertionError("a run of breaks");
            }
            before = last(run.characters());
        }
        return postings;
    }

    /// Whether every term of the query matches. A search returns exactly these favorites.
    public boolean matches(SearchQuery.Ready query) {
        return query.terms().stream().allMatch(term -> term.matches(this));
    }

    boolean hasWordStart(String letters) {
        return words.contains(' ' + letters);
    }

    boolean hasSubstring(String characters) {
        return text.text().contains(characters);
    }

    /// The posting of words that begin with these letters.
    static String posting(String letters) {
        int length = letters.codePointCount(0, letters.length());
        return length <= WORD_POSTING_CODE_POINTS_MAX
                ? letters
                : letters.substring(0, letters.offsetByCodePoints(0, WORD_POSTING_CODE_POINTS_MAX));
    }

    private static void addWordStarts(String word, SortedSet<String> postings) {
        String longest = posting(word);
        for (int end = 0; end < longest.length(); ) {
            end = longest.offsetByCodePoints(end, 1);
            postings.add(longest.substring(0, end));
        }
    }

    private static String first(String characters) {
        return characters.substring(0, characters.offsetByCodePoints(0, 1));
    }

    private static String last(String characters) {
        return characters.substring(characters.offsetByCodePoints(characters.length(), -1));
    }
}
