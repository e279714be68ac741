package plaza.favorites.search;

import java.util.List;
import plaza.rule.Pure;

/// One condition of a search query. All terms of a query must match.
@Pure
public sealed interface SearchTerm {
    /// A word of the text begins with these letters and digits.
    record WordStart(String letters) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return text.hasWordStart(letters);
        }
    }

    /// The text contains these characters in sequence, without a break between them.
    record Substring(String characters) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return text.hasSubstring(characters);
        }
    }

    /// One field of the text contains these whole words in sequence, with any breaks between them.
    record Phrase(String words) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return text.hasPhrase(words);
        }
    }

    /// All of these match.
    record AllOf(List<SearchTerm> terms) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return terms.stream().allMatch(term -> term.matches(text));
        }

        @Override
        public boolean touches(SearchText text) {
            return terms.stream().anyMatch(term -> term.touches(text));
        }
    }

    /// At least one of these matches: spellings of the same thing.
    record AnyOf(List<SearchTerm> terms) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return terms.stream().anyMatch(term -> term.matches(text));
        }

        @Override
        public boolean touches(SearchText text) {
            return terms.stream().anyMatch(term -> term.touches(text));
        }
    }

    /// This does not match.
    record Not(SearchTerm term) implements SearchTerm {
        @Override
        public boolean matches(SearchText text) {
            return !term.matches(text);
        }

        @Override
        public boolean touches(SearchText text) {
            return term.touches(text);
        }
    }

    boolean matches(SearchText text);

    /// Whether a text contains anything that the term looks for, excluded or not.
    default boolean touches(SearchText text) {
        return matches(text);
    }

    /// A term that matches if all of these do.
    static SearchTerm all(List<SearchTerm> terms) {
        return terms.size() == 1 ? terms.getFirst() : new AllOf(List.copyOf(terms));
    }
}
