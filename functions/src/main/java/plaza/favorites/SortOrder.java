package plaza.favorites;

import plaza.http.Request;
import plaza.table.ItemCollection;
import plaza.table.Query;
import plaza.text.Malformed;

/// The order of a list.
enum SortOrder {
    ASCENDING,
    DESCENDING;

    /// The query parameter with the order.
    static final String PARAMETER = "order";

    /// Returns the order in a request, or the default.
    static SortOrder of(Request request, SortOrder defaultOrder) {
        var order = request.queryOrNull(PARAMETER, SortOrder::parse);
        return order == null ? defaultOrder : order;
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
