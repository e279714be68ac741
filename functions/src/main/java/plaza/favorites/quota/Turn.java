package plaza.favorites.quota;

import plaza.http.Problem.Member;
import plaza.http.Schema.Text;
import plaza.id.BulkChangeId;
import plaza.id.ImportId;

/// The work for which a user's favorites are reserved, so that a user has at most one such job at a
/// time: an import, the undoing of one, or a bulk change.
///
/// @param field the name of the id in responses
/// @param id the id of the import or of the bulk change
public record Turn(String field, String id) {
    private static final Text<String> ID =
            Text.id(id -> id, id -> id, "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11");

    public static final Member<String> IMPORT = new Member<>("importId", ID);
    public static final Member<String> CHANGE = new Member<>("changeId", ID);

    private static final char FIELD_END = ':';

    public static Turn of(ImportId id) {
        return new Turn(IMPORT.name(), id.value());
    }

    public static Turn of(BulkChangeId id) {
        return new Turn(CHANGE.name(), id.value());
    }

    /// Reads the [#text()]. A text without field is the id of an import.
    static Turn parse(String text) {
        var end = text.indexOf(FIELD_END);
        return end < 0
                ? new Turn(IMPORT.name(), text)
                : new Turn(text.substring(0, end), text.substring(end + 1));
    }

    /// The member with the id in the problem of a request for other work.
    public Member<String> member() {
        return isImport() ? IMPORT : CHANGE;
    }

    private boolean isImport() {
        return field.equals(IMPORT.name());
    }

    /// Why other work of the user cannot begin, and what to do.
    public String conflict(String advice) {
        var work = isImport() ? "Another import" : "A bulk change";
        return work + " of yours is running. " + advice;
    }

    /// The turn as an item stores it.
    String text() {
        return isImport() ? id : field + FIELD_END + id;
    }
}
