package plaza.fantasy;

import static java.util.Map.entry;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.FootballerSeason;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// The cost cases of the fantasy context that are not the sample event, and the work of the stream
/// functions after requests.
public final class FantasyCosts {
    private static final int GAMERS = 48;

    private static final Map<String, CostCase> CALLS =
            Map.ofEntries(
                    entry(
                            "PutTeamSheet",
                            CostCase.onSamples(
                                    "PutTeamSheet",
                                    request ->
                                            request.body(
                                                    FantasyGame.SHEET.captained("m2").json()))),
                    entry(
                            "PutFixturePoints",
                            CostCase.onEmptyTable(
                                    "PutFootballer",
                                    "PutGameweek",
                                    "PutFixture",
                                    "PutFixturePoints")),
                    entry(
                            "DeleteFixturePoints",
                            CostCase.onEmptyTable(
                                    "PutFootballer",
                                    "PutGameweek",
                                    "PutFixture",
                                    "PutFixturePoints",
                                    "DeleteFixturePoints")),
                    entry(
                            "ListFootballersByPosition",
                            inGame(
                                    FantasyCosts::forwards,
                                    game ->
                                            anyone(game)
                                                    .at("position", "forward")
                                                    .send("ListFootballersByPosition"))),
                    entry(
                            "SearchFootballers",
                            inGame(
                                    FantasyCosts::season,
                                    game ->
                                            anyone(game)
                                                    .query("sort", "totalPoints")
                                                    .send("SearchFootballers"))),
                    entry(
                            "PutGameweek",
                            inGame(game ->
                                    game.bed()
                                            .as("boss")
                                            .asAdmin()
                                            .at("gameweek", "1")
                                            .body(
                                                    "{\"deadline\":"
                                                            + " \"2026-12-01T00:00:00.000Z\"}")
                                            .send(
                                                    "PutGameweek",
                                                    withAllCopies(game, "PutGameweek")))),
                    entry(
                            "ListGameweeks",
                            inGame(
                                    game -> {
                                        for (var number = 2; number <= 38; number++) {
                                            game.gameweek(number, Duration.ofHours(number));
                                        }
                                    },
                                    game -> anyone(game).send("ListGameweeks"))),
                    entry("DeleteFixture", inGame(game -> game.deleteFixture(1, "x"))),
                    entry(
                            "ListFixtures",
                            inGame(
                                    game ->
                                            game.fixtures(
                                                    1, "f1", "f2", "f3", "f4", "f5", "f6", "f7",
                                                    "f8", "f9"),
                                    game -> anyone(game).at("gameweek", "1").send("ListFixtures"))),
                    entry(
                            "SettleGameweek",
                            inGame(
                                    game -> game.closed(1),
                                    game ->
                                            game.bed()
                                                    .as("boss")
                                                    .asAdmin()
                                                    .at("gameweek", "1")
                                                    .send(
                                                            "SettleGameweek",
                                                            withAllCopies(
                                                                    game, "SettleGameweek")))),
                    entry("PutLeague", CostCase.onEmptyTable("PutGamer", "PutLeague")),
                    entry(
                            "ListLeaguesByGamer",
                            inGame(
                                    game -> {
                                        for (var number = 0; number < 51; number++) {
                                            game.league("ann", "league" + number, "L");
                                            game.join("ann", "league" + number);
                                        }
                                    },
                                    game ->
                                            anyone(game)
                                                    .at("gamerId", "ann")
                                                    .send("ListLeaguesByGamer"))),
                    entry(
                            "GetLeagueStandings",
                            inLeague(game ->
                                    anyone(game).at("leagueId", "pub").send("GetLeagueStandings"))),
                    entry(
                            "ListLeagueMatches",
                            inGame(
                                    game -> game.headToHead("duels", 20),
                                    game -> game.matches("duels", 1))),
                    entry(
                            "GetLeagueStandingsAround",
                            inLeague(game -> game.around("pub", "gamer130", 11))));

    private static final Map<String, ExpandedCase> EXPANDED =
            Map.of(
                    "GetLeagueStandings",
                    bed -> {
                        members(bed);
                        return bed.as("anyone").at("leagueId", "pub");
                    },
                    "GetLeagueStandingsAround",
                    bed -> {
                        members(bed);
                        return bed.as("anyone")
                                .at("leagueId", "pub")
                                .at("gamerId", "gamer130")
                                .query("limit", "11");
                    });

    private FantasyCosts() {}

    /// Returns the cases of expansions by function.
    public static Map<String, ExpandedCase> expanded() {
        return EXPANDED;
    }

