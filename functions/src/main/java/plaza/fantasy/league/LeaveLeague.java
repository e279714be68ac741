package plaza.fantasy.league;

import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Removes the caller, or any member if the caller is the league's owner, from a league. The same
/// write removes their row from the standings and, until a head-to-head league starts, their place
/// in the roster.
public final class LeaveLeague extends ApiFunction {
    private final Memberships memberships = new Memberships(table, clock);

    public LeaveLeague() {}

    public LeaveLeague(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("gamerId", GamerId::parse);
        var league = request.path("leagueId", LeagueId::parse);
        if (!request.isCaller(id.value())) {
            requireOwner(league, request.caller());
        }
        var _ = memberships.remove(id, league);
        return Response.noContent();
    }

    private void requireOwner(LeagueId id, UserId caller) {
        var league = LeagueItems.leagueOrNull(table.getConsistent(FantasyKeys.LEAGUE.key(id)));
        if (league == null) {
            throw LeagueProblems.noLeague();
        }
        if (!league.owner().equals(caller)) {
            throw LeagueProblems.notOwner("remove other gamers");
        }
    }
}
