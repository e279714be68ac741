package plaza.fantasy.standings;

import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Lists the rows of a league's standings around one gamer, with their ranks.
///
/// There are `limit` rows, half of them above the gamer, and fewer at either end of the standings.
/// A large league is not read from the top.
public final class GetLeagueStandingsAround extends ApiFunction {
    private final LeagueStandings leagues = new LeagueStandings(table);
    private final ExpandedGamers gamers = new ExpandedGamers(table);

    public GetLeagueStandingsAround() {}

    public GetLeagueStandingsAround(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var league = request.path("leagueId", LeagueId::parse);
        var gamer = request.path("gamerId", GamerId::parse);
        var limit = request.onlyLimit(ExpandedGamers.EXPAND);
        var isExpanded = ExpandedGamers.areIn(request);
        var rows = leagues.around(league, gamer, limit);
        return Response.items(rows, gamers.shape(rows, isExpanded));
    }
}
