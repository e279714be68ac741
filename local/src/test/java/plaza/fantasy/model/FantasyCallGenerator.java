package plaza.fantasy.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import plaza.model.CallGenerator;
import plaza.model.ContextModel;
import plaza.model.RandomChoices;
import plaza.model.expected.Call;
import plaza.model.expected.JsonDifference;

/// An administrator and three gamers who play three gameweeks in some leagues.
public final class FantasyCallGenerator implements CallGenerator {
    /// The last one has no gamer.
    private static final List<String> USERS = List.of("ann", "bob", "cid", "dee");

    private static final List<String> GAMERS = List.of("ann", "bob", "cid");
    private static final List<String> LEAGUES = List.of("l1", "l2", "l3", "l4", "l5", "l6");
    private static final List<String> GAMEWEEKS = List.of("1", "02", "4");
    private static final List<String> CHIPS =
            List.of("tripleCaptain", "benchBoost", "wildcard", "freeHit");

    /// How many footballers of each position a squad has.
    private static final Map<String, Integer> SQUAD = Map.of("gk", 2, "d", 5, "m", 5, "f", 3);

    private static final int[][] FORMATIONS = {{3, 4, 3}, {4, 4, 2}, {5, 3, 2}, {3, 5, 2}};

    private final FantasyModel model;
    private final RandomChoices choices;
    private final Supplier<Instant> now;

    /// Returns a model with the generator of its calls.
    public static ContextModel of(FantasyModel model) {
        return ContextModel.of(model, FantasyCallGenerator::new);
    }

    FantasyCallGenerator(FantasyModel model, RandomChoices choices, Supplier<Instant> now) {
        this.model = model;
        this.choices = choices;
        this.now = now;
    }

    @Override
    public List<Call> initialCalls() {
        return InitialFootballers.calls();
    }

    @Override
    public boolean canSucceed(String function) {
        var hasGamer = !model.gamers.isEmpty();
        var hasGameweek = !model.gameweeks.isEmpty();
        return switch (function) {
            case "GetGamer" -> hasGamer;
            case "PutTeamSheet" -> hasGamer && !open().isEmpty() && model.footballers.size() > 15;
            case "GetTeamSheet" -> !withSheets().isEmpty();
            case "GetFootballer" -> !model.footballers.isEmpty();
            case "PutFixturePoints" -> !withFixtures().isEmpty() && !model.footballers.isEmpty();
            case "GetGameweek", "PutFixture", "UnsettleGameweek" -> hasGameweek;
            case "SettleGameweek" -> !closed().isEmpty();
            case "GetSettlement" -> !withSettlement().isEmpty();
            case "GetLeague", "GetLeagueStandings" -> !leagues(_ -> true).isEmpty();
            case "RenewLeagueCode" -> !leagues(league -> league.isPrivate).isEmpty();
            case "ListLeagueMatches" -> !leagues(league -> league.roster != null).isEmpty();
            case "JoinLeague" -> hasGamer && !leagues(_ -> true).isEmpty();
            case "GetLeagueStandingsAround" -> !memberships().isEmpty();
            default -> true;
        };
    }

