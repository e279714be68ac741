package plaza.fantasy.gameweek;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Instant;
import plaza.fantasy.id.Gameweek;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Write;

/// Declares a gameweek with the deadline of its team sheets, or moves the deadline.
///
/// The optional `transfers` changes the rules for transfers in this gameweek. It applies to every
/// sheet put from then on. A sheet that was accepted before keeps its transfer cost until its owner
/// puts it again.
///
/// The deadline of a settled gameweek cannot move into the future, because gamers could then put
/// team sheets with knowledge of the results. The response is 409 until the gameweek is unsettled.
///
/// [GameweekCopies] move with the deadline.
public final class PutGameweek extends ApiFunction {
    public static final Field<Instant> DEADLINE = Field.text("deadline", Text.TIME);
    public static final Field<TransferRule> TRANSFERS =
            Field.object("transfers", GameweekJson.TRANSFERS, GameweekJson::transfers).optional();

    private final GameweekCopies copies;

    public PutGameweek() {
        this(Services.deployed(), GameweekCopies.Limits.STANDARD);
    }

    public PutGameweek(Services services, GameweekCopies.Limits limits) {
        super(services);
        copies = new GameweekCopies(table, clock, limits);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        var body = request.body(DEADLINE, TRANSFERS);
        var change = body.getOrNull(TRANSFERS);
        var state =
                GameweekState.declared(
                        gameweek,
                        body.get(DEADLINE),
                        change == null ? new TransferRule.None() : change);
        return table.optimistically(() -> put(state));
    }

    private Attempt<Response> put(GameweekState state) {
        var begun = copies.remove(state.gameweek(), movable(state.deadline()));
        if (begun != null) {
            var moved =
                    table.update(
                            GameweekItems.facts(state).onlyIf(GameweekCopies.noMoveSince(begun)));
            if (moved == null) {
                return Attempt.tryAgain();
            }
            copies.create(moved);
            return Attempt.done(
                    Response.ok(
                            GameweekJson.gameweek(GameweekItems.gameweek(moved), clock.instant())));
        }
        var item = GameweekItems.gameweek(state);
        var creation = Write.Put.of(item).onlyIf(absent());
        if (table.write(creation) instanceof Outcome.Refused<Key>(_, var found)) {
            if (found != null && GameweekItems.gameweek(found).hasSettlement()) {
                throw Problem.conflict(
                                "deadline",
                                "The gameweek is settled, so its deadline cannot be in the future."
                                        + " Delete the settlement first.")
                        .exception();
            }
            return Attempt.tryAgain();
        }
        copies.create(item);
        return Attempt.done(Response.created(GameweekJson.gameweek(state, clock.instant())));
    }

    private Condition movable(Instant deadline) {
        return clock.instant().isBefore(deadline)
                ? exists().and(
                                GameweekItems.hasNoSettlement()
                                        .or(
                                                attribute(GameweekItems.DEADLINE)
                                                        .is(deadline.toEpochMilli())))
                : exists();
    }
}
