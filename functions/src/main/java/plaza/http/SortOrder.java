package plaza.http;

import java.util.List;
import plaza.http.Schema.Text;
import plaza.table.ItemCollection;
import plaza.table.Query;

/// The order of a list.
public enum SortOrder {
    ASCENDING,
    DESCENDING;

    /// The query parameter with the order.
    public static final Parameter<SortOrder> PARAMETER =
            parameter("Whether the items ascend or descend.");

    /// The query parameter with the order, for a list with a description of its own.
    public static Parameter<SortOrder> parameter(String description) {
        return Parameter.of("order", Text.oneOf(SortOrder::text, List.of(values())), description);
    }

    /// Returns the order in a request, or the default.
    public static SortOrder of(Request request, SortOrder defaultOrder) {
        var order = request.queryOrNull(PARAMETER);
        return order == null ? defaultOrder : order;
    }

    public Query in(ItemCollection collection) {
        var query = Query.in(collection);
        return this == DESCENDING ? query.descending() : query;
    }

    private String text() {
        return switch (this) {
            case ASCENDING -> "asc";
            case DESCENDING -> "desc";
        };
    }
}
