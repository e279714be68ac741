package plaza.fantasy.footballer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Concurrently;
import plaza.testkit.Large;
import plaza.testkit.TestBed;

/// Tests of footballers, gameweeks, fixtures and fixture points.
class FootballersTest {
    @AutoClose private final FantasyGame game = new FantasyGame();
    private final TestBed bed = game.bed();

    @Test
    void puttingAFootballerAgainChangesThePriceButNotThePoints() {
        var first =
                bed.as("boss")
                        .asAdmin()
                        .at("footballerId", "saka")
                        .body(
                                """
                                {"name": "Bukayo Saka", "position": "midfielder", "club": "Arsenal",
                                 "price": 85, "selectedPercent": 51.3}\
                                """)
                        .send("PutFootballer");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json().toString())
                .isEqualTo(
                        "{\"footballerId\":\"saka\",\"name\":\"Bukayo Saka\",\"position\":\"midfielder\","
                                + "\"club\":\"Arsenal\",\"price\":85,\"selectedPercent\":51.3,"
                                + "\"gameweekPoints\":{},\"totalPoints\":0}");
        game.withGameweeks(1);
        game.fixturePoints("saka", 1, "x", 9, 90);

        var second = game.footballer("saka", "midfielder", "Arsenal", 86);

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.json().toString())
                .isEqualTo(
                        "{\"footballerId\":\"saka\",\"name\":\"saka\",\"position\":\"midfielder\","
                                + "\"club\":\"Arsenal\",\"price\":86,"
                                + "\"gameweekPoints\":{\"01\":9},\"totalPoints\":9}");
        assertThat(bed.as("anyone").at("footballerId", "saka").send("GetFootballer").json())
                .isEqualTo(second.json());
    }

    @Test
    void anUnknownFootballerReturns404() {
        assertThat(bed.as("anyone").at("footballerId", "saka").send("GetFootballer").status())
                .isEqualTo(404);
    }

    @Test
    void theFootballersOfAPositionAreListedPageByPage() {
        for (var number = 0; number < 7; number++) {
            game.footballer("d" + number, "defender", "c", 50);
            game.footballer("f" + number, "forward", "c", 50);
        }
        game.footballer("d3", "forward", "c", 50);
        for (var limit : new int[] {1, 2, 3, 7}) {
            assertThat(
                            bed.as("anyone")
                                    .at("position", "defender")
                                    .all("ListFootballersByPosition", limit))
                    .extracting(item -> item.path("footballerId").asText())
                    .containsExactly("d0", "d1", "d2", "d4", "d5", "d6");
        }
        assertThat(
                        bed.as("anyone")
                                .at("position", "referee")
                                .send("ListFootballersByPosition")
                                .badFields())
                .containsExactly("position");
        assertThat(
                        bed.as("anyone")
                                .at("position", "goalkeeper")
                                .send("ListFootballersByPosition")
                                .column("footballerId"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"x\", \"position\": \"libero\", \"club\": \"c\", \"price\": 50}",
                "{\"name\": \"x\", \"position\": \"forward\", \"club\": \" \", \"price\": 50}",
                "{\"name\": \"x\", \"position\": \"forward\", \"club\": \"c\", \"price\": -1}",
                "{\"name\": \"x\", \"position\": \"forward\", \"club\": \"c\", \"price\": 10001}",
                "{\"name\": \"x\", \"position\": \"forward\", \"club\": \"c\", \"price\": 5.5}",
                "{\"name\": \"x\", \"position\": \"forward\", \"club\": \"c\", \"price\": 5, \"selectedPercent\": 100.1}",
                "{\"name\": \"x\", \"position\": \"forward\", \"club\": \"c\", \"price\": 5, \"selectedPercent\": 0.123}",
            })
    void anInvalidFootballerReturns400(String body) {
        var response =
                bed.as("boss").asAdmin().at("footballerId", "x").body(body).send("PutFootballer");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).hasSize(1);
        assertThat(bed.items(FantasyKeys.FOOTBALLERS.of(FootballerId.of("x")))).isEmpty();
    }

    @Test
    void thePointsOfTwoFixturesAddUpAndACorrectionReplacesThem() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.withGameweeks(7, 8).fixtures(7, "a", "b").fixtures(8, "c");
        assertThat(game.fixturePoints("saka", 7, "a", 5, 90).status()).isEqualTo(201);
        assertThat(game.fixturePoints("saka", 7, "b", -2, 12).status()).isEqualTo(201);
        assertThat(game.fixturePoints("saka", 8, "c", 3, 60).status()).isEqualTo(201);
        assertThat(points("saka")).isEqualTo("{\"07\":3,\"08\":3} 6");

        var sentOff = "{\"points\": 1, \"minutes\": 12, \"redCards\": 1}";
        var correction = game.fixturePoints("saka", 7, "b", sentOff);

        assertThat(correction.status()).isEqualTo(200);
        assertThat(correction.json().toString())
                .isEqualTo(
                        "{\"footballerId\":\"saka\",\"gameweek\":\"07\",\"fixtureId\":\"b\","
                                + "\"points\":1,\"minutes\":12,\"yellowCards\":0,\"redCards\":1}");
        assertThat(points("saka")).isEqualTo("{\"07\":6,\"08\":3} 9");
        assertThat(game.fixturePoints("saka", 7, "b", sentOff).status()).isEqualTo(200);
        assertThat(points("saka")).isEqualTo("{\"07\":6,\"08\":3} 9");
        assertThat(bed.items(FantasyKeys.FOOTBALLERS.of(FootballerId.of("saka"))))
                .extracting(item -> item.key().sk())
                .containsExactly(
                        "Footballer#saka", "GW#07#Fixture#a", "GW#07#Fixture#b", "GW#08#Fixture#c");
        assertThat(bed.items(FantasyKeys.GAMEWEEKS.of(Gameweek.of(7))))
                .extracting(item -> item.key().sk())
                .containsExactly(
                        "Fixture#a",
                        "Fixture#b",
                        "Fixture#x",
                        "Footballer#saka#Fixture#a",
                        "Footballer#saka#Fixture#b",
                        "Gameweek#07");
    }

    @Test
    void concurrentFixturePointsAllCountUpToTheLimit() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.withGameweeks(1);
        var fixtures = List.of("x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7");
        fixtures.forEach(id -> game.fixtures(1, id));
        assertThat(
                        Concurrently.map(
                                4,
                                fixtures,
                                id -> game.fixturePoints("saka", 1, id, 3, 90).status()))
                .containsOnly(201);
        assertThat(points("saka")).isEqualTo("{\"01\":24} 24");
        game.fixtures(1, "x8", "x9", "x10").fixturePoints("saka", 1, "x8", 3, 90);
        game.fixturePoints("saka", 1, "x9", 3, 90);
        assertThat(game.fixturePoints("saka", 1, "x10", 3, 90).status()).isEqualTo(422);
        assertThat(game.fixturePoints("saka", 1, "x9", 4, 90).status()).isEqualTo(200);
        assertThat(points("saka")).isEqualTo("{\"01\":31} 31");
    }

    @Test
    void fixturePointsNeedAFootballerAGameweekAndADeclaredFixture() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.withGameweeks(1);
        assertThat(game.fixturePoints("unknown", 1, "x", 3, 90).badFields())
                .containsExactly("footballerId");
        assertThat(game.fixturePoints("saka", 2, "x", 3, 90).badFields())
                .containsExactly("gameweek");
        var undeclared = game.fixturePoints("saka", 1, "y", 3, 90);
        assertThat(undeclared.status()).isEqualTo(404);
        assertThat(undeclared.badFields()).containsExactly("fixtureId");
        assertThat(game.fixturePoints("saka", 1, "x", 1001, 90).badFields())
                .containsExactly("points");
        assertThat(game.fixturePoints("saka", 1, "x", 3, -1).badFields())
                .containsExactly("minutes");
        var threeCards = "{\"points\": 1, \"minutes\": 1, \"yellowCards\": 3}";
        assertThat(game.fixturePoints("saka", 1, "x", threeCards).badFields())
                .containsExactly("yellowCards");
        assertThat(points("saka")).isEqualTo("{} 0");
    }

    @Test
    void theDeadlineOfAGameweekCanMove() {
        var first = game.gameweek(7, Duration.ofHours(2));
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json().toString())
                .isEqualTo(
                        "{\"gameweek\":\"07\",\"deadline\":\"2026-11-20T12:00:00.000Z\",\"status\":\"open\"}");
        var moved = game.gameweek(7, Duration.ofHours(-2));
        assertThat(moved.status()).isEqualTo(200);
        var now = bed.as("anyone").at("gameweek", "07").send("GetGameweek");
        assertThat(now.json().toString())
                .isEqualTo(
                        "{\"gameweek\":\"07\",\"deadline\":\"2026-11-20T08:00:00.000Z\",\"status\":\"closed\"}");
        game.settled(7);
        var settled = bed.as("anyone").at("gameweek", "7").send("GetGameweek");
        assertThat(settled.json().path("status").asText()).isEqualTo("settled");
        assertThat(bed.as("anyone").at("gameweek", "8").send("GetGameweek").status())
                .isEqualTo(404);
        assertThat(bed.as("anyone").at("gameweek", "100").send("GetGameweek").status())
                .isEqualTo(400);
    }

    @Test
    void aFixtureIsDeclaredChangedListedAndDeleted() {
        game.gameweek(7, Duration.ofHours(2));
        var json = "{\"homeClub\": \"Arsenal\", \"awayClub\": \"Fulham\"}";
        assertThat(game.fixture(8, "f1", json).badFields()).containsExactly("gameweek");
        var first = game.fixture(7, "f1", json);
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json().toString())
                .isEqualTo(
                        "{\"gameweek\":\"07\",\"fixtureId\":\"f1\",\"homeClub\":\"Arsenal\",\"awayClub\":\"Fulham\"}");
        assertThat(game.fixture(7, "f1", json).status()).isEqualTo(200);
        assertThat(game.fixture(7, "f0", json).status()).isEqualTo(201);

        var moved =
                """
                {"homeClub": "Arsenal", "awayClub": "Leeds", "kickoff": "2026-11-21T15:00:00Z"}
                """;
        var changed = game.fixture(7, "f1", moved);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.json().path("awayClub").asText()).isEqualTo("Leeds");
        assertThat(changed.json().path("kickoff").asText()).isEqualTo("2026-11-21T15:00:00.000Z");
        assertThat(game.fixture(7, "f1", json).json()).isEqualTo(first.json());
        assertThat(fixtures(7)).containsExactly("f0", "f1");

        assertThat(game.deleteFixture(7, "f1").status()).isEqualTo(204);
        assertThat(game.deleteFixture(7, "f1").status()).isEqualTo(204);
        assertThat(game.deleteFixture(8, "f1").status()).isEqualTo(204);
        assertThat(fixtures(7)).containsExactly("f0");
        assertThat(fixtures(8)).isEmpty();
    }

    @Test
    void aFixtureNeedsTwoDifferentClubs() {
        game.withGameweeks(7);
        var same = "{\"homeClub\": \"Arsenal\", \"awayClub\": \"Arsenal\"}";
        var response = game.fixture(7, "f1", same);
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.badFields()).containsExactly("awayClub");
        assertThat(game.fixture(7, "f1", "{\"homeClub\": \"A\"}").badFields())
                .containsExactly("awayClub");
        assertThat(fixtures(7)).containsExactly("x");
    }

    @Test
    void aFixtureWithPointsCannotBeDeleted() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.withGameweeks(7).fixtures(7, "y");
        game.fixturePoints("saka", 7, "x", 5, 90);
        var response = game.deleteFixture(7, "x");
        assertThat(response.status()).isEqualTo(409);
        assertThat(response.badFields()).containsExactly("fixtureId");
        assertThat(game.deleteFixture(7, "y").status()).isEqualTo(204);
        assertThat(game.fixturePoints("saka", 7, "x", 6, 90).status()).isEqualTo(200);
    }

    @Large
    @Test
    void deletedFixturePointsDisappearFromTheTotalsAndFromTheNextSettlement() {
        game.withFootballers().withGameweeks(1).fixtures(1, "y");
        game.gamer("ann").orFail();
        game.sheet("ann", 1, FantasyGame.SHEET).orFail();
        game.fixturePoints("d1", 1, "x", 5, 90);
        game.fixturePoints("d1", 1, "y", 3, 90);
        game.settled(1);
        assertThat(game.points("ann")).isEqualTo("{\"01\":8} 8");
        assertThat(fixturePoints("d1")).containsExactly("x 5", "y 3");

        assertThat(game.deleteFixturePoints("d1", 1, "x").status()).isEqualTo(204);

        assertThat(fixturePoints("d1")).containsExactly("y 3");
        assertThat(points("d1")).isEqualTo("{\"01\":3} 3");
        assertThat(game.points("ann")).isEqualTo("{\"01\":8} 8");
        game.settle(1).orFail();
        bed.drain();
        assertThat(game.points("ann")).isEqualTo("{\"01\":3} 3");

        assertThat(game.deleteFixturePoints("d1", 1, "y").status()).isEqualTo(204);
        assertThat(fixturePoints("d1")).isEmpty();
        assertThat(points("d1")).isEqualTo("{} 0");
        assertThat(game.deleteFixture(1, "y").status()).isEqualTo(204);
    }

    @Test
    void deletingMissingFixturePointsChangesNothing() {
        game.withFootballers().withGameweeks(1);
        game.fixturePoints("d1", 1, "x", 5, 90);
        var before = bed.everything();
        assertThat(game.deleteFixturePoints("d1", 1, "y").status()).isEqualTo(204);
        assertThat(game.deleteFixturePoints("d1", 2, "x").status()).isEqualTo(204);
        assertThat(game.deleteFixturePoints("stranger", 1, "x").status()).isEqualTo(204);
        assertThat(bed.everything()).isEqualTo(before);
    }

    /// Other points of the footballer are put after the reads of DeleteFixturePoints, but before
    /// its writes.
    @Test
    void pointsThatArePutDuringADeletionStayInTheTotals() {
        game.withFootballers().withGameweeks(1).fixtures(1, "y");
        game.fixturePoints("d1", 1, "x", 5, 90);
        var interrupted =
                bed.interrupted(
                        "DeleteFixturePoints", () -> game.fixturePoints("d1", 1, "y", 3, 90));
        var response =
                bed.as("boss")
                        .asAdmin()
                        .at("footballerId", "d1")
                        .at("gameweek", "1")
                        .at("fixtureId", "x")
                        .send("DeleteFixturePoints", interrupted);
        assertThat(response.status()).isEqualTo(204);
        assertThat(fixturePoints("d1")).containsExactly("y 3");
        assertThat(points("d1")).isEqualTo("{\"01\":3} 3");
    }

    private List<String> fixturePoints(String footballer) {
        return bed
                .as("anyone")
                .at("footballerId", footballer)
                .at("gameweek", "1")
                .all("ListFixturePoints", 1)
                .stream()
                .map(item -> item.path("fixtureId").asText() + " " + item.path("points"))
                .toList();
    }

    private String points(String footballer) {
        var json = bed.as("anyone").at("footballerId", footballer).send("GetFootballer").json();
        return json.path("gameweekPoints") + " " + json.path("totalPoints");
    }

    /// The points are put after DeleteFixture found none, but before it deletes the fixture.
    @Test
    void pointsPutDuringADeleteKeepTheFixture() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.withGameweeks(7);
        var interrupted =
                bed.interrupted(
                        "DeleteFixture",
                        () ->
                                assertThat(game.fixturePoints("saka", 7, "x", 5, 90).status())
                                        .isEqualTo(201));
        var response =
                bed.as("boss")
                        .asAdmin()
                        .at("gameweek", "7")
                        .at("fixtureId", "x")
                        .send("DeleteFixture", interrupted);
        assertThat(response.status()).isEqualTo(409);
        assertThat(fixtures(7)).containsExactly("x");
        assertThat(points("saka")).isEqualTo("{\"07\":5} 5");
    }

    /// The fixture is deleted after the reads of PutFixturePoints, but before its writes.
    @Test
    void pointsForAFixtureThatIsDeletedMeanwhileReturn404() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.withGameweeks(7);
        var interrupted =
                bed.interrupted(
                        "PutFixturePoints",
                        () -> assertThat(game.deleteFixture(7, "x").status()).isEqualTo(204));
        var response =
                bed.as("boss")
                        .asAdmin()
                        .at("footballerId", "saka")
                        .at("gameweek", "7")
                        .at("fixtureId", "x")
                        .body("{\"points\": 5, \"minutes\": 90}")
                        .send("PutFixturePoints", interrupted);
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.badFields()).containsExactly("fixtureId");
        assertThat(points("saka")).isEqualTo("{} 0");
    }

    private List<String> fixtures(int gameweek) {
        return bed
                .as("anyone")
                .at("gameweek", Integer.toString(gameweek))
                .all("ListFixtures", 1)
                .stream()
                .map(fixture -> fixture.path("fixtureId").asText())
                .toList();
    }
}
