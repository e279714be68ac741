package plaza.fantasy;

import static plaza.table.Condition.attribute;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;

/// Takes the settlement of a gameweek back; the stream does the work ([Settlements]).
///
/// The end state is that of a gameweek that was never settled: no gamer, sheet or league has points
/// of it. It can be repeated at any time, also for a gameweek that is not settled. A run that is
/// still going on gives way to the new one.
public final class UnsettleGameweek
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        BEGUN_ELSEWHERE
    }

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    public UnsettleGameweek() {
        this(Deployment.table(), Deployment.clock());
    }

    public UnsettleGameweek(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::delete);
    }

    private Response delete(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        return table.optimistically(() -> begin(gameweek, request.rawPath()));
    }

    /// @return null where another run of the gameweek was begun in between
    private @Nullable Response begin(Gameweek gameweek, String path) {
        var item = table.getConsistent(KeySpace.gameweek(gameweek));
        if (item == null) {
            throw Problem.notFound("gameweek", "The gameweek does not exist.").exception();
        }
        var state = FantasyItems.gameweek(item).unsettling(clock.instant());
        var begin =
                FantasyItems.run(state)
                        .onlyIf(
                                attribute(FantasyItems.RUN)
                                        .is(state.run() - 1)
                                        .otherwise(Failure.BEGUN_ELSEWHERE));
        return table.transact(Settlements.begin(begin, state, jobs)) instanceof Outcome.Done
                ? Response.accepted(FantasyJson.settlement(state, Settlements.Counts.NONE))
                        .with("location", path)
                : null;
    }
}
