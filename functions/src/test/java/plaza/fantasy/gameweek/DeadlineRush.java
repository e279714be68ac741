package plaza.fantasy.gameweek;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.FootballerSeason;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.settlement.SettleGameweek;
import plaza.fantasy.sheet.PutTeamSheet;
import plaza.fantasy.sheet.SeasonRules;
import plaza.functions.Catalogue;
import plaza.simulation.ApiCallers;
import plaza.simulation.StreamFunctions;
import plaza.simulation.TableChange;
import plaza.simulation.rush.HotTable;
import plaza.simulation.rush.VirtualCallers;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.invocation.TestServices;

/// The last seconds before a deadline: gamers put their first team sheets, all with the same
/// footballers, while administrators move the deadline and settle.
///
/// A sheet is late if the gameweek was closed when the sheet was committed, by the deadline in
/// force then and the time at which the caller began.
public final class DeadlineRush {
    /// A way of moving the deadline that is wrong.
    public enum WrongMove {
        NONE,
        /// Copies are overwritten but not deleted before the gameweek changes.
        COPIES_NOT_DELETED,
        /// Copies are created without checking the gameweek.
        COPIES_UNCHECKED,
        /// The gameweek changes although another move has begun.
        MOVES_OVERTAKE
    }

    public static final int COPIES = GameweekCopies.Limits.STANDARD.copies();
    public static final Duration HOUR = Duration.ofHours(1);

    /// A deadline before every caller began.
    public static final Duration PAST = Duration.ofSeconds(-1);

    private static final Gameweek GAMEWEEK = Gameweek.of(1);
    private static final int STEPS_WITHOUT_FAILURE = Integer.MAX_VALUE;
    private static final String SHEET =
            """
            {"goalKeeper":"g0","players":["d0","d1","d2","d3","m0","m1","m2","m3","f0","f1"],
             "subs":["g1","d4","m4","f2"],"captain":"m1","viceCaptain":"f1"}\
            """;

    private final VirtualCallers callers = new VirtualCallers();
    private final SplittableRandom random;
    private final HotTable table;
    private final PutTeamSheet putTeamSheet;
    private final PutGameweek putGameweek;
    private final SettleGameweek settleGameweek;
    private final Instant beginning = callers.now();
    private final Map<GamerId, Instant> begun = new HashMap<>();
    private final Map<Integer, Integer> sheetStatuses = new TreeMap<>();
    private final List<Integer> moveStatuses = new ArrayList<>();
    private final List<Integer> settlementStatuses = new ArrayList<>();

    private Predicate<GamerId> isChosen = _ -> true;
    private int stepsUntilFailure = STEPS_WITHOUT_FAILURE;
    private int late;
    private int gamers;
    private Duration longest = Duration.ZERO;

