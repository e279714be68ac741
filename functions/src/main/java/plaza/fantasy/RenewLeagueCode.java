package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import plaza.http.Http;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;

/// Replaces the code of a private league. The previous code is invalid from then on.
public final class RenewLeagueCode
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        CHANGED
    }

    private final Table table;
    private final Clock clock;
    private final RateLimiter limiter;

    public RenewLeagueCode() {
        this(Deployment.table(), Deployment.clock(), Deployment.limiter());
    }

    public RenewLeagueCode(Table table, Clock clock, RateLimiter limiter) {
        this.table = table;
        this.clock = clock;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::post);
    }

    private Response post(Request request) {
        var caller = request.caller();
        var id = request.path("leagueId", LeagueId::parse);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var stored = idempotency.storedOrNull(table);
        return stored == null ? table.optimistically(() -> renew(id, caller, idempotency)) : stored;
    }

    /// @return null if the league changed in the meantime
    private @Nullable Response renew(LeagueId id, UserId caller, Idempotency idempotency) {
        var item = table.getConsistent(KeySpace.league(id));
        var league = LeagueItems.leagueOrNull(item);
        if (item == null || league == null) {
            throw NotFound.league();
        }
        if (!league.owner().equals(caller)) {
            throw NotOwner.of("renew its code");
        }
        if (!league.isPrivate()) {
            throw Problem.ruleBroken(
                            "leagueId",
                            "A public league has no code. Make it private with PUT"
                                    + " /leagues/{leagueId}.")
                    .exception();
        }
        var renewed = league.withNewCode();
        var response = Response.ok(LeagueJson.ownLeague(renewed));
        var writes = new ArrayList<>(idempotency.store(response));
        writes.add(LeagueItems.settings(renewed, item, Failure.CHANGED));
        return switch (table.transact(writes)) {
            case Outcome.Done() -> response;
            case Outcome.Refused refused ->
                    refused.failure() == Idempotency.Failure.KEY_ALREADY_USED
                            ? idempotency.replay(refused)
                            : null;
        };
    }
}
