package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Lists the rows of a league's standings around one gamer, with their ranks.
///
/// There are `limit` rows, half of them above the gamer, and fewer at either end of the standings.
/// A large league is not read from the top.
public final class GetLeagueStandingsAround
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final LeagueStandings leagues;
    private final ExpandedGamers gamers;

    public GetLeagueStandingsAround() {
        this(Deployment.table());
    }

    public GetLeagueStandingsAround(Table table) {
        this.leagues = new LeagueStandings(table);
        this.gamers = new ExpandedGamers(table);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var league = request.path("leagueId", LeagueId::parse);
        var gamer = request.path("gamerId", GamerId::parse);
        var limit = request.onlyLimit(ExpandedGamers.EXPAND);
        var isExpanded = ExpandedGamers.areIn(request);
        var rows = leagues.around(league, gamer, limit);
        return Response.items(rows, gamers.shape(rows, isExpanded));
    }
}