    @Override
    public Call call(String function) {
        var call = Call.of(function, choices.of(USERS));
        return switch (function) {
            case "PutGamer" -> putGamer();
            case "GetGamer" -> ownOrOthers(call, gamer()).asAdmin(choices.oneIn(4));
            case "ListLeaguesByGamer", "ListGamerGameweeks" -> call.at("gamerId", gamer());
            case "PutTeamSheet" -> putSheet();
            case "GetTeamSheet" -> getSheet(call);
            case "PutFootballer" -> putFootballer();
            case "GetFootballer" -> call.at("footballerId", footballer());
            case "ListFootballersByPosition" ->
                    call.at("position", choices.any("goalkeeper", "defender", "forward"));
            case "SearchFootballers" -> searchFootballers(call);
            case "PutFixturePoints" -> putFixturePoints();
            case "DeleteFixturePoints" ->
                    admin(function)
                            .at("footballerId", footballer())
                            .at("gameweek", of(withFixtures()))
                            .at("fixtureId", choices.any("x1", "x2"));
            case "ListFixturePoints" ->
                    call.at("footballerId", footballer()).at("gameweek", of(withFixtures()));
            case "PutGameweek" -> putGameweek();
            case "GetRules", "ListGameweeks" -> call;
            case "PutFixture" -> putFixture();
            case "DeleteFixture" ->
                    admin(function)
                            .at("gameweek", gameweek())
                            .at("fixtureId", choices.any("x1", "x2", "x3"));
            case "SettleGameweek" -> settle();
            case "UnsettleGameweek" -> admin(function).at("gameweek", of(withSettlement()));
            case "GetSettlement" -> call.at("gameweek", of(withSettlement()));
            case "GetGameweek", "ListFixtures" -> call.at("gameweek", gameweek());
            case "PutLeague" -> putLeague();
            case "GetLeague" -> call.at("leagueId", league());
            case "ListLeagueMatches" -> {
                var duels = leagues(league -> league.roster != null);
                yield call.at(
                                "leagueId",
                                duels.isEmpty() || choices.oneIn(8) ? league() : choices.of(duels))
                        .at("gameweek", choices.of(GAMEWEEKS));
            }
            case "GetLeagueStandings" -> expanded(call.at("leagueId", league()));
            case "JoinLeague" -> {
                var gamer = gamer();
                var id = league();
                var join = call.withCaller(gamer).at("leagueId", id).at("gamerId", gamer);
                var league = model.leagues.get(id);
                yield league != null && !league.code.isEmpty() && !choices.oneIn(4)
                        ? join.body(Map.of("code", league.code))
                        : join;
            }
            case "RenewLeagueCode" -> {
                var renew = ofOwner(call);
                yield choices.oneIn(3)
                        ? renew.header("idempotency-key", choices.any("k1", "k2"))
                        : renew;
            }
            case "DeleteLeague" -> ofOwner(call);
            case "LeaveLeague", "GetLeagueStandingsAround" -> ofMember(call);
            default -> throw new AssertionError("no call is generated for " + function);
        };
    }

    private Call putGamer() {
        var id = choices.of(GAMERS);
        var body =
                JsonDifference.object(
                        "dateOfBirth",
                        choices.oneIn(15)
                                ? choices.any("2099-01-01", "today")
                                : choices.any("1990-12-31", "2001-02-03"),
                        "country",
                        choices.any("Norway", "日本"));
        if (choices.oneIn(2)) {
            body.put("displayName", choices.any("Ann", "ben", "山"));
        }
        return Call.of("PutGamer", id).at("gamerId", id).body(body);
    }

    private Call putFootballer() {
        var id = footballer();
        var position =
                id.startsWith("gk")
                        ? "goalkeeper"
                        : id.startsWith("d")
                                ? "defender"
                                : id.startsWith("m") ? "midfielder" : "forward";
        var body =
                InitialFootballers.body(
                        id,
                        choices.oneIn(20) ? "defender" : position,
                        choices.oneIn(8) ? "Big" : id,
                        choices.any(55L, 60L, 61L, 64L, 90L));
        if (choices.oneIn(3)) {
            body.put("selectedPercent", new BigDecimal("12.5"));
        }
        return admin("PutFootballer").at("footballerId", id).body(body);
    }

    private Call searchFootballers(Call call) {
        var search = call;
        if (choices.oneIn(2)) {
            search = search.query("q", choices.any("m", "GK1", "d2 d", "D1", "f"));
        }
        if (choices.oneIn(3)) {
            search = search.query("position", choices.any("goalkeeper", "defender", "forward"));
        }
        if (choices.oneIn(2)) {
            search = search.query("sort", choices.any("alphabetical", "price", "totalPoints"));
        }
        return choices.oneIn(3) ? search.query("order", choices.any("asc", "desc")) : search;
    }

