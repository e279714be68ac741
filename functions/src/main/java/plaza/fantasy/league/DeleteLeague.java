package plaza.fantasy.league;

import java.util.List;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.http.Request;
import plaza.http.Response;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Outcome;
import plaza.table.Write;

/// Deletes a league. One transaction deletes its contents and starts the job that removes its
/// members ([LeagueErasure]).
///
/// The id stays reserved: another league with the same id could otherwise receive members who
/// joined the first one.
public final class DeleteLeague extends ApiFunction {
    private final Jobs jobs = new Jobs(table, clock);

    public DeleteLeague() {}

    public DeleteLeague(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var caller = request.caller();
        var league = request.path("leagueId", LeagueId::parse);
        List<Write> writes =
                List.of(
                        LeagueItems.deletion(league, clock.instant())
                                .onlyIf(LeagueItems.isOwnedBy(caller)),
                        jobs.start(new FantasyWork.EraseLeague(league)));
        if (table.transact(writes) instanceof Outcome.Refused(_, var found)
                && LeagueItems.leagueOrNull(found) != null) {
            throw LeagueProblems.notOwner("delete it");
        }
        return Response.noContent();
    }
}