    /// Returns the cost cases that are not the sample event, by function.
    public static Map<String, CostCase> calls() {
        return CALLS;
    }

    /// Returns the work of the stream functions after the requests.
    public static List<StreamCost> streamCosts() {
        return List.of(
                new StreamCost(
                        "FanOut",
                        "a settled gamer with a sheet in 3 leagues, of %d".formatted(GAMERS),
                        GAMERS,
                        bed -> withGamersInThreeLeagues(new FantasyGame(bed)),
                        bed -> new FantasyGame(bed).settle(1)),
                new StreamCost(
                        "FanOut",
                        "the same settled again, nothing changed",
                        GAMERS,
                        bed -> {
                            withGamersInThreeLeagues(new FantasyGame(bed));
                            new FantasyGame(bed).settle(1);
                        },
                        bed -> new FantasyGame(bed).settle(1)));
    }

    /// Returns the case of a request in a game of 36 footballers, one gameweek, one gamer and one
    /// league.
    private static CostCase inGame(Function<FantasyGame, TestResponse> request) {
        return inGame(_ -> {}, request);
    }

    private static CostCase inGame(
            Consumer<FantasyGame> before, Function<FantasyGame, TestResponse> request) {
        return bed -> {
            var game = newGame(bed);
            before.accept(game);
            return () -> request.apply(game);
        };
    }

    /// Returns the case of a request in a game whose league has sixty members.
    private static CostCase inLeague(Function<FantasyGame, TestResponse> request) {
        return bed -> {
            members(bed);
            return () -> request.apply(new FantasyGame(bed));
        };
    }

    /// The function with the number of copies of production.
    private static RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> withAllCopies(
            FantasyGame game, String function) {
        return game.bed()
                .functions()
                .with(GameweekCopies.Limits.class, GameweekCopies.Limits.STANDARD)
                .http(TestBed.row(function));
    }

    private static FantasyGame newGame(TestBed bed) {
        var game = new FantasyGame(bed).withFootballers().withGameweeks(1);
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
        return game;
    }

    private static TestRequest anyone(FantasyGame game) {
        return game.bed().as("anyone");
    }

    private static void forwards(FantasyGame game) {
        var writes = new ArrayList<Write>();
        for (var number = 100; number < 151; number++) {
            var footballer =
                    new Footballer(
                            FootballerId.of("id" + number),
                            "Firstname Lastname",
                            Position.FORWARD,
                            new Club("Manchester City"),
                            45);
            var season =
                    new FootballerSeason(footballer, new BigDecimal("12.3"), new TreeMap<>(), 0);
            writes.add(Write.Put.of(FootballerItems.footballer(season)));
        }
        game.bed().table().writeAll(writes);
    }

    /// Adds footballers to 850, of whom each has points in every gameweek.
    private static void season(FantasyGame game) {
        var positions = List.of(Position.values());
        var writes = new ArrayList<Write>();
        for (var number = 100; number < 914; number++) {
            var footballer =
                    new Footballer(
                            FootballerId.of("id" + number),
                            "Firstname Lastname",
                            positions.get(number % positions.size()),
                            new Club("Manchester City"),
                            45);
            var points = new TreeMap<Gameweek, Integer>();
            for (var gameweek = 1; gameweek <= 38; gameweek++) {
                points.put(Gameweek.of(gameweek), gameweek % 10);
            }
            writes.add(
                    Write.Put.of(
                            FootballerItems.footballer(
                                    new FootballerSeason(
                                            footballer, new BigDecimal("12.3"), points, 38))));
        }
        game.bed().table().writeAll(writes);
    }

    private static void members(TestBed bed) {
        bed.fill("a league of sixty gamers", () -> join(newGame(bed)));
    }

    private static void join(FantasyGame game) {
        for (var number = 0; number < 60; number++) {
            var id = "gamer" + (100 + number);
            game.gamer(id);
            game.givePoints(id, 1, number);
            game.join(id, "pub");
        }
    }

    private static void withGamersInThreeLeagues(FantasyGame game) {
        game.withFootballers().withGameweeks(1);
        for (var league : List.of("a", "b", "c")) {
            game.foundLeague("gamer100", league, "L");
        }
        for (var number = 0; number < GAMERS; number++) {
            var id = "gamer" + (100 + number);
            game.gamer(id);
            game.sheet(id, 1, FantasyGame.SHEET);
            for (var league : List.of("a", "b", "c")) {
                game.join(id, league);
            }
        }
        game.closed(1).allPlay(1, 3);
    }
}
