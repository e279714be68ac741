package plaza.fantasy.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;

/// What the organiser of a league does, over HTTP with the whole running system. The organiser
/// imports footballers and a past gameweek, and sets the clock to a date before the season with
/// `plaza.now`.
class LeagueOrganiserTest {
    private static final String BOSS = "boss";

    private final Map<String, String> tokens = new HashMap<>();

    @TempDir private Path season;
    private Runner runner;
    private HttpTestClient client;

    @BeforeEach
    void start() throws IOException {
        writeSeason();
        runner =
                TestRunner.start(
                        Map.of("plaza.fantasy", season.toString(), "plaza.now", "2023-08-01"));
        client = new HttpTestClient(runner.address());
        tokens.put(BOSS, client.get("/dev/token/boss?groups=admin").json().path("token").asText());
    }

    @AfterEach
    void stop() {
        client.close();
        runner.close();
    }

    /// Writes goalkeepers from `11`, defenders from `21`, midfielders from `31` and forwards from
    /// `41`, each of their own club. The forward `41` and the midfielder `31` play in gameweek 1.
    private void writeSeason() throws IOException {
        var players =
                new StringBuilder(
                        "element,first_name,second_name,position,team,now_cost,selected_by_percent\n");
        var counts = List.of(4, 8, 8, 5);
        var club = 1;
        for (var position = 0; position < counts.size(); position++) {
            for (var number = 1; number <= counts.get(position); number++) {
                players.append(
                        "%d,First,Name,%s,Club %d,50,1.5\n"
                                .formatted(
                                        10 * (position + 1) + number,
                                        List.of("GK", "DEF", "MID", "FWD").get(position),
                                        club++));
            }
        }
        Files.writeString(season.resolve("small_players.csv"), players);
        Files.writeString(
                season.resolve("small_player_gw.csv"),
                """
                gw,element,fixture,kickoff_time,was_home,minutes,yellow_cards,red_cards,total_points
                1,41,7,2023-08-11T19:00:00Z,1,90,0,0,9
                1,31,7,2023-08-11T19:00:00Z,0,90,0,0,4
                1,42,7,2023-08-11T19:00:00Z,0,0,0,0,0
                """);
    }

    @Test
    void aLeaguePlaysSettlesCorrectsAndUnsettlesGameweeks() {
        assertThat(Instant.parse(client.get("/dev/clock").json().path("now").asText()))
                .isBetween(
                        Instant.parse("2023-08-01T00:00:00Z"),
                        Instant.parse("2023-08-01T00:00:00Z").plus(Duration.ofMinutes(10)));
        ok(BOSS, "PUT", "/gameweeks/2", "{\"deadline\":\"2023-08-18T17:30:00Z\"}");
        ok(
                BOSS,
                "PUT",
                "/gameweeks/2/fixtures/8",
                "{\"homeClub\":\"Club 41\",\"awayClub\":\"Club 31\"}");
        assertThat(items("anyone", "/gameweeks"))
                .extracting(week -> week.path("gameweek").asText() + week.path("status").asText())
                .containsExactly("01open", "02open");

        for (var gamer : List.of("ann", "ben")) {
            ok(
                    gamer,
                    "PUT",
                    "/gamers/" + gamer,
                    "{\"dateOfBirth\":\"1990-12-31\",\"country\":\"Norway\"}");
        }
        ok("ann", "PUT", "/leagues/friends", "{\"name\":\"Friends\"}");
        for (var gamer : List.of("ann", "ben")) {
            ok(gamer, "PUT", "/leagues/friends/gamers/" + gamer, null);
        }
        ok(
                "ann",
                "PUT",
                "/leagues/duels",
                "{\"name\":\"Duels\",\"scoring\":\"headToHead\",\"fromGameweek\":\"1\"}");
        for (var gamer : List.of("ann", "ben")) {
            ok(gamer, "PUT", "/leagues/duels/gamers/" + gamer, null);
        }
        assertThat(items("ann", "/footballers?q=na&position=forward&sort=totalPoints"))
                .extracting(footballer -> footballer.path("footballerId").asText())
                .startsWith("41");
        var sheet = sheet();
        ok("ann", "PUT", "/gamers/ann/team-sheets/1", sheet.put("captain", "41").toString());
        ok("ben", "PUT", "/gamers/ben/team-sheets/1", sheet.put("captain", "31").toString());
        assertThat(send("ben", "GET", "/gamers/ann/team-sheets/1", null).statusCode())
                .isEqualTo(404);
        assertThat(send(BOSS, "POST", "/gameweeks/1/settlement", null).statusCode()).isEqualTo(409);
        assertThat(preview(1)).containsExactlyInAnyOrder("ann 22 22", "ben 17 17");
        assertThat(standings()).containsExactly("1 ann 0", "1 ben 0");

        // A sheet that was read is changed and put back.
        var read = (ObjectNode) ok("ben", "GET", "/gamers/ben/team-sheets/1", null);
        ok("ben", "PUT", "/gamers/ben/team-sheets/1", read.put("viceCaptain", "42").toString());

        clock("2023-08-11T17:30:00Z");
        assertThat(ok("ben", "GET", "/gamers/ann/team-sheets/1", null).path("captain").asText())
                .isEqualTo("41");
        settle(1);
        assertThat(standings()).containsExactly("1 ann 22", "2 ben 17");

        // A correction counts after the next settlement.
        ok(BOSS, "PUT", "/footballers/31/gameweeks/1/fixtures/7", "{\"points\":12,\"minutes\":90}");
        assertThat(standings()).containsExactly("1 ann 22", "2 ben 17");
        assertThat(preview(1)).containsExactlyInAnyOrder("ann 30 30", "ben 33 33");
        assertThat(duels()).containsExactly("1 ann 3", "2 ben 0");
        settle(1);
        assertThat(standings()).containsExactly("1 ben 33", "2 ann 30");
        assertThat(duels()).containsExactly("1 ben 3", "2 ann 0");

        // No gamer puts a sheet for the second gameweek, so the first ones count again.
        clock("2023-08-18T17:30:00Z");
        ok(BOSS, "PUT", "/footballers/41/gameweeks/2/fixtures/8", "{\"points\":5,\"minutes\":90}");
        settle(2);
        assertThat(standings()).containsExactly("1 ann 40", "2 ben 38");
        assertThat(history("ann")).containsExactly("01 30 30", "02 10 40");

        ok(BOSS, "DELETE", "/gameweeks/2/settlement", null);
        client.drain();
        assertThat(standings()).containsExactly("1 ben 33", "2 ann 30");
        assertThat(history("ann")).containsExactly("01 30 30");
        settle(2);
        assertThat(standings()).containsExactly("1 ann 40", "2 ben 38");
        assertThat(duels()).containsExactly("1 ann 3", "2 ben 3");
        assertThat(items("ann", "/leagues/duels/gameweeks/02/matches"))
                .extracting(match -> match.path("result").asText())
                .containsExactly("away");
        assertThat(client.json("POST", "/dev/reconcile", "{}").json().path("driftCount").asInt(-1))
                .isZero();
    }

