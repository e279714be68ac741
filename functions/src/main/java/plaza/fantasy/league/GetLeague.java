package plaza.fantasy.league;

import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a league's name and owner. Only the owner can see the code of a private league.
public final class GetLeague extends ApiFunction {
    public GetLeague() {}

    public GetLeague(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("leagueId", LeagueId::parse);
        var league = LeagueItems.leagueOrNull(table.get(FantasyKeys.LEAGUE.key(id)));
        if (league == null) {
            throw LeagueProblems.noLeague();
        }
        return Response.one(
                request.isCaller(league.owner().value())
                        ? LeagueJson.ownLeague(league)
                        : LeagueJson.league(league));
    }
}
