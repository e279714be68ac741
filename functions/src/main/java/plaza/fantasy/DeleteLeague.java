package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.List;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.LeagueId;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Deletes a league. One transaction deletes its contents and starts the job that removes its
/// members ([LeagueErasure]).
///
/// The id stays reserved: another league with the same id could otherwise receive members who
/// joined the first one.
public final class DeleteLeague
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        NOT_THE_OWNER
    }

    private final Table table;
    private final Clock clock;
    private final RateLimiter limiter;
    private final Jobs jobs;

    public DeleteLeague() {
        this(Deployment.table(), Deployment.clock(), Deployment.limiter());
    }

    public DeleteLeague(Table table, Clock clock, RateLimiter limiter) {
        this.table = table;
        this.clock = clock;
        this.limiter = limiter;
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var caller = request.caller();
        var league = request.path("leagueId", LeagueId::parse);
        List<Write> writes =
                List.of(
                        LeagueItems.deletion(league, clock.instant())
                                .onlyIf(
                                        LeagueItems.isOwnedBy(caller)
                                                .otherwise(Failure.NOT_THE_OWNER)),
                        jobs.start(LeagueErasure.of(league)));
        if (table.transact(writes) instanceof Outcome.Refused(_, var found)
                && LeagueItems.leagueOrNull(found) != null) {
            throw NotOwner.of("delete it");
        }
        return Response.noContent();
    }
}