    public DeadlineRush(long seed, WrongMove wrong) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        table = new HotTable(callers, random, this::committed);
        var rules = SeasonRules.preset(SeasonRules.DEFAULT_PRESET);
        var services = TestServices.of(table, callers.clock());
        var copies = GameweekCopies.Limits.STANDARD;
        putTeamSheet = new PutTeamSheet(services, rules, copies);
        putGameweek = new PutGameweek(services, copies);
        settleGameweek = new SettleGameweek(services, rules, copies);
        for (var position : Position.values()) {
            for (var number = 0; number < 5; number++) {
                var id = position.text().substring(0, 1) + number;
                put(
                        FootballerItems.footballer(
                                new FootballerSeason(
                                        new Footballer(
                                                FootballerId.of(id),
                                                id,
                                                position,
                                                new Club(id),
                                                60),
                                        null,
                                        new TreeMap<>(),
                                        0)));
            }
        }
        table.change(writes -> sent(writes, wrong));
    }

    /// Stores the gameweek as an import does, without copies.
    DeadlineRush withGameweekOnly() {
        put(
                GameweekItems.gameweek(
                        GameweekState.declared(
                                GAMEWEEK, beginning.plus(HOUR), new TransferRule.None())));
        return this;
    }

    /// Declares the gameweek, whose deadline is an hour away.
    public DeadlineRush withGameweek() {
        move(HOUR);
        moveStatuses.clear();
        return this;
    }

    /// Restricts the callers to gamers of the first copies, as if there were no others.
    DeadlineRush withCopies(int copies) {
        isChosen = gamer -> Math.floorMod(gamer.value().hashCode(), COPIES) < copies;
        return this;
    }

    /// Adds callers who put a sheet at random times.
    public DeadlineRush sheets(int perSecond, Duration from, Duration to) {
        var nanos = to.minus(from).toNanos();
        for (var count = perSecond * nanos / 1_000_000_000; count > 0; count--) {
            var gamer = newGamer();
            callers.at(from.plusNanos(random.nextLong(nanos)), () -> putSheet(gamer));
        }
        return this;
    }

    /// Adds an administrator who moves the deadline.
    public DeadlineRush moveAt(Duration at, Duration deadline) {
        callers.at(at, () -> move(deadline));
        return this;
    }

    /// Adds an administrator who settles the gameweek.
    DeadlineRush settleAt(Duration at) {
        callers.at(
                at,
                () ->
                        settlementStatuses.add(
                                settleGameweek
                                        .handleRequest(
                                                admin(Map.of("gameweek", "1"), null),
                                                StreamFunctions.CONTEXT)
                                        .getStatusCode()));
        return this;
    }

    /// Makes the table refuse every write of an administrator after this many.
    DeadlineRush failingAfter(int writes) {
        stepsUntilFailure = writes;
        return this;
    }

    public DeadlineRush run() {
        callers.run();
        return this;
    }

    /// Ends the failure of the administrators' writes.
    DeadlineRush recovered() {
        return failingAfter(STEPS_WITHOUT_FAILURE);
    }

    /// The number of sheets by status.
    public Map<Integer, Integer> sheetStatuses() {
        return sheetStatuses;
    }

    /// The statuses of the moves, in the order of their ends.
    List<Integer> moveStatuses() {
        return moveStatuses;
    }

    List<Integer> settlementStatuses() {
        return settlementStatuses;
    }

    public int late() {
        return late;
    }

    /// The longest time of a sheet.
    public Duration longest() {
        return longest;
    }

    HotTable table() {
        return table;
    }

    /// The transactions of a sheet, on average.
    public double transactionsPerSheet() {
        return (double) table.transactions() / gamers;
    }

    int copies() {
        return (int) keys().filter(key -> table.peek(key) != null).count();
    }

    /// The number of copies that differ from the gameweek.
    int wrongCopies() {
        var gameweek = table.peek(FantasyKeys.GAMEWEEK.key(GAMEWEEK));
        return (int)
                keys().map(table::peek)
                        .filter(copy -> copy != null && !GameweekCopies.isRight(copy, gameweek))
                        .count();
    }

    private static Stream<Key> keys() {
        return IntStream.range(0, COPIES)
                .mapToObj(copy -> FantasyKeys.GAMEWEEK_COPY.key(GAMEWEEK, copy));
    }

    private GamerId newGamer() {
        while (true) {
            var gamer = GamerId.of("gamer" + Long.toUnsignedString(random.nextLong(), 36));
            if (isChosen.test(gamer)) {
                gamers++;
                put(GamerItems.gamer(Gamer.created(gamer, LocalDate.of(1990, 5, 1), "NL", null)));
                return gamer;
            }
        }
    }

    private void put(Item item) {
        var _ = table.write(Write.Put.of(item));
    }

    private void putSheet(GamerId gamer) {
        var start = callers.now();
        begun.put(gamer, start);
        var event =
                ApiCallers.event(
                        Map.of("sub", gamer.value()),
                        Map.of("gamerId", gamer.value(), "gameweek", "1"),
                        SHEET);
        var status = putTeamSheet.handleRequest(event, StreamFunctions.CONTEXT).getStatusCode();
        sheetStatuses.merge(status, 1, Integer::sum);
        var time = Duration.between(start, callers.now());
        longest = time.compareTo(longest) > 0 ? time : longest;
    }

    private void move(Duration deadline) {
        var body = "{\"deadline\":\"%s\"}".formatted(beginning.plus(deadline));
        var event = admin(Map.of("gameweek", "1"), body);
        moveStatuses.add(putGameweek.handleRequest(event, StreamFunctions.CONTEXT).getStatusCode());
    }

    private static APIGatewayV2HTTPEvent admin(Map<String, String> path, @Nullable String body) {
        return ApiCallers.event(Map.of("sub", "boss", "cognito:groups", "[admin]"), path, body);
    }

    private void committed(TableChange change) {
        if (FantasyKeys.TEAM_SHEET.is(change.key())) {
            var gameweek = table.peek(FantasyKeys.GAMEWEEK.key(GAMEWEEK));
            var start = begun.get(FantasyKeys.GAMERS.parse(change.key()));
            if (gameweek == null
                    || start == null
                    || !GameweekItems.gameweek(gameweek).isOpen(start)) {
                late++;
            }
        }
    }

    private List<Write> sent(List<Write> writes, WrongMove wrong) {
        if (writes.stream().anyMatch(DeadlineRush::isMove) && --stepsUntilFailure < 0) {
            throw new Unavailable(new IllegalStateException("the administrator's process ended"));
        }
        return switch (wrong) {
            case NONE -> writes;
            case COPIES_NOT_DELETED ->
                    writes.stream()
                            .filter(write ->
                                    !(write instanceof Write.Delete
                                            && family(write) == FantasyKeys.GAMEWEEK_COPIES))
                            .toList();
            case COPIES_UNCHECKED ->
                    writes.stream()
                            .filter(write ->
                                    !(write instanceof Write.Check
                                            && family(write) == FantasyKeys.GAMEWEEKS
                                            && writes.stream().anyMatch(DeadlineRush::isMove)))
                            .toList();
            case MOVES_OVERTAKE ->
                    writes.stream()
                            .map(write ->
                                    write instanceof Write.Update update
                                                    && !update.changes().containsKey("moves")
                                                    && family(write) == FantasyKeys.GAMEWEEKS
                                            ? new Write.Update(update.key(), update.changes(), null)
                                            : write)
                            .toList();
        };
    }

    /// Whether a write changes the gameweek or a copy; sheets only check them.
    private static boolean isMove(Write write) {
        return !(write instanceof Write.Check)
                && (family(write) == FantasyKeys.GAMEWEEKS
                        || family(write) == FantasyKeys.GAMEWEEK_COPIES);
    }

    private static Family family(Write write) {
        return Catalogue.ALL.keySpace().familyOf(write.key().pk());
    }
}
