package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the leagues of a gamer, in the order of their ids.
public final class ListLeaguesByGamer
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;

    public ListLeaguesByGamer() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ListLeaguesByGamer(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var query = Query.in(KeySpace.gamerItems(gamer)).beginningWith(KeySpace.membershipPrefix());
        var page = table.page(query, request.page(cursors), LeagueItems::membership);
        return request.response(cursors, page, LeagueJson::membership);
    }
}
