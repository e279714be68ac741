package plaza.favorites.search;

import static java.util.function.Predicate.not;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import plaza.rule.Pure;
import plaza.text.CharacterKind;
import plaza.text.Digraphs;
import plaza.text.Folding;

/// A search query as the user typed it, or the reason why it cannot be run.
///
/// The query consists of words and phrases, and all of them must match:
///
/// - A word with joiners ([Folding#JOINER]) matches as its parts, and as a whole without them.
/// - A word is split into runs, like [SearchText]. A run of letters and digits matches a word that
///   begins with it. A run of characters of a script without spaces matches that substring; a
///   single such character next to letters or digits matches together with its neighbor (`T恤`,
///   `5月`).
/// - A phrase in quotation marks matches whole words in sequence.
/// - A minus sign before a word or phrase excludes what the word or phrase finds.
@Pure
public sealed interface SearchQuery {
    /// The longest query, in UTF-16 units as typed.
    int LENGTH_MAX = 256;

    /// A query that can be run: at least one term.
    record Ready(List<SearchTerm> terms) implements SearchQuery {
        public Ready {
            terms = List.copyOf(terms);
            if (terms.isEmpty()) {
                throw new IllegalArgumentException("a query without terms");
            }
        }

        /// Whether a text contains anything that a term looks for, excluded or not.
        public boolean touches(SearchText text) {
            return terms.stream().anyMatch(term -> term.touches(text));
        }
    }

    /// A query without any letter or digit.
    record Blank() implements SearchQuery {}

    /// A query longer than [#LENGTH_MAX].
    record TooLong() implements SearchQuery {}

    /// Parses a query. Every text has a result; the method throws no exception.
    static SearchQuery parse(String text) {
        if (text.length() > LENGTH_MAX) {
            return new TooLong();
        }
        var terms = new LinkedHashSet<SearchTerm>();
        for (var part : QueryPart.of(text)) {
            var found = part.isPhrase() ? phrase(part.text()) : word(part.text());
            if (part.isExcluded() && !found.isEmpty()) {
                terms.add(new SearchTerm.Not(SearchTerm.all(found)));
            } else {
                terms.addAll(found);
            }
        }
        return terms.isEmpty() ? new Blank() : new Ready(List.copyOf(terms));
    }

    private static List<SearchTerm> phrase(String text) {
        return anyOf(
                readings(text).stream()
                        .map(reading -> FoldedText.of(reading).text())
                        .filter(words -> !words.isEmpty())
                        .map(words -> List.<SearchTerm>of(new SearchTerm.Phrase(words))));
    }

    private static List<SearchTerm> word(String text) {
        var joined = JoinedNames.ofWord(Folding.search(text));
        if (joined != null) {
            var whole = List.<SearchTerm>of(new SearchTerm.WordStart(joined.name()));
            return joined.isDotNet() ? whole : anyOf(Stream.of(runs(Folding.search(text)), whole));
        }
        return anyOf(readings(text).stream().map(SearchQuery::runs).filter(not(List::isEmpty)));
    }

    /// The folded readings of a text in all its spellings.
    private static List<String> readings(String text) {
        return Digraphs.spellings(text).stream()
                .flatMap(spelling -> FoldedText.readings(Folding.search(spelling)).stream())
                .toList();
    }

    /// The terms of which one alternative must match as a whole; none if there is no alternative.
    private static List<SearchTerm> anyOf(Stream<List<SearchTerm>> alternatives) {
        var distinct = alternatives.distinct().toList();
        if (distinct.size() <= 1) {
            return distinct.isEmpty() ? List.of() : distinct.getFirst();
        }
        return List.of(new SearchTerm.AnyOf(distinct.stream().map(SearchTerm::all).toList()));
    }

    /// @param search one of the possible forms of a folded text
    private static List<SearchTerm> runs(String search) {
        var runs = FoldedText.of(search).runs();
        var wordStarts = new LinkedHashSet<SearchTerm>();
        var substrings = new LinkedHashSet<SearchTerm>();
        for (int i = 0; i < runs.size(); i++) {
            var run = runs.get(i);
            boolean joinedToNext = i + 1 < runs.size() && runs.get(i + 1).joined();
            if (run.kind() == CharacterKind.SPACED) {
                wordStarts.add(new SearchTerm.WordStart(run.characters()));
            } else if (run.length() > 1 || (!run.joined() && !joinedToNext)) {
                substrings.add(new SearchTerm.Substring(run.characters()));
            } else {
                if (run.joined()) {
                    substrings.add(
                            new SearchTerm.Substring(lastOf(runs.get(i - 1)) + run.characters()));
                }
                if (joinedToNext) {
                    substrings.add(
                            new SearchTerm.Substring(run.characters() + firstOf(runs.get(i + 1))));
                }
            }
        }
        var terms = new ArrayList<SearchTerm>(wordStarts);
        terms.addAll(substrings);
        return terms;
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
