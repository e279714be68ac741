package plaza.favorites.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// What a user typed to find favorites, understood or not.
///
/// It is cut into runs as [SearchText] is. A run of letters and digits asks for a word that begins
/// with it. A run of two or more characters of a script without spaces asks for that substring.
/// Such a character alone is too common to look up: beside letters or digits it is taken together
/// with its neighbour (`T恤`, `5月`); by itself it is [TooShort].
public sealed interface SearchQuery {
    /// Longest query, in UTF-16 units as typed; twice what a title shows.
    int LENGTH_MAX = 256;

    /// Most postings that one query looks up, each by one DynamoDB Query. A query that has more
    /// looks up the longest word starts and then the first pairs; the rest of it is checked in the
    /// candidates all the same, so the result is the same and only more candidates may be read.
    int LOOKUPS_MAX = 8;

    /// A query that can be answered: at least one term, none implied by another.
    record Ready(List<SearchTerm> terms) implements SearchQuery {
        public Ready {
            terms = List.copyOf(terms);
            if (terms.isEmpty()) {
                throw new IllegalArgumentException("a query without terms");
            }
        }

        /// The postings to look up: one to [#LOOKUPS_MAX], the most telling first. A favorite that
        /// matches has all of them; one that has all of them matches unless [SearchText#matches]
        /// says no.
        public List<String> lookups() {
            var lookups = new LinkedHashSet<String>();
            for (var term : terms) {
                lookups.addAll(term.postings());
            }
            return lookups.stream().limit(LOOKUPS_MAX).toList();
        }

        /// Whether a favorite that has all the lookups matches for certain, as far as its postings
        /// are up to date: no lookup left out, and none shorter than what is asked for.
        public boolean decidedByLookups() {
            return terms.size() <= LOOKUPS_MAX
                    && terms.stream().allMatch(term -> term.isOnePosting());
        }
    }

    /// Nothing to look for: no letter or digit in it.
    record Blank() implements SearchQuery {}

    /// One character by itself, of a script in which two are needed.
    record TooShort(String character) implements SearchQuery {}

    /// Longer than [#LENGTH_MAX].
    record TooLong() implements SearchQuery {}

    /// The query in this text. Any text is one; none is refused by an exception.
    static SearchQuery parse(String text) {
        if (text.length() > LENGTH_MAX) {
            return new TooLong();
        }
        // Folding lengthens a character eighteen-fold at most, so nothing is cut off here.
        var runs = FoldedText.of(text, 18 * LENGTH_MAX).runs();
        var wordStarts = new LinkedHashSet<String>();
        var substrings = new LinkedHashSet<String>();
        for (int i = 0; i < runs.size(); i++) {
            var run = runs.get(i);
            if (run.kind() == CharacterKind.SPACED) {
                wordStarts.add(run.characters());
            } else if (run.length() > 1) {
                substrings.add(run.characters());
            } else {
                boolean joinedToNext = i + 1 < runs.size() && runs.get(i + 1).joined();
                if (!run.joined() && !joinedToNext) {
                    return new TooShort(run.characters());
                }
                if (run.joined()) {
                    substrings.add(lastOf(runs.get(i - 1)) + run.characters());
                }
                if (joinedToNext) {
                    substrings.add(run.characters() + firstOf(runs.get(i + 1)));
                }
            }
        }
        var terms = new ArrayList<SearchTerm>();
        wordStarts.stream()
                .filter(word -> wordStarts.stream().noneMatch(w -> implies(w, word)))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .forEach(word -> terms.add(new SearchTerm.WordStart(word)));
        substrings.stream()
                .filter(part -> substrings.stream().noneMatch(s -> contains(s, part)))
                .forEach(part -> terms.add(new SearchTerm.Substring(part)));
        return terms.isEmpty() ? new Blank() : new Ready(terms);
    }

    private static boolean implies(String longer, String shorter) {
        return longer.length() > shorter.length() && longer.startsWith(shorter);
    }

    private static boolean contains(String longer, String shorter) {
        return longer.length() > shorter.length() && longer.contains(shorter);
    }

    private static String lastOf(FoldedText.Run run) {
        String characters = run.characters();
        return characters.substring(characters.offsetByCodePoints(characters.length(), -1));
    }

    private static String firstOf(FoldedText.Run run) {
        String characters = run.characters();
        return characters.substring(0, characters.offsetByCodePoints(0, 1));
    }
}
