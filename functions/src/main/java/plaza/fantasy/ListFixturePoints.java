package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the points of a footballer in the fixtures of a gameweek, by fixtureId.
public final class ListFixturePoints
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;

    public ListFixturePoints() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ListFixturePoints(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var footballer = request.path("footballerId", FootballerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var query =
                Query.in(KeySpace.footballerItems(footballer))
                        .beginningWith(KeySpace.fixturePrefix(gameweek));
        var page = table.page(query, request.page(cursors), FixtureItems::fixturePoints);
        return request.response(
                cursors, page, points -> FixtureJson.fixturePoints(footballer, gameweek, points));
    }
}
