package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the footballers of a position, in the order of their ids.
public final class ListFootballersByPosition
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;

    public ListFootballersByPosition() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ListFootballersByPosition(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var ask = request.page(cursors);
        var position = request.path("position", ApiNames.POSITION.parse());
        var query = Query.in(KeySpace.footballersByPosition(position.text()));
        var page = table.page(query, ask, FootballerItems::footballer);
        return request.response(cursors, page, FootballerJson::footballer);
    }
}
