package plaza.model;

import static plaza.model.JsonDifference.object;
import static plaza.model.JsonDifference.text;
import static plaza.model.JsonDifference.time;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.model.SheetRules.Books;
import plaza.model.SheetRules.Facts;
import plaza.model.SheetRules.Line;
import plaza.model.SheetRules.Sheet;
import plaza.model.SheetRules.Verdict;

/// Fantasy football: footballers and what they did, gameweeks, gamers and their sheets, leagues.
///
/// At once true: everything that is put. Through the stream: the points of gamers and of their
/// sheets, and with them the standings; they are what sheets and lines are when the stream comes to
/// rest after a settlement was asked for.
class FantasyModel implements Model {
    static final class Footballer {
        String name = "";
        String position = "";
        String club = "";
        long price;
        @Nullable BigDecimal selectedPercent;

        /// By gameweek, then by fixture.
        final TreeMap<String, TreeMap<String, Line>> lines = new TreeMap<>();

        Facts facts() {
            return new Facts(position, club, (int) price);
        }
    }

    /// A sheet as it was accepted, at the prices and positions of that day.
    static final class Accepted {
        final Sheet sheet;
        final Verdict verdict;
        final Map<String, String> positions;
        @Nullable Long points;

        Accepted(Sheet sheet, Verdict verdict, Map<String, String> positions) {
            this.sheet = sheet;
            this.verdict = verdict;
            this.positions = positions;
        }
    }

    static final class Gamer {
        String dateOfBirth = "";
        String country = "";
        final TreeMap<String, Long> points = new TreeMap<>();
        final TreeMap<String, Accepted> sheets = new TreeMap<>();

        /// The leagues he is in, since when.
        final TreeMap<String, String> leagues = new TreeMap<>();

        long total() {
            return points.values().stream().mapToLong(Long::longValue).sum();
        }

        /// The points of his last gameweek.
        long last() {
            return points.isEmpty() ? 0 : points.lastEntry().getValue();
        }
    }

    /// @param kickoff as it is shown, or null
    record Fixture(String homeClub, String awayClub, @Nullable String kickoff) {}

    static final class Gameweek {
        Instant deadline = Instant.EPOCH;
        final TreeMap<String, Fixture> fixtures = new TreeMap<>();
        long run;
        String startedAt = "";
        @Nullable String settledAt;
        boolean isRunning;

        /// Whether the last run takes the points away.
        boolean isUnsettling;

        long gamers;

        boolean hasSettlement() {
            return run > 0 && !isUnsettling;
        }

        boolean isOpen(Instant now) {
            return now.isBefore(deadline) && !hasSettlement();
        }

        /// Whether `GetSettlement` has something to show.
        boolean isShown() {
            return hasSettlement() || isRunning;
        }
    }

    record League(String name, String createdBy, String createdAt) {}

    final TreeMap<String, Footballer> footballers = new TreeMap<>();
    final TreeMap<String, Gamer> gamers = new TreeMap<>();
    final TreeMap<String, Gameweek> gameweeks = new TreeMap<>();
    final TreeMap<String, League> leagues = new TreeMap<>();

