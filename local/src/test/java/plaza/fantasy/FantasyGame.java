package plaza.fantasy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.Footballer;
import plaza.fantasy.model.FootballerSeason;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.Position;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.text.IsoTime;

/// A game on a [TestBed], in the fewest words: footballers `gk1`–`gk9`, `d1`–`d9`, `m1`–`m9`,
/// `f1`–`f9`, each of a club of his own and worth 60, and gameweeks whose deadline is an hour from
/// the time at which they are held.
final class FantasyGame implements AutoCloseable {
    /// The sheet that most tests put: 4-4-2, `m1` is captain, `f1` his deputy.
    static final Sheet SHEET =
            new Sheet("gk1", "d1 d2 d3 d4 m1 m2 m3 m4 f1 f2", "gk2 d5 m5 f3", "m1", "f1", null);

    private final TestBed bed;

    FantasyGame() {
        this(new TestBed());
    }

    FantasyGame(TestBed bed) {
        this.bed = bed;
    }

    /// A sheet as a client thinks of it.
    record Sheet(
            String goalKeeper,
            String players,
            String subs,
            String captain,
            String viceCaptain,
            @Nullable String chip) {
        Sheet with(String newChip) {
            return new Sheet(goalKeeper, players, subs, captain, viceCaptain, newChip);
        }

        Sheet captained(String newCaptain) {
            return new Sheet(goalKeeper, players, subs, newCaptain, viceCaptain, chip);
        }

        /// The sheet with one footballer in the place of another.
        Sheet exchange(String off, String on) {
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

        String json() {
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

    TestBed bed() {
        return bed;
    }

    @Override
    public void close() {
        bed.close();
    }

    /// All thirty-six, straight into the table.
    FantasyGame withFootballers() {
        var writes = new ArrayList<Write>();
        for (var position : Position.values()) {
            var prefix = position == Position.GOALKEEPER ? "gk" : position.text().substring(0, 1);
            for (var number = 1; number <= 9; number++) {
                var id = prefix + number;
                var footballer =
                        new Footballer(
                                FootballerId.of(id), id, position, new Club("club of " + id), 60);
                writes.add(
                        Write.Put.of(
                                FantasyItems.footballer(
                                        new FootballerSeason(
                                                footballer, null, new TreeMap<>(), 0))));
            }
        }
        bed.table().writeAll(writes);
        return this;
    }

    TestResponse footballer(String id, String position, String club, int price) {
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

    TestResponse gamer(String id) {
        return bed.as(id)
                .at("gamerId", id)
                .body("{\"dateOfBirth\": \"1990-12-31\", \"country\": \"Norway\"}")
                .send("PutGamer");
    }

    TestResponse gameweek(int number, Duration untilDeadline) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(number))
                .body(
                        "{\"deadline\": \""
                                + IsoTime.format(bed.clock().instant().plus(untilDeadline))
                                + "\"}")
                .send("PutGameweek");
    }

    /// Gameweeks with the fixture `x` each.
    FantasyGame withGameweeks(int... gameweeks) {
        for (var gameweek : gameweeks) {
            gameweek(gameweek, Duration.ofHours(1));
            fixtures(gameweek, "x");
        }
        return this;
    }

    /// Moves deadlines to now, so that the gameweeks can be settled.
    FantasyGame closed(int... gameweeks) {
        for (var gameweek : gameweeks) {
            assertThat(gameweek(gameweek, Duration.ZERO).status()).isEqualTo(200);
        }
        return this;
    }

    /// Declares fixtures; straight into the table.
    FantasyGame fixtures(int gameweek, String... ids) {
        for (var id : ids) {
            var fixture = new Fixture(FixtureId.of(id), new Club("Harbour"), new Club("Fog"), null);
            bed.table().write(Write.Put.of(FantasyItems.fixture(Gameweek.of(gameweek), fixture)));
        }
        return this;
    }

    TestResponse fixture(int gameweek, String id, String json) {
        return fixtureCall(gameweek, id).body(json).send("PutFixture");
    }

    TestResponse deleteFixture(int gameweek, String id) {
        return fixtureCall(gameweek, id).send("DeleteFixture");
    }

    private TestRequest fixtureCall(int gameweek, String id) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(gameweek))
                .at("fixtureId", id);
    }

    TestResponse sheet(String gamer, int gameweek, Sheet sheet) {
        return sheet(gamer, gameweek, sheet.json());
    }

    TestResponse sheet(String gamer, int gameweek, String json) {
        return bed.as(gamer)
                .at("gamerId", gamer)
                .at("gameweek", Integer.toString(gameweek))
                .body(json)
                .send("PutTeamSheet");
    }

    /// The gamer's own view of their sheet.
    TestResponse getSheet(String gamer, int gameweek) {
        return getSheet(bed.as(gamer), gamer, gameweek);
    }

