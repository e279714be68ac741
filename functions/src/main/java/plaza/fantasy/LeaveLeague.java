package plaza.fantasy;

import static plaza.table.Condition.attribute;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import plaza.fantasy.model.Gamer;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Removes the caller from a league. The same write removes their row from the standings.
public final class LeaveLeague
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        CHANGED
    }

    private final Table table;
    private final RateLimiter limiter;

    public LeaveLeague() {
        this(Deployment.table(), Deployment.limiter());
    }

    public LeaveLeague(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var id = request.owner("gamerId", GamerId::parse, GamerId::value);
        var league = request.path("leagueId", LeagueId::parse);
        table.optimisticallyUntil(() -> leave(id, league));
        return Response.noContent();
    }

    /// @return false if the gamer changed in the meantime
    private boolean leave(GamerId id, LeagueId league) {
        var item = table.getConsistent(KeySpace.gamer(id));
        var gamer = item == null ? null : FantasyItems.gamer(item);
        return gamer == null
                || !gamer.leagues().contains(league)
                || table.transact(writes(gamer, league)) instanceof Outcome.Done;
    }

    private static List<Write> writes(Gamer gamer, LeagueId league) {
        var unchanged =
                attribute(FantasyItems.VERSION).is(gamer.version()).otherwise(Failure.CHANGED);
        var left = gamer.in(gamer.leagues().stream().filter(l -> !l.equals(league)).toList());
        return List.of(
                FantasyItems.leagues(left).onlyIf(unchanged),
                Write.Delete.of(KeySpace.membership(gamer.id(), league)));
    }
}
