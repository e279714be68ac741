package plaza.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A search for names: every word of the query must begin a word of the name, as `docs/search.md`
/// states.
///
/// A word of a name extends over the joiners ([Folding#JOINER]) after it: `Heung-Min Son` has the
/// words `heungmin`, `min` and `son`. So `heungmin` and `heung min` find it, and an index needs no
/// item more than for `Heung Min Son`. In a script without spaces, a word begins at each character
/// and extends over spaces as well: `山田 太郎` and `山田太郎` have the words `山田太郎`, `田太郎`, `太郎` and `郎`.
public final class NameQuery {
    /// The longest query, in UTF-16 units: the longest name.
    public static final int LENGTH_MAX = 100;

    /// The compared code points of a word, so that the words of a name stay small in an index.
    private static final int WORD_MAX = 40;

    /// The fewest letters before a joiner that are enough to look up a word in an index: more users
    /// have a word that begins with `o` than with `obrien`.
    private static final int KEY_MIN = 3;

    private static final String JOINER = String.valueOf(Folding.JOINER);

    /// The ways to find each word of the query: beginnings of words, all of which the name must
    /// have.
    private final List<Set<List<String>>> words;

    private final String key;

    private NameQuery(List<Set<List<String>>> words, String key) {
        this.words = words;
        this.key = key;
    }

    /// Parses a query.
    ///
    /// @throws Malformed if it is too long, or has no letter or digit
    public static NameQuery parse(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new Malformed("must be at most " + LENGTH_MAX + " characters");
        }
        var spellings =
                Digraphs.spellings(text).stream()
                        .map(spelling -> compounds(spelling, false))
                        .toList();
        var compounds = spellings.getFirst();
        if (compounds.isEmpty()) {
            throw new Malformed("must contain a letter or digit");
        }
        var words = new ArrayList<Set<List<String>>>();
        for (int i = 0; i < compounds.size(); i++) {
            var ways = new LinkedHashSet<List<String>>();
            for (var spelling : spellings) {
                String compound = spelling.get(i);
                ways.add(
                        Stream.of(compound.split(JOINER, -1))
                                .map(part -> wordAt(0, part))
                                .toList());
                ways.add(List.of(wordAt(0, compound)));
            }
            words.add(ways);
        }
        return new NameQuery(
                words,
                compounds.stream()
                        .map(NameQuery::key)
                        .max(Comparator.comparingInt(String::length))
                        .orElseThrow());
    }

    /// The distinct words by which an index finds a name and an id, without those that begin
    /// others. If there are too many, those count first that begin after a break.
    ///
    /// @param id is found by its beginning only; empty for none
    public static SortedSet<String> words(String name, String id, int countMax) {
        var words = new LinkedHashSet<String>();
        compounds(id, true).stream().limit(1).forEach(compound -> words.add(wordAt(0, compound)));
        var inner = new LinkedHashSet<String>();
        for (var spelling : Digraphs.spellings(name)) {
            compounds(spelling, true).forEach(compound -> addWords(compound, words, inner));
        }
        words.addAll(inner);
        var first = new TreeSet<String>();
        words.stream().limit(countMax).forEach(first::add);
        first.removeIf(word -> {
            String next = first.higher(word);
            return next != null && next.startsWith(word);
        });
        return first;
    }

    /// The beginning of a word that the index has for each name that the query finds: the longest
    /// of its words, which the fewest names have.
    ///
    /// A word with joiners is looked up by what is before the first of them, or as a whole if that
    /// is short. So `o'brien` does not find a name with `O Brien` in an index, but `o brien` does.
    public String key() {
        return key;
    }

    /// Whether every word of the query begins one of these words of a name.
    public boolean matches(Collection<String> nameWords) {
        return words.stream()
                .allMatch(ways -> ways.stream().anyMatch(way -> areWordStarts(way, nameWords)));
    }

    /// Whether every word of the query begins a word of the name.
    public boolean matches(String name) {
        return matches(words(name, "", Integer.MAX_VALUE));
    }

    private static boolean areWordStarts(List<String> starts, Collection<String> words) {
        return starts.stream()
                .allMatch(start -> words.stream().anyMatch(word -> word.startsWith(start)));
    }

    private static String key(String compound) {
        String first = compound.split(JOINER, 2)[0];
        return wordAt(0, first.length() >= KEY_MIN ? first : compound);
    }

    /// The words that begin in a compound.
    ///
    /// @param words receives those that begin after a break or joiner
    /// @param inner receives those that begin within text of a script without spaces, or beside it
    private static void addWords(String compound, Set<String> words, Set<String> inner) {
        var previous = CharacterKind.BREAK;
        for (int i = 0; i < compound.length(); ) {
            int character = compound.codePointAt(i);
            var kind = CharacterKind.of(character, previous);
            if (kind != CharacterKind.BREAK) {
                if (previous == CharacterKind.BREAK) {
                    words.add(wordAt(i, compound));
                } else if (!CharacterKind.isMark(character)
                        && (kind == CharacterKind.DENSE || kind != previous)) {
                    inner.add(wordAt(i, compound));
                }
            }
            previous = kind;
            i += Character.charCount(character);
        }
    }

    /// The word that begins at an index of a compound and ends with it.
    private static String wordAt(int index, String compound) {
        String word = compound.substring(index).replace(JOINER, "");
        return word.codePointCount(0, word.length()) <= WORD_MAX
                ? word
                : word.substring(0, word.offsetByCodePoints(0, WORD_MAX));
    }

    /// The sequences of letters and digits in a text, with joiners between some of them.
    ///
    /// @param joins whether a break between characters of a script without spaces is a joiner
    private static List<String> compounds(String text, boolean joins) {
        var compounds = new ArrayList<String>();
        var compound = new StringBuilder();
        var last = CharacterKind.BREAK;
        boolean isBreakDue = false;
        String folded = Folding.search(text);
        for (int i = 0; i < folded.length(); ) {
            int character = folded.codePointAt(i);
            i += Character.charCount(character);
            if (character == Folding.JOINER) {
                compound.append(Folding.JOINER);
                continue;
            }
            var kind = CharacterKind.of(character, isBreakDue ? CharacterKind.BREAK : last);
            if (kind == CharacterKind.BREAK) {
                isBreakDue = true;
                continue;
            }
            if (isBreakDue && !compound.isEmpty()) {
                if (joins && kind == CharacterKind.DENSE && last == CharacterKind.DENSE) {
                    compound.append(Folding.JOINER);
                } else {
                    compounds.add(compound.toString());
                    compound.setLength(0);
                }
            }
            isBreakDue = false;
            compound.appendCodePoint(character);
            last = kind;
        }
        if (!compound.isEmpty()) {
            compounds.add(compound.toString());
        }
        return List.copyOf(compounds);
    }
}
