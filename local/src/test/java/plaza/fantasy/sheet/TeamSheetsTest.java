package plaza.fantasy.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.local.FantasyLocal;
import plaza.table.Concurrently;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

class TeamSheetsTest {
    @AutoClose private final FantasyGame game = new FantasyGame().withFootballers();
    private final TestBed bed = game.bed();

    @BeforeEach
    void start() {
        game.gamer("ann");
    }

    @Test
    void theFirstSheetBuysTheWholeSquad() {
        game.withGameweeks(1);

        var response = game.sheet("ann", 1, FantasyGame.SHEET);

        assertThat(response.status()).isEqualTo(201);
        assertThat(response.json().toString())
                .isEqualTo(
                        "{\"gamerId\":\"ann\",\"gameweek\":\"01\",\"goalKeeper\":\"gk1\","
                                + "\"players\":[\"d1\",\"d2\",\"d3\",\"d4\",\"m1\",\"m2\",\"m3\",\"m4\",\"f1\",\"f2\"],"
                                + "\"subs\":[\"gk2\",\"d5\",\"m5\",\"f3\"],"
                                + "\"captain\":\"m1\",\"viceCaptain\":\"f1\","
                                + "\"transferCost\":0,\"bank\":100,\"freeTransfers\":1}");
        assertThat(game.getSheet("ann", 1).json()).isEqualTo(response.json());
        assertThat(game.getSheet("ann", 1).header("etag")).isNotNull();
        assertThat(bed.items(FantasyKeys.GAMERS.of(GamerId.of("ann"))))
                .extracting(item -> item.key().sk())
                .containsExactly("GW#01#TeamSheet", "Gamer#ann");
    }

