package plaza.fantasy.league;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gamer.GamerProblems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Write;

/// Adds the caller to a league, with a copy of their points. To join a private league of another
/// user they need its code. A gamer joins the roster of a head-to-head league until its start;
/// later only a gamer of the roster can join again.
///
/// One transaction writes the gamer's list of leagues and the membership, on condition that the
/// gamer has not changed since they were read. Otherwise a settlement in the meantime would miss
/// the membership and would leave it with old points.
public final class JoinLeague extends ApiFunction {
    public static final Field<LeagueCode> CODE = Field.text("code", LeagueJson.CODE).optional();

    private final LeagueStart start = new LeagueStart(table, clock);

    public JoinLeague() {}

    public JoinLeague(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gamer = request.owner("gamerId", GamerId::parse, GamerId::value);
        var league = request.path("leagueId", LeagueId::parse);
        var code = request.bodyOrEmpty(CODE).getOrNull(CODE);
        return table.optimistically(() -> join(gamer, league, code));
    }

    private Attempt<Response> join(GamerId gamerId, LeagueId leagueId, @Nullable LeagueCode code) {
        var gamerKey = FantasyKeys.GAMER.key(gamerId);
        var leagueKey = FantasyKeys.LEAGUE.key(leagueId);
        var items = table.getByKey(List.of(gamerKey, leagueKey));
        var gamerItem = items.get(gamerKey);
        var leagueItem = items.get(leagueKey);
        var league = LeagueItems.leagueOrNull(leagueItem);
        if (league == null || leagueItem == null) {
            throw LeagueProblems.noLeague();
        }
        if (gamerItem == null) {
            throw GamerProblems.callerHasNoGamer();
        }
        var gamer = GamerItems.gamer(gamerItem);
        if (gamer.leagues().contains(leagueId)) {
            return existing(gamerId, leagueId);
        }
        if (!league.admits(gamerId, code)) {
            throw LeagueProblems.needsCode();
        }
        if (gamer.leagues().size() >= Gamer.LEAGUES_MAX) {
            throw Problem.ruleBroken(
                            "leagueId",
                            "A gamer can be in at most %d leagues. Leave one first."
                                    .formatted(Gamer.LEAGUES_MAX))
                    .exception();
        }
        var after = gamer.with(leagueId);
        var membership = Membership.of(after, league, clock.instant());
        var unchanged = attribute(GamerItems.VERSION).is(gamer.version());
        var writes = new ArrayList<Write>();
        writes.add(GamerItems.leagues(after).onlyIf(unchanged));
        writes.add(Write.Put.of(LeagueItems.membership(membership)));
        writes.addAll(start.entry(gamerId, leagueItem));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Response.created(LeagueJson.membership(membership)))
                : Attempt.tryAgain();
    }

    private Attempt<Response> existing(GamerId gamer, LeagueId league) {
        var rows = table.getAll(List.of(FantasyKeys.MEMBERSHIP.key(gamer, league)));
        return rows.isEmpty()
                ? Attempt.tryAgain()
                : Attempt.done(
                        Response.ok(
                                LeagueJson.membership(LeagueItems.membership(rows.getFirst()))));
    }
}
