package plaza.fantasy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.Fixture;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.footballer.FootballerSeason;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.sheet.TeamSheet;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.text.IsoTime;

/// Sends requests of the fantasy context on a [TestBed], and sets up a game.
///
/// The footballers are `gk1`–`gk9`, `d1`–`d9`, `m1`–`m9` and `f1`–`f9`. Each costs 60 tenths and
/// plays for a different club. The deadline of a gameweek is an hour after its declaration.
public final class FantasyGame implements AutoCloseable {
    /// The sheet that most tests put: 4-4-2 with the captain `m1` and the vice-captain `f1`.
    public static final Sheet SHEET =
            new Sheet("gk1", "d1 d2 d3 d4 m1 m2 m3 m4 f1 f2", "gk2 d5 m5 f3", "m1", "f1", null);

    /// The rules of every game that has no others.
    public static final Rules RULES = SeasonRules.preset(SeasonRules.DEFAULT_PRESET);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final TestBed bed;

    public FantasyGame() {
        this(new TestBed());
    }

    public FantasyGame(Rules rules) {
        this(new TestBed(functions -> functions.with(Rules.class, rules)));
    }

    public FantasyGame(TestBed bed) {
        this.bed = bed;
    }

    /// The body of a request to put a team sheet; lists of ids are separated by spaces.
    public record Sheet(
            String goalKeeper,
            String players,
            String subs,
            String captain,
            String viceCaptain,
            @Nullable String chip) {
        public Sheet with(String newChip) {
            return new Sheet(goalKeeper, players, subs, captain, viceCaptain, newChip);
        }

        public Sheet captained(String newCaptain) {
            return new Sheet(goalKeeper, players, subs, newCaptain, viceCaptain, chip);
        }

        /// Returns the sheet with one footballer replaced by another.
        public Sheet exchange(String off, String on) {
            return new Sheet(
                    exchange(goalKeeper, off, on),
                    exchange(players, off, on),
                    exchange(subs, off, on),
                    exchange(captain, off, on),
                    exchange(viceCaptain, off, on),
                    chip);
        }

        private static String exchange(String ids, String off, String on) {
            var exchanged = new ArrayList<String>();
            for (var id : ids.split(" ", -1)) {
                exchanged.add(id.equals(off) ? on : id);
            }
            return String.join(" ", exchanged);
        }

        public String json() {
            return """
            {"goalKeeper": "%s", "players": [%s], "subs": [%s], "captain": "%s", "viceCaptain": "%s"%s}\
            """
                    .formatted(
                            goalKeeper,
                            quoted(players),
                            quoted(subs),
                            captain,
                            viceCaptain,
                            chip == null ? "" : ", \"chip\": \"" + chip + "\"");
        }

        private static String quoted(String ids) {
            return ids.isEmpty() ? "" : "\"" + ids.replace(" ", "\", \"") + "\"";
        }
    }

    public TestBed bed() {
        return bed;
    }

    @Override
    public void close() {
        bed.close();
    }

    /// Creates all 36 footballers, directly in the table.
    public FantasyGame withFootballers() {
        return withFootballersOfEachPosition(9);
    }

    /// Creates the first footballers of each position, directly in the table.
    FantasyGame withFootballersOfEachPosition(int count) {
        var footballers = new ArrayList<Footballer>();
        for (var position : Position.values()) {
            var prefix = position == Position.GOALKEEPER ? "gk" : position.text().substring(0, 1);
            for (var number = 1; number <= count; number++) {
                var id = prefix + number;
                footballers.add(
                        new Footballer(
                                FootballerId.of(id), id, position, new Club("club of " + id), 60));
            }
        }
        return withFootballers(footballers);
    }

    /// Creates or replaces footballers without points, directly in the table.
    public FantasyGame withFootballers(Collection<Footballer> footballers) {
        bed.putAll(
                footballers.stream()
                        .map(footballer ->
                                new FootballerSeason(footballer, null, new TreeMap<>(), 0))
                        .map(FootballerItems::footballer));
        return this;
    }

    public TestResponse footballer(String id, String position, String club, int price) {
        return bed.as("boss")
                .asAdmin()
                .at("footballerId", id)
                .body(
                        """
                        {"name": "%s", "position": "%s", "club": "%s", "price": %d}\
                        """
                                .formatted(id, position, club, price))
                .send("PutFootballer");
    }

    public TestResponse gamer(String id) {
        return bed.as(id)
                .at("gamerId", id)
                .body("{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\"}")
                .send("PutGamer");
    }

    public TestResponse gamer(String id, String displayName) {
        return bed.as(id)
                .at("gamerId", id)
                .body(
                        "{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\", \"displayName\": \"%s\"}"
                                .formatted(displayName))
                .send("PutGamer");
    }

    public TestResponse gameweek(int number, Duration untilDeadline) {
        return gameweekRequest(number, untilDeadline).send("PutGameweek");
    }

