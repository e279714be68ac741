package plaza.fantasy.standings;

import plaza.fantasy.id.LeagueId;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Lists the standings of a league, the highest total first. Equal totals share a rank and are
/// ordered by gamerId. `expand=gamer` adds the display name of each gamer.
public final class GetLeagueStandings extends PagedFunction {
    private final LeagueStandings leagues = new LeagueStandings(table);
    private final ExpandedGamers gamers = new ExpandedGamers(table);

    public GetLeagueStandings() {}

    public GetLeagueStandings(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var league = request.path("leagueId", LeagueId::parse);
        var ask = request.page(cursors, ExpandedGamers.EXPAND);
        var isExpanded = ExpandedGamers.areIn(request);
        var page = leagues.page(league, ask);
        return request.response(cursors, page, gamers.shape(page.items(), isExpanded));
    }
}
