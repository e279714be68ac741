package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the declared fixtures of a gameweek, in the order of their ids.
public final class ListFixtures
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;

    public ListFixtures() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ListFixtures(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var gameweek = request.path("gameweek", Gameweek::parse);
        var query =
                Query.in(KeySpace.gameweekItems(gameweek))
                        .beginningWith(KeySpace.declaredFixturePrefix());
        var page = table.page(query, request.page(cursors), FixtureItems::fixture);
        return request.response(cursors, page, fixture -> FixtureJson.fixture(gameweek, fixture));
    }
}
