package plaza.fantasy.league;

import java.util.List;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Transaction;

/// Replaces the code of a private league. The previous code is invalid from then on.
public final class RenewLeagueCode extends ApiFunction {
    public RenewLeagueCode() {}

    public RenewLeagueCode(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var caller = request.caller();
        var id = request.path("leagueId", LeagueId::parse);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var stored = idempotency.storedOrNull(table);
        return stored == null ? table.optimistically(() -> renew(id, caller, idempotency)) : stored;
    }

    private Attempt<Response> renew(LeagueId id, UserId caller, Idempotency idempotency) {
        var item = table.getConsistent(FantasyKeys.LEAGUE.key(id));
        var league = LeagueItems.leagueOrNull(item);
        if (item == null || league == null) {
            throw LeagueProblems.noLeague();
        }
        if (!league.owner().equals(caller)) {
            throw LeagueProblems.notOwner("renew its code");
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
        var renewal = Transaction.of(List.of(LeagueItems.settings(renewed, item)));
        return idempotency.transact(table, response, renewal, _ -> Attempt.tryAgain());
    }
}
