package plaza.fantasy.sheet;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gamer.GamerProblems;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekProblems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.gameweek.TransferRule;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Transaction;
import plaza.table.Write;
import plaza.text.Malformed;

/// Puts the caller's team sheet for a gameweek if it breaks no rule and the deadline has not
/// passed.
///
/// The sheet is one item. It also contains the state after the gameweek (squad, money, free
/// transfers, chips), from which the next sheet starts, and the prices of its transfers. If the
/// sheet is put again, it starts from the same state as the first time, with the prices that it
/// fixed.
///
/// The response of a GET or PUT can be sent back: its read-only fields are ignored if they have the
/// stored values, and otherwise rejected.
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
    /// The maximum length of a list in the body. A list with a wrong number of footballers breaks a
    /// rule and is reported with all other broken rules; only a longer one is malformed.
    private static final int NAMED_MAX = 30;

    private enum Failure {
        CLOSED_OR_CHANGED,
        CHANGED
    }

    public static final Field<FootballerId> GOAL_KEEPER = Field.text("goalKeeper", Ids.FOOTBALLER);
    public static final Field<List<FootballerId>> PLAYERS =
            Field.textsUpTo("players", NAMED_MAX, Ids.FOOTBALLER);
    public static final Field<List<FootballerId>> SUBS =
            Field.textsUpTo("subs", NAMED_MAX, Ids.FOOTBALLER);
    public static final Field<FootballerId> CAPTAIN = Field.text("captain", Ids.FOOTBALLER);
    public static final Field<FootballerId> VICE_CAPTAIN =
            Field.text("viceCaptain", Ids.FOOTBALLER);
    public static final Field<Chip> CHIP = Field.text("chip", SheetJson.CHIP).optional();
    public static final Field<Long> TRANSFER_COST =
            Field.integer("transferCost", SheetJson.TRANSFER_COST).optional();

    /// The fields of the response that a client cannot choose.
    public static final List<Field<JsonNode>> READ_ONLY =
            List.of(
                    Field.text("gamerId", Ids.GAMER).readOnly(),
                    Field.text("gameweek", Ids.GAMEWEEK).readOnly(),
                    Field.integer("bank", SheetJson.NUMBER).readOnly(),
                    Field.integer("freeTransfers", SheetJson.NUMBER).readOnly(),
                    Field.integer("points", SheetJson.POINTS).readOnly(),
                    Field.object("score", SheetJson.SCORE, PutTeamSheet::score).readOnly());

    /// The member of a problem with the cost of the transfers.
    public static final Problem.Member<Number> COST =
            new Problem.Member<>("transferCost", SheetJson.TRANSFER_COST);

    /// All fields of the body.
    public static final List<Field<?>> FIELDS =
            Stream.<Field<?>>concat(
                            Stream.of(
                                    GOAL_KEEPER,
                                    PLAYERS,
                                    SUBS,
                                    CAPTAIN,
                                    VICE_CAPTAIN,
                                    CHIP,
                                    TRANSFER_COST),
                            READ_ONLY.stream())
                    .toList();

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
        var body = request.body(FIELDS.toArray(Field<?>[]::new));
        var sheet = sheet(body);
        return table.optimistically(() -> put(gamer, gameweek, body, sheet));
    }

    private static JsonNode score(JsonNode node) {
        if (!node.path("players").isArray()) {
            throw new Malformed("must have the array players");
        }
        return node;
    }

    private static TeamSheet sheet(Body body) {
        var cost = body.getOrNull(TRANSFER_COST);
        return new TeamSheet(
                body.get(GOAL_KEEPER),
                body.get(PLAYERS),
                body.get(SUBS),
                body.get(CAPTAIN),
                body.get(VICE_CAPTAIN),
                body.getOrNull(CHIP),
                cost == null ? null : Math.toIntExact(cost));
    }

    private Attempt<Response> put(GamerId id, Gameweek gameweek, Body body, TeamSheet sheet) {
        var now = clock.instant();
        return switch (context(id, gameweek, now)) {
            case Attempt.Done(var context) -> put(context, body, sheet, now);
            case Attempt.TryAgain() -> Attempt.tryAgain();
        };
    }

    private Attempt<Response> put(SheetContext context, Body body, TeamSheet sheet, Instant now) {
        var id = context.gamer().id();
        var gameweek = context.gameweek();
        var own = context.own();
        body.requireUnchanged(
                READ_ONLY, own == null ? SheetJson.none(id, gameweek) : SheetJson.sheet(id, own));
        if (own != null && own.isSameAs(sheet) && own.change().equals(context.change())) {
            return Attempt.done(Response.ok(SheetJson.sheet(id, own)));
        }
        var before = before(context);
        var footballers = footballers(before, sheet);
        var gameweekRules = new GameweekRules(gameweek, context.change(), rules);
        return switch (SheetCheck.decide(gameweekRules, before, own, sheet, footballers)) {
            case SheetCheck.Refused(var broken) -> throw broken(broken);
            case SheetCheck.Mispriced(var transferCost) -> throw mispriced(transferCost);
            case SheetCheck.Accepted(var accepted, var after, var sellingPricesTenths) -> {
                if (context.next() != null && !after.equals(expected(context, before))) {
                    throw fixedByLaterSheet();
                }
                var stored =
                        new AcceptedSheet(
                                gameweek,
                                accepted,
                                positions(accepted, footballers),
                                after,
                                sellingPricesTenths,
                                context.change(),
                                own == null ? 1 : own.revision() + 1,
                                context.next(),
                                null);
                yield write(context, stored, now);
            }
        };
    }

    /// The gamer and the sheets that a sheet depends on.
    ///
    /// @param open the copy of the gameweek, or the gameweek without copies: what the sheet checks
    /// @param change how the gameweek changes the rules for transfers
    /// @param own the gamer's stored sheet for the gameweek, or null
    /// @param previous the gamer's last sheet before the gameweek, or null
    /// @param next the gameweek of the gamer's next sheet, or null
    private record SheetContext(
            Gamer gamer,
            Gameweek gameweek,
            Key open,
            TransferRule change,
            @Nullable AcceptedSheet own,
            @Nullable AcceptedSheet previous,
            @Nullable Gameweek next) {}

    /// Reads the context, unless the deadline moves.
    private Attempt<SheetContext> context(GamerId id, Gameweek gameweek, Instant now) {
        var gamerKey = KeySpace.GAMER.key(id);
        var copyKey = copies.keyFor(gameweek, id);
        var sheetKey = KeySpace.TEAM_SHEET.key(id, gameweek);
        var items = table.getByKey(List.of(gamerKey, copyKey, sheetKey));
        var gamerItem = items.get(gamerKey);
        var copy = items.get(copyKey);
        var ownItem = items.get(sheetKey);
        if (gamerItem == null) {
            throw GamerProblems.callerHasNoGamer();
        }
        var gameweekItem =
                copy == null ? table.getConsistent(KeySpace.GAMEWEEK.key(gameweek)) : copy;
        if (gameweekItem == null) {
            throw GameweekProblems.noGameweek();
        }
        var state = GameweekItems.gameweek(gameweekItem);
        if (!state.isOpen(now)) {
            throw closed();
        }
        if (copy == null && GameweekCopies.isMoving(gameweekItem, now)) {
            return Attempt.tryAgain();
        }
        var gamer = GamerItems.gamer(gamerItem);
        var own = ownItem == null ? null : SheetItems.sheet(ownItem);
        var first = gamer.firstSheet();
        var hasPrevious = first != null && first.compareTo(gameweek) < 0;
        var previous = hasPrevious ? previous(id, gameweek) : null;
        var next = previous == null ? first : previous.followedBy();
        return Attempt.done(
                new SheetContext(
                        gamer,
                        gameweek,
                        gameweekItem.key(),
                        state.change(),
                        own,
                        previous,
                        own == null ? next : own.followedBy()));
    }

    private AcceptedSheet previous(GamerId id, Gameweek gameweek) {
        var sheets =
                table.read(
                        KeySpace.TEAM_SHEET.query(id).descending().consistent(),
                        1,
                        Page.Position.of(KeySpace.TEAM_SHEET.key(id, gameweek)));
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
                        .mapToObj(number -> KeySpace.GAMEWEEK.key(Gameweek.of(number)))
                        .toList();
        var missed =
                table.getAll(between).stream()
                        .map(GameweekItems::gameweek)
                        .sorted(Comparator.comparing(GameweekState::gameweek))
                        .map(GameweekState::change)
                        .toList();
        return previous.after().afterMissed(missed, rules);
    }

    /// Returns the state after the gameweek from which the next sheet started: that of the stored
    /// sheet, or that of a gameweek without a sheet.
    private SquadState expected(SheetContext context, SquadState before) {
        var own = context.own();
        return own == null ? before.afterMissed(List.of(context.change()), rules) : own.after();
    }

    /// Reads the current facts about the footballers in the squad and on the sheet. Unknown
    /// footballers are missing from the result.
    ///
    /// The reads are eventually consistent, because most sheets name the same footballers: one item
    /// accepts 6,000 such reads per second, and half as many consistent ones.
    private Map<FootballerId, Footballer> footballers(SquadState before, TeamSheet sheet) {
        var ids = new LinkedHashSet<>(sheet.squad());
        ids.addAll(before.nextSquad().purchasePricesTenths().keySet());
        var keys = ids.stream().map(KeySpace.FOOTBALLER::key).toList();
        var found = table.getByKeyEventually(keys);
        var missing = keys.stream().filter(key -> !found.containsKey(key)).toList();
        var footballers = new HashMap<FootballerId, Footballer>();
        Stream.concat(found.values().stream(), table.getAll(missing).stream())
                .map(item -> FootballerItems.footballer(item).footballer())
                .forEach(footballer -> footballers.put(footballer.id(), footballer));
        return footballers;
    }

    private static List<Position> positions(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers) {
        return sheet.squad().stream()
                .map(footballers::get)
                .filter(footballer -> footballer != null)
                .map(Footballer::position)
                .toList();
    }

    private Attempt<Response> write(SheetContext context, AcceptedSheet sheet, Instant now) {
        var id = context.gamer().id();
        var open =
                attribute(GameweekItems.DEADLINE)
                        .isAtLeast(now.toEpochMilli() + 1)
                        .and(GameweekItems.hasNoSettlement())
                        .and(GameweekItems.hasChange(context.change()));
        var own = context.own();
        var put = Write.Put.of(SheetItems.sheet(id, sheet));
        var transaction =
                new Transaction<Failure>()
                        .add(new Write.Check(context.open(), open), Failure.CLOSED_OR_CHANGED)
                        .add(put.onlyIf(own == null ? absent() : asRead(own)), Failure.CHANGED);
        if (own == null) {
            transaction.add(pointer(context), Failure.CHANGED);
        }
        var json = SheetJson.sheet(id, sheet);
        return switch (table.transact(transaction)) {
            case Outcome.Done() ->
                    Attempt.done(own == null ? Response.created(json) : Response.ok(json));
            case Outcome.Refused(var failure, var found) ->
                    switch (failure) {
                        case CLOSED_OR_CHANGED -> {
                            if (found != null && !GameweekItems.gameweek(found).isOpen(now)) {
                                throw closed();
                            }
                            yield Attempt.tryAgain();
                        }
                        case CHANGED -> Attempt.tryAgain();
                    };
        };
    }

    /// Makes the previous sheet point to this one, or the gamer if this is their first sheet.
    private static Write pointer(SheetContext context) {
        var id = context.gamer().id();
        var number = context.gameweek().number();
        var previous = context.previous();
        if (previous != null) {
            return Write.Update.of(KeySpace.TEAM_SHEET.key(id, previous.gameweek()))
                    .set(SheetItems.FOLLOWED_BY, number)
                    .onlyIf(asRead(previous));
        }
        var first = context.gamer().firstSheet();
        return Write.Update.of(KeySpace.GAMER.key(id))
                .set(GamerItems.FIRST_SHEET, number)
                .onlyIf(isOrAbsent(GamerItems.FIRST_SHEET, first));
    }

    /// Holds if a sheet has not been put again, and if no later sheet was put after it.
    private static Condition asRead(AcceptedSheet sheet) {
        return attribute(SheetItems.REVISION)
                .is(sheet.revision())
                .and(isOrAbsent(SheetItems.FOLLOWED_BY, sheet.followedBy()));
    }

    private static Condition isOrAbsent(String attribute, @Nullable Gameweek gameweek) {
        return gameweek == null
                ? attribute(attribute).isAbsent()
                : attribute(attribute).is(gameweek.number());
    }

    private static ProblemException broken(List<BrokenRule> rules) {
        var errors =
                rules.stream()
                        .map(rule ->
                                new Problem.FieldError(
                                        rule.field(), rule.detail(), rule.code().text()))
                        .toList();
        return Problem.ruleBroken("The team sheet breaks rules of the game.", errors).exception();
    }

    private static ProblemException mispriced(int transferCost) {
        return Problem.conflict(
                        TRANSFER_COST.name(),
                        "These transfers cost %d points. Send that value, or leave the field out."
                                .formatted(transferCost))
                .with(COST, transferCost)
                .exception();
    }

    private static ProblemException fixedByLaterSheet() {
        return Problem.ruleBroken(
                        "gameweek",
                        "A later team sheet is based on this gameweek's squad and money."
                                + " Change only the layout.")
                .exception();
    }

    private static ProblemException closed() {
        return Problem.ruleBroken(
                        "gameweek", "The gameweek is closed. Submit a sheet for an open one.")
                .exception();
    }
}
