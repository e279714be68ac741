package plaza.fantasy.league;

import static plaza.table.Condition.absent;

import java.util.List;
import plaza.fantasy.gamer.GamerProblems;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Field;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Transaction;
import plaza.table.Write;

/// Creates a league that the caller owns, or changes its name, privacy or owner.
///
/// To create a league the caller needs a gamer, because the league shows its creator; to change it
/// they only need to be the owner. A private league has a code that the owner gives to gamers who
/// may join. The owner can transfer the league to one of its members; a transaction checks the
/// membership.
public final class PutLeague extends ApiFunction {
    private enum Failure {
        CHANGED,
        NOT_A_MEMBER
    }

    public static final Field<String> NAME = Field.text("name", LeagueJson.NAME);
    public static final Field<Boolean> PRIVATE = Field.flag("private").optional();
    public static final Field<Scoring> SCORING =
            Field.text("scoring", LeagueJson.SCORING).optional();
    public static final Field<UserId> OWNER = Field.text("owner", Ids.USER).optional();
    public static final Field<Gameweek> FROM_GAMEWEEK =
            Field.text("fromGameweek", FantasyIds.GAMEWEEK).optional();

    private final LeagueStart start = new LeagueStart(table, clock);

    public PutLeague() {}

    public PutLeague(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var caller = request.caller();
        var id = request.path("leagueId", LeagueId::parse);
        var body = request.body(NAME, PRIVATE, SCORING, OWNER, FROM_GAMEWEEK);
        var settings =
                new LeagueSettings(
                        body.get(NAME),
                        body.getOrNull(PRIVATE),
                        body.getOrNull(SCORING),
                        body.getOrNull(OWNER),
                        body.getOrNull(FROM_GAMEWEEK));
        return table.optimistically(() -> put(id, settings, caller));
    }

    private Attempt<Response> put(LeagueId id, LeagueSettings settings, UserId caller) {
        var leagueKey = FantasyKeys.LEAGUE.key(id);
        var gamerKey = FantasyKeys.GAMER.key(GamerId.of(caller.value()));
        var items = table.getByKey(List.of(leagueKey, gamerKey));
        var found = items.get(leagueKey);
        if (found != null) {
            return changed(found, settings, caller);
        }
        if (!items.containsKey(gamerKey)) {
            throw GamerProblems.callerHasNoGamer();
        }
        var league = settings.founded(id, caller, clock.instant());
        start.requireAhead(league.headToHead());
        var creation = Write.Put.of(LeagueItems.league(league)).onlyIf(absent());
        return table.write(creation) instanceof Outcome.Done
                ? Attempt.done(Response.created(LeagueJson.ownLeague(league)))
                : Attempt.tryAgain();
    }

    private Attempt<Response> changed(Item found, LeagueSettings settings, UserId caller) {
        if (LeagueItems.isDeleted(found)) {
            throw Problem.conflict(
                            "leagueId", "A league with this id was deleted. Choose another id.")
                    .exception();
        }
        var before = LeagueItems.league(found);
        if (!before.owner().equals(caller)) {
            throw LeagueProblems.notOwner("change it");
        }
        var after = settings.change(before);
        var update = LeagueItems.settings(after, found);
        if (after.owner().equals(caller)) {
            return table.write(update) instanceof Outcome.Done
                    ? Attempt.done(Response.ok(LeagueJson.ownLeague(after)))
                    : Attempt.tryAgain();
        }
        var transfer =
                new Transaction<Failure>()
                        .add(update, Failure.CHANGED)
                        .add(LeagueItems.isMember(after.owner(), after.id()), Failure.NOT_A_MEMBER);
        return switch (table.transact(transfer)) {
            case Outcome.Done() -> Attempt.done(Response.ok(LeagueJson.league(after)));
            case Outcome.Refused(var failure, _) ->
                    switch (failure) {
                        case CHANGED -> Attempt.tryAgain();
                        case NOT_A_MEMBER -> throw LeagueProblems.notMember();
                    };
        };
    }
}
