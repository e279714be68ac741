package plaza.favorites.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.favorites.tag.TagName;
import plaza.rule.Pure;
import plaza.text.CharacterKind;
import plaza.text.Digraphs;
import plaza.text.Folding;

/// The searchable part of a favorite: the folded beginnings of its title, of the host and path of
/// its URL, and of its note, and the names of its tags.
///
/// Text beyond these beginnings is not searchable. The terms of a query can match in different
/// fields; a single term matches within one field.
@Pure
public final class SearchText {
    /// Searchable code points of the folded title: the whole title, unless folding doubles it.
    public static final int TITLE_CODE_POINTS_MAX = 512;

    /// Searchable code points of the folded host and path.
    public static final int URL_CODE_POINTS_MAX = 256;

    /// Searchable code points of the folded note.
    public static final int NOTE_CODE_POINTS_MAX = 512;

    /// Searchable code points of the folded name of a tag: all of them.
    private static final int TAG_CODE_POINTS_MAX = 512;

    /// Ends each field. Folded text contains no other break than a space.
    private static final char FIELD_END = '\n';

    /// The text, and the same text with the other spellings of its letters ([Digraphs]).
    private final List<String> spellings;

    private SearchText(List<String> spellings) {
        this.spellings = spellings;
    }

    /// Returns the searchable text of a favorite with these tags.
    public static SearchText of(Favorite favorite, Collection<TagName> tags) {
        return of(favorite.title(), favorite.contentUrl(), favorite.note(), tags);
    }

    /// Returns the searchable text of a favorite with this title, URL, note and tags.
    public static SearchText of(
            Title title, @Nullable SavedUrl url, @Nullable Note note, Collection<TagName> tags) {
        var fields = new ArrayList<Field>();
        fields.add(new Field(title.text(), TITLE_CODE_POINTS_MAX, true));
        if (url != null) {
            fields.add(new Field(url.searchText(), URL_CODE_POINTS_MAX, false));
        }
        if (note != null) {
            fields.add(new Field(note.text(), NOTE_CODE_POINTS_MAX, true));
        }
        tags.forEach(tag -> fields.add(new Field(tag.text(), TAG_CODE_POINTS_MAX, true)));
        return of(fields);
    }

    /// Returns the searchable text of the name of a tag alone.
    public static SearchText of(TagName tag) {
        return of(List.of(new Field(tag.text(), TAG_CODE_POINTS_MAX, true)));
    }

    private static SearchText of(List<Field> fields) {
        var spelled = fields.stream().map(field -> Digraphs.spellings(field.raw())).toList();
        int count = spelled.stream().mapToInt(List::size).max().orElseThrow();
        var spellings = new ArrayList<String>();
        for (int spelling = 0; spelling < count; spelling++) {
            spellings.add(folded(fields, spelled, spelling));
        }
        return new SearchText(List.copyOf(spellings));
    }

    /// One field.
    ///
    /// @param hasNames whether it has words with signs in them, as in `Node.js` and `don't`; in an
    ///   address, dots and hyphens are between words
    private record Field(String raw, int codePointsMax, boolean hasNames) {}

    /// @param spelled the spellings of each field
    /// @param spelling the number of the spelling to use; a field with fewer spellings has its last
    ///   one
    private static String folded(List<Field> fields, List<List<String>> spelled, int spelling) {
        var folded = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            var field = fields.get(i);
            var spellings = spelled.get(i);
            String search = Folding.search(spellings.get(Math.min(spelling, spellings.size() - 1)));
            var readings = field.hasNames() ? FoldedText.readings(search) : List.of(search);
            for (var reading : readings) {
                FoldedText.append(reading, field.codePointsMax(), folded);
                folded.append(FIELD_END);
            }
            if (field.hasNames()) {
                JoinedNames.in(search).forEach(name -> folded.append(name).append(FIELD_END));
            }
        }
        return folded.toString();
    }

    /// Whether every term of the query matches. A search returns exactly these favorites.
    public boolean matches(SearchQuery.Ready query) {
        for (var term : query.terms()) {
            if (!term.matches(this)) {
                return false;
            }
        }
        return true;
    }

    boolean hasWordStart(String letters) {
        return spellings.stream().anyMatch(text -> hasWords(text, letters, false));
    }

    boolean hasPhrase(String words) {
        return spellings.stream().anyMatch(text -> hasWords(text, words, true));
    }

    boolean hasSubstring(String characters) {
        return spellings.stream().anyMatch(text -> text.contains(characters));
    }

    /// Whether a text contains words that begin where one of its words begins.
    ///
    /// @param whole whether they must also end where one of its words ends
    private static boolean hasWords(String text, String words, boolean whole) {
        for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
            int end = at + words.length();
            if (!isWithinWord(text, at) && (!whole || !isWithinWord(text, end))) {
                return true;
            }
        }
        return false;
    }

    /// Whether an index is within a word. In a script without spaces, none is.
    private static boolean isWithinWord(String text, int index) {
        if (index == 0 || index == text.length()) {
            return false;
        }
        return FoldedText.kindBefore(text, index) == CharacterKind.SPACED
                && FoldedText.kindAt(text, index) == CharacterKind.SPACED;
    }
}
