package plaza.fantasy.gameweek;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.mutant.MutantTrial;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.Interruption;
import plaza.testkit.TestBed;

/// The list of gameweeks, and the list of a gamer's gameweeks.
class GameweeksTest {
    private final FantasyGame game = new FantasyGame();
    private final TestBed bed = game.bed();

    @BeforeEach
    void createsAGamer() {
        game.withFootballers();
        game.gamer("ann").orFail();
    }

    @AfterEach
    void close() {
        game.close();
    }

    @Test
    void gameweeksAreListedByNumberAcrossPagesAndGaps() {
        for (var number : new int[] {39, 2, 29, 1}) {
            game.gameweek(number, Duration.ofHours(number)).orFail();
        }
        var listed = bed.as("anyone").all("ListGameweeks", 2);
        assertThat(listed)
                .extracting(item -> item.path("gameweek").asText())
                .containsExactly("01", "02", "29", "39");
        for (var item : listed) {
            assertThat(item)
                    .isEqualTo(
                            bed.as("anyone")
                                    .at("gameweek", item.path("gameweek").asText())
                                    .send("GetGameweek")
                                    .json());
        }
    }

    @Test
    void aListedGameweekFollowsItsDeadlineAndSettlement() {
        game.withGameweeks(1);
        assertThat(statuses()).containsExactly("01 open");
        game.closed(1);
        assertThat(statuses()).containsExactly("01 closed");
        game.settled(1);
        assertThat(statuses()).containsExactly("01 settled");
        game.unsettled(1);
        assertThat(statuses()).containsExactly("01 closed");
    }

    @Test
    void aGamersGameweeksHaveTheTransferCostTheChipAndTheRunningTotal() {
        game.withGameweeks(1, 2, 3, 5);
        game.sheet("ann", 1, FantasyGame.SHEET.with("tripleCaptain")).orFail();
        game.sheet("ann", 2, FantasyGame.SHEET.exchange("d4", "d6").exchange("m4", "m6")).orFail();
        assertThat(own()).containsExactly("01 - 0 - tripleCaptain", "02 - 4 - -");
        game.allPlay(1, 3).settled(1);
        game.allPlay(2, 2).settled(2);
        game.allPlay(3, 1).settled(3);
        game.sheet("ann", 5, FantasyGame.SHEET).orFail();

        assertThat(own())
                .containsExactly(
                        "01 39 0 39 tripleCaptain", "02 20 4 59 -", "03 12 0 71 -", "05 - 0 - -");
        assertThat(history("ann", 1)).isEqualTo(own());
        assertThat(game.points("ann")).isEqualTo("{\"01\":39,\"02\":20,\"03\":12} 71");
    }

    @Test
    void othersSeeAGameweekWithASheetFromItsDeadlineOn() {
        game.withGameweeks(1, 2, 3);
        game.sheet("ann", 1, FantasyGame.SHEET).orFail();
        game.sheet("ann", 3, FantasyGame.SHEET.with("benchBoost")).orFail();
        assertThat(own()).containsExactly("01 - 0 - -", "03 - 0 - benchBoost");
        assertThat(history("bob", 50)).isEmpty();

        game.closed(1);
        assertThat(history("bob", 50)).containsExactly("01 - 0 - -");
        game.settled(2);
        assertThat(history("bob", 1)).containsExactly("01 - 0 - -", "02 0 0 0 -");
        game.closed(3);
        assertThat(history("bob", 1))
                .containsExactly("01 - 0 - -", "02 0 0 0 -", "03 - 0 - benchBoost");
        game.gameweek(3, Duration.ofHours(1)).orFail();
        assertThat(history("bob", 50)).containsExactly("01 - 0 - -", "02 0 0 0 -");
        assertThat(history("ann", 50)).hasSize(3);
    }

