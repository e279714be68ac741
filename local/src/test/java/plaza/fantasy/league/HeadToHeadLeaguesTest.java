package plaza.fantasy.league;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.local.emulator.Meter.Cost;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class HeadToHeadLeaguesTest {
    private static final String DUELS =
            "{\"name\": \"Duels\", \"scoring\": \"headToHead\", \"fromGameweek\": \"1\"}";

    @AutoClose
    private final FantasyGame game = new FantasyGame().withFootballers().withGameweeks(1, 2, 3);

    private final TestBed bed = game.bed();

    @BeforeEach
    void start() {
        for (var gamer : List.of("ann", "ben", "cid", "dan")) {
            game.gamer(gamer);
        }
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.sheet("ben", 1, FantasyGame.SHEET.captained("m2"));
        game.sheet("cid", 1, FantasyGame.SHEET.captained("m3"));
        // dan has no sheet and so no points
    }

    @Test
    void theTableFollowsSettlementsCorrectionsAndTheirReversal() {
        found("ann", "ben", "cid", "dan");
        assertThat(table())
                .containsExactly(
                        "1(1) ann 0=0-0-0 0 0",
                        "1(1) ben 0=0-0-0 0 0",
                        "1(1) cid 0=0-0-0 0 0",
                        "1(1) dan 0=0-0-0 0 0");
        assertThat(matches(1)).containsExactly("ann - dan", "ben - cid");
        assertThat(matches(2)).containsExactly("ben - dan", "cid - ann");

        game.allPlay(1, 1);
        game.fixturePoints("m2", 1, "x", 5, 90);
        game.settled(1);
        // ann 11 of eleven footballers + 4 more of m2 + 1 of the captain
        assertThat(matches(1)).containsExactly("ann 16 - 0 dan home", "ben 20 - 16 cid home");
        assertThat(table())
                .containsExactly(
                        "1(1) ben 3=1-0-0 20 20",
                        "2(1) ann 3=1-0-0 16 16",
                        "3(1) cid 0=0-0-1 16 16",
                        "4(1) dan 0=0-0-1 0 0");

        game.allPlay(2, 1).settled(2);
        assertThat(matches(2)).containsExactly("ben 12 - 0 dan home", "cid 12 - 12 ann draw");
        var both =
                List.of(
                        "1(1) ben 6=2-0-0 32 12",
                        "2(2) ann 4=1-1-0 28 12",
                        "3(3) cid 1=0-1-1 28 12",
                        "4(4) dan 0=0-0-2 0 0");
        assertThat(table()).isEqualTo(both);

        // A correction counts when the gameweek is settled again.
        game.fixturePoints("m3", 1, "x", 9, 90);
        assertThat(table()).isEqualTo(both);
        game.settled(1);
        assertThat(matches(1)).containsExactly("ann 24 - 0 dan home", "ben 28 - 32 cid away");
        assertThat(table())
                .containsExactly(
                        "1(1) cid 4=1-1-0 44 12",
                        "2(2) ann 4=1-1-0 36 12",
                        "3(3) ben 3=1-0-1 40 12",
                        "4(4) dan 0=0-0-2 0 0");
        // ann is ahead of ben with fewer points scored
        assertThat(table(1)).isEqualTo(table());

        game.fixturePoints("m3", 1, "x", 1, 90);
        game.unsettled(1);
        assertThat(matches(1)).containsExactly("ann - dan", "ben - cid");
        assertThat(table())
                .containsExactly(
                        "1(1) ben 3=1-0-0 12 12",
                        "2(1) ann 1=0-1-0 12 12",
                        "2(1) cid 1=0-1-0 12 12",
                        "4(1) dan 0=0-0-1 0 0");
        game.settled(1);
        assertThat(table()).isEqualTo(both);
    }

    @Test
    void anOddNumberOfGamersPlaysTheAverage() {
        found("ann", "ben", "cid");
        game.allPlay(1, 1);
        game.fixturePoints("m2", 1, "x", 5, 90);
        game.settled(1);
        // 16, 20 and 16 points are 17.33 on average
        assertThat(matches(1)).containsExactly("ann 16 - 17 average away", "ben 20 - 16 cid home");
        assertThat(table())
                .containsExactly(
                        "1(1) ben 3=1-0-0 20 20",
                        "2(1) ann 0=0-0-1 16 16",
                        "2(1) cid 0=0-0-1 16 16");
    }

    @Test
    void gamersJoinAndLeaveUntilTheDeadlineOfTheFirstGameweek() {
        found("ann", "ben", "cid");
        assertThat(game.leave("ann", "duels").status()).isEqualTo(204);
        assertThat(roster()).containsExactly("ben", "cid");
        assertThat(game.join("ann", "duels").status()).isEqualTo(201);
        assertThat(roster()).containsExactly("ben", "cid", "ann");
        assertThat(game.join("ann", "duels").status()).isEqualTo(200);
        assertThat(roster()).containsExactly("ben", "cid", "ann");

        bed.clock().advance(Duration.ofHours(1));
        var late = game.join("dan", "duels");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.badFields()).containsExactly("leagueId");
        assertThat(roster()).containsExactly("ben", "cid", "ann");
        assertThat(game.stored("dan").leagues()).isEmpty();
        assertThat(game.join("ann", "duels").status()).isEqualTo(200);
    }

    @Test
    void aGamerWhoLeavesLaterKeepsTheirMatchesAndCanComeBack() {
        found("ann", "ben", "cid", "dan");
        game.allPlay(1, 1).settled(1);
        var before = table();
        assertThat(game.leave("cid", "duels").status()).isEqualTo(204);
        assertThat(roster()).containsExactly("ann", "ben", "cid", "dan");
        assertThat(table())
                .containsExactly(
                        "1(1) ann 3=1-0-0 12 12", "2(1) ben 1=0-1-0 12 12", "3(1) dan 0=0-0-1 0 0");
        assertThat(game.around("duels", "cid", 5).status()).isEqualTo(404);
        game.allPlay(2, 2).settled(2);
        assertThat(matches(2)).containsExactly("ben 24 - 0 dan home", "cid 24 - 24 ann draw");
        game.unsettled(2);
        assertThat(game.join("cid", "duels").status()).isEqualTo(201);
        assertThat(table()).isEqualTo(before);
    }

    @Test
    void theOwnerRemovesAGamerBeforeAndAfterTheStart() {
        found("ann", "ben", "cid", "dan");
        assertThat(remove("dan").status()).isEqualTo(204);
        assertThat(roster()).containsExactly("ann", "ben", "cid");
        bed.clock().advance(Duration.ofHours(1));
        assertThat(remove("cid").status()).isEqualTo(204);
        assertThat(roster()).containsExactly("ann", "ben", "cid");
        assertThat(table()).hasSize(2);
    }

    /// The deadline passes after [JoinLeague] or [LeaveLeague] has read it, but before it writes. A
    /// settlement also changes the gamers; that change alone makes the request read again.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theRosterDoesNotChangeOnceTheGameweekIsClosed(boolean isSettled) {
        Runnable closing =
                () -> {
                    if (isSettled) {
                        game.settled(1);
                    } else {
                        game.closed(1);
                    }
                };
        found("ann", "ben", "cid");
        assertThat(join("dan", closing).status()).isEqualTo(409);
        assertThat(roster()).containsExactly("ann", "ben", "cid");

        if (isSettled) {
            game.unsettled(1);
        }
        assertThat(game.gameweek(1, Duration.ofHours(1)).status()).isEqualTo(200);
        assertThat(leave("ann", closing).status()).isEqualTo(204);
        assertThat(roster()).containsExactly("ann", "ben", "cid");
        assertThat(table()).hasSize(2);
    }

    @Test
    void twoGamersWhoJoinAtTheSameTimeAreBothInTheRoster() {
        found("ann");
        Runnable joining = () -> assertThat(game.join("ben", "duels").status()).isEqualTo(201);
        assertThat(join("cid", joining).status()).isEqualTo(201);
        assertThat(roster()).containsExactly("ann", "ben", "cid");
        Runnable leaving = () -> assertThat(game.leave("ben", "duels").status()).isEqualTo(204);
        assertThat(leave("ann", leaving).status()).isEqualTo(204);
        assertThat(roster()).containsExactly("cid");
    }

    @Test
    void aLeagueOfFiftyIsFull() {
        game.headToHead("duels", HeadToHead.ROSTER_MAX);
        var full = game.join("ann", "duels");
        assertThat(full.status()).isEqualTo(422);
        assertThat(full.badFields()).containsExactly("leagueId");
        assertThat(game.leave("player7", "duels").status()).isEqualTo(204);
        assertThat(game.join("ann", "duels").status()).isEqualTo(201);
        assertThat(matches(1)).hasSize(25);
    }

    @Test
    void aLeagueMayStartLater() {
        game.putLeague("ann", "duels", DUELS.replace("\"1\"", "\"2\""));
        game.join("ann", "duels");
        game.join("ben", "duels");
        game.allPlay(1, 1).settled(1);
        assertThat(matches(1)).isEmpty();
        assertThat(game.join("cid", "duels").status()).isEqualTo(201);
        assertThat(game.leave("cid", "duels").status()).isEqualTo(204);
        game.fixturePoints("m2", 2, "x", 5, 90);
        game.settled(2);
        assertThat(matches(2)).containsExactly("ann 5 - 10 ben away");
        assertThat(table()).containsExactly("1(1) ben 3=1-0-0 10 10", "2(1) ann 0=0-0-1 5 5");
        assertThat(game.join("cid", "duels").status()).isEqualTo(409);
    }

    @Test
    void aLeagueNeedsAFirstGameweekThatLiesAhead() {
        assertRejected("{\"name\": \"D\", \"scoring\": \"headToHead\"}", "fromGameweek");
        game.closed(1);
        assertRejected(DUELS, "fromGameweek");
        assertThat(
                        game.putLeague("ann", "duels", DUELS.replace("\"1\"", "\"30\""))
                                .json()
                                .path("scoring")
                                .asText())
                .isEqualTo("headToHead");
        assertRejected("{\"name\": \"D\", \"scoring\": \"classic\"}", "scoring");
        var renamed = game.putLeague("ann", "duels", "{\"name\": \"D\"}");
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(renamed.json().path("scoring").asText()).isEqualTo("headToHead");
        game.league("ann", "pub", "The Pub");
        var changed =
                game.putLeague("ann", "pub", "{\"name\": \"P\", \"scoring\": \"headToHead\"}");
        assertThat(changed.status()).isEqualTo(422);
        assertThat(changed.badFields()).containsExactly("scoring");
        assertThat(game.matches("pub", 1).status()).isEqualTo(404);
        assertThat(game.matches("pub", 1).badFields()).containsExactly("leagueId");
        assertThat(game.matches("nowhere", 1).status()).isEqualTo(404);
    }

    @Test
    void pagesAndRowsAroundAGamerAreThoseOfTheTable() {
        game.headToHead("duels", 7);
        for (var number = 0; number < 7; number++) {
            game.givePoints("player" + number, 1, number / 2);
        }
        var all = table();
        assertThat(all).hasSize(7);
        for (var limit = 1; limit <= 7; limit++) {
            assertThat(table(limit)).isEqualTo(all);
            assertThat(
                            bed.as("u")
                                    .at("leagueId", "duels")
                                    .at("gameweek", "1")
                                    .all("ListLeagueMatches", limit))
                    .hasSize(4);
        }
        var around = new ArrayList<String>();
        var second = all.get(1).split(" ", -1)[1];
        game.around("duels", second, 3).json().path("items").forEach(row -> around.add(row(row)));
        assertThat(around).isEqualTo(all.subList(0, 3));
        var expanded =
                bed.as("u")
                        .at("leagueId", "duels")
                        .query("expand", "gamer")
                        .send("GetLeagueStandings");
        assertThat(expanded.json().path("items").get(0).path("gamer").path("gamerId").asText())
                .startsWith("player");
    }

    @Test
    void anEmptyLeagueHasAnEmptyTable() {
        found("ann");
        assertThat(game.leave("ann", "duels").status()).isEqualTo(204);
        assertThat(table()).isEmpty();
        assertThat(matches(1)).isEmpty();
    }

    @Test
    void aDeletedLeagueHasNeitherMembersNorMatches() {
        found("ann", "ben", "cid");
        game.closed(1);
        assertThat(game.leave("cid", "duels").status()).isEqualTo(204);
        // The stream records of the joins are processed before the deletion.
        bed.drain();
        assertThat(game.stored("ben").leagues()).containsExactly(duels());
        assertThat(bed.as("ann").at("leagueId", "duels").send("DeleteLeague").status())
                .isEqualTo(204);
        bed.drain();
        assertThat(game.matches("duels", 1).status()).isEqualTo(404);
        assertThat(game.standingsResponse("duels").status()).isEqualTo(404);
        for (var member : List.of("ann", "ben")) {
            assertThat(game.stored(member).leagues()).isEmpty();
            assertThat(
                            bed.table()
                                    .getConsistent(
                                            FantasyKeys.MEMBERSHIP.key(
                                                    GamerId.of(member), duels())))
                    .isNull();
        }
    }

    /// The memberships, the league and its gamers.
    @Test
    void theCostOfATable() {
        game.headToHead("duels", 20);
        var table = bed.meter().measure(() -> game.standingsResponse("duels"));
        assertThat(table.answer().json().path("items")).hasSize(20);
        assertThat(table.cost()).isEqualTo(new Cost(11, 0, 0, 3));
    }

    /// The gamer, the membership with its index, and the roster; a check of the gameweek.
    @Test
    void theCostOfJoiningAndLeaving() {
        found("ann");
        var join = bed.meter().measure(() -> game.join("ben", "duels"));
        assertThat(join.answer().status()).isEqualTo(201);
        assertThat(join.cost()).isEqualTo(new Cost(3, 9, 1, 3));
        var leave = bed.meter().measure(() -> game.leave("ben", "duels"));
        assertThat(leave.cost()).isEqualTo(new Cost(3, 9, 1, 3));
    }

    private void found(String... gamers) {
        assertThat(game.putLeague("ann", "duels", DUELS).status()).isEqualTo(201);
        for (var gamer : gamers) {
            assertThat(game.join(gamer, "duels").status()).isEqualTo(201);
        }
    }

    private void assertRejected(String json, String field) {
        var response = game.putLeague("ann", "duels", json);
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.badFields()).containsExactly(field);
    }

    /// Joins the league, and something else happens before the first write.
    private TestResponse join(String gamer, Runnable meanwhile) {
        return bed.as(gamer)
                .at("gamerId", gamer)
                .at("leagueId", "duels")
                .send("JoinLeague", bed.interrupted("JoinLeague", meanwhile));
    }

    /// Leaves the league, and something else happens before the first write.
    private TestResponse leave(String gamer, Runnable meanwhile) {
        return bed.as(gamer)
                .at("gamerId", gamer)
                .at("leagueId", "duels")
                .send("LeaveLeague", bed.interrupted("LeaveLeague", meanwhile));
    }

    private TestResponse remove(String gamer) {
        return bed.as("ann").at("gamerId", gamer).at("leagueId", "duels").send("LeaveLeague");
    }

    private List<String> roster() {
        var league =
                Objects.requireNonNull(bed.table().getConsistent(FantasyKeys.LEAGUE.key(duels())));
        return List.of(league.text(LeagueItems.ROSTER).split(" ", -1));
    }

    private List<String> table() {
        return table(50);
    }

    private List<String> table(int limit) {
        return bed.as("anyone").at("leagueId", "duels").all("GetLeagueStandings", limit).stream()
                .map(HeadToHeadLeaguesTest::row)
                .toList();
    }

    private static String row(JsonNode row) {
        return "%s(%s) %s %s=%s-%s-%s %s %s"
                .formatted(
                        row.path("rank"),
                        row.path("lastRank"),
                        row.path("gamerId").asText(),
                        row.path("points"),
                        row.path("won"),
                        row.path("drawn"),
                        row.path("lost"),
                        row.path("totalPoints"),
                        row.path("gameweekPoints"));
    }

    /// Returns the matches of a gameweek: `ann 16 - 0 dan home`, or `ann - dan` before it is
    /// settled.
    private List<String> matches(int gameweek) {
        var matches = new ArrayList<String>();
        game.matches("duels", gameweek)
                .json()
                .path("items")
                .forEach(match -> {
                    assertThat(match.path("gameweek").asText())
                            .isEqualTo(Gameweek.of(gameweek).text());
                    var away = match.path("away");
                    var opponent =
                            away.path("average").asBoolean()
                                    ? "average"
                                    : away.path("gamerId").asText();
                    matches.add(
                            match.path("home").path("gamerId").asText()
                                    + points(match.path("home"))
                                    + " -"
                                    + points(away)
                                    + " "
                                    + opponent
                                    + (match.has("result")
                                            ? " " + match.path("result").asText()
                                            : ""));
                });
        return matches;
    }

    private static String points(JsonNode side) {
        return side.has("points") ? " " + side.path("points") : "";
    }

    private static LeagueId duels() {
        return LeagueId.of("duels");
    }
}
