package plaza.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// A search for names: every word of the query must begin a word of the name.
///
/// Case and diacritics are folded, as in the search of favorites: `guler` finds `Güler`, and so
/// does `gueler`. A word consists of letters and digits, so `heung min` finds `Heung-Min`.
public final class NameQuery {
    /// The longest query, in UTF-16 units: the longest name.
    public static final int LENGTH_MAX = 100;

    /// The words of the query and, if it has umlauts, those of its German spelling.
    private final List<List<String>> spellings;

    private NameQuery(List<List<String>> spellings) {
        this.spellings = spellings;
    }

    /// Parses a query.
    ///
    /// @throws Malformed if it is too long, or has no letter or digit
    public static NameQuery parse(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new Malformed("must be at most " + LENGTH_MAX + " characters");
        }
        var spellings = spellings(text);
        if (spellings.getFirst().isEmpty()) {
            throw new Malformed("must contain a letter or digit");
        }
        return new NameQuery(spellings);
    }

    /// The distinct words of a name by which an index finds it: of each spelling the first words.
    ///
    /// @param countMax how many words of each spelling
    public static SortedSet<String> words(String name, int countMax) {
        var words = new TreeSet<String>();
        spellings(name).forEach(spelling -> spelling.stream().limit(countMax).forEach(words::add));
        return words;
    }

    /// The longest word of the query without umlauts, which begins the fewest words of an index.
    public String longestWord() {
        return spellings.getFirst().stream()
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
    }

    /// Whether every word of the query begins one of these words of a name.
    public boolean matches(Collection<String> words) {
        return spellings.stream().anyMatch(query -> areWordStarts(query, words));
    }

    /// Whether every word of the query begins a word of the name.
    public boolean matches(String name) {
        return spellings(name).stream().anyMatch(this::matches);
    }

    private static boolean areWordStarts(List<String> query, Collection<String> words) {
        return query.stream()
                .allMatch(start -> words.stream().anyMatch(word -> word.startsWith(start)));
    }

    private static List<List<String>> spellings(String text) {
        return Umlauts.areIn(text)
                ? List.of(words(text), words(Umlauts.spelledOut(text)))
                : List.of(words(text));
    }

    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        Folding.search(text)
                .codePoints()
                .forEach(character -> {
                    if (Character.isLetterOrDigit(character)
                            || (isMark(character) && !word.isEmpty())) {
                        word.appendCodePoint(character);
                    } else if (!word.isEmpty()) {
                        words.add(word.toString());
                        word.setLength(0);
                    }
                });
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return List.copyOf(words);
    }

    /// Folding keeps the marks of scripts in which they change a letter.
    private static boolean isMark(int character) {
        return switch (Character.getType(character)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }
}