    private Call putFixturePoints() {
        var body = new LinkedHashMap<String, Object>();
        body.put("points", choices.below(16) - 3);
        body.put("minutes", choices.any(0, 30, 90));
        if (choices.oneIn(3)) {
            body.put("yellowCards", choices.below(2));
        }
        if (choices.oneIn(8)) {
            body.put("redCards", 1);
        }
        var number = of(withFixtures());
        var gameweek = model.gameweeks.get(number);
        return admin("PutFixturePoints")
                .at("footballerId", footballer())
                .at("gameweek", number)
                .at(
                        "fixtureId",
                        gameweek == null || gameweek.fixtures.isEmpty() || choices.oneIn(15)
                                ? choices.any("x1", "x2")
                                : choices.of(gameweek.fixtures.keySet()))
                .body(body);
    }

    private Call putFixture() {
        var away = choices.oneIn(12) ? "Harbour" : choices.any("Fog", "Pier");
        var body = JsonDifference.object("homeClub", "Harbour", "awayClub", away);
        if (choices.oneIn(3)) {
            body.put("kickoff", JsonDifference.time(now.get().plus(Duration.ofDays(1))));
        }
        return admin("PutFixture")
                .at("gameweek", gameweek())
                .at("fixtureId", choices.any("x1", "x2", "x3"))
                .body(body);
    }

    private Call putGameweek() {
        var until = choices.any(Duration.ofHours(2), Duration.ofDays(2), Duration.ofDays(40));
        var number = choices.of(GAMEWEEKS);
        var gameweek = model.gameweeks.get(number.length() == 1 ? "0" + number : number);
        var isSettled = gameweek != null && gameweek.hasSettlement();
        var isPast = isSettled != choices.oneIn(isSettled ? 8 : 3);
        var deadline = now.get().plus(isPast ? until.negated() : until);
        var body = JsonDifference.object("deadline", JsonDifference.time(deadline));
        if (choices.oneIn(3)) {
            body.put(
                    "transfers",
                    choices.any(
                            Map.of("unlimited", true), Map.of("topUpTo", 3), Map.of("topUpTo", 8)));
        }
        return admin("PutGameweek").at("gameweek", number).body(body);
    }

    private Call settle() {
        if (choices.oneIn(4)) {
            return admin("SettleGameweek").at("gameweek", gameweek()).body(Map.of("preview", true));
        }
        var call = admin("SettleGameweek").at("gameweek", of(closed()));
        return choices.oneIn(5) ? call.header("idempotency-key", choices.any("k1", "k2")) : call;
    }

    private Call putLeague() {
        var id = choices.of(LEAGUES);
        var league = model.leagues.get(id);
        var caller = league == null || choices.oneIn(12) ? gamer() : league.owner;
        var body = JsonDifference.object("name", choices.any("Harbour", "Fog"));
        if (choices.oneIn(2)) {
            body.put("private", choices.oneIn(2));
        }
        if (choices.oneIn(5)) {
            body.put("owner", gamer());
        }
        if (id.equals("l5") || id.equals("l6")) {
            body.put("scoring", choices.oneIn(8) ? "classic" : "headToHead");
            if (!choices.oneIn(12)) {
                body.put("fromGameweek", id.equals("l5") ? "02" : "04");
            }
        } else if (id.equals("l2") || choices.oneIn(15)) {
            body.put("fromGameweek", "02");
        }
        return Call.of("PutLeague", caller).at("leagueId", id).body(body);
    }

    /// Returns a call about a league, mostly by its owner.
    private Call ofOwner(Call call) {
        var some =
                call.function().equals("RenewLeagueCode")
                        ? leagues(league -> league.isPrivate)
                        : leagues(_ -> true);
        var id = some.isEmpty() ? league() : choices.of(some);
        var league = model.leagues.get(id);
        return (league == null || choices.oneIn(8) ? call : call.withCaller(league.owner))
                .at("leagueId", id);
    }

