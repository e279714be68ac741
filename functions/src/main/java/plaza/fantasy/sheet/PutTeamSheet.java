package plaza.fantasy.sheet;

import java.time.Instant;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.http.IfMatch;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;

/// Puts the caller's team sheet for a gameweek if it breaks no rule and the deadline has not
/// passed.
///
/// The sheet is one item. It also contains the state after the gameweek (squad, money, free
/// transfers, chips), from which the next sheet starts, and the prices of its transfers. If the
/// sheet is put again, it starts from the same state as the first time, with the prices that it
/// fixed.
///
/// The transfer cost is always computed. If the client sends another cost, the response is 409 with
/// the computed one.
///
/// One transaction writes the sheet, with conditions on everything that must hold *at that moment*:
/// the deadline in the gameweek's item, or in the copy that this gamer checks ([GameweekCopies]),
/// has not passed, the gameweek has no settlement and the same transfer change, and the sheet is as
/// it was read. The first sheet for a gameweek also has a condition on the previous sheet, which
/// then points to this one. So two sheets of a gamer cannot spend the same money.
///
/// With `If-Match`, only a version that the caller has seen is replaced; any other, and a sheet
/// that does not exist, returns 412. A sheet that changes nothing succeeds for every version, as
/// RFC 9110 (13.1.1) allows. A repeated request whose first attempt succeeded therefore does not
/// fail.
public final class PutTeamSheet extends ApiFunction {
    private final Rules rules;
    private final SheetReads reads;

    public PutTeamSheet() {
        this(
                Services.deployed(),
                SeasonRules.from(Deployment.environment()),
                GameweekCopies.Limits.STANDARD);
    }

    public PutTeamSheet(Services services, Rules rules, GameweekCopies.Limits copies) {
        super(services);
        this.rules = rules;
        reads = new SheetReads(table, copies);
    }

    @Override
    protected Response handle(Request request) {
        var gamer = request.owner("gamerId", GamerId::parse, GamerId::value);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var body = SheetBody.of(request);
        var ifMatch = request.ifMatch();
        return table.optimistically(() -> {
            var now = clock.instant();
            return switch (reads.context(gamer, gameweek, now)) {
                case Attempt.Done(var context) -> put(context, body, ifMatch, now);
                case Attempt.TryAgain() -> Attempt.tryAgain();
            };
        });
    }

    private Attempt<Response> put(
            SheetContext context, SheetBody body, IfMatch ifMatch, Instant now) {
        var id = context.gamer().id();
        var own = context.own();
        var sheet = body.sheet();
        if (own == null) {
            ifMatch.requireAbsent("team sheet");
        } else if (!context.isStored(sheet)) {
            ifMatch.require("team sheet", Response.entityTag(SheetJson.sheet(id, own))::equals);
        }
        body.requireUnchanged(id, context.gameweek(), own);
        if (own != null && context.isStored(sheet)) {
            return Attempt.done(Response.one(SheetJson.sheet(id, own)));
        }
        var before = reads.before(context, rules);
        var footballers = reads.footballers(before, sheet);
        var gameweekRules = new GameweekRules(context.gameweek(), context.change(), rules);
        return switch (SheetCheck.decide(gameweekRules, before, own, sheet, footballers)) {
            case SheetCheck.Refused(var broken) -> throw SheetProblems.broken(broken);
            case SheetCheck.Mispriced(var cost) -> throw SheetProblems.mispriced(cost);
            case SheetCheck.Accepted accepted -> {
                if (context.contradictsNext(before, accepted.after(), rules)) {
                    throw SheetProblems.fixedByLaterSheet();
                }
                yield write(context, context.accepted(accepted, footballers), now);
            }
        };
    }

    private Attempt<Response> write(SheetContext context, AcceptedSheet sheet, Instant now) {
        return switch (table.transact(context.writing(sheet, now))) {
            case Outcome.Done() -> {
                var response = Response.one(SheetJson.sheet(context.gamer().id(), sheet));
                yield Attempt.done(context.own() == null ? response.withStatus(201) : response);
            }
            case Outcome.Refused(var failure, var found)
                    when failure == SheetContext.Failure.CLOSED_OR_CHANGED
                            && found != null
                            && !GameweekItems.gameweek(found).isOpen(now) ->
                    throw SheetProblems.closed();
            case Outcome.Refused(_, _) -> Attempt.tryAgain();
        };
    }
}
