package plaza.favorites.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/// A search query as the user typed it, or the reason why it cannot be run.
///
/// Like [SearchText], the query is split into runs. A run of letters and digits matches a word that
/// begins with it. A run of two or more characters of a script without spaces matches that
/// substring. A single such character is too common to look up. Next to letters or digits it is
/// looked up with its neighbor (`T恤`, `5月`); alone it is [TooShort].
public sealed interface SearchQuery {
    /// The longest query, in UTF-16 units as typed.
    int LENGTH_MAX = 256;

    /// The most postings that one query looks up, each with one DynamoDB Query. A longer query
    /// looks up its longest word starts and then its first pairs. The candidates are checked
    /// against all terms, so the result is the same; only the number of candidates can be higher.
    int LOOKUPS_MAX = 8;

    /// A query that can be run: at least one term, and no term that another one implies.
    record Ready(List<SearchTerm> terms) implements SearchQuery {
        public Ready {
            terms = List.copyOf(terms);
            if (terms.isEmpty()) {
                throw new IllegalArgumentException("a query without terms");
            }
        }

        /// The postings to look up: one to [#LOOKUPS_MAX], the most selective first. Every favorite
        /// that matches has all of them. A favorite that has all of them is a candidate that
        /// [SearchText#matches] must confirm.
        public List<String> lookups() {
            var lookups = new LinkedHashSet<String>();
            for (var term : terms) {
                lookups.addAll(term.postings());
            }
            return lookups.stream().limit(LOOKUPS_MAX).toList();
        }

        /// Whether every favorite with all the lookups matches, provided that its postings are up
        /// to date: no lookup is omitted, and none is shorter than its term.
        public boolean decidedByLookups() {
            return terms.size() <= LOOKUPS_MAX
                    && terms.stream().allMatch(term -> term.isOnePosting());
        }
    }

    /// A query without any letter or digit.
    record Blank() implements SearchQuery {}

    /// A query with a single character of a script in which search needs two.
    record TooShort(String character) implements SearchQuery {}

    /// A query longer than [#LENGTH_MAX].
    record TooLong() implements SearchQuery {}

    /// Parses a query. Every text has a result; the method throws no exception.
    static SearchQuery parse(String text) {
        if (text.length() > LENGTH_MAX) {
            return new TooLong();
        }
        // Folding multiplies the length by 18 at most, so this truncates nothing.
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