    /// Starts the request that declares a gameweek.
    public TestRequest gameweekRequest(int number, Duration untilDeadline) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(number))
                .body(
                        "{\"deadline\": \""
                                + IsoTime.format(bed.clock().instant().plus(untilDeadline))
                                + "\"}");
    }

    /// Declares a gameweek that changes the rules for transfers.
    ///
    /// @param transfers the JSON of the field `transfers`
    public TestResponse gameweek(int number, Duration untilDeadline, String transfers) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(number))
                .body(
                        "{\"deadline\": \"%s\", \"transfers\": %s}"
                                .formatted(
                                        IsoTime.format(bed.clock().instant().plus(untilDeadline)),
                                        transfers))
                .send("PutGameweek");
    }

    /// Declares gameweeks, each with the fixture `x`.
    public FantasyGame withGameweeks(int... gameweeks) {
        for (var gameweek : gameweeks) {
            gameweek(gameweek, Duration.ofHours(1));
            fixtures(gameweek, "x");
        }
        return this;
    }

    /// Moves the deadlines to the current time, so that the gameweeks can be settled.
    public FantasyGame closed(int... gameweeks) {
        for (var gameweek : gameweeks) {
            assertThat(gameweek(gameweek, Duration.ZERO).status()).isEqualTo(200);
        }
        return this;
    }

    /// Declares fixtures, directly in the table.
    public FantasyGame fixtures(int gameweek, String... ids) {
        for (var id : ids) {
            var fixture = new Fixture(FixtureId.of(id), new Club("Harbour"), new Club("Fog"), null);
            bed.table().write(Write.Put.of(FixtureItems.fixture(Gameweek.of(gameweek), fixture)));
        }
        return this;
    }

    public TestResponse fixture(int gameweek, String id, String json) {
        return fixtureRequest(gameweek, id).body(json).send("PutFixture");
    }

    public TestResponse deleteFixture(int gameweek, String id) {
        return fixtureRequest(gameweek, id).send("DeleteFixture");
    }

    private TestRequest fixtureRequest(int gameweek, String id) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(gameweek))
                .at("fixtureId", id);
    }

    public TestResponse sheet(String gamer, int gameweek, Sheet sheet) {
        return sheet(gamer, gameweek, sheet.json());
    }

    public TestResponse sheet(String gamer, int gameweek, TeamSheet sheet) {
        var chip = sheet.chip();
        var json =
                JSON.createObjectNode()
                        .put("goalKeeper", sheet.goalKeeper().value())
                        .put("captain", sheet.captain().value())
                        .put("viceCaptain", sheet.viceCaptain().value())
                        .put("chip", chip == null ? null : chip.text())
                        .put("transferCost", sheet.transferCost());
        sheet.players().forEach(id -> json.withArray("players").add(id.value()));
        sheet.subs().forEach(id -> json.withArray("subs").add(id.value()));
        return sheet(gamer, gameweek, json.toString());
    }

    public TestResponse sheet(String gamer, int gameweek, String json) {
        return bed.as(gamer)
                .at("gamerId", gamer)
                .at("gameweek", Integer.toString(gameweek))
                .body(json)
                .send("PutTeamSheet");
    }

    /// Reads a sheet as its owner.
    public TestResponse getSheet(String gamer, int gameweek) {
        return getSheet(bed.as(gamer), gamer, gameweek);
    }

    /// Reads a sheet as another caller.
    public TestResponse getSheet(TestRequest reader, String gamer, int gameweek) {
        return reader.at("gamerId", gamer)
                .at("gameweek", Integer.toString(gameweek))
                .send("GetTeamSheet");
    }

    public TestResponse fixturePoints(
            String footballer, int gameweek, String fixture, int points, int minutes) {
        return fixturePoints(
                footballer,
                gameweek,
                fixture,
                "{\"points\": %d, \"minutes\": %d}".formatted(points, minutes));
    }

    public TestResponse fixturePoints(
            String footballer, int gameweek, String fixture, String json) {
        return bed.as("boss")
                .asAdmin()
                .at("footballerId", footballer)
                .at("gameweek", Integer.toString(gameweek))
                .at("fixtureId", fixture)
                .body(json)
                .send("PutFixturePoints");
    }

    public TestResponse deleteFixturePoints(String footballer, int gameweek, String fixture) {
        return bed.as("boss")
                .asAdmin()
                .at("footballerId", footballer)
                .at("gameweek", Integer.toString(gameweek))
                .at("fixtureId", fixture)
                .send("DeleteFixturePoints");
    }

    /// Gives every footballer of [#SHEET] 90 minutes and these points in the fixture `x`, directly
    /// in the table.
    public FantasyGame allPlay(int gameweek, int points) {
        var squad = String.join(" ", SHEET.goalKeeper(), SHEET.players(), SHEET.subs());
        var fixturePoints = new FixturePoints(FixtureId.of("x"), points, 90, 0, 0);
        bed.putAll(
                Stream.of(squad.split(" ", -1))
                        .map(FootballerId::of)
                        .flatMap(id ->
                                FixtureItems.fixturePoints(id, Gameweek.of(gameweek), fixturePoints)
                                        .stream()));
        return this;
    }

    public TestResponse settle(int gameweek) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(gameweek))
                .send("SettleGameweek");
    }

    /// Moves the deadline to the current time, settles, and drains the stream.
    public FantasyGame settled(int gameweek) {
        closed(gameweek);
        assertThat(settle(gameweek).status()).isEqualTo(202);
        bed.drain();
        return this;
    }

    public TestResponse unsettle(int gameweek) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(gameweek))
                .send("UnsettleGameweek");
    }

    /// Unsettles, and drains the stream.
    public FantasyGame unsettled(int gameweek) {
        assertThat(unsettle(gameweek).status()).isEqualTo(202);
        bed.drain();
        return this;
    }

    public TestResponse settlement(int gameweek) {
        return bed.as("anyone").at("gameweek", Integer.toString(gameweek)).send("GetSettlement");
    }

    /// Reads a gamer as another user.
    public TestResponse getGamer(String id) {
        return getGamer(bed.as("anyone"), id);
    }

    public TestResponse getGamer(TestRequest reader, String id) {
        return reader.at("gamerId", id).send("GetGamer");
    }

    /// Returns a gamer's points by gameweek and their sum: `{"01":57} 57`.
    public String points(String gamer) {
        var json = getGamer(gamer).json();
        return json.path("gameweekPoints") + " " + json.path("totalPoints");
    }

    /// Reads a gamer from the table.
    public Gamer stored(String id) {
        return GamerItems.gamer(
                requireNonNull(bed.table().getConsistent(FantasyKeys.GAMER.key(GamerId.of(id)))));
    }

    /// Sets the points of a gameweek without a settlement, directly in the table.
    public void givePoints(String gamer, int gameweek, int points) {
        var settled = stored(gamer).settled(Gameweek.of(gameweek), points);
        bed.table().write(Write.Put.of(GamerItems.gamer(settled)));
    }

    /// Creates a gamer, who founds a league.
    public void foundLeague(String owner, String id, String name) {
        gamer(owner);
        assertThat(league(owner, id, name).status()).isEqualTo(201);
    }

    public TestResponse league(String owner, String id, String name) {
        return putLeague(owner, id, "{\"name\": \"" + name + "\"}");
    }

    public TestResponse putLeague(String owner, String id, String json) {
        return bed.as(owner).at("leagueId", id).body(json).send("PutLeague");
    }

    public TestResponse join(String gamer, String league, String code) {
        return bed.as(gamer)
                .at("gamerId", gamer)
                .at("leagueId", league)
                .body("{\"code\": \"" + code + "\"}")
                .send("JoinLeague");
    }

    /// Founds a head-to-head league that starts in gameweek 1. The gamers `player0`, `player1` and
    /// so on join it.
    public void headToHead(String league, int gamers) {
        for (var number = 0; number < gamers; number++) {
            var id = "player" + number;
            gamer(id);
            if (number == 0) {
                var founded =
                        putLeague(
                                id,
                                league,
                                "{\"name\": \"Duels\", \"scoring\": \"headToHead\","
                                        + " \"fromGameweek\": \"1\"}");
                assertThat(founded.status()).isEqualTo(201);
            }
            assertThat(join(id, league).status()).isEqualTo(201);
        }
    }

    /// Reads the matches of a gameweek.
    public TestResponse matches(String league, int gameweek) {
        return bed.as("anyone")
                .at("leagueId", league)
                .at("gameweek", Integer.toString(gameweek))
                .send("ListLeagueMatches");
    }

    public TestResponse standingsResponse(String league) {
        return bed.as("anyone").at("leagueId", league).send("GetLeagueStandings");
    }

    public TestResponse join(String gamer, String league) {
        return bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("JoinLeague");
    }

    public TestResponse leave(String gamer, String league) {
        return bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("LeaveLeague");
    }

    /// Returns all rows of the standings, read in pages. In `1(2) ann 57 36` the rank is 1, the
    /// last rank 2, the total 57, and the points of the last gameweek are 36.
    public List<String> standings(String league, int limit) {
        return bed.as("anyone").at("leagueId", league).all("GetLeagueStandings", limit).stream()
                .map(FantasyGame::row)
                .toList();
    }

    public TestResponse around(String league, String gamer, int limit) {
        return bed.as("anyone")
                .at("leagueId", league)
                .at("gamerId", gamer)
                .query("limit", Integer.toString(limit))
                .send("GetLeagueStandingsAround");
    }

    public static List<String> rows(TestResponse response) {
        var rows = new ArrayList<String>();
        response.json().path("items").forEach(row -> rows.add(row(row)));
        return rows;
    }

    private static String row(JsonNode row) {
        return "%s(%s) %s %s %s"
                .formatted(
                        row.path("rank"),
                        row.path("lastRank"),
                        row.path("gamerId").asText(),
                        row.path("totalPoints"),
                        row.path("gameweekPoints"));
    }
}
