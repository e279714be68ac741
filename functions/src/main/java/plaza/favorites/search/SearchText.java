package plaza.favorites.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.favorites.tag.TagName;
import plaza.rule.Pure;
import plaza.text.Folding;
import plaza.text.Umlauts;

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

    /// The text, and if it contains umlauts, the same text with their German spelling.
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
        String plain = folded(fields, text -> text);
        return new SearchText(
                fields.stream().anyMatch(field -> Umlauts.areIn(field.raw()))
                        ? List.of(plain, folded(fields, Umlauts::spelledOut))
                        : List.of(plain));
    }

    /// One field.
    ///
    /// @param hasNames whether a dot can be a part of a name in it, as in `Node.js`; in an address
    ///   it separates labels
    private record Field(String raw, int codePointsMax, boolean hasNames) {}

    private static String folded(List<Field> fields, UnaryOperator<String> spelling) {
        var folded = new StringBuilder();
        for (var field : fields) {
            String search = Folding.search(spelling.apply(field.raw()));
            FoldedText.append(search, field.codePointsMax(), folded);
            folded.append(FIELD_END);
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
