package plaza.fantasy.model;

import static plaza.model.expected.JsonDifference.object;
import static plaza.model.expected.JsonDifference.text;
import static plaza.model.expected.JsonDifference.time;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.sheet.SheetRules;
import plaza.fantasy.sheet.SheetRules.FixturePoints;
import plaza.fantasy.sheet.SheetRules.FootballerFacts;
import plaza.fantasy.sheet.SheetRules.Score;
import plaza.fantasy.sheet.SheetRules.Season;
import plaza.fantasy.sheet.SheetRules.Sheet;
import plaza.fantasy.sheet.SheetRules.SquadState;
import plaza.fantasy.sheet.SheetRules.TransferRule;
import plaza.fantasy.sheet.SheetRules.Verdict;
import plaza.model.expected.Admissible;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.model.expected.Model;

/// Fantasy football: footballers and their points, gameweeks, gamers and their sheets, leagues.
///
/// Everything that is put is consistent immediately. The points of gamers and sheets, and with them
/// the standings, are eventual: when the stream is drained after a settlement was started, they
/// follow from the sheets and fixture points at that time.
public class FantasyModel implements Model {
    private static final Season SEASON = Season.FPL_2025_26;

    /// Each chip once in each half of the season.
    private static final List<Object> HALVES =
            List.of(
                    object("from", "01", "to", "19", "uses", 1),
                    object("from", "20", "to", "99", "uses", 1));

    private static final Map<String, Object> RULES =
            object(
                    "squad",
                    object("goalkeeper", 2, "defender", 5, "midfielder", 5, "forward", 3),
                    "starters",
                    object(
                            "goalkeeper",
                            object("min", 1, "max", 1),
                            "defender",
                            object("min", 3, "max", 5),
                            "midfielder",
                            object("min", 2, "max", 5),
                            "forward",
                            object("min", 1, "max", 3)),
                    "clubMax",
                    3,
                    "budget",
                    1_000,
                    "riseDivisor",
                    2,
                    "freeTransfers",
                    1,
                    "freeTransfersMax",
                    5,
                    "transferCost",
                    4,
                    "freeChipKeepsTransfers",
                    true,
                    "chips",
                    object(
                            "wildcard",
                            HALVES,
                            "freeHit",
                            HALVES,
                            "benchBoost",
                            HALVES,
                            "tripleCaptain",
                            HALVES),
                    "captainFactor",
                    2,
                    "tripleCaptainFactor",
                    3);

    static final class Footballer {
        String name = "";
        String position = "";
        String club = "";
        long price;
        @Nullable BigDecimal selectedPercent;

        /// The points by gameweek, then by fixture.
        final TreeMap<String, TreeMap<String, FixturePoints>> fixturePoints = new TreeMap<>();

        long total() {
            return fixturePoints.values().stream()
                    .flatMap(fixtures -> fixtures.values().stream())
                    .mapToLong(FixturePoints::points)
                    .sum();
        }

        FootballerFacts facts() {
            return new FootballerFacts(position, club, (int) price);
        }
    }

    /// An accepted sheet, with the prices and positions of that time.
    static final class AcceptedSheet {
        final Sheet sheet;
        final Verdict verdict;
        final Map<String, String> positions;
        final TransferRule change;
        @Nullable Score score;

        AcceptedSheet(
                Sheet sheet, Verdict verdict, Map<String, String> positions, TransferRule change) {
            this.sheet = sheet;
            this.change = change;
            this.verdict = verdict;
            this.positions = positions;
        }
    }

    static final class Gamer {
        String dateOfBirth = "";
        String country = "";
        @Nullable String displayName;
        final TreeMap<String, Long> points = new TreeMap<>();
        final TreeMap<String, AcceptedSheet> sheets = new TreeMap<>();

        /// The times of joining, by league.
        final TreeMap<String, String> leagues = new TreeMap<>();

        long total() {
            return points.values().stream().mapToLong(Long::longValue).sum();
        }

        /// Returns the points that a league counts.
        Gamer since(@Nullable String fromGameweek) {
            if (fromGameweek == null) {
                return this;
            }
            var counting = new Gamer();
            counting.points.putAll(points.tailMap(fromGameweek));
            counting.leagues.putAll(leagues);
            return counting;
        }

        @Nullable String lastGameweek() {
            return points.isEmpty() ? null : points.lastKey();
        }

        /// Returns the points of the last gameweek.
        long last() {
            return points.isEmpty() ? 0 : points.lastEntry().getValue();
        }
    }

    /// @param kickoff as in a response, or null
    record Fixture(String homeClub, String awayClub, @Nullable String kickoff) {}

    static final class Gameweek {
        Instant deadline = Instant.EPOCH;
        TransferRule change = TransferRule.NONE;
        final TreeMap<String, Fixture> fixtures = new TreeMap<>();
        long run;
        String startedAt = "";
        @Nullable String settledAt;
        boolean isRunning;

        /// Whether the last run removes the points.
        boolean isUnsettling;

        long gamers;

        boolean hasSettlement() {
            return run > 0 && !isUnsettling;
        }

        boolean isOpen(Instant now) {
            return now.isBefore(deadline) && !hasSettlement();
        }

        /// Whether `GetSettlement` returns a settlement.
        boolean isVisible() {
            return hasSettlement() || isRunning;
        }
    }

    static final class League {
        final String createdBy;
        final String createdAt;
        String name = "";
        @Nullable String fromGameweek;
        String owner;
        boolean isPrivate;

        /// The gamers who play the matches of a head-to-head league, or null.
        @Nullable List<String> roster;

        /// The code of a private league, which the server chose; empty if no response has shown it.
        String code = "";

        /// A deleted league keeps its members until the stream is drained.
        boolean isDeleted;

        League(String createdBy, String createdAt) {
            this.createdBy = createdBy;
            this.createdAt = createdAt;
            this.owner = createdBy;
        }
    }

    final TreeMap<String, Footballer> footballers = new TreeMap<>();
    final TreeMap<String, Gamer> gamers = new TreeMap<>();
    final TreeMap<String, Gameweek> gameweeks = new TreeMap<>();
    final TreeMap<String, League> leagues = new TreeMap<>();

    @Override
    public List<String> creators() {
        return List.of("PutGamer", "PutGameweek", "PutFixture", "PutLeague");
    }

    @Override
    public String ownerParameter() {
        return "gamerId";
    }