    private static ObjectNode sheet() {
        var sheet =
                HttpTestClient.JSON
                        .createObjectNode()
                        .put("goalKeeper", "11")
                        .put("viceCaptain", "32");
        var players = sheet.putArray("players");
        Stream.of("21", "22", "23", "24", "31", "32", "33", "34", "41", "42").forEach(players::add);
        var subs = sheet.putArray("subs");
        Stream.of("12", "25", "35", "43").forEach(subs::add);
        return sheet;
    }

    private void clock(String now) {
        client.json("PUT", "/dev/clock", "{\"now\":\"" + now + "\"}").json();
    }

    private void settle(int gameweek) {
        ok(BOSS, "POST", "/gameweeks/" + gameweek + "/settlement", null);
        client.drain();
        assertThat(
                        ok("ann", "GET", "/gameweeks/" + gameweek + "/settlement", null)
                                .path("status")
                                .asText())
                .isEqualTo("settled");
    }

    private List<String> preview(int gameweek) {
        var preview =
                ok(BOSS, "POST", "/gameweeks/" + gameweek + "/settlement", "{\"preview\":true}");
        return preview.path("points")
                .valueStream()
                .map(gamer ->
                        "%s %s %s"
                                .formatted(
                                        gamer.path("gamerId").asText(),
                                        gamer.path("points"),
                                        gamer.path("totalPoints")))
                .toList();
    }

    private List<String> duels() {
        return items("anyone", "/leagues/duels/standings").stream()
                .map(row ->
                        "%s %s %s"
                                .formatted(
                                        row.path("rank"),
                                        row.path("gamerId").asText(),
                                        row.path("points")))
                .toList();
    }

    private List<String> standings() {
        return items("anyone", "/leagues/friends/standings").stream()
                .map(row ->
                        "%s %s %s"
                                .formatted(
                                        row.path("rank"),
                                        row.path("gamerId").asText(),
                                        row.path("totalPoints")))
                .toList();
    }

    private List<String> history(String gamer) {
        return items("anyone", "/gamers/" + gamer + "/gameweeks").stream()
                .filter(week -> week.has("points"))
                .map(week ->
                        "%s %s %s"
                                .formatted(
                                        week.path("gameweek").asText(),
                                        week.path("points"),
                                        week.path("totalPoints")))
                .toList();
    }

    private List<JsonNode> items(String user, String path) {
        return ok(user, "GET", path, null).path("items").valueStream().toList();
    }

    private JsonNode ok(String user, String method, String path, @Nullable String body) {
        var response = send(user, method, path, body);
        assertThat(response.statusCode())
                .as("%s %s: %s", method, path, response.body())
                .isBetween(200, 202);
        return HttpTestClient.json(response.body());
    }

    private HttpResponse<String> send(
            String user, String method, String path, @Nullable String body) {
        var call = body == null ? client.ask(method, path) : client.json(method, path, body);
        return call.bearing(tokens.computeIfAbsent(user, client::token)).send();
    }
}