    /// The view of a sheet that another caller has.
    TestResponse getSheet(TestRequest reader, String gamer, int gameweek) {
        return reader.at("gamerId", gamer)
                .at("gameweek", Integer.toString(gameweek))
                .send("GetTeamSheet");
    }

    TestResponse fixturePoints(
            String footballer, int gameweek, String fixture, int points, int minutes) {
        return fixturePoints(
                footballer,
                gameweek,
                fixture,
                "{\"points\": %d, \"minutes\": %d}".formatted(points, minutes));
    }

    TestResponse fixturePoints(String footballer, int gameweek, String fixture, String json) {
        return bed.as("boss")
                .asAdmin()
                .at("footballerId", footballer)
                .at("gameweek", Integer.toString(gameweek))
                .at("fixtureId", fixture)
                .body(json)
                .send("PutFixturePoints");
    }

    /// Everybody of [#SHEET] plays 90 minutes for so many points; straight into the table.
    FantasyGame allPlay(int gameweek, int points) {
        var squad = String.join(" ", SHEET.goalKeeper(), SHEET.players(), SHEET.subs());
        var writes = new ArrayList<Write>();
        for (var id : squad.split(" ", -1)) {
            var line = new FixturePoints(FixtureId.of("x"), points, 90, 0, 0);
            FantasyItems.fixturePoints(FootballerId.of(id), Gameweek.of(gameweek), line)
                    .forEach(item -> writes.add(Write.Put.of(item)));
        }
        bed.table().writeAll(writes);
        return this;
    }

    TestResponse settle(int gameweek) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(gameweek))
                .send("SettleGameweek");
    }

    /// Moves the deadline to now, settles, and waits for the stream.
    FantasyGame settled(int gameweek) {
        closed(gameweek);
        assertThat(settle(gameweek).status()).isEqualTo(202);
        bed.drain();
        return this;
    }

    TestResponse unsettle(int gameweek) {
        return bed.as("boss")
                .asAdmin()
                .at("gameweek", Integer.toString(gameweek))
                .send("UnsettleGameweek");
    }

    /// Takes the settlement back, and waits for the stream.
    FantasyGame unsettled(int gameweek) {
        assertThat(unsettle(gameweek).status()).isEqualTo(202);
        bed.drain();
        return this;
    }

    TestResponse settlement(int gameweek) {
        return bed.as("anyone").at("gameweek", Integer.toString(gameweek)).send("GetSettlement");
    }

    /// The view of a gamer that another user has.
    TestResponse getGamer(String id) {
        return getGamer(bed.as("anyone"), id);
    }

    TestResponse getGamer(TestRequest reader, String id) {
        return reader.at("gamerId", id).send("GetGamer");
    }

    /// A gamer's points, week by week, and their sum: `{"01":57} 57`.
    String points(String gamer) {
        var json = getGamer(gamer).json();
        return json.path("gameweekPoints") + " " + json.path("totalPoints");
    }

    /// The gamer as he is stored.
    Gamer stored(String id) {
        return FantasyItems.gamer(
                requireNonNull(bed.table().getConsistent(KeySpace.gamer(GamerId.of(id)))));
    }

    /// Points out of nowhere, for tests that are about other things.
    void givePoints(String gamer, int gameweek, int points) {
        var settled = stored(gamer).settled(Gameweek.of(gameweek), points);
        bed.table().write(Write.Put.of(FantasyItems.gamer(settled)));
    }

    /// Makes a gamer, who founds a league.
    void foundLeague(String owner, String id, String name) {
        gamer(owner);
        assertThat(league(owner, id, name).status()).isEqualTo(201);
    }

    TestResponse league(String owner, String id, String name) {
        return bed.as(owner)
                .at("leagueId", id)
                .body("{\"name\": \"" + name + "\"}")
                .send("PutLeague");
    }

    TestResponse join(String gamer, String league) {
        return bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("JoinLeague");
    }

    TestResponse leave(String gamer, String league) {
        return bed.as(gamer).at("gamerId", gamer).at("leagueId", league).send("LeaveLeague");
    }

    /// All rows of the standings, page by page: `1(2) ann 57 57` is rank, rank before, gamer,
    /// total, points of the last gameweek.
    List<String> standings(String league, int limit) {
        return bed.as("anyone").at("leagueId", league).all("GetLeagueStandings", limit).stream()
                .map(FantasyGame::row)
                .toList();
    }

    TestResponse around(String league, String gamer, int limit) {
        return bed.as("anyone")
                .at("leagueId", league)
                .at("gamerId", gamer)
                .query("limit", Integer.toString(limit))
                .send("GetLeagueStandingsAround");
    }

    static List<String> rows(TestResponse response) {
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