    @Override
    public Expected answer(Call call, Instant now) {
        return switch (call.function()) {
            case "PutGamer" -> putGamer(call, now);
            case "GetGamer" -> {
                var gamer = gamers.get(call.the("gamerId"));
                if (gamer == null) {
                    yield Expected.notFound("gamerId");
                }
                var whole = shown(call.the("gamerId"), gamer);
                if (!call.admin() && !call.caller().equals(call.the("gamerId"))) {
                    whole.keySet().removeAll(List.of("dateOfBirth", "country"));
                }
                yield Expected.ok(whole);
            }
            case "PutTeamSheet" -> putSheet(call, now);
            case "GetTeamSheet" -> {
                var gamer = gamers.get(call.the("gamerId"));
                var sheet = gamer == null ? null : gamer.sheets.get(gameweek(call));
                var week = gameweeks.get(gameweek(call));
                var isHidden =
                        !call.caller().equals(call.the("gamerId"))
                                && (week == null || now.isBefore(week.deadline));
                yield sheet == null || isHidden
                        ? Expected.notFound("gameweek")
                        : Expected.ok(shown(call.the("gamerId"), gameweek(call), sheet));
            }
            case "PutFootballer" -> putFootballer(call);
            case "GetFootballer" -> {
                var footballer = footballers.get(call.the("footballerId"));
                yield footballer == null
                        ? Expected.notFound("footballerId")
                        : Expected.ok(shown(call.the("footballerId"), footballer));
            }
            case "ListFootballersByPosition" -> listFootballers(call.the("position"));
            case "PutFixturePoints" -> putLine(call);
            case "PutGameweek" -> putGameweek(call, now);
            case "GetGameweek" -> {
                var gameweek = gameweeks.get(gameweek(call));
                yield gameweek == null
                        ? Expected.notFound("gameweek")
                        : Expected.ok(shown(gameweek(call), gameweek, now));
            }
            case "PutFixture" -> putFixture(call);
            case "DeleteFixture" -> deleteFixture(call);
            case "ListFixtures" -> listFixtures(gameweek(call));
            case "SettleGameweek" -> settle(gameweek(call), now);
            case "UnsettleGameweek" -> unsettle(gameweek(call), now);
            case "GetSettlement" -> {
                var gameweek = gameweeks.get(gameweek(call));
                yield gameweek == null || !gameweek.isShown()
                        ? Expected.notFound("gameweek")
                        : Expected.ok(settlement(gameweek(call), gameweek));
            }
            case "PutLeague" -> putLeague(call, now);
            case "GetLeague" -> {
                var league = leagues.get(call.the("leagueId"));
                yield league == null
                        ? Expected.notFound("leagueId")
                        : Expected.ok(shown(call.the("leagueId"), league));
            }
            case "JoinLeague" -> join(call.the("leagueId"), call.the("gamerId"), now);
            case "LeaveLeague" -> {
                var gamer = gamers.get(call.the("gamerId"));
                if (gamer != null) {
                    gamer.leagues.remove(call.the("leagueId"));
                }
                yield Expected.noContent();
            }
            case "ListLeaguesByGamer" -> listLeagues(call.the("gamerId"));
            case "GetLeagueStandings" ->
                    leagues.containsKey(call.the("leagueId"))
                            ? Expected.items(standings(call.the("leagueId")))
                            : Expected.notFound("leagueId");
            case "GetLeagueStandingsAround" -> around(call);
            default -> throw new AssertionError("not of this context: " + call.function());
        };
    }

    /// Two digits, however many were sent.
    private static String gameweek(Call call) {
        var text = call.the("gameweek");
        return text.length() == 1 ? "0" + text : text;
    }

    // ---- footballers

