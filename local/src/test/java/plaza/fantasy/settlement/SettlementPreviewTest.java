package plaza.fantasy.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.local.emulator.Meter.Cost;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// Tests of a settlement that is only computed.
class SettlementPreviewTest {
    @AutoClose private final FantasyGame game = new FantasyGame();
    private final TestBed bed = game.bed();

    @BeforeEach
    void start() {
        bed.fill("three gamers before a deadline", this::prepare);
    }

    private void prepare() {
        game.withFootballers().withGameweeks(1, 2);
        for (var gamer : List.of("ann", "ben", "cid")) {
            game.gamer(gamer);
        }
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.sheet("ben", 1, FantasyGame.SHEET.captained("m2"));
        game.allPlay(1, 3);
        game.fixturePoints("m2", 1, "x", 10, 90);
    }

    @Test
    void aPreviewComputesThePointsBeforeTheDeadlineAndWritesNothing() {
        var before = bed.everything();
        var response = preview(1, null);
        assertThat(response.status()).isEqualTo(200);
        assertThat(gamers(response)).hasToString("{ann=43 of 43, ben=50 of 50, cid=0 of 0}");
        assertThat(response.json().path("gameweek").asText()).isEqualTo("01");
        assertThat(response.json().path("preview").asBoolean()).isTrue();
        assertThat(response.json().path("errors").asInt()).isZero();
        assertThat(response.json().has("next")).isFalse();
        assertThat(bed.everything()).isEqualTo(before);
        assertThat(game.settlement(1).status()).isEqualTo(404);
        assertThat(gameweek(1).send("GetGameweek").json().path("status").asText())
                .isEqualTo("open");
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET.captained("m2")).status()).isEqualTo(200);

        game.settled(1);
        assertThat(game.points("ann")).isEqualTo("{\"01\":50} 50");
        assertThat(game.points("ben")).isEqualTo("{\"01\":50} 50");
    }

    @Test
    void afterASettlementAPreviewShowsWhatSettlingAgainWouldChange() {
        game.settled(1);
        game.allPlay(2, 1).settled(2);
        game.fixturePoints("m2", 1, "x", 0, 90);
        assertThat(gamers(preview(1, null)))
                .hasToString("{ann=33 of 45, ben=30 of 42, cid=0 of 0}");
        assertThat(game.points("ann")).isEqualTo("{\"01\":43,\"02\":12} 55");

        game.unsettled(1);
        assertThat(gamers(preview(1, null)))
                .hasToString("{ann=33 of 45, ben=30 of 42, cid=0 of 0}");
        assertThat(game.points("ann")).isEqualTo("{\"02\":12} 12");
    }

    @Test
    void aSheetOfAnEarlierGameweekCountsUntilANewOneIsPut() {
        game.allPlay(2, 1);
        assertThat(gamers(preview(2, null)))
                .hasToString("{ann=12 of 12, ben=12 of 12, cid=0 of 0}");
    }

    @Test
    void pagesOfAPreviewContainEveryGamerOnce() {
        var ids = new ArrayList<>(List.of("ann", "ben", "cid"));
        for (var number = 0; number < 247; number++) {
            ids.add("gamer" + number);
            game.gamer("gamer" + number);
        }
        game.sheet("gamer200", 1, FantasyGame.SHEET);
        var found = new ArrayList<String>();
        var sizes = new ArrayList<Integer>();
        var points = new TreeMap<String, String>();
        String after = null;
        do {
            var page = preview(1, after);
            var next = page.json().path("next");
            sizes.add(page.json().path("points").size());
            page.json().path("points").forEach(gamer -> found.add(gamer.path("gamerId").asText()));
            points.putAll(gamers(page));
            after = next.isMissingNode() ? null : next.asText();
        } while (after != null);
        assertThat(sizes).containsExactly(100, 100, 50);
        assertThat(found).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(points).containsEntry("gamer200", "43 of 43").containsEntry("gamer3", "0 of 0");

        // A position need not be a gamer of the list.
        assertThat(preview(1, "zoe").status()).isEqualTo(200);
    }

    @Test
    void aGamerWithInvalidItemsIsCountedAndDoesNotPreventThePreview() {
        var key = FantasyKeys.TEAM_SHEET.key(GamerId.of("ben"), Gameweek.of(1));
        var sheet = Objects.requireNonNull(bed.table().get(key));
        var attributes = new TreeMap<>(sheet.attributes());
        attributes.remove("goalKeeper");
        bed.table().write(Write.Put.of(new Item(attributes)));
        var response = preview(1, null);
        assertThat(gamers(response)).hasToString("{ann=43 of 43, cid=0 of 0}");
        assertThat(response.json().path("errors").asInt()).isEqualTo(1);
    }

    @Test
    void onlyAPreviewMayComeBeforeTheDeadlineAndContinueAfterAGamer() {
        assertThat(gameweek(1).body("{\"preview\": false}").send("SettleGameweek").status())
                .isEqualTo(409);
        var after = gameweek(1).body("{\"after\": \"ann\"}").send("SettleGameweek");
        assertThat(after.status()).isEqualTo(400);
        assertThat(after.badFields()).containsExactly("after");
        assertThat(preview(9, null).status()).isEqualTo(404);
    }

    /// The key stays free for the settlement.
    @Test
    void anIdempotencyKeyOfAPreviewIsNotStored() {
        var before = bed.everything();
        for (var times = 0; times < 2; times++) {
            assertThat(
                            gameweek(1)
                                    .header("idempotency-key", "once")
                                    .body("{\"preview\": true}")
                                    .send("SettleGameweek")
                                    .status())
                    .isEqualTo(200);
        }
        assertThat(bed.everything()).isEqualTo(before);
        game.closed(1);
        assertThat(gameweek(1).header("idempotency-key", "once").send("SettleGameweek").status())
                .isEqualTo(202);
    }

    /// A page of 100 gamers of whom all have a sheet of their own: the gameweek, the list of all
    /// gamers in 16 Queries, the gamers, their sheets, and the fixture points.
    @Test
    void theCostOfAPage() {
        for (var number = 0; number < 197; number++) {
            game.gamer("gamer" + number);
            game.sheet("gamer" + number, 1, FantasyGame.SHEET);
        }
        var page = bed.meter().measure(() -> preview(1, null));
        assertThat(page.answer().json().path("points")).hasSize(100);
        assertThat(page.answer().json().has("next")).isTrue();
        assertThat(page.cost()).isEqualTo(new Cost(209.5, 0, 0, 20));
    }

    private TestResponse preview(int number, @Nullable String after) {
        return gameweek(number)
                .body(
                        after == null
                                ? "{\"preview\": true}"
                                : "{\"preview\": true, \"after\": \"" + after + "\"}")
                .send("SettleGameweek");
    }

    private TestRequest gameweek(int number) {
        return bed.as("boss").asAdmin().at("gameweek", Integer.toString(number));
    }

    /// Returns the points of the gameweek and the total of each gamer.
    private static Map<String, String> gamers(TestResponse preview) {
        var gamers = new TreeMap<String, String>();
        preview.json()
                .path("points")
                .forEach(gamer ->
                        gamers.put(
                                gamer.path("gamerId").asText(),
                                gamer.path("points") + " of " + gamer.path("totalPoints")));
        return gamers;
    }
}