    /// An import stores such a gameweek.
    @Test
    void aGameweekWithoutCopiesAcceptsSheetsUntilItsDeadline() {
        game.withGameweeks(1);
        deleteCopies(1);

        assertThat(game.sheet("ann", 1, FantasyGame.SHEET).status()).isEqualTo(201);
        bed.clock().advance(Duration.ofHours(2));
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET).status()).isEqualTo(422);
    }

    private void deleteCopies(int gameweek) {
        for (var copy = 0; copy < FantasyLocal.FEW_COPIES.copies(); copy++) {
            var _ =
                    bed.table()
                            .write(
                                    Write.Delete.of(
                                            FantasyKeys.GAMEWEEK_COPY.key(
                                                    Gameweek.of(gameweek), copy)));
        }
    }

    @Test
    void aSheetThatWasReadCanBeChangedAndPutBack() {
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET).orFail();
        var read = (ObjectNode) game.getSheet("ann", 1).json();
        assertThat(game.sheet("ann", 1, read.toString()).json()).isEqualTo(read);

        var put = game.sheet("ann", 1, read.put("captain", "m2").toString());

        assertThat(put.status()).isEqualTo(200);
        assertThat(game.getSheet("ann", 1).json()).isEqualTo(read);
    }

    @Test
    void aSheetWithItsScoreCanBePutBackUntilTheScoreIsRemoved() {
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET).orFail();
        game.allPlay(1, 3).settled(1);
        var settled = game.getSheet("ann", 1).json();
        game.unsettle(1).orFail();
        game.gameweek(1, Duration.ofHours(1)).orFail();

        assertThat(game.sheet("ann", 1, settled.toString()).json()).isEqualTo(settled);
        bed.drain();
        assertReadOnly(game.sheet("ann", 1, settled.toString()), "points", "score");
    }

    @Test
    void aReadOnlyFieldWithAnotherValueReturns422AndWritesNothing() {
        game.withGameweeks(1, 2);
        var first = (ObjectNode) game.sheet("ann", 1, FantasyGame.SHEET).json();
        var before = bed.everything();

        assertReadOnly(game.sheet("ann", 1, first.deepCopy().put("bank", 101).toString()), "bank");
        var several = first.deepCopy().put("gamerId", "bob").put("freeTransfers", 0);
        several.putObject("score").putArray("players");
        assertReadOnly(
                game.sheet("ann", 1, several.put("points", 0).put("captain", "m2").toString()),
                "gamerId",
                "freeTransfers",
                "points",
                "score");
        // a sheet of another gameweek, for which none is stored yet
        assertReadOnly(game.sheet("ann", 2, first.toString()), "gameweek", "bank", "freeTransfers");
        assertThat(bed.everything()).isEqualTo(before);
        first.remove(List.of("gameweek", "bank", "freeTransfers"));
        assertThat(game.sheet("ann", 2, first.toString()).status()).isEqualTo(201);
    }

    private static void assertReadOnly(TestResponse response, String... fields) {
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("errors"))
                .extracting(error -> error.path("field").asText())
                .containsExactly(fields);
    }

    @Test
    void theSameSheetAgainChangesNothingAtOtherPrices() {
        game.withGameweeks(1);
        var first = game.sheet("ann", 1, FantasyGame.SHEET);
        game.footballer("d1", "defender", "club of d1", 70);
        var before = bed.everything();

        var again = game.sheet("ann", 1, FantasyGame.SHEET);

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void anotherSheetForTheGameweekStartsFromTheSameState() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.sheet("ann", 2, FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7"));

        var other = game.sheet("ann", 2, FantasyGame.SHEET.exchange("d3", "d8"));

        assertThat(other.status()).isEqualTo(200);
        assertMoney(other, 0, 100, 1);
        var back = game.sheet("ann", 2, FantasyGame.SHEET);
        assertMoney(back, 0, 100, 2);
    }

    @Test
    void fiveBrokenRulesReturnFiveErrors() {
        game.withGameweeks(1);
        // d2 is named twice, one footballer is unknown, the squad has too many forwards, the
        // captain is on the bench, and the squad is too expensive.
        game.footballer("f4", "forward", "club of f4", 500);
        var sheet =
                new FantasyGame.Sheet(
                        "gk1",
                        "d1 d2 d2 d3 m1 f4 m3 unknown f1 f2",
                        "gk2 d5 m5 f3",
                        "f3",
                        "f1",
                        null);

        var response = game.sheet("ann", 1, sheet);

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("type").asText())
                .isEqualTo("urn:plaza:problem:rule-broken");
        assertThat(codes(response))
                .containsExactlyInAnyOrder(
                        "duplicateFootballer at players[2]",
                        "unknownFootballer at players[7]",
                        "captainNotStarting at captain",
                        "squadComposition at squad",
                        "overBudget at squad");
        assertThat(game.getSheet("ann", 1).status()).isEqualTo(404);
    }

    @Test
    void listsOfTheWrongLengthBreakRules() {
        game.withGameweeks(1);
        var response =
                game.sheet(
                        "ann",
                        1,
                        new FantasyGame.Sheet(
                                "gk1", "d1 d2 d3 d4 m1", "", "m1", "m1", "benchBoost"));
        assertThat(response.status()).isEqualTo(422);
        assertThat(codes(response))
                .containsExactlyInAnyOrder(
                        "wrongCount at players",
                        "wrongCount at subs",
                        "viceCaptainIsCaptain at viceCaptain");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"goalKeeper\": \"gk1\"   | \"goalKeeper\": \"g#1\"      | goalKeeper",
                "\"goalKeeper\": \"gk1\"   | \"goalKeeper\": null         | goalKeeper",
                "[\"gk2\"                  | [7                           | subs",
                "\"captain\": \"m1\"       | \"captain\": [\"m1\"]        | captain",
                "\"captain\": \"m1\"       | \"chip\": \"m1\"             | chip",
                "\"viceCaptain\": \"f1\"   | \"viceCaptain\": \"f1\", \"transferCost\": 4.5 | transferCost",
                "\"viceCaptain\": \"f1\"   | \"viceCaptain\": \"f1\", \"stars\": 4 | stars",
            })
    void anInvalidSheetReturns400(String part, String bad, String field) {
        game.withGameweeks(1);
        var json = FantasyGame.SHEET.json();
        assertThat(json).contains(part);
        var response = game.sheet("ann", 1, json.replace(part, bad));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).contains(field);
        assertThat(game.getSheet("ann", 1).status()).isEqualTo(404);
    }

    @Test
    void aSheetIsAcceptedUntilTheDeadlineEvenAfterItMoved() {
        game.withGameweeks(1);
        bed.clock().advance(Duration.ofHours(1).minusMillis(1));
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET).status()).isEqualTo(201);
        bed.clock().advance(Duration.ofMillis(1));

        for (var late :
                new FantasyGame.Sheet[] {FantasyGame.SHEET, FantasyGame.SHEET.captained("m2")}) {
            var response = game.sheet("ann", 1, late);
            assertThat(response.status()).isEqualTo(422);
            assertThat(response.badFields()).containsExactly("gameweek");
        }
        assertThat(game.getSheet("ann", 1).json().path("captain").asText()).isEqualTo("m1");

        game.gameweek(1, Duration.ofMinutes(5));
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET.captained("m2")).status()).isEqualTo(200);
        assertThat(game.getSheet("ann", 1).json().path("captain").asText()).isEqualTo("m2");
    }

    @Test
    void onlyTheOwnerSeesASheetBeforeTheDeadline() {
        game.withGameweeks(1);
        game.gamer("ben");
        game.sheet("ann", 1, FantasyGame.SHEET);
        bed.clock().advance(Duration.ofHours(1).minusMillis(1));

        assertThat(game.getSheet("ann", 1).status()).isEqualTo(200);
        var none = game.getSheet(bed.as("ben"), "ben", 1);
        for (var reader : List.of(bed.as("ben"), bed.as("boss").asAdmin())) {
            var hidden = game.getSheet(reader, "ann", 1);
            assertThat(hidden.status()).isEqualTo(404);
            assertThat(hidden.json()).isEqualTo(none.json());
            assertThat(hidden.headers()).isEqualTo(none.headers());
        }

        bed.clock().advance(Duration.ofMillis(1));
        assertThat(game.getSheet(bed.as("ben"), "ann", 1).json())
                .isEqualTo(game.getSheet("ann", 1).json());
    }

    @Test
    void movingTheDeadlineHidesOrShowsSheets() {
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.gameweek(1, Duration.ofSeconds(-1));
        assertThat(game.getSheet(bed.as("ben"), "ann", 1).status()).isEqualTo(200);

        game.gameweek(1, Duration.ofMinutes(5));
        assertThat(game.getSheet(bed.as("ben"), "ann", 1).status()).isEqualTo(404);
    }

    @Test
    void aDeadlineThatMovesDuringAReadHidesTheSheet() {
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET);
        bed.clock().advance(Duration.ofHours(1));
        var reopened = new AtomicInteger();
        var table =
                new ForwardingTable(bed.table()) {
                    @Override
                    public @Nullable Item getConsistent(Key key) {
                        var item = super.getConsistent(key);
                        reopen(reopened);
                        return item;
                    }

                    @Override
                    public @Nullable Item get(Key key) {
                        var item = super.get(key);
                        reopen(reopened);
                        return item;
                    }
                };

        var response =
                bed.as("ben")
                        .at("gamerId", "ann")
                        .at("gameweek", "1")
                        .send("GetTeamSheet", new GetTeamSheet(bed.services(table)));

        assertThat(reopened.get()).isPositive();
        assertThat(response.status()).isEqualTo(404);
    }

    /// On the first call, moves the deadline back into the future and puts another sheet.
    private void reopen(AtomicInteger times) {
        if (times.getAndIncrement() == 0) {
            game.gameweek(1, Duration.ofHours(1));
            game.sheet("ann", 1, FantasyGame.SHEET.captained("m2"));
        }
    }

    @Test
    void withoutAStoredGameweekOnlyTheOwnerSeesASheet() {
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET);
        bed.table().write(Write.Delete.of(FantasyKeys.GAMEWEEK.key(Gameweek.of(1))));
        bed.clock().advance(Duration.ofDays(1));

        assertThat(game.getSheet("ann", 1).status()).isEqualTo(200);
        assertThat(game.getSheet(bed.as("ben"), "ann", 1).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeadlineThatMovesDuringAPutAppliesToTheSheet(boolean hasCopies) {
        game.withGameweeks(1);
        if (!hasCopies) {
            deleteCopies(1);
        }

        var response = put(1, FantasyGame.SHEET, () -> game.gameweek(1, Duration.ofSeconds(-1)));

        assertThat(response.status()).isEqualTo(422);
        assertThat(response.badFields()).containsExactly("gameweek");
        assertThat(game.getSheet("ann", 1).status()).isEqualTo(404);
        assertThat(game.stored("ann").firstSheet()).isNull();
    }

    @Test
    void transfersBeyondTheFreeOnesCostPointsAndUseCurrentPrices() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.footballer("d1", "defender", "club of d1", 65);
        game.footballer("d2", "defender", "club of d2", 57);
        game.footballer("d6", "defender", "club of d6", 61);

        // d1 is sold for 62 and d2 for 57; d6 is bought for 61 and d7 for 60.
        var response =
                game.sheet("ann", 2, FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7"));

        assertMoney(response, 4, 98, 1);
    }

    @Test
    void gameweeksWithoutASheetSaveFreeTransfersAndGapsInTheNumbersDoNot() {
        game.withGameweeks(1, 2, 3, 29, 39);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var two = FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7");
        assertMoney(game.sheet("ann", 3, two), 0, 100, 1);
        assertMoney(game.sheet("ann", 29, FantasyGame.SHEET), 4, 100, 1);
        assertMoney(game.sheet("ann", 39, two), 4, 100, 1);
    }

    @Test
    void theRulesOfTheSeasonDecideHowManyTransfersAreSaved() {
        var three =
                FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7").exchange("d3", "d8");
        game.withGameweeks(1, 2, 3, 4, 5);
        game.sheet("ann", 1, FantasyGame.SHEET);
        assertMoney(game.sheet("ann", 5, three), 0, 100, 2);
        try (var older = new FantasyGame(SeasonRules.preset("fpl-2023-24")).withFootballers()) {
            older.gamer("ann");
            older.withGameweeks(1, 2, 3, 4, 5);
            older.sheet("ann", 1, FantasyGame.SHEET);
            assertMoney(older.sheet("ann", 5, three), 4, 100, 1);
        }
    }

    @Test
    void aGameweekCanMakeTransfersFreeAndTopThemUp() {
        var three =
                FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7").exchange("d3", "d8");
        game.withGameweeks(1);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var hour = Duration.ofHours(1);
        var unlimited = game.gameweek(39, hour, "{\"unlimited\": true}");
        assertThat(unlimited.status()).isEqualTo(201);
        assertThat(unlimited.json().path("transfers").toString()).isEqualTo("{\"unlimited\":true}");
        assertMoney(game.sheet("ann", 39, three), 0, 100, 1);
        var topUp = game.gameweek(40, hour, "{\"topUpTo\": 4}");
        assertThat(topUp.json().path("transfers").toString()).isEqualTo("{\"topUpTo\":4}");
        assertMoney(game.sheet("ann", 40, FantasyGame.SHEET), 0, 100, 2);
    }

    @Test
    void aSheetThatIsPutAgainFollowsAChangeOfTheGameweek() {
        var three =
                FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7").exchange("d3", "d8");
        var hour = Duration.ofHours(1);
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        assertMoney(game.sheet("ann", 2, three), 8, 100, 1);

        assertThat(game.gameweek(2, hour, "{\"topUpTo\": 2}").status()).isEqualTo(200);
        assertMoney(game.getSheet("ann", 2), 8, 100, 1);
        assertMoney(game.sheet("ann", 2, three), 4, 100, 1);

        assertThat(game.gameweek(2, hour).json().has("transfers")).isFalse();
        assertMoney(game.sheet("ann", 2, three), 8, 100, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aChangeOfTheGameweekDuringThePutIsConsidered(boolean hasCopies) {
        game.withGameweeks(1, 2);
        if (!hasCopies) {
            deleteCopies(2);
        }
        game.sheet("ann", 1, FantasyGame.SHEET);
        var two = FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7");

        var response =
                put(2, two, () -> game.gameweek(2, Duration.ofHours(1), "{\"unlimited\": true}"));

        assertMoney(response, 0, 100, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"unlimited\": false}",
                "{\"unlimited\": 1}",
                "{\"unlimited\": true, \"topUpTo\": 5}",
                "{\"topUpTo\": 0}",
                "{\"topUpTo\": 16}",
                "{\"topUpTo\": 1.5}",
                "{\"topUpTo\": \"5\"}",
                "{\"topUp\": 5}"
            })
    void anInvalidChangeOfTransfersReturns400(String transfers) {
        var response = game.gameweek(2, Duration.ofHours(1), transfers);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("transfers");
    }

    @Test
    void aChipOfTheFirstHalfExpires() {
        game.withGameweeks(1, 18, 20);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var boost = FantasyGame.SHEET.with("benchBoost");
        assertThat(game.sheet("ann", 18, boost).status()).isEqualTo(201);
        assertThat(game.sheet("ann", 20, boost).status()).isEqualTo(201);
        game.withGameweeks(19, 21);
        assertThat(codes(game.sheet("ann", 19, boost))).containsExactly("chipUsedUp at chip");
        assertThat(codes(game.sheet("ann", 21, boost))).containsExactly("chipUsedUp at chip");
    }

    @Test
    void aFreeHitLastsOneGameweek() {
        game.withGameweeks(1, 2, 3);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var hit =
                FantasyGame.SHEET
                        .exchange("d1", "d6")
                        .exchange("d2", "d7")
                        .exchange("d3", "d8")
                        .with("freeHit");
        assertMoney(game.sheet("ann", 2, hit), 0, 100, 1);
        assertMoney(game.sheet("ann", 3, FantasyGame.SHEET), 0, 100, 2);
        var again = game.sheet("ann", 3, hit);
        assertThat(codes(again)).containsExactly("chipUsedUp at chip");
    }

    @Test
    void changingTheCaptainAfterAPriceRiseDoesNotChangeTheMoney() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.footballer("d2", "defender", "club of d2", 900);
        assertMoney(game.sheet("ann", 1, FantasyGame.SHEET.captained("m2")), 0, 100, 1);

        var two = FantasyGame.SHEET.exchange("d1", "d6").exchange("d3", "d7");
        assertMoney(game.sheet("ann", 2, two), 4, 100, 1);
        game.footballer("d6", "defender", "club of d6", 900);
        game.footballer("d3", "defender", "club of d3", 10);
        assertMoney(game.sheet("ann", 2, two.captained("m3")), 4, 100, 1);
    }

    @Test
    void puttingASheetAgainAfterAPriceFallGainsNothing() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.footballer("d6", "defender", "club of d6", 70);
        var sheet = FantasyGame.SHEET.exchange("d1", "d6");
        assertMoney(game.sheet("ann", 2, sheet), 0, 90, 1);

        game.footballer("d6", "defender", "club of d6", 40);
        game.footballer("d1", "defender", "club of d1", 90);

        assertMoney(game.sheet("ann", 2, sheet.captained("m2")), 0, 90, 1);
    }

    @Test
    void aRevertedTransferIsUndoneAndUsesTheCurrentPriceIfMadeAgain() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var sheet = FantasyGame.SHEET.exchange("d1", "d6");
        assertMoney(game.sheet("ann", 2, sheet), 0, 100, 1);
        game.footballer("d6", "defender", "club of d6", 70);
        game.footballer("d1", "defender", "club of d1", 64);

        assertMoney(game.sheet("ann", 2, FantasyGame.SHEET), 0, 100, 2);
        assertThat(SheetItems.sheet(sheet("ann", 2)).after().squad())
                .isEqualTo(SheetItems.sheet(sheet("ann", 1)).after().squad());
        // d1 is sold for 62 now, and d6 costs 70.
        assertMoney(game.sheet("ann", 2, sheet), 0, 92, 1);
    }

    @Test
    void aRejectedSheetFixesNoPrice() {
        game.withGameweeks(1);
        game.footballer("d6", "defender", "club of d6", 900);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var sheet = FantasyGame.SHEET.exchange("d1", "d6");
        assertThat(codes(game.sheet("ann", 1, sheet))).containsExactly("overBudget at squad");
        game.footballer("d6", "defender", "club of d6", 50);
        assertMoney(game.sheet("ann", 1, sheet), 0, 110, 1);
    }

    @Test
    void aFreeHitFixesPrices() {
        game.withGameweeks(1, 2, 3);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var hit = FantasyGame.SHEET.exchange("d1", "d6").with("freeHit");
        assertMoney(game.sheet("ann", 2, hit), 0, 100, 1);
        game.footballer("d6", "defender", "club of d6", 20);
        assertMoney(game.sheet("ann", 2, hit.captained("m2")), 0, 100, 1);
        assertMoney(game.sheet("ann", 3, FantasyGame.SHEET.exchange("d1", "d6")), 0, 140, 1);
    }

    @Test
    void theTransferCostIsAlwaysComputed() {
        game.withGameweeks(1, 2);
        assertCostDiffers(game.sheet("ann", 1, withCost(FantasyGame.SHEET.json(), 60)), 0);
        assertThat(game.getSheet("ann", 1).status()).isEqualTo(404);
        assertMoney(game.sheet("ann", 1, withCost(FantasyGame.SHEET.json(), 0)), 0, 100, 1);

        var json = FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7").json();
        for (var other : new int[] {60, 8, 5, 0, -4}) {
            assertCostDiffers(game.sheet("ann", 2, withCost(json, other)), 4);
        }
        assertThat(game.getSheet("ann", 2).status()).isEqualTo(404);
        assertMoney(game.sheet("ann", 2, withCost(json, 4)), 4, 100, 1);
        assertCostDiffers(game.sheet("ann", 2, withCost(json, 8)), 4);
        assertMoney(game.sheet("ann", 2, json), 4, 100, 1);
    }

    @Test
    void brokenRulesAreReportedInsteadOfAnotherTransferCost() {
        game.withGameweeks(1);
        var response = game.sheet("ann", 1, withCost(FantasyGame.SHEET.captained("m5").json(), 8));
        assertThat(response.status()).isEqualTo(422);
        assertThat(codes(response)).containsExactly("captainNotStarting at captain");
    }

    private static void assertCostDiffers(TestResponse response, int computed) {
        assertThat(response.status()).isEqualTo(409);
        assertThat(response.badFields()).containsExactly("transferCost");
        assertThat(response.json().path("transferCost").isInt()).isTrue();
        assertThat(response.json().path("transferCost").asInt()).isEqualTo(computed);
    }

    @Test
    void aSheetThatALaterSheetIsBasedOnKeepsItsSquadAndMoney() {
        game.withGameweeks(1, 2, 3);
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.sheet("ann", 3, FantasyGame.SHEET.exchange("d1", "d6"));

        var changed = game.sheet("ann", 1, FantasyGame.SHEET.exchange("m5", "m6"));
        assertThat(changed.status()).isEqualTo(422);
        assertThat(changed.badFields()).containsExactly("gameweek");
        var between = game.sheet("ann", 2, FantasyGame.SHEET.exchange("d1", "d6"));
        assertThat(between.status()).isEqualTo(422);

        assertThat(game.sheet("ann", 1, FantasyGame.SHEET.captained("m2")).status()).isEqualTo(200);
        assertThat(game.sheet("ann", 2, FantasyGame.SHEET.captained("m3")).status()).isEqualTo(201);
        assertThat(game.sheet("ann", 2, FantasyGame.SHEET.exchange("d1", "d6")).status())
                .isEqualTo(422);
    }

    @Test
    void aSheetThatALaterSheetIsBasedOnCanChangeItsCaptain() {
        game.withGameweeks(1, 3, 4);
        game.sheet("ann", 1, FantasyGame.SHEET);
        var two = FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7");
        assertMoney(game.sheet("ann", 3, two), 4, 100, 1);
        game.sheet("ann", 4, two);

        // Prices change, and an earlier gameweek adds one more free transfer.
        game.footballer("d6", "defender", "club of d6", 70);
        game.withGameweeks(2);

        assertMoney(game.sheet("ann", 3, two.captained("m2")), 4, 100, 1);
        assertMoney(game.sheet("ann", 3, withCost(two.captained("m3").json(), 4)), 4, 100, 1);
        assertThat(game.sheet("ann", 3, two.exchange("d7", "d8")).status()).isEqualTo(422);
        assertThat(game.sheet("ann", 3, two.with("benchBoost")).status()).isEqualTo(422);
    }

    @Test
    void noSheetCanBePutForAGameweekBeforeTheFirstSheet() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 2, FantasyGame.SHEET);
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET).status()).isEqualTo(422);
    }

    @Test
    void concurrentSheetsOfAGamerForTwoGameweeksAreBothConsidered() {
        game.withGameweeks(1, 2);
        game.sheet("ann", 1, FantasyGame.SHEET);

        // The squad has d1 when it is read, and d6 when the sheet is written.
        var response =
                put(
                        2,
                        FantasyGame.SHEET,
                        () -> game.sheet("ann", 1, FantasyGame.SHEET.exchange("d1", "d6")));

        assertThat(response.status()).isEqualTo(201);
        assertMoney(response, 0, 100, 1);
        assertThat(sheet("ann", 1).number(SheetItems.FOLLOWED_BY)).isEqualTo(2);
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET).status()).isEqualTo(422);
    }

    /// @param before the gameweek of an earlier sheet, or 0
    @ParameterizedTest
    @CsvSource({"0, 2, 1", "0, 1, 2", "1, 3, 2", "1, 1, 2", "1, 1, 1"})
    void aSheetThatIsPutMeanwhileKeepsItsPlaceInTheChain(int before, int gameweek, int other) {
        game.withGameweeks(1, 2, 3);
        var chain = new TreeSet<>(List.of(other));
        if (before != 0) {
            game.sheet("ann", before, FantasyGame.SHEET).orFail();
            chain.add(before);
        }
        var meanwhile = FantasyGame.SHEET.captained("m2");

        var response =
                put(
                        gameweek,
                        FantasyGame.SHEET.captained("m3"),
                        () -> game.sheet("ann", other, meanwhile).orFail());

        // no sheet precedes the first one
        assertThat(response.status() == 422).isEqualTo(before == 0 && gameweek < other);
        if (response.status() != 422) {
            chain.add(gameweek);
        }
        assertThat(chain()).containsExactlyElementsOf(chain);
        assertThat(sheet("ann", other).number(SheetItems.REVISION))
                .isEqualTo(gameweek == other ? 3 : 1);
    }

    /// The gameweeks of the sheets, each of which points to the next.
    private List<Integer> chain() {
        var chain = new ArrayList<Integer>();
        var next = game.stored("ann").firstSheet();
        while (next != null) {
            chain.add(next.number());
            next = SheetItems.sheet(sheet("ann", next.number())).followedBy();
        }
        return chain;
    }

    @Test
    void concurrentFirstSheetsOfAGamerFormOneChain() {
        game.withGameweeks(1, 2, 3, 4);
        assertThat(
                        Concurrently.map(
                                4,
                                List.of(1, 2, 3, 4),
                                gameweek ->
                                        game.sheet("ann", gameweek, FantasyGame.SHEET).status()))
                .isSubsetOf(201, 422);
        // In any order, each sheet points to the next, and the squad is bought only once.
        var chain = chain();
        for (var gameweek : chain) {
            var item = sheet("ann", gameweek);
            assertThat(item.number(SheetItems.BANK)).isEqualTo(100);
            assertThat(item.number(SheetItems.FREE_TRANSFERS))
                    .isEqualTo(gameweek - chain.getFirst() + 1);
        }
        assertThat(bed.items(FantasyKeys.GAMERS.of(GamerId.of("ann")))).hasSize(chain.size() + 1);
    }

    @Test
    void aSheetNeedsAGamerAndAGameweek() {
        game.withGameweeks(1);
        assertThat(game.sheet("ben", 1, FantasyGame.SHEET).badFields()).containsExactly("gamerId");
        assertThat(game.sheet("ann", 2, FantasyGame.SHEET).badFields()).containsExactly("gameweek");
        assertThat(game.sheet("ann", 2, FantasyGame.SHEET).status()).isEqualTo(404);
    }

    @Test
    void ifMatchWithAnotherVersionReturns412() {
        game.withGameweeks(1);
        var sheet = FantasyGame.SHEET;
        assertThat(putIfMatch("*", sheet).status()).isEqualTo(412);
        assertThat(game.getSheet("ann", 1).status()).isEqualTo(404);
        var first = game.sheet("ann", 1, sheet);
        var tag = first.header("etag");
        assertThat(tag).isEqualTo(game.getSheet("ann", 1).header("etag"));

        var second = putIfMatch(tag, sheet.captained("m2"));
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("etag")).isEqualTo(game.getSheet("ann", 1).header("etag"));
        for (var tags : List.of(tag, "W/" + second.header("etag"), "\"1\"", "")) {
            var refused = putIfMatch(tags, sheet.captained("m3"));
            assertThat(refused.status()).as(tags).isEqualTo(412);
            assertThat(refused.json().path("type").asText())
                    .isEqualTo("urn:plaza:problem:precondition-failed");
            assertThat(game.getSheet("ann", 1).json()).isEqualTo(second.json());
        }
        var repeated = putIfMatch(tag, sheet.captained("m2"));
        assertThat(repeated.status()).isEqualTo(200);
        assertThat(repeated.header("etag")).isEqualTo(second.header("etag"));
        assertThat(putIfMatch("*", sheet.captained("m3")).status()).isEqualTo(200);
    }

    /// A client sends back the read-only fields of the sheet that it has read.
    @Test
    void aSheetOfAnEarlierVersionWithItsReadOnlyFieldsReturns412() {
        game.withGameweeks(1);
        var first = game.sheet("ann", 1, FantasyGame.SHEET);
        var captained = ((ObjectNode) first.json().deepCopy()).put("captain", "m2").toString();
        game.footballer("f4", "forward", "club of f4", 50).orFail();
        game.sheet("ann", 1, FantasyGame.SHEET.exchange("f3", "f4")).orFail();
        assertReadOnly(game.sheet("ann", 1, captained), "bank");
        assertThat(putIfMatch(first.header("etag"), captained).status()).isEqualTo(412);
    }

    @Test
    void oneOfSeveralSimultaneousPutsOfAVersionSucceeds() {
        game.withGameweeks(1);
        var tag = game.sheet("ann", 1, FantasyGame.SHEET).header("etag");
        var captains = List.of("m2", "m3", "m4", "d1", "d2", "d3", "d4", "f2", "gk1");
        var next = new AtomicInteger();
        var statuses =
                Threads.call(
                        6,
                        captains.size(),
                        () -> {
                            var captain = captains.get(next.getAndIncrement());
                            return putIfMatch(tag, FantasyGame.SHEET.captained(captain)).status();
                        });
        assertThat(statuses).containsOnly(200, 412).containsOnlyOnce(200);
    }

    @Test
    void aPutWithIfMatchSeesAnotherPutBeforeItsWrite() {
        game.withGameweeks(1);
        var tag = game.sheet("ann", 1, FantasyGame.SHEET).header("etag");
        var other = FantasyGame.SHEET.captained("m2");
        var handler = bed.interrupted("PutTeamSheet", () -> game.sheet("ann", 1, other).orFail());
        var reply =
                request(FantasyGame.SHEET.captained("m3").json())
                        .header("if-match", tag)
                        .send("PutTeamSheet", handler);
        assertThat(reply.status()).isEqualTo(412);
        assertThat(game.getSheet("ann", 1).json().path("captain").asText()).isEqualTo("m2");
    }

    private TestResponse putIfMatch(String tags, FantasyGame.Sheet sheet) {
        return putIfMatch(tags, sheet.json());
    }

    private TestResponse putIfMatch(String tags, String json) {
        return request(json).header("if-match", tags).send("PutTeamSheet");
    }

    private TestRequest request(String json) {
        return bed.as("ann").at("gamerId", "ann").at("gameweek", "1").body(json);
    }

    private Item sheet(String gamer, int gameweek) {
        var item =
                bed.table()
                        .getConsistent(
                                FantasyKeys.TEAM_SHEET.key(
                                        GamerId.of(gamer), Gameweek.of(gameweek)));
        if (item == null) {
            throw new AssertionError("no sheet");
        }
        return item;
    }

    /// Puts a sheet, and something else happens before the first write.
    private TestResponse put(int gameweek, FantasyGame.Sheet sheet, Runnable meanwhile) {
        return bed.as("ann")
                .at("gamerId", "ann")
                .at("gameweek", Integer.toString(gameweek))
                .body(sheet.json())
                .send("PutTeamSheet", bed.interrupted("PutTeamSheet", meanwhile));
    }

    private static String withCost(String json, int cost) {
        return json.substring(0, json.length() - 1) + ", \"transferCost\": " + cost + "}";
    }

    private static void assertMoney(TestResponse response, int cost, int bank, int freeTransfers) {
        assertThat(response.status()).as(response.json().toString()).isIn(200, 201);
        assertThat(response.json().path("transferCost").asInt()).isEqualTo(cost);
        assertThat(response.json().path("bank").asInt()).isEqualTo(bank);
        assertThat(response.json().path("freeTransfers").asInt()).isEqualTo(freeTransfers);
    }

    private static List<String> codes(TestResponse response) {
        var codes = new ArrayList<String>();
        response.json()
                .path("errors")
                .forEach(error ->
                        codes.add(
                                error.path("code").asText()
                                        + " at "
                                        + error.path("field").asText()));
        return codes;
    }
}
