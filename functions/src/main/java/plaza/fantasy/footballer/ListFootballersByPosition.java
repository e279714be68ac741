package plaza.fantasy.footballer;

import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Query;

/// Lists the footballers of a position, in the order of their ids.
public final class ListFootballersByPosition extends PagedFunction {
    public ListFootballersByPosition() {}

    public ListFootballersByPosition(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var ask = request.page(cursors);
        var position = request.path("position", FootballerJson.POSITION.parse());
        var query = Query.in(FantasyKeys.FOOTBALLERS_BY_POSITION.of(position.text()));
        var page = table.page(query, ask, FootballerItems::footballer);
        return request.response(cursors, page, FootballerJson::footballer);
    }
}
