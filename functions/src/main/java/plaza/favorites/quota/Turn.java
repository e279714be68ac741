package plaza.favorites.quota;

import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.ImportId;
import plaza.http.Problem;
import plaza.http.Problem.Member;
import plaza.http.Schema.Text;

/// The work for which a user's favorites are reserved, so that a user has at most one such job at a
/// time: an import, the undoing of one, or a bulk change.
///
/// @param member the member with the id in the problem of a request for other work
/// @param id the id of the import or of the bulk change
public record Turn(Member<String> member, String id) {
    private static final Text<String> ID =
            Text.id(id -> id, id -> id, "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11");

    public static final Member<String> IMPORT = new Member<>("importId", ID);
    public static final Member<String> CHANGE = new Member<>("changeId", ID);

    private static final char FIELD_END = ':';

    public static Turn of(ImportId id) {
        return new Turn(IMPORT, id.value());
    }

    public static Turn of(BulkChangeId id) {
        return new Turn(CHANGE, id.value());
    }

    /// Reads the [#text()]. A text without a member is the id of an import.
    static Turn parse(String text) {
        var end = text.indexOf(FIELD_END);
        return end < 0 ? new Turn(IMPORT, text) : new Turn(CHANGE, text.substring(end + 1));
    }

    private boolean isImport() {
        return member.equals(IMPORT);
    }

    /// Why other work of the user cannot begin.
    ///
    /// @param advice a sentence about what to do
    public Problem conflict(String advice) {
        return named(Problem.of(Problem.Kind.CONFLICT, detail(advice)));
    }

    /// Why other work of the user on the item that a field identifies cannot begin.
    public Problem conflict(String field, String advice) {
        return named(Problem.conflict(field, detail(advice)));
    }

    private String detail(String advice) {
        var work = isImport() ? "Another import" : "A bulk change";
        return work + " of yours is running. " + advice;
    }

    private Problem named(Problem problem) {
        return problem.with(member, id);
    }

    /// The turn as an item stores it.
    String text() {
        return isImport() ? id : member.name() + FIELD_END + id;
    }
}