    @Override
    public Map<String, List<String>> requiredFields() {
        return Map.of(
                "PutGamer", List.of("dateOfBirth", "country"),
                "PutTeamSheet", List.of("goalKeeper", "players", "subs", "captain", "viceCaptain"),
                "PutFootballer", List.of("name", "position", "club", "price"),
                "PutFixturePoints", List.of("points", "minutes"),
                "PutGameweek", List.of("deadline"),
                "PutFixture", List.of("homeClub", "awayClub"),
                "PutLeague", List.of("name"));
    }

    @Override
    public Set<String> malformedFields(Map<String, Object> body) {
        return body.get("dateOfBirth") instanceof String date
                        && !date.matches("(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")
                ? Set.of("dateOfBirth")
                : Set.of();
    }

    @Override
    public boolean isWellFormed(String parameter, String value) {
        return switch (parameter) {
            case "gameweek" -> value.matches("0?[1-9]|[1-9][0-9]");
            case "position" -> value.matches("goalkeeper|defender|midfielder|forward");
            default -> ID.matcher(value).matches();
        };
    }

    @Override
    public int smallPage() {
        return 4;
    }

    @Override
    public ExpectedResponse respond(Call call, Instant now) {
        return switch (call.function()) {
            case "PutGamer" -> putGamer(call, now);
            case "GetGamer" -> {
                var gamer = gamers.get(call.pathValue("gamerId"));
                if (gamer == null) {
                    yield ExpectedResponse.notFound("gamerId");
                }
                var body = toBody(call.pathValue("gamerId"), gamer);
                if (!call.admin() && !call.caller().equals(call.pathValue("gamerId"))) {
                    body.keySet().removeAll(List.of("dateOfBirth", "country"));
                }
                yield ExpectedResponse.ok(body);
            }
            case "ListGamerGameweeks" -> listGameweeks(call, now);
            case "PutTeamSheet" -> putSheet(call, now);
            case "GetTeamSheet" -> {
                var gamer = gamers.get(call.pathValue("gamerId"));
                var sheet = gamer == null ? null : gamer.sheets.get(gameweek(call));
                var week = gameweeks.get(gameweek(call));
                var isHidden =
                        !call.caller().equals(call.pathValue("gamerId"))
                                && (week == null || now.isBefore(week.deadline));
                yield sheet == null || isHidden
                        ? ExpectedResponse.notFound("gameweek")
                        : ExpectedResponse.ok(
                                toBody(call.pathValue("gamerId"), gameweek(call), sheet));
            }
            case "PutFootballer" -> putFootballer(call);
            case "GetFootballer" -> {
                var footballer = footballers.get(call.pathValue("footballerId"));
                yield footballer == null
                        ? ExpectedResponse.notFound("footballerId")
                        : ExpectedResponse.ok(toBody(call.pathValue("footballerId"), footballer));
            }
            case "ListFootballersByPosition" -> listFootballers(call.pathValue("position"));
            case "SearchFootballers" -> searchFootballers(call);
            case "PutFixturePoints" -> putFixturePoints(call);
            case "DeleteFixturePoints" -> deleteFixturePoints(call);
            case "ListFixturePoints" -> listFixturePoints(call);
            case "PutGameweek" -> putGameweek(call, now);
            case "GetGameweek" -> {
                var gameweek = gameweeks.get(gameweek(call));
                yield gameweek == null
                        ? ExpectedResponse.notFound("gameweek")
                        : ExpectedResponse.ok(toBody(gameweek(call), gameweek, now));
            }
            case "GetRules" -> ExpectedResponse.ok(RULES);
            case "ListGameweeks" -> {
                var items = new ArrayList<Object>();
                gameweeks.forEach((number, week) -> items.add(toBody(number, week, now)));
                yield ExpectedResponse.items(items);
            }
            case "PutFixture" -> putFixture(call);
            case "DeleteFixture" -> deleteFixture(call);
            case "ListFixtures" -> listFixtures(gameweek(call));
            case "SettleGameweek" ->
                    call.body() == null
                            ? settle(gameweek(call), now)
                            : previewSettlement(gameweek(call));
            case "UnsettleGameweek" -> unsettle(gameweek(call), now);
            case "GetSettlement" -> {
                var gameweek = gameweeks.get(gameweek(call));
                yield gameweek == null || !gameweek.isVisible()
                        ? ExpectedResponse.notFound("gameweek")
                        : ExpectedResponse.ok(settlement(gameweek(call), gameweek));
            }
            case "PutLeague" -> putLeague(call, now);
            case "GetLeague" -> {
                var league = league(call);
                yield league == null
                        ? ExpectedResponse.notFound("leagueId")
                        : ExpectedResponse.ok(
                                toBody(call.pathValue("leagueId"), league, call.caller()));
            }
            case "RenewLeagueCode" -> renewCode(call);
            case "DeleteLeague" -> {
                var league = league(call);
                if (league != null && !league.owner.equals(call.caller())) {
                    yield ExpectedResponse.problem(403);
                }
                if (league != null) {
                    league.isDeleted = true;
                }
                yield ExpectedResponse.noContent();
            }
            case "JoinLeague" -> join(call, now);
            case "LeaveLeague" -> leave(call, now);
            case "ListLeaguesByGamer" -> listLeagues(call.pathValue("gamerId"));
            case "GetLeagueStandings" ->
                    league(call) != null || !standings(call.pathValue("leagueId")).isEmpty()
                            ? ExpectedResponse.items(
                                    rows(call, standings(call.pathValue("leagueId"))))
                            : ExpectedResponse.notFound("leagueId");
            case "GetLeagueStandingsAround" -> around(call);
            case "ListLeagueMatches" -> listMatches(call);
            default ->
                    throw new AssertionError("not a function of this context: " + call.function());
        };
    }

    /// Returns the gameweek of a call with two digits, even if one was sent.
    private static String gameweek(Call call) {
        var text = call.pathValue("gameweek");
        return text.length() == 1 ? "0" + text : text;
    }

    // ---- footballers

