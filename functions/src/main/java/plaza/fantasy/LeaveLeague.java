package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Removes the caller, or any member if the caller is the league's owner, from a league. The same
/// write removes their row from the standings, and until the start of a head-to-head league their
/// place in the roster.
public final class LeaveLeague
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Memberships memberships;
    private final RateLimiter limiter;

    public LeaveLeague() {
        this(Deployment.table(), Deployment.clock(), Deployment.limiter());
    }

    public LeaveLeague(Table table, Clock clock, RateLimiter limiter) {
        this.table = table;
        this.memberships = new Memberships(table, clock);
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var id = request.path("gamerId", GamerId::parse);
        var league = request.path("leagueId", LeagueId::parse);
        if (!request.isCaller(id.value())) {
            requireOwner(league, request.caller());
        }
        var _ = memberships.remove(id, league);
        return Response.noContent();
    }

    private void requireOwner(LeagueId id, UserId caller) {
        var league = LeagueItems.leagueOrNull(table.getConsistent(KeySpace.league(id)));
        if (league == null) {
            throw NotFound.league();
        }
        if (!league.owner().equals(caller)) {
            throw NotOwner.of("remove other gamers");
        }
    }
}
