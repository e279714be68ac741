package plaza.favorites.search;

import java.util.ArrayList;
import java.util.List;
import plaza.rule.Pure;

/// A word or phrase of a query, as typed.
///
/// @param isPhrase whether it was in quotation marks
/// @param isExcluded whether a minus sign was before it
@Pure
record QueryPart(String text, boolean isPhrase, boolean isExcluded) {
    /// The quotation marks of keyboards and word processors; each can begin and end a phrase.
    private static final String QUOTATION_MARKS = "\"\u201c\u201d\u201e\u00ab\u00bb";

    private static final char MINUS = '-';

    /// Splits a query. A phrase without a second quotation mark extends to the end.
    static List<QueryPart> of(String query) {
        var parts = new ArrayList<QueryPart>();
        for (int i = 0; i < query.length(); ) {
            if (isSpace(query.charAt(i))) {
                i++;
                continue;
            }
            boolean isExcluded = query.charAt(i) == MINUS;
            int start = isExcluded ? i + 1 : i;
            boolean isPhrase = start < query.length() && isQuotationMark(query.charAt(start));
            if (isPhrase) {
                start++;
            }
            int end = start;
            while (end < query.length()
                    && !isQuotationMark(query.charAt(end))
                    && (isPhrase || !isSpace(query.charAt(end)))) {
                end++;
            }
            parts.add(new QueryPart(query.substring(start, end), isPhrase, isExcluded));
            // A phrase ends at its second quotation mark; a word can end at the first of a phrase.
            i = isPhrase ? end + 1 : end;
        }
        return parts;
    }

    private static boolean isQuotationMark(char character) {
        return QUOTATION_MARKS.indexOf(character) >= 0;
    }

    private static boolean isSpace(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character);
    }
}
