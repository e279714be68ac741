package plaza.favorites;

import plaza.id.ChangeId;
import plaza.id.ImportId;

/// The work for which a user's favorites are reserved, so that a user has at most one such job at a
/// time: an import, the undoing of one, or a bulk change.
///
/// @param field the name of the id in responses
/// @param id the id of the import or of the bulk change
record Turn(String field, String id) {
    private static final String IMPORT = "importId";
    private static final String CHANGE = "changeId";
    private static final char FIELD_END = ':';

    static Turn of(ImportId id) {
        return new Turn(IMPORT, id.value());
    }

    static Turn of(ChangeId id) {
        return new Turn(CHANGE, id.value());
    }

    /// Reads the [#text()]. A text without field is the id of an import.
    static Turn parse(String text) {
        var end = text.indexOf(FIELD_END);
        return end < 0
                ? new Turn(IMPORT, text)
                : new Turn(text.substring(0, end), text.substring(end + 1));
    }

    /// Why other work of the user cannot begin, and what to do.
    String conflict(String advice) {
        var work = field.equals(IMPORT) ? "Another import" : "A bulk change";
        return work + " of yours is running. " + advice;
    }

    /// The turn as an item stores it.
    String text() {
        return field.equals(IMPORT) ? id : field + FIELD_END + id;
    }
}