    /// All that is told of him is replaced; his points stay.
    private Expected putFootballer(Call call) {
        var id = call.the("footballerId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var isNew = !footballers.containsKey(id);
        var footballer = footballers.computeIfAbsent(id, _ -> new Footballer());
        footballer.name = String.valueOf(text(body, "name"));
        footballer.position = String.valueOf(text(body, "position"));
        footballer.club = String.valueOf(text(body, "club"));
        footballer.price = number(body, "price");
        footballer.selectedPercent =
                body.get("selectedPercent") instanceof BigDecimal percent ? percent : null;
        return Expected.put(isNew, shown(id, footballer));
    }

    private Expected listFootballers(String position) {
        var items = new ArrayList<Object>();
        footballers.forEach((id, footballer) -> {
            if (footballer.position.equals(position)) {
                items.add(shown(id, footballer));
            }
        });
        return Expected.items(items);
    }

    private Expected putLine(Call call) {
        var gameweek = gameweek(call);
        var footballer = footballers.get(call.the("footballerId"));
        if (footballer == null) {
            return Expected.notFound("footballerId");
        }
        var held = gameweeks.get(gameweek);
        if (held == null || !held.fixtures.containsKey(call.the("fixtureId"))) {
            return Expected.notFound(held == null ? "gameweek" : "fixtureId");
        }
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var line =
                new Line(
                        (int) number(body, "points"),
                        (int) number(body, "minutes"),
                        (int) number(body, "yellowCards"),
                        (int) number(body, "redCards"));
        var isNew =
                footballer
                                .lines
                                .computeIfAbsent(gameweek, _ -> new TreeMap<>())
                                .put(call.the("fixtureId"), line)
                        == null;
        return Expected.put(
                isNew,
                object(
                        "footballerId", call.the("footballerId"),
                        "gameweek", gameweek,
                        "fixtureId", call.the("fixtureId"),
                        "points", line.points(),
                        "minutes", line.minutes(),
                        "yellowCards", line.yellowCards(),
                        "redCards", line.redCards()));
    }

    private static long number(Map<String, Object> body, String name) {
        return body.get(name) instanceof Long number ? number : 0;
    }

    // ---- gamers and their sheets

    private Expected putGamer(Call call, Instant now) {
        var id = call.the("gamerId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var born = String.valueOf(text(body, "dateOfBirth"));
        if (LocalDate.parse(born).isAfter(LocalDate.ofInstant(now, ZoneOffset.ofHours(14)))) {
            return Expected.problem(422, "dateOfBirth");
        }
        var isNew = !gamers.containsKey(id);
        var gamer = gamers.computeIfAbsent(id, _ -> new Gamer());
        gamer.dateOfBirth = born;
        gamer.country = String.valueOf(text(body, "country"));
        return Expected.put(isNew, shown(id, gamer));
    }

    /// Until the deadline, if no rule is broken. What a later sheet began with must stay as it was.
    private Expected putSheet(Call call, Instant now) {
        var id = call.the("gamerId");
        var gamer = gamers.get(id);
        var number = gameweek(call);
        var gameweek = gameweeks.get(number);
        if (gamer == null || gameweek == null) {
            return Expected.notFound(gamer == null ? "gamerId" : "gameweek");
        }
        if (!gameweek.isOpen(now)) {
            return Expected.problem(422, "gameweek");
        }
        var sheet = sheet(JsonDifference.parse(String.valueOf(call.body())));
        var own = gamer.sheets.get(number);
        if (own != null && isSame(own, sheet)) {
            return Expected.ok(shown(id, number, own));
        }
        var before = booksBefore(gamer, number);
        var facts = new HashMap<String, Facts>();
        footballers.forEach((footballer, of) -> facts.put(footballer, of.facts()));
        var verdict =
                SheetRules.judge(before, own == null ? Verdict.NONE : own.verdict, sheet, facts);
        if (!verdict.brokenRules().isEmpty()) {
            return Expected.broken(verdict.brokenRules());
        }
        var expected = sheet.transferCost();
        if (expected != null && expected != verdict.transferCost()) {
            return Expected.problem(409, "transferCost")
                    .with("transferCost", (long) verdict.transferCost());
        }
        var stays = own == null ? before.after(1) : own.verdict.after();
        if (gamer.sheets.higherKey(number) != null && !stays.equals(verdict.after())) {
            return Expected.problem(422, "gameweek");
        }
        var positions = new HashMap<String, String>();
        sheet.all()
                .forEach(footballer -> {
                    var of = facts.get(footballer);
                    positions.put(footballer, of == null ? "" : of.position());
                });
        var accepted = new Accepted(sheet, verdict, positions);
        gamer.sheets.put(number, accepted);
        return Expected.put(own == null, shown(id, number, accepted));
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

    /// Without a transfer cost it is the same as with the one that was computed.
    private static boolean isSame(Accepted own, Sheet sheet) {
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

    /// The books after his sheet before, and the gameweeks held since.
    private Books booksBefore(Gamer gamer, String number) {
        var last = gamer.sheets.lowerEntry(number);
        return last == null
                ? Books.FIRST
                : last.getValue()
                        .verdict
                        .after()
                        .after(gameweeks.subMap(last.getKey(), false, number, false).size());
    }

    // ---- gameweeks

    private Expected putGameweek(Call call, Instant now) {
        var number = gameweek(call);
        var text = text(JsonDifference.parse(String.valueOf(call.body())), "deadline");
        var deadline = Instant.parse(String.valueOf(text));
        var before = gameweeks.get(number);
        if (before != null
                && before.hasSettlement()
                && now.isBefore(deadline)
                && !deadline.equals(before.deadline)) {
            return Expected.problem(409, "deadline");
        }
        var gameweek = gameweeks.computeIfAbsent(number, _ -> new Gameweek());
        gameweek.deadline = deadline;
        return Expected.put(before == null, shown(number, gameweek, now));
    }

    private Expected putFixture(Call call) {
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var fixture =
                new Fixture(
                        String.valueOf(text(body, "homeClub")),
                        String.valueOf(text(body, "awayClub")),
                        text(body, "kickoff"));
        if (fixture.homeClub().equals(fixture.awayClub())) {
            return Expected.problem(422, "awayClub");
        }
        var number = gameweek(call);
        var gameweek = gameweeks.get(number);
        if (gameweek == null) {
            return Expected.notFound("gameweek");
        }
        var isNew = gameweek.fixtures.put(call.the("fixtureId"), fixture) == null;
        return Expected.put(isNew, shown(number, call.the("fixtureId"), fixture));
    }

    /// Nothing to delete is fine; a fixture with points stays.
    private Expected deleteFixture(Call call) {
        var number = gameweek(call);
        var id = call.the("fixtureId");
        for (var footballer : footballers.values()) {
            if (footballer.lines.getOrDefault(number, new TreeMap<>()).containsKey(id)) {
                return Expected.problem(409, "fixtureId");
            }
        }
        var gameweek = gameweeks.get(number);
        if (gameweek != null) {
            gameweek.fixtures.remove(id);
        }
        return Expected.noContent();
    }

    private Expected listFixtures(String number) {
        var items = new ArrayList<Object>();
        var gameweek = gameweeks.get(number);
        if (gameweek != null) {
            gameweek.fixtures.forEach((id, fixture) -> items.add(shown(number, id, fixture)));
        }
        return Expected.items(items);
    }

    private Expected settle(String number, Instant now) {
        var gameweek = gameweeks.get(number);
        if (gameweek == null) {
            return Expected.notFound("gameweek");
        }
        if (now.isBefore(gameweek.deadline)) {
            return Expected.problem(409, "gameweek");
        }
        return run(number, gameweek, false, now);
    }

    private Expected unsettle(String number, Instant now) {
        var gameweek = gameweeks.get(number);
        return gameweek == null ? Expected.notFound("gameweek") : run(number, gameweek, true, now);
    }

    private static Expected run(
            String number, Gameweek gameweek, boolean isUnsettling, Instant now) {
        gameweek.run++;
        gameweek.startedAt = time(now);
        gameweek.settledAt = null;
        gameweek.isRunning = true;
        gameweek.isUnsettling = isUnsettling;
        gameweek.gamers = 0;
        return Expected.accepted(settlement(number, gameweek));
    }

    @Override
    public boolean isBusy() {
        return gameweeks.values().stream().anyMatch(gameweek -> gameweek.isRunning);
    }

    @Override
    public void rest(Instant now) {
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
            own.points = null;
        }
    }

    /// His own sheet of the gameweek; else the last one before it, without its chip, but not that
    /// of a free hit; else nothing.
    private void score(Gamer gamer, String number) {
        var own = gamer.sheets.get(number);
        if (own != null) {
            var points = points(own, own.sheet.chip(), number) - own.verdict.transferCost();
            own.points = points;
            gamer.points.put(number, points);
            return;
        }
        var points = 0L;
        for (var earlier : gamer.sheets.headMap(number, false).descendingMap().values()) {
            if (!"freeHit".equals(earlier.sheet.chip())) {
                points = points(earlier, null, number);
                break;
            }
        }
        gamer.points.put(number, points);
    }

    private long points(Accepted accepted, @Nullable String chip, String number) {
        return SheetRules.score(
                accepted.sheet,
                chip,
                accepted.positions,
                id -> {
                    var footballer = footballers.get(id);
                    Collection<Line> none = List.of();
                    return footballer == null
                            ? none
                            : footballer.lines.getOrDefault(number, new TreeMap<>()).values();
                });
    }

    // ---- leagues

    private Expected putLeague(Call call, Instant now) {
        var id = call.the("leagueId");
        var name = String.valueOf(text(JsonDifference.parse(String.valueOf(call.body())), "name"));
        var before = leagues.get(id);
        if (before != null && !before.createdBy().equals(call.caller())) {
            return Expected.problem(403);
        }
        if (before == null && !gamers.containsKey(call.caller())) {
            return Expected.notFound("gamerId");
        }
        var league =
                before == null
                        ? new League(name, call.caller(), time(now))
                        : new League(name, before.createdBy(), before.createdAt());
        leagues.put(id, league);
        return Expected.put(before == null, shown(id, league));
    }

    private Expected join(String leagueId, String gamerId, Instant now) {
        var gamer = gamers.get(gamerId);
        if (!leagues.containsKey(leagueId)) {
            return Expected.notFound("leagueId");
        }
        if (gamer == null) {
            return Expected.notFound("gamerId");
        }
        var isNew = gamer.leagues.putIfAbsent(leagueId, time(now)) == null;
        return Expected.put(isNew, membership(leagueId, gamerId, gamer));
    }

    private Expected listLeagues(String gamerId) {
        var gamer = gamers.get(gamerId);
        var items = new ArrayList<Object>();
        if (gamer != null) {
            gamer.leagues.keySet().forEach(league -> items.add(membership(league, gamerId, gamer)));
        }
        return Expected.items(items);
    }

    /// Highest total first, equal totals share a rank and follow each other by id.
    private List<Map<String, Object>> standings(String leagueId) {
        var members = new ArrayList<Map.Entry<String, Gamer>>();
        gamers.entrySet()
                .forEach(gamer -> {
                    if (gamer.getValue().leagues.containsKey(leagueId)) {
                        members.add(gamer);
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
                            "gameweekPoints", gamer.last()));
        }
        return rows;
    }

    /// As many rows above him as below, the odd one below.
    private Expected around(Call call) {
        if (!leagues.containsKey(call.the("leagueId"))) {
            return Expected.notFound("leagueId");
        }
        var rows = standings(call.the("leagueId"));
        var place = 0;
        while (place < rows.size() && !call.the("gamerId").equals(rows.get(place).get("gamerId"))) {
            place++;
        }
        if (place == rows.size()) {
            return Expected.notFound("gamerId");
        }
        var limit = Integer.parseInt(call.query().getOrDefault("limit", "50"));
        var above = (limit - 1) / 2;
        var below = limit - 1 - above;
        return Expected.items(
                rows.subList(Math.max(0, place - above), Math.min(rows.size(), place + 1 + below)));
    }

    @Override
    public List<Call> readings() {
        var calls = new ArrayList<Call>();
        for (var position : List.of("goalkeeper", "defender", "midfielder", "forward")) {
            calls.add(Call.of("ListFootballersByPosition", "ann").at("position", position));
        }
        for (var number : gameweeks.keySet()) {
            calls.add(Call.of("GetGameweek", "ann").at("gameweek", number));
            calls.add(Call.of("GetSettlement", "ann").at("gameweek", number));
            calls.add(Call.of("ListFixtures", "ann").at("gameweek", number));
        }
        gamers.forEach((id, gamer) -> {
            calls.add(Call.of("GetGamer", id).at("gamerId", id));
            calls.add(Call.of("GetGamer", "dee").at("gamerId", id));
            calls.add(Call.of("ListLeaguesByGamer", "ann").at("gamerId", id));
            for (var number : gamer.sheets.keySet()) {
                calls.add(Call.of("GetTeamSheet", id).at("gamerId", id).at("gameweek", number));
                calls.add(Call.of("GetTeamSheet", "dee").at("gamerId", id).at("gameweek", number));
            }
        });
        for (var league : leagues.keySet()) {
            calls.add(Call.of("GetLeague", "ann").at("leagueId", league));
            calls.add(Call.of("GetLeagueStandings", "ann").at("leagueId", league));
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

    // ---- on the wire

    private static Map<String, Object> shown(String id, Gamer gamer) {
        return object(
                "gamerId",
                id,
                "dateOfBirth",
                gamer.dateOfBirth,
                "country",
                gamer.country,
                "gameweekPoints",
                new TreeMap<>(gamer.points),
                "totalPoints",
                gamer.total());
    }

    private static Map<String, Object> shown(String id, String number, Accepted accepted) {
        var sheet = accepted.sheet;
        return object(
                "gamerId", id,
                "gameweek", number,
                "goalKeeper", sheet.goalKeeper(),
                "players", sheet.players(),
                "subs", sheet.subs(),
                "captain", sheet.captain(),
                "viceCaptain", sheet.viceCaptain(),
                "chip", sheet.chip(),
                "transferCost", accepted.verdict.transferCost(),
                "bank", accepted.verdict.after().bank(),
                "freeTransfers", accepted.verdict.after().free(),
                "points", accepted.points);
    }

    private static Map<String, Object> shown(String id, Footballer footballer) {
        var points = new TreeMap<String, Object>();
        var total = 0L;
        for (var gameweek : footballer.lines.entrySet()) {
            var sum = gameweek.getValue().values().stream().mapToLong(Line::points).sum();
            points.put(gameweek.getKey(), sum);
            total += sum;
        }
        return object(
                "footballerId", id,
                "name", footballer.name,
                "position", footballer.position,
                "club", footballer.club,
                "price", footballer.price,
                "selectedPercent", footballer.selectedPercent,
                "gameweekPoints", points,
                "totalPoints", total);
    }

    private static Map<String, Object> shown(String number, Gameweek gameweek, Instant now) {
        var isSettled = gameweek.hasSettlement() && !gameweek.isRunning;
        return object(
                "gameweek",
                number,
                "deadline",
                time(gameweek.deadline),
                "status",
                gameweek.isOpen(now) ? "open" : isSettled ? "settled" : "closed");
    }

    private static Map<String, Object> shown(String number, String id, Fixture fixture) {
        return object(
                "gameweek", number,
                "fixtureId", id,
                "homeClub", fixture.homeClub(),
                "awayClub", fixture.awayClub(),
                "kickoff", fixture.kickoff());
    }

    private static Map<String, Object> settlement(String number, Gameweek gameweek) {
        return object(
                "gameweek", number,
                "status",
                        gameweek.isUnsettling
                                ? "unsettling"
                                : gameweek.isRunning ? "running" : "settled",
                "run", gameweek.run,
                "startedAt", gameweek.startedAt,
                "settledAt", gameweek.settledAt,
                "gamersDone", gameweek.gamers,
                "gamers", gameweek.gamers,
                "errors", 0L);
    }

    private static Map<String, Object> shown(String id, League league) {
        return object(
                "leagueId", id,
                "name", league.name(),
                "createdBy", league.createdBy(),
                "createdAt", league.createdAt());
    }

    private static Map<String, Object> membership(String leagueId, String gamerId, Gamer gamer) {
        return object(
                "leagueId", leagueId,
                "gamerId", gamerId,
                "joinedAt", gamer.leagues.get(leagueId),
                "totalPoints", gamer.total(),
                "gameweekPoints", gamer.last());
    }
}
