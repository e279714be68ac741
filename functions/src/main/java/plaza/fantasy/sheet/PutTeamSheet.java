package plaza.fantasy.sheet;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gamer.GamerProblems;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekProblems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Page;

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
public final class PutTeamSheet extends ApiFunction {
    private final Rules rules;
    private final GameweekCopies.Limits copies;

    public PutTeamSheet() {
        this(
                Deployment.services(),
                SeasonRules.of(Deployment.rules()),
                GameweekCopies.Limits.STANDARD);
    }

    public PutTeamSheet(Services services, Rules rules, GameweekCopies.Limits copies) {
        super(services);
        this.rules = rules;
        this.copies = copies;
    }

    @Override
    protected Response handle(Request request) {
        var gamer = request.owner("gamerId", GamerId::parse, GamerId::value);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var body = SheetBody.of(request);
        return table.optimistically(() -> {
            var now = clock.instant();
            return switch (context(gamer, gameweek, now)) {
                case Attempt.Done(var context) -> put(context, body, now);
                case Attempt.TryAgain() -> Attempt.tryAgain();
            };
        });
    }

    private Attempt<Response> put(SheetContext context, SheetBody body, Instant now) {
        var id = context.gamer().id();
        var own = context.own();
        var sheet = body.sheet();
        body.requireUnchanged(id, context.gameweek(), own);
        if (own != null && context.isStored(sheet)) {
            return Attempt.done(Response.ok(SheetJson.sheet(id, own)));
        }
        var before = before(context);
        var footballers = footballers(before, sheet);
        var gameweekRules = new GameweekRules(context.gameweek(), context.change(), rules);
        return switch (SheetCheck.decide(gameweekRules, before, own, sheet, footballers)) {
            case SheetCheck.Refused(var broken) -> throw SheetProblems.broken(broken);
            case SheetCheck.Mispriced(var cost) -> throw SheetProblems.mispriced(cost);
            case SheetCheck.Accepted accepted -> {
                if (context.contradictsNext(before, accepted.after(), rules)) {
                    throw SheetProblems.fixedByLaterSheet();
                }
                yield write(context, stored(context, accepted, footballers), now);
            }
        };
    }

    private static AcceptedSheet stored(
            SheetContext context,
            SheetCheck.Accepted accepted,
            Map<FootballerId, Footballer> footballers) {
        var own = context.own();
        return new AcceptedSheet(
                context.gameweek(),
                accepted.sheet(),
                accepted.sheet().squad().stream()
                        .map(id -> requireNonNull(footballers.get(id)).position())
                        .toList(),
                accepted.after(),
                accepted.sellingPricesTenths(),
                context.change(),
                own == null ? 1 : own.revision() + 1,
                context.next(),
                null);
    }

    private Attempt<Response> write(SheetContext context, AcceptedSheet sheet, Instant now) {
        return switch (table.transact(context.writing(sheet, now))) {
            case Outcome.Done() -> {
                var json = SheetJson.sheet(context.gamer().id(), sheet);
                yield Attempt.done(
                        context.own() == null ? Response.created(json) : Response.ok(json));
            }
            case Outcome.Refused(var failure, var found)
                    when failure == SheetContext.Failure.CLOSED_OR_CHANGED
                            && found != null
                            && !GameweekItems.gameweek(found).isOpen(now) ->
                    throw SheetProblems.closed();
            case Outcome.Refused(_, _) -> Attempt.tryAgain();
        };
    }

    /// Reads the context, unless the deadline moves.
    private Attempt<SheetContext> context(GamerId id, Gameweek gameweek, Instant now) {
        var gamerKey = FantasyKeys.GAMER.key(id);
        var copyKey = copies.keyFor(gameweek, id);
        var sheetKey = FantasyKeys.TEAM_SHEET.key(id, gameweek);
        var items = table.getByKey(List.of(gamerKey, copyKey, sheetKey));
        var gamerItem = items.get(gamerKey);
        var copy = items.get(copyKey);
        var ownItem = items.get(sheetKey);
        if (gamerItem == null) {
            throw GamerProblems.callerHasNoGamer();
        }
        var gameweekItem =
                copy == null ? table.getConsistent(FantasyKeys.GAMEWEEK.key(gameweek)) : copy;
        if (gameweekItem == null) {
            throw GameweekProblems.noGameweek();
        }
        var state = GameweekItems.gameweek(gameweekItem);
        if (!state.isOpen(now)) {
            throw SheetProblems.closed();
        }
        if (copy == null && GameweekCopies.isMoving(gameweekItem, now)) {
            return Attempt.tryAgain();
        }
        var gamer = GamerItems.gamer(gamerItem);
        var first = gamer.firstSheet();
        var hasPrevious = first != null && first.compareTo(gameweek) < 0;
        return Attempt.done(
                new SheetContext(
                        gamer,
                        gameweek,
                        gameweekItem.key(),
                        state.change(),
                        ownItem == null ? null : SheetItems.sheet(ownItem),
                        hasPrevious ? previous(id, gameweek) : null));
    }

    private AcceptedSheet previous(GamerId id, Gameweek gameweek) {
        var sheets =
                table.read(
                        FantasyKeys.TEAM_SHEET.query(id).descending().consistent(),
                        1,
                        Page.Position.of(FantasyKeys.TEAM_SHEET.key(id, gameweek)));
        return SheetItems.sheet(sheets.items().getFirst());
    }

    /// Computes the state before the gameweek.
    private SquadState before(SheetContext context) {
        var previous = context.previous();
        if (previous == null) {
            return SquadState.initial(rules);
        }
        var between =
                IntStream.range(previous.gameweek().number() + 1, context.gameweek().number())
                        .mapToObj(number -> FantasyKeys.GAMEWEEK.key(Gameweek.of(number)))
                        .toList();
        var missed =
                table.getAll(between).stream()
                        .map(GameweekItems::gameweek)
                        .sorted(Comparator.comparing(GameweekState::gameweek))
                        .map(GameweekState::change)
                        .toList();
        return previous.after().afterMissed(missed, rules);
    }

    /// Reads the current facts about the footballers in the squad and on the sheet. Unknown
    /// footballers are missing from the result.
    ///
    /// The reads are eventually consistent, because most sheets name the same footballers: one item
    /// accepts 6,000 such reads per second, and half as many consistent ones.
    private Map<FootballerId, Footballer> footballers(SquadState before, TeamSheet sheet) {
        var ids = new LinkedHashSet<>(sheet.squad());
        ids.addAll(before.nextSquad().purchasePricesTenths().keySet());
        var keys = ids.stream().map(FantasyKeys.FOOTBALLER::key).toList();
        var found = table.getByKeyEventually(keys);
        var missing = keys.stream().filter(key -> !found.containsKey(key)).toList();
        var footballers = new HashMap<FootballerId, Footballer>();
        Stream.concat(found.values().stream(), table.getAll(missing).stream())
                .map(item -> FootballerItems.footballer(item).footballer())
                .forEach(footballer -> footballers.put(footballer.id(), footballer));
        return footballers;
    }
}
