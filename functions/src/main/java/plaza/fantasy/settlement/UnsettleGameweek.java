package plaza.fantasy.settlement;

import java.util.List;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekProblems;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;

/// Starts the removal of a gameweek's settlement, which stream functions perform ([Settlements]).
///
/// Afterwards the gameweek is as if it had never been settled: no gamer, sheet or league has points
/// for it. The request can be repeated at any time, even for a gameweek that is not settled. The
/// new run replaces a run in progress.
public final class UnsettleGameweek extends ApiFunction {
    private final Jobs jobs = new Jobs(table, clock);

    public UnsettleGameweek() {}

    public UnsettleGameweek(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        return table.optimistically(() -> begin(gameweek, request.rawPath()));
    }

    private Attempt<Response> begin(Gameweek gameweek, String path) {
        var item =
                GameweekProblems.requireGameweek(
                        table.getConsistent(FantasyKeys.GAMEWEEK.key(gameweek)));
        var state = GameweekItems.gameweek(item).unsettling(clock.instant());
        var begin = GameweekItems.run(state).onlyIf(GameweekItems.isNextRun(state));
        return table.transact(Settlements.begin(begin, state, jobs)) instanceof Outcome.Done
                ? Attempt.done(
                        Response.accepted(SettlementJson.settlement(state, List.of()))
                                .with("location", path))
                : Attempt.tryAgain();
    }
}