    /// Replaces all fields; the points stay.
    private ExpectedResponse putFootballer(Call call) {
        var id = call.pathValue("footballerId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var isNew = !footballers.containsKey(id);
        var footballer = footballers.computeIfAbsent(id, _ -> new Footballer());
        footballer.name = String.valueOf(text(body, "name"));
        footballer.position = String.valueOf(text(body, "position"));
        footballer.club = String.valueOf(text(body, "club"));
        footballer.price = number(body, "price");
        footballer.selectedPercent =
                body.get("selectedPercent") instanceof BigDecimal percent ? percent : null;
        return ExpectedResponse.put(isNew, toBody(id, footballer));
    }

    private ExpectedResponse listFootballers(String position) {
        var items = new ArrayList<Object>();
        footballers.forEach((id, footballer) -> {
            if (footballer.position.equals(position)) {
                items.add(toBody(id, footballer));
            }
        });
        return ExpectedResponse.items(items);
    }

    /// Names of the model consist of ASCII letters, digits and spaces.
    private ExpectedResponse searchFootballers(Call call) {
        var position = call.query().get("position");
        var words = call.query().getOrDefault("q", "").toLowerCase(Locale.ROOT).split(" ", -1);
        var sort = call.query().getOrDefault("sort", "alphabetical");
        Comparator<Map.Entry<String, Footballer>> order =
                switch (sort) {
                    case "price" -> Comparator.comparingLong(entry -> entry.getValue().price);
                    case "totalPoints" ->
                            Comparator.comparingLong(entry -> entry.getValue().total());
                    default ->
                            Comparator.comparing(
                                    entry -> entry.getValue().name.toLowerCase(Locale.ROOT));
                };
        if (call.query()
                .getOrDefault("order", sort.equals("alphabetical") ? "asc" : "desc")
                .equals("desc")) {
            order = order.reversed();
        }
        var items = new ArrayList<Object>();
        footballers.entrySet().stream()
                .filter(entry -> position == null || position.equals(entry.getValue().position))
                .filter(entry ->
                        Stream.of(words)
                                .allMatch(word ->
                                        (" " + entry.getValue().name.toLowerCase(Locale.ROOT))
                                                .contains(" " + word)))
                .sorted(order.thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> items.add(toBody(entry.getKey(), entry.getValue())));
        return ExpectedResponse.items(items);
    }

    private ExpectedResponse putFixturePoints(Call call) {
        var gameweek = gameweek(call);
        var footballer = footballers.get(call.pathValue("footballerId"));
        if (footballer == null) {
            return ExpectedResponse.notFound("footballerId");
        }
        var week = gameweeks.get(gameweek);
        if (week == null || !week.fixtures.containsKey(call.pathValue("fixtureId"))) {
            return ExpectedResponse.notFound(week == null ? "gameweek" : "fixtureId");
        }
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var points =
                new FixturePoints(
                        (int) number(body, "points"),
                        (int) number(body, "minutes"),
                        (int) number(body, "yellowCards"),
                        (int) number(body, "redCards"));
        var isNew =
                footballer
                                .fixturePoints
                                .computeIfAbsent(gameweek, _ -> new TreeMap<>())
                                .put(call.pathValue("fixtureId"), points)
                        == null;
        return ExpectedResponse.put(isNew, toBody(call, call.pathValue("fixtureId"), points));
    }

    private ExpectedResponse deleteFixturePoints(Call call) {
        var footballer = footballers.get(call.pathValue("footballerId"));
        if (footballer != null) {
            footballer.fixturePoints.computeIfPresent(
                    gameweek(call),
                    (_, points) -> {
                        points.remove(call.pathValue("fixtureId"));
                        return points.isEmpty() ? null : points;
                    });
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listFixturePoints(Call call) {
        var items = new ArrayList<Object>();
        var footballer = footballers.get(call.pathValue("footballerId"));
        if (footballer != null) {
            footballer
                    .fixturePoints
                    .getOrDefault(gameweek(call), new TreeMap<>())
                    .forEach((fixture, points) -> items.add(toBody(call, fixture, points)));
        }
        return ExpectedResponse.items(items);
    }

    private static Map<String, Object> toBody(Call call, String fixture, FixturePoints points) {
        return object(
                "footballerId", call.pathValue("footballerId"),
                "gameweek", gameweek(call),
                "fixtureId", fixture,
                "points", points.points(),
                "minutes", points.minutes(),
                "yellowCards", points.yellowCards(),
                "redCards", points.redCards());
    }

    private static long number(Map<String, Object> body, String name) {
        return body.get(name) instanceof Long number ? number : 0;
    }

    // ---- gamers and their sheets

    private ExpectedResponse putGamer(Call call, Instant now) {
        var id = call.pathValue("gamerId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var dateOfBirth = String.valueOf(text(body, "dateOfBirth"));
        if (LocalDate.parse(dateOfBirth)
                .isAfter(LocalDate.ofInstant(now, ZoneOffset.ofHours(14)))) {
            return ExpectedResponse.problem(422, "dateOfBirth");
        }
        var isNew = !gamers.containsKey(id);
        var gamer = gamers.computeIfAbsent(id, _ -> new Gamer());
        gamer.dateOfBirth = dateOfBirth;
        gamer.country = String.valueOf(text(body, "country"));
        gamer.displayName = text(body, "displayName");
        return ExpectedResponse.put(isNew, toBody(id, gamer));
    }

    /// Lists the gameweeks with points or with a sheet that the caller can read.
    private ExpectedResponse listGameweeks(Call call, Instant now) {
        var items = new ArrayList<Object>();
        var gamer = gamers.get(call.pathValue("gamerId"));
        if (gamer == null) {
            return ExpectedResponse.items(items);
        }
        var isOwn = call.caller().equals(call.pathValue("gamerId"));
        var total = 0L;
        for (var number : gameweeks.keySet()) {
            var points = gamer.points.get(number);
            var sheet = gamer.sheets.get(number);
            total += points == null ? 0 : points;
            var isHidden = !isOwn && sheet != null && now.isBefore(gameweeks.get(number).deadline);
            if ((points != null || sheet != null) && !isHidden) {
                items.add(
                        object(
                                "gameweek", number,
                                "points", points,
                                "transferCost", sheet == null ? 0 : sheet.verdict.transferCost(),
                                "totalPoints", points == null ? null : total,
                                "chip", sheet == null ? null : sheet.sheet.chip()));
            }
        }
        return ExpectedResponse.items(items);
    }

    /// Accepts a legal sheet until the deadline. If a later sheet exists, the state that it began
    /// with must not change.
    private ExpectedResponse putSheet(Call call, Instant now) {
        var id = call.pathValue("gamerId");
        var gamer = gamers.get(id);
        var number = gameweek(call);
        var gameweek = gameweeks.get(number);
        if (gamer == null || gameweek == null) {
            return ExpectedResponse.notFound(gamer == null ? "gamerId" : "gameweek");
        }
        if (!gameweek.isOpen(now)) {
            return ExpectedResponse.problem(422, "gameweek");
        }
        var sheet = sheet(JsonDifference.parse(String.valueOf(call.body())));
        var own = gamer.sheets.get(number);
        if (own != null && isSame(own, sheet) && own.change.equals(gameweek.change)) {
            return ExpectedResponse.ok(toBody(id, number, own));
        }
        var match = call.headers().get("if-match");
        if (match != null && (own == null || !match.equals("*"))) {
            return ExpectedResponse.problem(412);
        }
        var before = stateBefore(gamer, number);
        var facts = new HashMap<String, FootballerFacts>();
        footballers.forEach((footballer, of) -> facts.put(footballer, of.facts()));
        var verdict =
                SheetRules.judge(
                        SEASON,
                        Integer.parseInt(number),
                        gameweek.change,
                        before,
                        own == null ? Verdict.NONE : own.verdict,
                        sheet,
                        facts);
        if (!verdict.brokenRules().isEmpty()) {
            return ExpectedResponse.broken(verdict.brokenRules());
        }
        var isFollowed = gamer.sheets.higherKey(number) != null;
        if (own != null && isFollowed && hasSameTransfers(own.sheet, sheet)) {
            verdict = own.verdict;
        }
        var expected = sheet.transferCost();
        if (expected != null && expected != verdict.transferCost()) {
            return ExpectedResponse.problem(409, "transferCost")
                    .with("transferCost", (long) verdict.transferCost());
        }
        var stays =
                own == null ? before.after(List.of(gameweek.change), SEASON) : own.verdict.after();
        if (isFollowed && !stays.equals(verdict.after())) {
            return ExpectedResponse.problem(422, "gameweek");
        }
        var positions = new HashMap<String, String>();
        sheet.all()
                .forEach(footballer -> {
                    var of = facts.get(footballer);
                    positions.put(footballer, of == null ? "" : of.position());
                });
        var accepted = new AcceptedSheet(sheet, verdict, positions, gameweek.change);
        gamer.sheets.put(number, accepted);
        return ExpectedResponse.put(own == null, toBody(id, number, accepted));
    }

    private static Sheet sheet(Map<String, Object> body) {
        return new Sheet(
                String.valueOf(text(body, "goalKeeper")),
                texts(body, "players"),
                texts(body, "subs"),
                String.valueOf(text(body, "captain")),
                String.valueOf(text(body, "viceCaptain")),
                text(body, "chip"),
                body.get("transferCost") instanceof Long cost ? cost.intValue() : null);
    }

    private static List<String> texts(Map<String, Object> body, String name) {
        return body.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static boolean hasSameTransfers(Sheet own, Sheet sheet) {
        return Objects.equals(own.chip(), sheet.chip())
                && new HashSet<>(own.all()).equals(new HashSet<>(sheet.all()));
    }

    /// Compares sheets; a sheet without a transfer cost equals one with the computed cost.
    private static boolean isSame(AcceptedSheet own, Sheet sheet) {
        var cost = sheet.transferCost();
        var ownCost = own.verdict.transferCost();
        return withCost(own.sheet, ownCost).equals(withCost(sheet, cost == null ? ownCost : cost));
    }

    private static Sheet withCost(Sheet sheet, int cost) {
        return new Sheet(
                sheet.goalKeeper(),
                sheet.players(),
                sheet.subs(),
                sheet.captain(),
                sheet.viceCaptain(),
                sheet.chip(),
                cost);
    }

    /// Returns the state after the previous sheet and the gameweeks since.
    private SquadState stateBefore(Gamer gamer, String number) {
        var last = gamer.sheets.lowerEntry(number);
        return last == null
                ? SquadState.INITIAL
                : last.getValue()
                        .verdict
                        .after()
                        .after(
                                gameweeks
                                        .subMap(last.getKey(), false, number, false)
                                        .values()
                                        .stream()
                                        .map(missed -> missed.change)
                                        .toList(),
                                SEASON);
    }

    // ---- gameweeks

    private ExpectedResponse putGameweek(Call call, Instant now) {
        var number = gameweek(call);
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var deadline = Instant.parse(String.valueOf(text(body, "deadline")));
        var before = gameweeks.get(number);
        if (before != null
                && before.hasSettlement()
                && now.isBefore(deadline)
                && !deadline.equals(before.deadline)) {
            return ExpectedResponse.problem(409, "deadline");
        }
        var gameweek = gameweeks.computeIfAbsent(number, _ -> new Gameweek());
        gameweek.deadline = deadline;
        gameweek.change =
                body.get("transfers") instanceof Map<?, ?> transfers
                        ? new TransferRule(
                                transfers.containsKey("unlimited"),
                                transfers.get("topUpTo") instanceof Long most ? most.intValue() : 0)
                        : TransferRule.NONE;
        return ExpectedResponse.put(before == null, toBody(number, gameweek, now));
    }

    private ExpectedResponse putFixture(Call call) {
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var fixture =
                new Fixture(
                        String.valueOf(text(body, "homeClub")),
                        String.valueOf(text(body, "awayClub")),
                        text(body, "kickoff"));
        if (fixture.homeClub().equals(fixture.awayClub())) {
            return ExpectedResponse.problem(422, "awayClub");
        }
        var number = gameweek(call);
        var gameweek = gameweeks.get(number);
        if (gameweek == null) {
            return ExpectedResponse.notFound("gameweek");
        }
        var isNew = gameweek.fixtures.put(call.pathValue("fixtureId"), fixture) == null;
        return ExpectedResponse.put(isNew, toBody(number, call.pathValue("fixtureId"), fixture));
    }

    /// Deletes a fixture, if it exists and has no points.
    private ExpectedResponse deleteFixture(Call call) {
        var number = gameweek(call);
        var id = call.pathValue("fixtureId");
        for (var footballer : footballers.values()) {
            if (footballer.fixturePoints.getOrDefault(number, new TreeMap<>()).containsKey(id)) {
                return ExpectedResponse.problem(409, "fixtureId");
            }
        }
        var gameweek = gameweeks.get(number);
        if (gameweek != null) {
            gameweek.fixtures.remove(id);
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listFixtures(String number) {
        var items = new ArrayList<Object>();
        var gameweek = gameweeks.get(number);
        if (gameweek != null) {
            gameweek.fixtures.forEach((id, fixture) -> items.add(toBody(number, id, fixture)));
        }
        return ExpectedResponse.items(items);
    }

    private ExpectedResponse settle(String number, Instant now) {
        var gameweek = gameweeks.get(number);
        if (gameweek == null) {
            return ExpectedResponse.notFound("gameweek");
        }
        if (now.isBefore(gameweek.deadline)) {
            return ExpectedResponse.problem(409, "gameweek");
        }
        return run(number, gameweek, false, now);
    }

    private ExpectedResponse previewSettlement(String number) {
        if (!gameweeks.containsKey(number)) {
            return ExpectedResponse.notFound("gameweek");
        }
        var items = new ArrayList<Object>();
        gamers.forEach((id, gamer) -> {
            var points = pointsOf(gamer, number);
            items.add(
                    object(
                            "gamerId",
                            id,
                            "points",
                            points,
                            "totalPoints",
                            gamer.total() - gamer.points.getOrDefault(number, 0L) + points));
        });
        return ExpectedResponse.ok(
                object(
                        "gameweek",
                        number,
                        "preview",
                        true,
                        "points",
                        Admissible.inAnyOrder(items),
                        "errors",
                        0L));
    }

    private ExpectedResponse unsettle(String number, Instant now) {
        var gameweek = gameweeks.get(number);
        return gameweek == null
                ? ExpectedResponse.notFound("gameweek")
                : run(number, gameweek, true, now);
    }

    private static ExpectedResponse run(
            String number, Gameweek gameweek, boolean isUnsettling, Instant now) {
        gameweek.run++;
        gameweek.startedAt = time(now);
        gameweek.settledAt = null;
        gameweek.isRunning = true;
        gameweek.isUnsettling = isUnsettling;
        gameweek.gamers = 0;
        return ExpectedResponse.accepted(settlement(number, gameweek));
    }

    @Override
    public boolean isBusy() {
        return gameweeks.values().stream().anyMatch(gameweek -> gameweek.isRunning)
                || memberships().anyMatch(id -> Objects.requireNonNull(leagues.get(id)).isDeleted);
    }

    @Override
    public void onDrained(Instant now) {
        gamers.values()
                .forEach(gamer ->
                        gamer.leagues
                                .keySet()
                                .removeIf(id -> Objects.requireNonNull(leagues.get(id)).isDeleted));
        gameweeks.forEach((number, gameweek) -> {
            if (gameweek.isRunning) {
                gamers.values()
                        .forEach(gamer -> {
                            if (gameweek.isUnsettling) {
                                unscore(gamer, number);
                            } else {
                                score(gamer, number);
                            }
                        });
                gameweek.isRunning = false;
                gameweek.settledAt = time(now);
                gameweek.gamers = gamers.size();
            }
        });
    }

    private static void unscore(Gamer gamer, String number) {
        gamer.points.remove(number);
        var own = gamer.sheets.get(number);
        if (own != null) {
            own.score = null;
        }
    }

    private void score(Gamer gamer, String number) {
        gamer.points.put(number, pointsOf(gamer, number));
        var own = gamer.sheets.get(number);
        if (own != null) {
            own.score = score(own, own.sheet.chip(), number);
        }
    }

    /// Returns the points of the sheet of the gameweek; without one, of the last sheet before it
    /// that is not a free hit, without its chip; without any sheet, zero points.
    private long pointsOf(Gamer gamer, String number) {
        var own = gamer.sheets.get(number);
        if (own != null) {
            var points = score(own, own.sheet.chip(), number).points();
            return (long) points - own.verdict.transferCost();
        }
        for (var earlier : gamer.sheets.headMap(number, false).descendingMap().values()) {
            if (!"freeHit".equals(earlier.sheet.chip())) {
                return score(earlier, null, number).points();
            }
        }
        return 0;
    }

    private Score score(AcceptedSheet accepted, @Nullable String chip, String number) {
        return SheetRules.score(
                accepted.sheet,
                chip,
                accepted.positions,
                id -> {
                    var footballer = footballers.get(id);
                    Collection<FixturePoints> none = List.of();
                    return footballer == null
                            ? none
                            : footballer
                                    .fixturePoints
                                    .getOrDefault(number, new TreeMap<>())
                                    .values();
                });
    }

    // ---- leagues

    /// Returns the league of a call, or null if it does not exist or was deleted.
    private @Nullable League league(Call call) {
        var league = leagues.get(call.pathValue("leagueId"));
        return league == null || league.isDeleted ? null : league;
    }

    private Stream<String> memberships() {
        return gamers.values().stream().flatMap(gamer -> gamer.leagues.keySet().stream());
    }

    private ExpectedResponse putLeague(Call call, Instant now) {
        var id = call.pathValue("leagueId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var before = leagues.get(id);
        if (before != null && before.isDeleted) {
            return ExpectedResponse.problem(409, "leagueId");
        }
        if (before != null && !before.owner.equals(call.caller())) {
            return ExpectedResponse.problem(403);
        }
        if (before == null && !gamers.containsKey(call.caller())) {
            return ExpectedResponse.notFound("gamerId");
        }
        var from = text(body, "fromGameweek");
        if (before != null && from != null && !from.equals(before.fromGameweek)) {
            return ExpectedResponse.problem(422, "fromGameweek");
        }
        var owner = Objects.requireNonNullElse(text(body, "owner"), call.caller());
        var newOwner = gamers.get(owner);
        var scoring = text(body, "scoring");
        var isHeadToHead = before == null ? "headToHead".equals(scoring) : before.roster != null;
        if (scoring != null && isHeadToHead != scoring.equals("headToHead")) {
            return ExpectedResponse.problem(422, "scoring");
        }
        if (!owner.equals(call.caller())
                && (newOwner == null || !newOwner.leagues.containsKey(id))) {
            return ExpectedResponse.problem(422, "owner");
        }
        if (before == null && isHeadToHead && (from == null || hasStarted(from, now))) {
            return ExpectedResponse.problem(422, "fromGameweek");
        }
        var league = before == null ? new League(call.caller(), time(now)) : before;
        league.fromGameweek = before == null ? from : before.fromGameweek;
        if (before == null && isHeadToHead) {
            league.roster = new ArrayList<>();
        }
        leagues.put(id, league);
        var wasPrivate = league.isPrivate;
        league.name = String.valueOf(text(body, "name"));
        league.owner = owner;
        league.isPrivate = body.get("private") instanceof Boolean flag ? flag : wasPrivate;
        if (league.isPrivate && !wasPrivate) {
            league.code = ""; // the response shows the new code to the owner only
        }
        var shown = toBody(id, league, call.caller());
        if (league.isPrivate && !wasPrivate && owner.equals(call.caller())) {
            shown.put("code", Admissible.anyText());
            return ExpectedResponse.put(before == null, shown).then(learnCode(league));
        }
        return ExpectedResponse.put(before == null, shown);
    }

    /// Whether the roster of a head-to-head league from this gameweek on is fixed.
    private boolean hasStarted(String fromGameweek, Instant now) {
        var gameweek = gameweeks.get(fromGameweek);
        return gameweek != null && !gameweek.isOpen(now);
    }

    private boolean hasStarted(League league, Instant now) {
        return hasStarted(Objects.requireNonNull(league.fromGameweek), now);
    }

    private static Consumer<Map<String, Object>> learnCode(League league) {
        return body -> league.code = String.valueOf(body.get("code"));
    }

    private ExpectedResponse renewCode(Call call) {
        var league = league(call);
        if (league == null) {
            return ExpectedResponse.notFound("leagueId");
        }
        if (!league.owner.equals(call.caller())) {
            return ExpectedResponse.problem(403);
        }
        if (!league.isPrivate) {
            return ExpectedResponse.problem(422, "leagueId");
        }
        var body = toBody(call.pathValue("leagueId"), league, call.caller());
        body.put("code", Admissible.anyText());
        return ExpectedResponse.ok(body).then(learnCode(league));
    }

    private ExpectedResponse join(Call call, Instant now) {
        var leagueId = call.pathValue("leagueId");
        var gamerId = call.pathValue("gamerId");
        var league = league(call);
        var gamer = gamers.get(gamerId);
        if (league == null) {
            return ExpectedResponse.notFound("leagueId");
        }
        if (gamer == null) {
            return ExpectedResponse.notFound("gamerId");
        }
        var text = call.body();
        var code = text == null ? null : text(JsonDifference.parse(text), "code");
        if (!gamer.leagues.containsKey(leagueId)
                && league.isPrivate
                && !league.owner.equals(gamerId)
                && !league.code.equals(code)) {
            return ExpectedResponse.problem(403);
        }
        if (!gamer.leagues.containsKey(leagueId)
                && league.roster != null
                && !league.roster.contains(gamerId)) {
            if (hasStarted(league, now)) {
                return ExpectedResponse.problem(409, "leagueId");
            }
            league.roster.add(gamerId);
        }
        var isNew = gamer.leagues.putIfAbsent(leagueId, time(now)) == null;
        return ExpectedResponse.put(isNew, membership(leagueId, gamerId, gamer));
    }

    private ExpectedResponse leave(Call call, Instant now) {
        var league = league(call);
        if (!call.caller().equals(call.pathValue("gamerId"))) {
            if (league == null) {
                return ExpectedResponse.notFound("leagueId");
            }
            if (!league.owner.equals(call.caller())) {
                return ExpectedResponse.problem(403);
            }
        }
        var gamer = gamers.get(call.pathValue("gamerId"));
        if (gamer != null && gamer.leagues.remove(call.pathValue("leagueId")) != null) {
            if (league != null && league.roster != null && !hasStarted(league, now)) {
                league.roster.remove(call.pathValue("gamerId"));
            }
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listLeagues(String gamerId) {
        var gamer = gamers.get(gamerId);
        var items = new ArrayList<Object>();
        if (gamer != null) {
            gamer.leagues.keySet().forEach(league -> items.add(membership(league, gamerId, gamer)));
        }
        return ExpectedResponse.items(items);
    }

    /// Lists the highest total first. Equal totals share a rank and are ordered by id.
    private List<Map<String, Object>> standings(String leagueId) {
        var members = new ArrayList<Map.Entry<String, Gamer>>();
        var league = leagues.get(leagueId);
        if (league != null && league.roster != null) {
            return league.isDeleted ? List.of() : table(leagueId, league, league.roster);
        }
        gamers.forEach((id, gamer) -> {
            if (league != null && gamer.leagues.containsKey(leagueId)) {
                members.add(Map.entry(id, gamer.since(league.fromGameweek)));
            }
        });
        members.sort(
                Comparator.<Map.Entry<String, Gamer>>comparingLong(
                                gamer -> gamer.getValue().total())
                        .reversed()
                        .thenComparing(Map.Entry::getKey));
        var rows = new ArrayList<Map<String, Object>>();
        for (var member : members) {
            var gamer = member.getValue();
            long above = members.stream().filter(m -> m.getValue().total() > gamer.total()).count();
            long aboveBefore =
                    members.stream()
                            .filter(m ->
                                    m.getValue().total() - m.getValue().last()
                                            > gamer.total() - gamer.last())
                            .count();
            rows.add(
                    object(
                            "rank", 1 + above,
                            "lastRank", 1 + aboveBefore,
                            "gamerId", member.getKey(),
                            "totalPoints", gamer.total(),
                            "gameweekPoints", gamer.last(),
                            "gameweek", gamer.lastGameweek()));
        }
        return rows;
    }

    /// Returns the table of a head-to-head league.
    private List<Map<String, Object>> table(String id, League league, List<String> roster) {
        var from = Objects.requireNonNull(league.fromGameweek);
        var settled = new TreeSet<String>();
        roster.forEach(gamer -> settled.addAll(gamer(gamer).points.tailMap(from).keySet()));
        var now = results(league, roster, settled);
        var before =
                settled.isEmpty() ? now : results(league, roster, settled.headSet(settled.last()));
        var members =
                roster.stream().filter(gamer -> gamer(gamer).leagues.containsKey(id)).toList();
        var rows = new ArrayList<Map<String, Object>>();
        for (var member : members) {
            var own = Objects.requireNonNull(now.get(member));
            var counting = gamer(member).since(from);
            rows.add(
                    object(
                            "rank",
                            rank(now, members, member),
                            "lastRank",
                            rank(before, members, member),
                            "gamerId",
                            member,
                            "points",
                            3 * own[0] + own[1],
                            "won",
                            own[0],
                            "drawn",
                            own[1],
                            "lost",
                            own[2],
                            "totalPoints",
                            counting.total(),
                            "gameweekPoints",
                            counting.last(),
                            "gameweek",
                            counting.lastGameweek()));
        }
        rows.sort(
                Comparator.comparing((Map<String, Object> row) -> (Long) row.get("rank"))
                        .thenComparing(row -> String.valueOf(row.get("gamerId"))));
        return rows;
    }

    private static long rank(Map<String, long[]> results, List<String> members, String of) {
        var own = results.get(of);
        return 1
                + members.stream()
                        .map(results::get)
                        .filter(other ->
                                Comparator.<long[]>comparingLong(row -> 3 * row[0] + row[1])
                                                .thenComparingLong(row -> row[3])
                                                .compare(other, own)
                                        > 0)
                        .count();
    }

    /// Returns the numbers of matches won, drawn and lost, and the sum of the points.
    private Map<String, long[]> results(
            League league, List<String> roster, Collection<String> gameweeks) {
        var results = new HashMap<String, long[]>();
        roster.forEach(gamer -> results.put(gamer, new long[4]));
        for (var number : gameweeks) {
            roster.forEach(gamer ->
                    Objects.requireNonNull(results.get(gamer))[3] +=
                            gamer(gamer).points.getOrDefault(number, 0L));
            for (var match : matches(league, roster, number)) {
                var home = points(roster, match.getFirst(), number);
                var away = points(roster, match.getLast(), number);
                if (home != null && away != null) {
                    count(results.get(match.getFirst()), home.compareTo(away));
                    count(results.get(match.getLast()), away.compareTo(home));
                }
            }
        }
        return results;
    }

    private static void count(long @Nullable [] row, int result) {
        if (row != null) {
            row[1 - Integer.signum(result)]++;
        }
    }

    /// Returns pairs of gamers; the empty text stands for the average.
    private static List<List<String>> matches(League league, List<String> roster, String number) {
        var from = Objects.requireNonNull(league.fromGameweek);
        var round = Integer.parseInt(number) - Integer.parseInt(from);
        var places = new ArrayList<>(roster);
        if (places.size() % 2 == 1) {
            places.add("");
        }
        if (round < 0 || places.isEmpty()) {
            return List.of();
        }
        var fixed = places.removeLast();
        Collections.rotate(places, -round);
        var matches = new ArrayList<List<String>>();
        matches.add(List.of(places.removeFirst(), fixed));
        while (!places.isEmpty()) {
            matches.add(List.of(places.removeFirst(), places.removeLast()));
        }
        var isSecondCycle = round / (roster.size() - 1 + roster.size() % 2) % 2 == 1;
        return matches.stream()
                .map(match -> isSecondCycle && !match.contains("") ? match.reversed() : match)
                .toList();
    }

    private @Nullable Long points(List<String> roster, String gamer, String number) {
        if (!gamer.isEmpty()) {
            return gamer(gamer).points.get(number);
        }
        if (!roster.stream().allMatch(each -> gamer(each).points.containsKey(number))) {
            return null;
        }
        return Math.round(
                roster.stream()
                        .mapToLong(each -> gamer(each).points.getOrDefault(number, 0L))
                        .average()
                        .orElseThrow());
    }

    private Gamer gamer(String id) {
        return Objects.requireNonNull(gamers.get(id));
    }

    private ExpectedResponse listMatches(Call call) {
        var league = league(call);
        if (league == null || league.roster == null) {
            return ExpectedResponse.notFound("leagueId");
        }
        var number = gameweek(call);
        var roster = league.roster;
        var items = new ArrayList<Object>();
        for (var match : matches(league, roster, number)) {
            var home = points(roster, match.getFirst(), number);
            var away = points(roster, match.getLast(), number);
            var result = home == null || away == null ? null : home.compareTo(away);
            items.add(
                    object(
                            "gameweek",
                            number,
                            "home",
                            side(match.getFirst(), home),
                            "away",
                            side(match.getLast(), away),
                            "result",
                            result == null
                                    ? null
                                    : result == 0 ? "draw" : result > 0 ? "home" : "away"));
        }
        return ExpectedResponse.items(items);
    }

    private static Map<String, Object> side(String gamer, @Nullable Long points) {
        return object(
                "gamerId", gamer.isEmpty() ? null : gamer,
                "average", gamer.isEmpty() ? true : null,
                "points", points);
    }

    /// Returns as many rows above the gamer as below; with an even limit, one more below.
    private ExpectedResponse around(Call call) {
        if (league(call) == null) {
            return ExpectedResponse.notFound("leagueId");
        }
        var rows = standings(call.pathValue("leagueId"));
        var index = 0;
        while (index < rows.size()
                && !call.pathValue("gamerId").equals(rows.get(index).get("gamerId"))) {
            index++;
        }
        if (index == rows.size()) {
            return ExpectedResponse.notFound("gamerId");
        }
        var limit = Integer.parseInt(call.query().getOrDefault("limit", "50"));
        var above = (limit - 1) / 2;
        var below = limit - 1 - above;
        return ExpectedResponse.items(
                rows(
                        call,
                        rows.subList(
                                Math.max(0, index - above),
                                Math.min(rows.size(), index + 1 + below))));
    }

    /// Adds the gamers to rows of standings if the call expands them.
    private List<Map<String, Object>> rows(Call call, List<Map<String, Object>> rows) {
        if (call.query().containsKey("expand")) {
            for (var row : rows) {
                var id = String.valueOf(row.get("gamerId"));
                var gamer = gamers.get(id);
                row.put(
                        "gamer",
                        object(
                                "gamerId",
                                id,
                                "displayName",
                                gamer == null ? null : gamer.displayName));
            }
        }
        return rows;
    }

    @Override
    public List<Call> reads() {
        var calls = new ArrayList<Call>();
        for (var position : List.of("goalkeeper", "defender", "midfielder", "forward")) {
            calls.add(Call.of("ListFootballersByPosition", "ann").at("position", position));
        }
        footballers.forEach((id, footballer) -> {
            for (var number : footballer.fixturePoints.keySet()) {
                calls.add(
                        Call.of("ListFixturePoints", "ann")
                                .at("footballerId", id)
                                .at("gameweek", number));
            }
        });
        calls.add(Call.of("ListGameweeks", "ann"));
        calls.add(Call.of("GetRules", "ann"));
        for (var number : gameweeks.keySet()) {
            calls.add(Call.of("GetGameweek", "ann").at("gameweek", number));
            calls.add(Call.of("GetSettlement", "ann").at("gameweek", number));
            calls.add(Call.of("ListFixtures", "ann").at("gameweek", number));
        }
        gamers.forEach((id, gamer) -> {
            calls.add(Call.of("GetGamer", id).at("gamerId", id));
            calls.add(Call.of("GetGamer", "dee").at("gamerId", id));
            calls.add(Call.of("ListLeaguesByGamer", "ann").at("gamerId", id));
            calls.add(Call.of("ListGamerGameweeks", id).at("gamerId", id));
            calls.add(Call.of("ListGamerGameweeks", "dee").at("gamerId", id));
            for (var number : gamer.sheets.keySet()) {
                calls.add(Call.of("GetTeamSheet", id).at("gamerId", id).at("gameweek", number));
                calls.add(Call.of("GetTeamSheet", "dee").at("gamerId", id).at("gameweek", number));
            }
        });
        for (var league : leagues.keySet()) {
            for (var gamer : gamers.keySet()) {
                calls.add(Call.of("GetLeague", gamer).at("leagueId", league));
            }
            var standings = Call.of("GetLeagueStandings", "ann").at("leagueId", league);
            calls.add(standings);
            calls.add(standings.query("expand", "gamer"));
            for (var number : List.of("2", "3", "4")) {
                calls.add(
                        Call.of("ListLeagueMatches", "ann")
                                .at("leagueId", league)
                                .at("gameweek", number));
            }
            for (var gamer : gamers.keySet()) {
                calls.add(
                        Call.of("GetLeagueStandingsAround", "ann")
                                .at("leagueId", league)
                                .at("gamerId", gamer)
                                .query("limit", "2"));
            }
        }
        return calls;
    }

    // ---- response bodies

    private static Map<String, Object> toBody(String id, Gamer gamer) {
        return object(
                "gamerId",
                id,
                "displayName",
                gamer.displayName,
                "dateOfBirth",
                gamer.dateOfBirth,
                "country",
                gamer.country,
                "gameweekPoints",
                new TreeMap<>(gamer.points),
                "totalPoints",
                gamer.total());
    }

    private static Map<String, Object> toBody(String id, String number, AcceptedSheet accepted) {
        var sheet = accepted.sheet;
        var score = accepted.score;
        var cost = accepted.verdict.transferCost();
        return object(
                "gamerId", id,
                "gameweek", number,
                "goalKeeper", sheet.goalKeeper(),
                "players", sheet.players(),
                "subs", sheet.subs(),
                "captain", sheet.captain(),
                "viceCaptain", sheet.viceCaptain(),
                "chip", sheet.chip(),
                "transferCost", cost,
                "bank", accepted.verdict.after().bank(),
                "freeTransfers", accepted.verdict.after().free(),
                "points", score == null ? null : score.points() - cost,
                "score", score == null ? null : toBody(score, cost));
    }

    private static Map<String, Object> toBody(Score score, int cost) {
        return object(
                "players",
                        score.players().stream()
                                .map(each ->
                                        object(
                                                "footballerId", each.footballerId(),
                                                "points", each.points(),
                                                "multiplier", each.multiplier()))
                                .toList(),
                "substitutions",
                        score.substitutions().stream()
                                .map(each -> object("out", each.out(), "in", each.in()))
                                .toList(),
                "captain", score.captain(),
                "transferCost", cost);
    }

    private static Map<String, Object> toBody(String id, Footballer footballer) {
        var points = new TreeMap<String, Object>();
        for (var gameweek : footballer.fixturePoints.entrySet()) {
            var sum = gameweek.getValue().values().stream().mapToLong(FixturePoints::points).sum();
            points.put(gameweek.getKey(), sum);
        }
        return object(
                "footballerId", id,
                "name", footballer.name,
                "position", footballer.position,
                "club", footballer.club,
                "price", footballer.price,
                "selectedPercent", footballer.selectedPercent,
                "gameweekPoints", points,
                "totalPoints", footballer.total());
    }

    private static Map<String, Object> toBody(String number, Gameweek gameweek, Instant now) {
        var isSettled = gameweek.hasSettlement() && !gameweek.isRunning;
        return object(
                "gameweek",
                number,
                "deadline",
                time(gameweek.deadline),
                "status",
                gameweek.isOpen(now) ? "open" : isSettled ? "settled" : "closed",
                "transfers",
                toBody(gameweek.change));
    }

    private static @Nullable Map<String, Object> toBody(TransferRule change) {
        if (change.isUnlimited()) {
            return object("unlimited", true);
        }
        return change.topUpTo() == 0 ? null : object("topUpTo", change.topUpTo());
    }

    private static Map<String, Object> toBody(String number, String id, Fixture fixture) {
        return object(
                "gameweek", number,
                "fixtureId", id,
                "homeClub", fixture.homeClub(),
                "awayClub", fixture.awayClub(),
                "kickoff", fixture.kickoff());
    }

    private static Map<String, Object> settlement(String number, Gameweek gameweek) {
        return object(
                "gameweek",
                number,
                "status",
                gameweek.isUnsettling ? "unsettling" : gameweek.isRunning ? "running" : "settled",
                "run",
                gameweek.run,
                "startedAt",
                gameweek.startedAt,
                "settledAt",
                gameweek.settledAt,
                "gamersDone",
                gameweek.gamers,
                "gamers",
                gameweek.isRunning ? null : gameweek.gamers,
                "errors",
                0L);
    }

    /// Returns a league as a reader sees it.
    private static Map<String, Object> toBody(String id, League league, String reader) {
        return object(
                "leagueId", id,
                "name", league.name,
                "createdBy", league.createdBy,
                "owner", league.owner,
                "private", league.isPrivate,
                "scoring", league.roster == null ? "classic" : "headToHead",
                "fromGameweek", league.fromGameweek,
                "createdAt", league.createdAt,
                "code", league.isPrivate && reader.equals(league.owner) ? code(league) : null);
    }

    private static Object code(League league) {
        return league.code.isEmpty() ? Admissible.anyText() : league.code;
    }

    private Map<String, Object> membership(String leagueId, String gamerId, Gamer member) {
        var gamer = member.since(Objects.requireNonNull(leagues.get(leagueId)).fromGameweek);
        return object(
                "leagueId", leagueId,
                "gamerId", gamerId,
                "joinedAt", gamer.leagues.get(leagueId),
                "totalPoints", gamer.total(),
                "gameweekPoints", gamer.last(),
                "gameweek", gamer.lastGameweek());
    }
}
