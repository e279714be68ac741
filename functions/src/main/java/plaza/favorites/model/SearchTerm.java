package plaza.favorites.model;

import java.util.ArrayList;
import java.util.List;

/// One thing that a query asks for. All terms of a query must match.
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

    /// These two or more characters stand in the text, one after the other, with no break between.
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

    /// Whether the text has what is asked for: the definition of the search.
    boolean matches(SearchText text);

    /// The postings every matching text has. A text that has them all need not match: a word start
    /// may be longer than postings are, and pairs of characters may stand in other places.
    List<String> postings();

    /// Whether the term is nothing but one posting, so that a text that has it matches.
    boolean isOnePosting();
}
