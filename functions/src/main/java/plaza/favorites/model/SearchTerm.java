package plaza.favorites.model;

import java.util.ArrayList;
import java.util.List;

/// One condition of a search query. All terms of a query must match.
public sealed interface SearchTerm {
    /// A word of the text begins with these letters and digits.
    record WordStart(String letters) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return text.hasWordStart(letters);
        }

        @Override
        public List<String> postings() {
            return List.of(SearchText.posting(letters));
        }

        @Override
        public boolean isOnePosting() {
            return SearchText.posting(letters).equals(letters);
        }
    }

    /// The text contains these two or more characters in sequence, without a break between them.
    record Substring(String characters) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return text.hasSubstring(characters);
        }

        @Override
        public List<String> postings() {
            var pairs = new ArrayList<String>();
            for (int i = 0; ; ) {
                int second = characters.offsetByCodePoints(i, 1);
                int end = characters.offsetByCodePoints(second, 1);
                pairs.add(characters.substring(i, end));
                if (end == characters.length()) {
                    return List.copyOf(pairs);
                }
                i = second;
            }
        }

        @Override
        public boolean isOnePosting() {
            return characters.codePointCount(0, characters.length()) == 2;
        }
    }

    /// Whether the text satisfies this term. This is the definition of search.
    boolean matches(SearchText text);

    /// The postings that every matching text has. A text with all of them does not necessarily
    /// match: a word start can be longer than a posting, and pairs of characters can occur apart.
    List<String> postings();

    /// Whether the term is equivalent to one posting, so that every text with the posting matches.
    boolean isOnePosting();
}
