package plaza.fantasy;

import static java.util.Objects.requireNonNull;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.Round;
import plaza.http.Http;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.Condition;
import plaza.table.Condition.Test;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Begins a settlement of a gameweek; the stream does the work ([Settlements]).
///
/// It may be asked for at any time and as often as one likes: before the deadline for points so
/// far, after a correction for the right ones. A settlement that is still running gives way to the
/// new one, which begins from the first gamer.
public final class SettleGameweek
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Refusal {
        BEGUN_ELSEWHERE
    }

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    public SettleGameweek() {
        this(Deployment.table(), Deployment.clock());
    }

    public SettleGameweek(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::post);
    }

    private Response post(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        return table.optimistically(() -> begin(gameweek, idempotency, request.rawPath()));
    }

    /// @return null where another settlement was begun in between
    private @Nullable Response begin(Gameweek gameweek, Idempotency idempotency, String path) {
        var item = table.getConsistent(KeySpace.gameweek(gameweek));
        if (item == null) {
            throw Problem.notFound("gameweek", "There is no such gameweek.").refusal();
        }
        var before = FantasyItems.round(item);
        var round =
                new Round(
                        gameweek,
                        before.deadline(),
                        before.run() + 1,
                        clock.instant(),
                        before.settledRun(),
                        before.settledAt());
        var answer =
                Response.accepted(FantasyJson.settlement(round, Settlements.Counts.NONE))
                        .with("location", path);
        var writes = new ArrayList<>(idempotency.remember(answer));
        writes.addAll(writes(before, round));
        return switch (table.transact(writes)) {
            case Outcome.Done() -> answer;
            case Outcome.Refused refused ->
                    refused.refusal() == Idempotency.Refusal.ALREADY_ANSWERED
                            ? idempotency.again(refused)
                            : null;
        };
    }

    private List<Write> writes(Round before, Round round) {
        var writes = new ArrayList<Write>();
        writes.add(
                Write.Update.of(KeySpace.gameweek(round.gameweek()))
                        .set(FantasyItems.RUN, round.run())
                        .set(
                                FantasyItems.STARTED_AT,
                                requireNonNull(round.startedAt()).toEpochMilli())
                        .onlyIf(
                                new Condition(
                                        new Test.NumberIs(FantasyItems.RUN, before.run()),
                                        Refusal.BEGUN_ELSEWHERE)));
        for (var job : Settlements.settlement(round.gameweek(), round.run())) {
            writes.add(jobs.start(job));
        }
        return writes;
    }
}
