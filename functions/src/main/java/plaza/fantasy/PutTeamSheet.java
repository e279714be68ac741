package plaza.fantasy;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.AcceptedSheet;
import plaza.fantasy.model.BrokenRule;
import plaza.fantasy.model.Chip;
import plaza.fantasy.model.Footballer;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.GameweekState;
import plaza.fantasy.model.Position;
import plaza.fantasy.model.Rules;
import plaza.fantasy.model.SheetCheck;
import plaza.fantasy.model.SquadState;
import plaza.fantasy.model.TeamSheet;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.Condition;
import plaza.table.Condition.Predicate;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Puts the caller's team sheet of a gameweek, whole, if it breaks no rule and the deadline has not
/// passed.
///
/// The sheet is one item, which also holds the state after it (squad, money, free transfers, chips)
/// and the prices of its transfers: the next sheet begins with that state. Putting this one again
/// begins where it began the first time, at the prices that it fixed.
///
/// The transfer cost is always computed. A client that sends another one receives 409 with the
/// computed cost, so that the two cannot disagree unnoticed.
///
/// One transaction writes it, and holds all that must be true *at that moment*: that the deadline
/// is still ahead (it lies in the gameweek's item, and may be moved) and the gameweek has no
/// settlement; that the sheet is as it was read; and, for the first sheet of a gameweek, that the
/// sheet before is too, which then points to this one. So no two sheets of a gamer can each miss
/// the other's money.
public final class PutTeamSheet
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// Footballers that a list of the body may name. Too few or too many break a rule, which is
    /// said together with all others; only nonsense is malformed.
    private static final int NAMED_MAX = 30;

    private static final int TRANSFER_COST_MAX = 10_000;

    private enum Failure {
        CLOSED,
        CHANGED
    }

    public static final Field<FootballerId> GOAL_KEEPER =
            Field.text("goalKeeper", FootballerId::parse);
    public static final Field<List<FootballerId>> PLAYERS =
            Field.textsUpTo("players", NAMED_MAX, FootballerId::parse);
    public static final Field<List<FootballerId>> SUBS =
            Field.textsUpTo("subs", NAMED_MAX, FootballerId::parse);
    public static final Field<FootballerId> CAPTAIN = Field.text("captain", FootballerId::parse);
    public static final Field<FootballerId> VICE_CAPTAIN =
            Field.text("viceCaptain", FootballerId::parse);
    public static final Field<Chip> CHIP = Field.text("chip", ApiNames::parseChip).optional();
    public static final Field<Long> TRANSFER_COST =
            Field.integer("transferCost", -TRANSFER_COST_MAX, TRANSFER_COST_MAX).optional();

    private final Table table;
    private final Clock clock;

    public PutTeamSheet() {
        this(Deployment.table(), Deployment.clock());
    }

    public PutTeamSheet(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::put);
    }

    private Response put(Request request) {
        var gamer = request.owner("gamerId", GamerId::parse, GamerId::value);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var sheet =
                sheet(
                        request.body(
                                GOAL_KEEPER,
                                PLAYERS,
                                SUBS,
                                CAPTAIN,
                                VICE_CAPTAIN,
                                CHIP,
                                TRANSFER_COST));
        return table.optimistically(() -> put(gamer, gameweek, sheet));
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

    /// @return null where another sheet came between
    private @Nullable Response put(GamerId id, Gameweek gameweek, TeamSheet sheet) {
        var now = clock.instant();
        var context = context(id, gameweek, now);
        var own = context.own();
        if (own != null && own.isSameAs(sheet)) {
            return Response.ok(FantasyJson.sheet(id, own));
        }
        var before = before(context);
        var footballers = footballers(before, sheet);
        return switch (SheetCheck.decide(before, own, sheet, footballers, Rules.STANDARD)) {
            case SheetCheck.Refused(var broken) -> throw broken(broken);
            case SheetCheck.Mispriced(var transferCost) -> throw mispriced(transferCost);
            case SheetCheck.Accepted(var accepted, var after, var sellingPricesTenths) -> {
                if (context.next() != null && !after.equals(expected(context, before))) {
                    throw Problem.ruleBroken(
                                    "gameweek",
                                    "A later team sheet began with the squad and money of this gameweek. Only the layout can change.")
                            .exception();
                }
                var next =
                        new AcceptedSheet(
                                gameweek,
                                accepted,
                                positions(accepted, footballers),
                                after,
                                sellingPricesTenths,
                                own == null ? 1 : own.revision() + 1,
                                context.next(),
                                null);
                yield write(context, next, now);
            }
        };
    }

    /// Where a sheet stands among the gamer's sheets.
    ///
    /// @param own the gamer's sheet of that gameweek, or null
    /// @param previous his last sheet before it, or null; not read where there is an own one that
    ///   is his first
    /// @param next the gameweek of his next sheet, or null
    private record SheetContext(
            Gamer gamer,
            Gameweek gameweek,
            @Nullable AcceptedSheet own,
            @Nullable AcceptedSheet previous,
            @Nullable Gameweek next) {}

    private SheetContext context(GamerId id, Gameweek gameweek, Instant now) {
        Gamer gamer = null;
        GameweekState state = null;
        AcceptedSheet own = null;
        var keys =
                List.of(
                        KeySpace.gamer(id),
                        KeySpace.gameweek(gameweek),
                        KeySpace.teamSheet(id, gameweek));
        for (var item : table.getAll(keys)) {
            switch (keys.indexOf(item.key())) {
                case 0 -> gamer = FantasyItems.gamer(item);
                case 1 -> state = FantasyItems.gameweek(item);
                default -> own = FantasyItems.sheet(item);
            }
        }
        if (gamer == null) {
            throw Gamers.missing().exception();
        }
        if (state == null) {
            throw Problem.notFound("gameweek", "The gameweek does not exist.").exception();
        }
        if (!state.isOpen(now)) {
            throw closed();
        }
        var first = gamer.firstSheet();
        if (first == null || first.compareTo(gameweek) >= 0) {
            return new SheetContext(
                    gamer, gameweek, own, null, own == null ? first : own.followedBy());
        }
        var previous = previous(id, gameweek);
        return new SheetContext(
                gamer,
                gameweek,
                own,
                previous,
                own == null ? previous.followedBy() : own.followedBy());
    }

    private AcceptedSheet previous(GamerId id, Gameweek gameweek) {
        var sheets =
                table.read(
                        Query.in(KeySpace.gamerItems(id))
                                .beginningWith(KeySpace.teamSheetPrefix())
                                .descending()
                                .consistent(),
                        1,
                        Page.Position.of(KeySpace.teamSheet(id, gameweek)));
        return FantasyItems.sheet(sheets.items().getFirst());
    }

    /// The state before the gameweek.
    private SquadState before(SheetContext context) {
        var previous = context.previous();
        if (previous == null) {
            return SquadState.initial(Rules.STANDARD);
        }
        var between =
                IntStream.range(previous.gameweek().number() + 1, context.gameweek().number())
                        .mapToObj(number -> KeySpace.gameweek(Gameweek.of(number)))
                        .toList();
        return previous.after().afterMissed(table.getAll(between).size(), Rules.STANDARD);
    }

    /// The state after the gameweek with which the next sheet began: that of the sheet as it is, or
    /// that of a gameweek without one.
    private static SquadState expected(SheetContext context, SquadState before) {
        var own = context.own();
        return own == null ? before.afterMissed(1, Rules.STANDARD) : own.after();
    }

    /// The facts of the day of those owned and those named, as far as they are footballers.
    private Map<FootballerId, Footballer> footballers(SquadState before, TeamSheet sheet) {
        var ids = new LinkedHashSet<>(sheet.squad());
        ids.addAll(before.nextSquad().purchasePricesTenths().keySet());
        var footballers = new HashMap<FootballerId, Footballer>();
        for (var item : table.getAll(ids.stream().map(KeySpace::footballer).toList())) {
            var footballer = FantasyItems.footballer(item).footballer();
            footballers.put(footballer.id(), footballer);
        }
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

    private @Nullable Response write(SheetContext context, AcceptedSheet sheet, Instant now) {
        var id = context.gamer().id();
        var open =
                attribute(FantasyItems.DEADLINE)
                        .isAtLeast(now.toEpochMilli() + 1)
                        .and(FantasyItems.hasNoSettlement())
                        .otherwise(Failure.CLOSED);
        var own = context.own();
        var put = Write.Put.of(FantasyItems.sheet(id, sheet));
        var check = new Write.Check(KeySpace.gameweek(sheet.gameweek()), open);
        List<Write> writes =
                own == null
                        ? List.of(
                                check,
                                put.onlyIf(absent().otherwise(Failure.CHANGED)),
                                pointer(context))
                        : List.of(check, put.onlyIf(asRead(own)));
        var json = FantasyJson.sheet(id, sheet);
        return switch (table.transact(writes)) {
            case Outcome.Done() -> own == null ? Response.created(json) : Response.ok(json);
            case Outcome.Refused refused ->
                    switch (refused.as(Failure.class)) {
                        case CLOSED -> throw closed();
                        case CHANGED -> null;
                    };
        };
    }

    /// Makes the sheet before point to this one, or the gamer where it is his first.
    private static Write pointer(SheetContext context) {
        var id = context.gamer().id();
        var number = context.gameweek().number();
        var previous = context.previous();
        if (previous != null) {
            return Write.Update.of(KeySpace.teamSheet(id, previous.gameweek()))
                    .set(FantasyItems.FOLLOWED_BY, number)
                    .onlyIf(asRead(previous));
        }
        var first = context.gamer().firstSheet();
        return Write.Update.of(KeySpace.gamer(id))
                .set(FantasyItems.FIRST_SHEET, number)
                .onlyIf(isOrAbsent(FantasyItems.FIRST_SHEET, first).otherwise(Failure.CHANGED));
    }

    /// That a sheet was neither put again nor followed by another one.
    private static Condition asRead(AcceptedSheet sheet) {
        return attribute(FantasyItems.REVISION)
                .is(sheet.revision())
                .and(isOrAbsent(FantasyItems.FOLLOWED_BY, sheet.followedBy()))
                .otherwise(Failure.CHANGED);
    }

    private static Predicate isOrAbsent(String attribute, @Nullable Gameweek gameweek) {
        return gameweek == null
                ? attribute(attribute).isAbsent()
                : attribute(attribute).is(gameweek.number());
    }

    private static plaza.http.ProblemException broken(List<BrokenRule> rules) {
        var errors =
                rules.stream()
                        .map(rule ->
                                new Problem.FieldError(
                                        rule.field(), rule.detail(), rule.code().text()))
                        .toList();
        return Problem.ruleBroken("The team sheet breaks rules of the game.", errors).exception();
    }

    private static plaza.http.ProblemException mispriced(int transferCost) {
        return Problem.conflict(
                        TRANSFER_COST.name(),
                        "These transfers cost %d points. Send that value, or leave the field out."
                                .formatted(transferCost))
                .with(TRANSFER_COST.name(), transferCost)
                .exception();
    }

    private static plaza.http.ProblemException closed() {
        return Problem.ruleBroken("gameweek", "must be one whose deadline has not passed")
                .exception();
    }
}
