package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.LeagueId;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Lists the standings of a league, the highest total first. Equal totals share a rank and are
/// ordered by gamerId. `expand=gamer` adds the display name of each gamer.
public final class GetLeagueStandings
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final LeagueStandings leagues;
    private final ExpandedGamers gamers;
    private final Cursors cursors;

    public GetLeagueStandings() {
        this(Deployment.table(), Deployment.cursors());
    }

    public GetLeagueStandings(Table table, Cursors cursors) {
        this.leagues = new LeagueStandings(table);
        this.gamers = new ExpandedGamers(table);
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var league = request.path("leagueId", LeagueId::parse);
        var ask = request.page(cursors, ExpandedGamers.EXPAND);
        var isExpanded = ExpandedGamers.areIn(request);
        var page = leagues.page(league, ask);
        return request.response(cursors, page, gamers.shape(page.items(), isExpanded));
    }
}