    /// The settlement is deleted and the deadline moves ahead, but the points are not removed yet.
    @Test
    void othersSeeNoGameweekThatIsOpenAgainWhileItIsUnsettled() {
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET.with("benchBoost")).orFail();
        game.allPlay(1, 3).settled(1);
        assertThat(history("bob", 50)).containsExactly("01 48 0 48 benchBoost");
        game.unsettle(1).orFail();
        game.gameweek(1, Duration.ofHours(1)).orFail();
        assertThat(history("bob", 50)).isEmpty();
        assertThat(own()).containsExactly("01 48 0 48 benchBoost");
        bed.drain();
        assertThat(own()).containsExactly("01 - 0 - benchBoost");
    }

    /// The deadline moves after the request has written the gameweek and before it writes the
    /// copies.
    @Test
    void aNewGameweekThatMovesMeanwhileHasNoCopiesOfItsFirstDeadline() {
        var moving =
                Interruption.before(
                        write -> write instanceof Write.Check,
                        () -> game.gameweek(7, Duration.ofHours(9)).orFail());

        game.gameweekRequest(7, Duration.ofHours(5))
                .send("PutGameweek", bed.interrupted("PutGameweek", moving))
                .orFail();

        assertThat(moving.hasRun()).isTrue();
        var gameweek = bed.table().getConsistent(FantasyKeys.GAMEWEEK.key(Gameweek.of(7)));
        assertThat(bed.everything().values())
                .filteredOn(item -> FantasyKeys.GAMEWEEK_COPY.is(item.key()))
                .isNotEmpty()
                .allMatch(copy -> GameweekCopies.isRight(copy, gameweek));
    }

    @Test
    void aGameweekThatIsCreatedMeanwhileIsMoved() {
        var creating =
                Interruption.before(
                        write -> write instanceof Write.Put,
                        () -> game.gameweek(7, Duration.ofHours(9)).orFail());

        var response =
                game.gameweekRequest(7, Duration.ofHours(5))
                        .send("PutGameweek", bed.interrupted("PutGameweek", creating));

        assertThat(response.status()).isEqualTo(200);
    }

    /// Another move begins and ends after the first one has deleted the copies. A sheet must never
    /// find a copy of a deadline that the gameweek no longer has.
    @Test
    void aMoveDeletesTheCopiesOfAMoveThatEndsMeanwhile() {
        game.gameweek(7, Duration.ofHours(5)).orFail();
        var other =
                Interruption.before(
                        write ->
                                write instanceof Write.Update update
                                        && update.changes().containsKey(GameweekItems.DEADLINE),
                        () -> game.gameweek(7, Duration.ofHours(9)).orFail());
        var found = new ArrayList<Key>();
        var creating =
                Interruption.before(
                        write -> write instanceof Write.Check,
                        () ->
                                bed.everything().keySet().stream()
                                        .filter(FantasyKeys.GAMEWEEK_COPY::is)
                                        .forEach(found::add));

        game.gameweekRequest(7, Duration.ofHours(6))
                .send(
                        "PutGameweek",
                        bed.functions()
                                .on(table -> creating.on(other.on(MutantTrial.over(table))))
                                .http(TestBed.row("PutGameweek")))
                .orFail();

        assertThat(other.hasRun() && creating.hasRun()).isTrue();
        assertThat(found).isEmpty();
    }

    @Test
    void theGameweeksOfAnUnknownGamerAreEmpty() {
        assertThat(
                        bed.as("anyone")
                                .at("gamerId", "stranger")
                                .send("ListGamerGameweeks")
                                .json()
                                .path("items"))
                .isEmpty();
    }

    private List<String> statuses() {
        return bed.as("anyone").all("ListGameweeks", 50).stream()
                .map(item -> item.path("gameweek").asText() + " " + item.path("status").asText())
                .toList();
    }

    private List<String> own() {
        return history("ann", 50);
    }

    /// Returns the gameweeks of ann as another user sees them, such as `02 20 4 59 wildcard`:
    /// points, transfer cost, total and chip.
    private List<String> history(String reader, int limit) {
        return bed.as(reader).at("gamerId", "ann").all("ListGamerGameweeks", limit).stream()
                .map(item ->
                        "%s %s %s %s %s"
                                .formatted(
                                        item.path("gameweek").asText(),
                                        item.path("points").asText("-"),
                                        item.path("transferCost"),
                                        item.path("totalPoints").asText("-"),
                                        item.path("chip").asText("-")))
                .toList();
    }
}
