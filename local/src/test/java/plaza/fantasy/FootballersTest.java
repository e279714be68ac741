package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.TestBed;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.table.KeySpace;

/// Footballers, what they do in fixtures, and gameweeks.
class FootballersTest {
    private Game game;
    private TestBed bed;

    @BeforeEach
    void start() {
        game = new Game();
        bed = game.bed();
    }

    @AfterEach
    void stop() {
        game.close();
    }

    @Test
    void aFootballerComesToBeAndChangesHisPriceButNotHisPoints() {
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
        game.holding(1);
        game.line("saka", 1, "x", 9, 90);

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
    void aPositionListsItsFootballersPageByPage() {
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
    void whatIsNotAFootballerIsRefused(String body) {
        var reply =
                bed.as("boss").asAdmin().at("footballerId", "x").body(body).send("PutFootballer");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.badFields()).hasSize(1);
        assertThat(bed.items(KeySpace.footballerItems(FootballerId.of("x")))).isEmpty();
    }

    @Test
    void onlyAdministratorsTellOfFootballersAndGameweeks() {
        var body = "{\"name\": \"x\", \"position\": \"forward\", \"club\": \"c\", \"price\": 5}";
        assertThat(bed.as("ann").at("footballerId", "x").body(body).send("PutFootballer").status())
                .isEqualTo(403);
        assertThat(
                        bed.as("ann")
                                .at("gameweek", "1")
                                .body("{\"deadline\": \"2030-01-01T00:00:00Z\"}")
                                .send("PutGameweek")
                                .status())
                .isEqualTo(403);
        assertThat(
                        bed.as("ann")
                                .at("footballerId", "x")
                                .at("gameweek", "1")
                                .at("fixtureId", "f")
                                .body("{\"points\": 1, \"minutes\": 1}")
                                .send("PutFixturePoints")
                                .status())
                .isEqualTo(403);
        assertThat(bed.as("ann").at("gameweek", "1").send("SettleGameweek").status())
                .isEqualTo(403);
    }

    @Test
    void twoFixturesOfAGameweekAddUpAndACorrectionReplaces() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.holding(7, 8);
        assertThat(game.line("saka", 7, "a", 5, 90).status()).isEqualTo(201);
        assertThat(game.line("saka", 7, "b", -2, 12).status()).isEqualTo(201);
        assertThat(game.line("saka", 8, "c", 3, 60).status()).isEqualTo(201);
        assertThat(points()).isEqualTo("{\"07\":3,\"08\":3} 6");

        var sentOff = "{\"points\": 1, \"minutes\": 12, \"redCards\": 1}";
        var correction = game.line("saka", 7, "b", sentOff);

        assertThat(correction.status()).isEqualTo(200);
        assertThat(correction.json().toString())
                .isEqualTo(
                        "{\"footballerId\":\"saka\",\"gameweek\":\"07\",\"fixtureId\":\"b\","
                                + "\"points\":1,\"minutes\":12,\"yellowCards\":0,\"redCards\":1}");
        assertThat(points()).isEqualTo("{\"07\":6,\"08\":3} 9");
        assertThat(game.line("saka", 7, "b", sentOff).status()).isEqualTo(200);
        assertThat(points()).isEqualTo("{\"07\":6,\"08\":3} 9");
        assertThat(bed.items(KeySpace.footballerItems(FootballerId.of("saka"))))
                .extracting(item -> item.key().sk())
                .containsExactly(
                        "Footballer#saka", "GW#07#Fixture#a", "GW#07#Fixture#b", "GW#08#Fixture#c");
        assertThat(bed.items(KeySpace.gameweekItems(Gameweek.of(7))))
                .extracting(item -> item.key().sk())
                .containsExactly(
                        "Footballer#saka#Fixture#a", "Footballer#saka#Fixture#b", "Gameweek#07");
    }

    @Test
    void fixturesToldAtOnceAreAllCountedUpToTheirLimit() throws Exception {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.holding(1);
        var calls = new ArrayList<Callable<Integer>>();
        for (var fixture = 0; fixture < 8; fixture++) {
            var id = "x" + fixture;
            calls.add(() -> game.line("saka", 1, id, 3, 90).status());
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var status : threads.invokeAll(calls)) {
                assertThat(status.get()).isEqualTo(201);
            }
        }
        assertThat(points()).isEqualTo("{\"01\":24} 24");
        game.line("saka", 1, "x8", 3, 90);
        game.line("saka", 1, "x9", 3, 90);
        assertThat(game.line("saka", 1, "x10", 3, 90).status()).isEqualTo(422);
        assertThat(game.line("saka", 1, "x9", 4, 90).status()).isEqualTo(200);
        assertThat(points()).isEqualTo("{\"01\":31} 31");
    }

    @Test
    void aLineNeedsFootballerAndGameweek() {
        game.footballer("saka", "midfielder", "Arsenal", 85);
        game.holding(1);
        assertThat(game.line("nobody", 1, "x", 3, 90).badFields()).containsExactly("footballerId");
        assertThat(game.line("saka", 2, "x", 3, 90).badFields()).containsExactly("gameweek");
        assertThat(game.line("saka", 1, "x", 1001, 90).badFields()).containsExactly("points");
        assertThat(game.line("saka", 1, "x", 3, -1).badFields()).containsExactly("minutes");
        var threeCards = "{\"points\": 1, \"minutes\": 1, \"yellowCards\": 3}";
        assertThat(game.line("saka", 1, "x", threeCards).badFields())
                .containsExactly("yellowCards");
        assertThat(points()).isEqualTo("{} 0");
    }

    @Test
    void aGameweekIsHeldAndItsDeadlineMoves() {
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

    private String points() {
        var json = bed.as("anyone").at("footballerId", "saka").send("GetFootballer").json();
        return json.path("gameweekPoints") + " " + json.path("totalPoints");
    }
}
