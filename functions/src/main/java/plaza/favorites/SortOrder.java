package plaza.favorites;

import plaza.http.Request;
import plaza.table.ItemCollection;
import plaza.table.Query;
import plaza.text.Malformed;

/// Which end of a list comes first.
enum SortOrder {
    ASCENDING,
    DESCENDING;

    /// The query parameter that says it.
    static final String PARAMETER = "order";

    /// The order that a request asks for.
    static SortOrder of(Request request, SortOrder unlessSaid) {
        var order = request.queryOrNull(PARAMETER, SortOrder::parse);
        return order == null ? unlessSaid : order;
    }

    Query in(ItemCollection collection) {
        var query = Query.in(collection);
        return this == DESCENDING ? query.descending() : query;
    }

    private static SortOrder parse(String text) {
        return switch (text) {
            case "asc" -> ASCENDING;
            case "desc" -> DESCENDING;
            default -> throw new Malformed("must be asc or desc");
        };
    }
}