    private List<String> leagues(Predicate<FantasyModel.League> test) {
        return model.leagues.entrySet().stream()
                .filter(league -> !league.getValue().isDeleted && test.test(league.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Call ofMember(Call call) {
        var memberships = memberships();
        if (memberships.isEmpty() || choices.oneIn(8)) {
            var gamer = gamer();
            return call.withCaller(gamer).at("leagueId", league()).at("gamerId", gamer);
        }
        var membership = choices.of(memberships).split(" ", -1);
        var of = call.at("leagueId", membership[0]).at("gamerId", membership[1]);
        var league = model.leagues.get(membership[0]);
        return call.function().equals("LeaveLeague")
                ? of.withCaller(league != null && choices.oneIn(2) ? league.owner : membership[1])
                : expanded(of.query("limit", choices.any("1", "2", "3")));
    }

    private Call expanded(Call call) {
        return choices.oneIn(3) ? call.query("expand", "gamer") : call;
    }

    private List<String> memberships() {
        var memberships = new ArrayList<String>();
        model.gamers.forEach((id, gamer) ->
                gamer.leagues.keySet().forEach(league -> memberships.add(league + ' ' + id)));
        return memberships;
    }

    private List<String> withSheets() {
        return model.gamers.keySet().stream().filter(id -> !sheetsOf(id).isEmpty()).toList();
    }

    private Map<String, FantasyModel.AcceptedSheet> sheetsOf(String id) {
        var gamer = model.gamers.get(id);
        return gamer == null ? Map.of() : gamer.sheets;
    }

    private List<String> open() {
        return gameweeks(gameweek -> gameweek.isOpen(now.get()));
    }

    private List<String> closed() {
        return gameweeks(gameweek -> !now.get().isBefore(gameweek.deadline));
    }

    private List<String> withSettlement() {
        return gameweeks(FantasyModel.Gameweek::isVisible);
    }

    private List<String> withFixtures() {
        return gameweeks(gameweek -> !gameweek.fixtures.isEmpty());
    }

    private List<String> gameweeks(Predicate<FantasyModel.Gameweek> test) {
        return model.gameweeks.entrySet().stream()
                .filter(gameweek -> test.test(gameweek.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Returns one of these gameweeks, and sometimes another one.
    private String of(List<String> some) {
        return some.isEmpty() || choices.oneIn(15) ? gameweek() : choices.of(some);
    }

    private Call getSheet(Call call) {
        var with = withSheets();
        var gamer = with.isEmpty() ? gamer() : choices.of(with);
        var sheets = sheetsOf(gamer);
        return ownOrOthers(call, gamer)
                .asAdmin(choices.oneIn(8))
                .at(
                        "gameweek",
                        sheets.isEmpty() || choices.oneIn(10)
                                ? gameweek()
                                : choices.of(sheets.keySet()));
    }

    /// Returns a call about a gamer, half of the time by the gamer and otherwise by another user.
    private Call ownOrOthers(Call call, String gamer) {
        return (choices.oneIn(2) ? call.withCaller(gamer) : call).at("gamerId", gamer);
    }

    // ---- sheets

    private Call putSheet() {
        var gamer = gamer();
        var open = open();
        var number = open.isEmpty() || choices.oneIn(15) ? gameweek() : choices.of(open);
        var body = choices.oneIn(4) ? earlierSheet(gamer) : toSheet(squad(gamer));
        var call =
                Call.of("PutTeamSheet", gamer)
                        .at("gamerId", gamer)
                        .at("gameweek", number)
                        .body(choices.oneIn(8) ? withBrokenRule(body) : body);
        return switch (choices.below(10)) {
            case 0 -> call.header("if-match", "*");
            case 1 -> call.header("if-match", "\"other\"");
            default -> call;
        };
    }

    /// Returns a sheet that the gamer has put before.
    private Map<String, Object> earlierSheet(String gamer) {
        var sheets = sheetsOf(gamer);
        if (sheets.isEmpty()) {
            return toSheet(squad(gamer));
        }
        var sheet = choices.of(sheets.values()).sheet;
        return JsonDifference.object(
                "goalKeeper", sheet.goalKeeper(),
                "players", sheet.players(),
                "subs", sheet.subs(),
                "captain", sheet.captain(),
                "viceCaptain", sheet.viceCaptain(),
                "chip", sheet.chip(),
                "transferCost", sheet.transferCost());
    }

    /// Returns two, five, five and three footballers by position: those of the last sheet except
    /// for some transfers.
    private Map<String, List<String>> squad(String gamer) {
        var old = new ArrayList<String>();
        sheetsOf(gamer)
                .values()
                .forEach(sheet -> {
                    old.clear();
                    old.addAll(sheet.sheet.all());
                });
        var changes = choices.any(0, 0, 1, 1, 2, 3);
        for (var change = 0; change < changes && !old.isEmpty(); change++) {
            old.remove(choices.below(old.size()));
        }
        var squad = new HashMap<String, List<String>>();
        // in this order, because that of Map.of differs from process to process
        for (var prefix : List.of("gk", "d", "m", "f")) {
            var ids = new ArrayList<String>();
            old.stream().filter(id -> id.matches(prefix + "[0-9]")).forEach(ids::add);
            // mostly the first ones, which are cheap and not of the club "Big"
            var others =
                    model.footballers.keySet().stream()
                            .filter(id -> id.matches(prefix + "[0-9]"))
                            .filter(id -> !ids.contains(id))
                            .toList();
            ids.addAll(choices.oneIn(4) ? choices.shuffled(others) : others);
            squad.put(prefix, ids.subList(0, Math.min(SQUAD.getOrDefault(prefix, 0), ids.size())));
        }
        return squad;
    }

    private Map<String, Object> toSheet(Map<String, List<String>> squad) {
        var formation = choices.any(FORMATIONS);
        var starters = new ArrayList<String>();
        var subs = new ArrayList<String>();
        var counts = Map.of("d", formation[0], "m", formation[1], "f", formation[2]);
        for (var prefix : List.of("d", "m", "f")) {
            var ids = choices.shuffled(squad.getOrDefault(prefix, List.of()));
            var count = counts.getOrDefault(prefix, 0);
            starters.addAll(ids.subList(0, count));
            subs.addAll(ids.subList(count, ids.size()));
        }
        var keepers = choices.shuffled(squad.getOrDefault("gk", List.of()));
        subs.add(keepers.get(1));
        var leaders = choices.shuffled(starters);
        var body =
                JsonDifference.object(
                        "goalKeeper", keepers.getFirst(),
                        "players", starters,
                        "subs", choices.shuffled(subs),
                        "captain", leaders.get(0),
                        "viceCaptain", leaders.get(1));
        if (choices.oneIn(5)) {
            body.put("chip", choices.of(CHIPS));
        }
        if (choices.oneIn(8)) {
            body.put("transferCost", choices.any(0, 4, 8, 60, 3));
        }
        return body;
    }

    private Map<String, Object> withBrokenRule(Map<String, Object> body) {
        switch (choices.below(5)) {
            case 0 -> body.put("captain", "stranger");
            case 1 -> body.put("viceCaptain", String.valueOf(body.get("captain")));
            case 2 -> body.put("goalKeeper", "m1");
            case 3 -> body.put("subs", List.of("gk2", "d5"));
            default -> body.put("players", List.of("d1", "d1", "d2", "m9"));
        }
        return body;
    }

    private Call admin(String function) {
        return Call.of(function, "root").asAdmin(true);
    }

    private String gamer() {
        return model.gamers.isEmpty() || choices.oneIn(15)
                ? choices.of(GAMERS)
                : choices.of(model.gamers.keySet());
    }

    private String league() {
        return model.leagues.isEmpty() || choices.oneIn(15)
                ? choices.of(LEAGUES)
                : choices.of(model.leagues.keySet());
    }

    private String gameweek() {
        return model.gameweeks.isEmpty() || choices.oneIn(15)
                ? choices.of(GAMEWEEKS)
                : choices.of(model.gameweeks.keySet());
    }

    private String footballer() {
        return model.footballers.isEmpty() || choices.oneIn(15)
                ? choices.any("gk1", "d1", "m1", "f1")
                : choices.of(model.footballers.keySet());
    }
}
