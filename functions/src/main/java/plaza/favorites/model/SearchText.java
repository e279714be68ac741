package plaza.favorites.model;

import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The part of a favorite that can be found: the folded beginnings of its title, of the host and
/// path of its URL, and of its note.
///
/// What lies beyond a beginning is not searchable, neither by postings nor by [#matches]: both look
/// at this text and nothing else, so the limit can hide no hit from one that the other would give.
/// A query's terms may match in different fields; one term matches inside one.
public final class SearchText {
    /// Code points of the folded title that are searchable: all of it, unless folding doubles it.
    public static final int TITLE_CODE_POINTS_MAX = 512;

    /// Code points of the folded host and path that are searchable.
    public static final int URL_CODE_POINTS_MAX = 256;

    /// Code points of the folded note that are searchable.
    public static final int NOTE_CODE_POINTS_MAX = 512;

    /// A posting of a word holds at most this many of its code points; a longer word start is
    /// looked up by these and then checked.
    public static final int WORD_POSTING_CODE_POINTS_MAX = 12;

    /// A bound on the postings of one favorite: each code point ends at most one word start and
    /// begins at most one pair. A bookmark has some fifty (docs/decisions.md has the arithmetic).
    public static final int POSTINGS_MAX =
            2 * (TITLE_CODE_POINTS_MAX + URL_CODE_POINTS_MAX + NOTE_CODE_POINTS_MAX);

    private final FoldedText text;

    /// The words alone, each after a space, so that the start of a word is a substring.
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

    /// The searchable text of a favorite with this title and, where there are such, URL and note.
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

    /// What to store, one posting each, under which a query finds the favorite: for each word every
    /// start of it up to [#WORD_POSTING_CODE_POINTS_MAX], and every two neighbouring characters of
    /// which one is of a script without spaces.
    ///
    /// A posting has 1 to 12 code points, all letters, digits and combining marks: never white
    /// space, punctuation, or a control character. There are at most [#POSTINGS_MAX].
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

    /// Whether every term of the query matches: what a search returns, by definition.
    public boolean matches(SearchQuery.Ready query) {
        return query.terms().stream().allMatch(term -> term.matches(this));
    }

    boolean hasWordStart(String letters) {
        return words.contains(' ' + letters);
    }

    boolean hasSubstring(String characters) {
        return text.text().contains(characters);
    }

    /// The posting that words beginning with these letters have.
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
