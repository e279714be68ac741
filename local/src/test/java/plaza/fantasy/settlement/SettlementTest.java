package plaza.fantasy.settlement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeaguePoints;
import plaza.fantasy.local.FantasyLocal;
import plaza.fantasy.sheet.PutTeamSheet;
import plaza.fantasy.sheet.SheetItems;
import plaza.functions.Catalogue;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Concurrently;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.Interruption;
import plaza.testkit.Large;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.Works;
import plaza.testkit.invocation.TestServices;

@Order(1)
class SettlementTest {
    private static final Key GAMER = FantasyKeys.GAMER.key(GamerId.of("g0"));

    @AutoClose private final FantasyGame game = new FantasyGame();
    private final TestBed bed = game.bed();

    @Test
    void aSettlementWritesPointsToTheGamerTheSheetAndTheLeagues() {
        game.withFootballers().withGameweeks(1);
        game.gamer("ann");
        game.foundLeague("ann", "pub", "The Pub");
        game.join("ann", "pub");
        assertThat(game.settlement(1).status()).isEqualTo(404);
        assertThat(game.sheet("ann", 1, FantasyGame.SHEET).status()).isEqualTo(201);
        game.allPlay(1, 3).settled(1);

        // Eleven times three, plus three for the captain.
        assertThat(game.points("ann")).isEqualTo("{\"01\":36} 36");
        assertThat(game.getSheet("ann", 1).json().path("points").asInt()).isEqualTo(36);
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ann 36 36");
        assertThat(game.settlement(1).json().toString())
                .isEqualTo(
                        "{\"gameweek\":\"01\",\"status\":\"settled\",\"run\":1,"
                                + "\"startedAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"settledAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"gamersDone\":1,\"gamers\":1,\"errors\":0}");
    }

    @Test
    void withoutASheetTheLastSquadPlaysAgainButNotThatOfAFreeHit() {
        game.withFootballers().withGameweeks(1, 2, 3, 4);
        for (var gamer : List.of("ann", "ben", "cat")) {
            game.gamer(gamer);
        }
        game.sheet("ann", 1, FantasyGame.SHEET.with("tripleCaptain"));
        game.sheet("ben", 1, FantasyGame.SHEET);
        var hit = FantasyGame.SHEET.exchange("m1", "m6").exchange("d1", "d6").exchange("d2", "d7");
        game.sheet("ben", 2, hit.with("freeHit"));
        for (var gameweek = 1; gameweek <= 4; gameweek++) {
            game.allPlay(gameweek, 1);
        }
        game.fixturePoints("m6", 2, "x", 10, 90);
        // They would count if the squad of the free hit played again.
        game.fixturePoints("m6", 3, "x", 10, 90);
        for (var gameweek = 1; gameweek <= 4; gameweek++) {
            game.settled(gameweek);
        }

        // The chip applied to one gameweek only.
        assertThat(game.points("ann")).isEqualTo("{\"01\":13,\"02\":12,\"03\":12,\"04\":12} 49");
        // d6 and d7 did not play and are replaced by d5 and m5; m6 is the captain.
        assertThat(game.points("ben")).isEqualTo("{\"01\":12,\"02\":30,\"03\":12,\"04\":12} 66");
        assertThat(game.points("cat")).isEqualTo("{\"01\":0,\"02\":0,\"03\":0,\"04\":0} 0");
        assertThat(game.getSheet("ann", 2).status()).isEqualTo(404);
    }

    @Test
    void transferCostsAreDeductedAndATotalCanBeNegative() {
        game.withFootballers().withGameweeks(1, 2);
        game.gamer("ann");
        game.sheet("ann", 1, FantasyGame.SHEET);
        game.sheet(
                "ann",
                2,
                FantasyGame.SHEET.exchange("d1", "d6").exchange("d2", "d7").exchange("d3", "d8"));
        game.settled(1).settled(2);
        assertThat(game.points("ann")).isEqualTo("{\"01\":0,\"02\":-8} -8");
        assertThat(game.getSheet("ann", 2).json().path("points").asInt()).isEqualTo(-8);
    }

    @Test
    void settlingAgainChangesNothing() {
        season();
        game.settled(1).settled(2).settled(3);
        var before = settledItems();

        game.settled(2).settled(2).settled(1).settled(3);

        assertThat(settledItems()).isEqualTo(before);
        assertThat(game.settlement(2).json().path("run").asInt()).isEqualTo(3);
    }

    @Test
    void aNewSettlementReplacesARunningOne() {
        season();
        game.settle(1);
        correct();
        var running = game.settlement(1);
        assertThat(running.json().path("status").asText()).isEqualTo("running");
        assertThat(running.json().path("gamersDone").asInt()).isZero();
        game.settle(1);
        bed.drain();
        assertThat(game.settlement(1).json().path("run").asInt()).isEqualTo(2);
        assertThat(game.settlement(1).json().path("status").asText()).isEqualTo("settled");
        assertThat(bed.everything().keySet())
                .noneMatch(key -> Catalogue.ALL.keySpace().familyOf(key.pk()) == PlatformKeys.JOBS);
        assertThat(game.points("g0")).isEqualTo("{\"01\":" + (36 + 2 * 97) + "} " + (36 + 2 * 97));
    }

    @Test
    void requestsWithOneIdempotencyKeyStartOneRun() {
        season();
        var responses = new ArrayList<TestResponse>();
        for (var time = 0; time < 3; time++) {
            responses.add(settleOnce());
            bed.clock().advance(Duration.ofMinutes(1));
        }
        assertThat(responses).extracting(TestResponse::status).containsOnly(202);
        assertThat(responses)
                .extracting(TestResponse::json)
                .containsOnly(responses.getFirst().json());
        assertThat(game.settlement(1).json().path("run").asInt()).isEqualTo(1);
        assertThat(game.settle(1).json().path("run").asInt()).isEqualTo(2);
        bed.drain();
    }

    @Test
    void anIdempotencyKeyIsBoundToThePath() {
        game.withGameweeks(1, 2).closed(1, 2);
        for (var gameweek : List.of("1", "2")) {
            var response =
                    bed.as("boss")
                            .asAdmin()
                            .at("gameweek", gameweek)
                            .header("idempotency-key", "once")
                            .send("SettleGameweek");
            assertThat(response.status()).isEqualTo(202);
            assertThat(response.json().path("gameweek").asText()).isEqualTo("0" + gameweek);
        }
        assertThat(game.settlement(1).json().path("run").asInt()).isEqualTo(1);
        assertThat(game.settlement(2).json().path("run").asInt()).isEqualTo(1);
        bed.drain();
    }

    @Test
    void theResponseContainsTheStartOfTheSettlement() {
        game.withGameweeks(1).closed(1);
        bed.clock().tick(Duration.ofMillis(1));
        var begun = game.settle(1).json().path("startedAt");
        assertThat(game.settlement(1).json().path("startedAt")).isEqualTo(begun);
    }

    @Test
    void settlingAGameweekThatDoesNotExistReturns404() {
        assertThat(game.settle(1).badFields()).containsExactly("gameweek");
        assertThat(game.settle(1).status()).isEqualTo(404);
        assertThat(game.settlement(1).status()).isEqualTo(404);
    }

    @Test
    void aGameweekCanBeSettledOnceItsDeadlineHasPassed() {
        game.withGameweeks(1);
        bed.clock().advance(Duration.ofHours(1).minusMillis(1));
        var early = game.settle(1);
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.badFields()).containsExactly("gameweek");
        assertThat(game.settlement(1).status()).isEqualTo(404);
        assertThat(jobs()).isEmpty();

        bed.clock().advance(Duration.ofMillis(1));
        assertThat(game.settle(1).status()).isEqualTo(202);
    }

    /// The deadline moves after [SettleGameweek] has read the gameweek, but before it writes.
    @Test
    void aDeadlineThatMovesIntoTheFutureMeanwhilePreventsASettlement() {
        game.withGameweeks(1).closed(1);
        var moving = bed.interrupted("SettleGameweek", () -> game.gameweek(1, Duration.ofHours(1)));
        assertThat(gameweek().send("SettleGameweek", moving).status()).isEqualTo(409);
        assertThat(game.settlement(1).status()).isEqualTo(404);
        assertThat(jobs()).isEmpty();
    }

    /// A run that repeated the number of another one would not replace its points.
    @ParameterizedTest
    @ValueSource(strings = {"SettleGameweek", "UnsettleGameweek"})
    void aRunHasAnotherNumberThanOneThatBeginsAndEndsMeanwhile(String function) {
        game.withGameweeks(1).closed(1);
        var other =
                bed.interrupted(
                        function,
                        () -> {
                            game.settle(1).orFail();
                            bed.drain();
                        });
        assertThat(gameweek().send(function, other).status()).isEqualTo(202);
        var stored = bed.table().getConsistent(FantasyKeys.GAMEWEEK.key(Gameweek.of(1)));
        assertThat(requireNonNull(stored).number(GameweekItems.RUN)).isEqualTo(2);
    }

    @Test
    void theDeadlineOfASettledGameweekMovesIntoTheFutureOnlyAfterUnsettling() {
        season();
        var closed = deadline();
        game.settle(1);
        for (var isRunning : List.of(true, false)) {
            var response = game.gameweek(1, Duration.ofMillis(1));
            assertThat(response.status()).as("%s", isRunning).isEqualTo(409);
            assertThat(response.badFields()).containsExactly("deadline");
            assertThat(deadline()).isEqualTo(closed);
            assertThat(game.gameweek(1, Duration.ZERO).status()).isEqualTo(200);
            bed.drain();
        }
        assertThat(game.gameweek(1, Duration.ofHours(-1)).status()).isEqualTo(200);
        assertThat(game.sheet("g0", 1, FantasyGame.SHEET.captained("m2")).status()).isEqualTo(422);

        game.unsettle(1);
        assertThat(game.gameweek(1, Duration.ofHours(1)).status()).isEqualTo(200);
        assertThat(game.sheet("g0", 1, FantasyGame.SHEET.captained("m2")).status()).isEqualTo(200);
        bed.drain();
        assertThat(game.points("g0")).isEqualTo("{} 0");
    }

    /// A put of the same deadline succeeds again, even though it lies in the future for a clock
    /// that is behind.
    @Test
    void aSettledGameweekAcceptsItsOwnDeadlineAgain() {
        game.withGameweeks(1);
        bed.clock().advance(Duration.ofHours(2));
        game.settle(1);
        bed.clock().advance(Duration.ofHours(-2));
        assertThat(game.gameweek(1, Duration.ofHours(1)).status()).isEqualTo(200);
        assertThat(game.gameweek(1, Duration.ofMinutes(61)).status()).isEqualTo(409);
    }

    /// With the deadline alone, a function with a slow clock would accept the sheet.
    @Test
    void aSettledGameweekAcceptsNoSheet() {
        game.withFootballers().withGameweeks(1).gamer("ann");
        var behind = Clock.fixed(bed.clock().instant(), ZoneOffset.UTC);
        bed.clock().advance(Duration.ofHours(2));
        var settlement =
                Interruption.beforeAnyWrite(
                        () -> assertThat(game.settle(1).status()).isEqualTo(202));
        for (var table : List.of(settlement.on(bed.table()), bed.table())) {
            var handler =
                    new PutTeamSheet(
                            TestServices.of(table, behind),
                            FantasyGame.RULES,
                            FantasyLocal.FEW_COPIES);
            var response = sheet().send("PutTeamSheet", handler);
            assertThat(response.status()).isEqualTo(422);
            assertThat(response.badFields()).containsExactly("gameweek");
        }
        assertThat(settlement.hasRun()).isTrue();
        assertThat(game.getSheet("ann", 1).status()).isEqualTo(404);
    }

    /// Performs a settlement, a put of a team sheet, and two moves of the deadline in every order,
    /// each either after the previous request or in the middle of it.
    @Large
    @Test
    void noSheetIsAcceptedAfterASettlementInAnyInterleaving() {
        game.withFootballers().withGameweeks(1).gamer("ann");
        var start = bed.everything();
        var settled = 0;
        var accepted = 0;
        for (var order : orders(List.of("settle", "sheet", "open", "close"))) {
            for (var nested = SharedData.isDeep() ? 0 : 7; nested < 8; nested++) {
                bed.restore(start);
                var log = new ArrayList<String>();
                interleave(order, nested, log);
                var settling = log.indexOf("settle 202");
                if (settling >= 0) {
                    settled++;
                    assertThat(log.subList(settling, log.size()))
                            .as("%s %d: %s", order, nested, log)
                            .doesNotContain("sheet 201", "open 200");
                }
                accepted += log.contains("sheet 201") ? 1 : 0;
            }
        }
        assertThat(settled).isPositive();
        assertThat(accepted).isPositive();
    }

    /// Performs the first of the requests. The next one starts just before the write of this one if
    /// the lowest bit of `nested` is set, and after it ends otherwise. Each request is logged when
    /// it ends.
    private void interleave(List<String> order, int nested, List<String> log) {
        if (order.isEmpty()) {
            return;
        }
        var others = order.subList(1, order.size());
        var next = Interruption.beforeAnyWrite(() -> interleave(others, nested >> 1, log));
        var request =
                switch (order.getFirst()) {
                    case "settle" -> gameweek();
                    case "sheet" -> sheet();
                    case "open" -> game.gameweekRequest(1, Duration.ofHours(1));
                    default -> game.gameweekRequest(1, Duration.ZERO);
                };
        var function =
                switch (order.getFirst()) {
                    case "settle" -> "SettleGameweek";
                    case "sheet" -> "PutTeamSheet";
                    default -> "PutGameweek";
                };
        var response =
                (nested & 1) == 1
                        ? request.send(function, bed.interrupted(function, next))
                        : request.send(function);
        log.add(order.getFirst() + " " + response.status());
        next.runUnlessRun();
    }

    private static List<List<String>> orders(List<String> names) {
        if (names.isEmpty()) {
            return List.of(List.of());
        }
        var orders = new ArrayList<List<String>>();
        for (var first : names) {
            var others = names.stream().filter(name -> !name.equals(first)).toList();
            for (var order : orders(others)) {
                orders.add(Stream.concat(Stream.of(first), order.stream()).toList());
            }
        }
        return orders;
    }

    @Test
    void unsettlingRemovesThePointsEverywhere() {
        season();
        game.settled(1);
        var before = unversionedItems();
        game.settled(2);

        var response = game.unsettle(2);

        assertThat(response.status()).isEqualTo(202);
        assertThat(response.json().toString())
                .isEqualTo(
                        "{\"gameweek\":\"02\",\"status\":\"unsettling\",\"run\":2,"
                                + "\"startedAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"gamersDone\":0,\"errors\":0}");
        assertThat(game.settlement(2).json()).isEqualTo(response.json());
        bed.drain();
        assertThat(game.settlement(2).status()).isEqualTo(404);
        assertThat(status(2)).isEqualTo("closed");
        assertThat(unversionedItems()).isEqualTo(before);
        assertThat(game.points("g2")).isEqualTo("{\"01\":36} 36");
        assertThat(game.standings("all", 1)).hasSize(5).startsWith("1(1) g0 36 36");
        assertThat(game.getSheet("g2", 2).json().has("points")).isFalse();
        assertConsistent();

        game.unsettled(2);
        assertThat(unversionedItems()).isEqualTo(before);
        assertThat(game.settlement(2).status()).isEqualTo(404);
        game.settled(2);
        assertThat(game.points("g2")).isEqualTo("{\"01\":36,\"02\":36} 72");
        assertThat(status(2)).isEqualTo("settled");
    }

    @Test
    void unsettlingAGameweekWithoutASettlementChangesNothing() {
        season();
        var before = unversionedItems();
        game.unsettled(1);
        assertThat(unversionedItems()).isEqualTo(before);
        assertThat(game.settlement(1).status()).isEqualTo(404);
        assertThat(game.unsettle(4).badFields()).containsExactly("gameweek");
        assertThat(game.unsettle(4).status()).isEqualTo(404);
    }

    @Test
    void unsettlingRemovesThePointsOfACorruptedSheet() {
        season();
        game.settled(1);
        var key = FantasyKeys.TEAM_SHEET.key(GamerId.of("g1"), Gameweek.of(1));
        bed.table().write(Write.Update.of(key).set(SheetItems.POSITIONS, "gdm"));
        game.unsettled(1);
        assertThat(game.points("g1")).isEqualTo("{} 0");
        assertThat(requireNonNull(bed.table().getConsistent(key)).has(SheetItems.POINTS)).isFalse();
    }

    @Test
    void theLastRunDecidesRegardlessOfEarlierRuns() {
        season();
        game.settle(1);
        game.unsettle(1);
        bed.drain();
        assertThat(game.points("g0")).isEqualTo("{} 0");
        game.unsettle(1);
        game.settle(1);
        bed.drain();
        assertThat(game.points("g0")).isEqualTo("{\"01\":36} 36");
        assertThat(game.settlement(1).json().path("run").asInt()).isEqualTo(4);
        assertThat(jobs()).isEmpty();
        assertConsistent();
    }

    /// The run that unsettles does not write the gamer, because there are no points to remove.
    @Test
    void aDelayedSettlementLeavesNoPointsInAnUnsettledGameweek() {
        season();
        game.settle(1);
        var jobs = jobs();
        var newRun =
                Interruption.before(
                        GAMER,
                        () -> {
                            game.unsettle(1);
                            perform(jobsExcept(jobs), bed.table());
                        });
        perform(jobs, newRun.on(bed.table()));
        assertThat(newRun.hasRun()).isTrue();
        assertThat(game.points("g0")).isEqualTo("{} 0");
        assertThat(game.settlement(1).status()).isEqualTo(404);
        assertConsistent();
    }

    /// The last run does not write the gamer, because the points are correct already.
    @Test
    void aDelayedSettlementLeavesNoPointsFromBeforeACorrection() {
        season();
        settleWithoutStream(1, bed.table());
        correct();
        game.settle(1);
        var jobs = jobs();
        var newRun =
                Interruption.before(
                        GAMER,
                        () -> {
                            game.fixturePoints("m1", 1, "x", 3, 90);
                            game.settle(1);
                            perform(jobsExcept(jobs), bed.table());
                        });
        perform(jobs, newRun.on(bed.table()));
        assertThat(newRun.hasRun()).isTrue();
        assertThat(game.points("g0")).isEqualTo("{\"01\":36} 36");
        assertThat(game.settlement(1).json().path("status").asText()).isEqualTo("settled");
        assertConsistent();
    }

    @Large
    @Test
    void aRepeatedIdempotencyKeyReturnsTheFirstResponseAfterUnsettling() {
        season();
        var first = settleOnce();
        assertThat(first.status()).isEqualTo(202);
        game.unsettled(1).gameweek(1, Duration.ofHours(1));
        assertThat(settleOnce().json()).isEqualTo(first.json());
        assertThat(game.settlement(1).status()).isEqualTo(404);
    }

    @Test
    void aCorruptedSheetCountsAsAnErrorAndDoesNotAffectOtherGamers() {
        season();
        var key = FantasyKeys.TEAM_SHEET.key(GamerId.of("g1"), Gameweek.of(1));
        bed.table().write(Write.Update.of(key).set(SheetItems.POSITIONS, "gdm"));

        game.settled(1);

        var json = game.settlement(1).json();
        assertThat(json.path("gamersDone").asInt()).isEqualTo(5);
        assertThat(json.path("errors").asInt()).isEqualTo(1);
        assertThat(game.points("g1")).isEqualTo("{} 0");
        assertThat(game.points("g0")).isEqualTo("{\"01\":36} 36");
    }

    @Test
    void aSheetPutAfterUnsettlingHasNoPointsUntilTheNextSettlement() {
        season();
        game.settled(1).unsettled(1).gameweek(1, Duration.ofHours(1));
        assertThat(game.sheet("g0", 1, FantasyGame.SHEET.captained("m2")).status()).isEqualTo(200);
        assertThat(game.getSheet("g0", 1).json().has("points")).isFalse();
        game.fixturePoints("m2", 1, "x", 5, 90);
        game.settled(1);
        assertThat(game.getSheet("g0", 1).json().path("points").asInt()).isEqualTo(36 + 4);
    }

    @Test
    void aGamerWhoJoinsALeagueDuringASettlementHasTheNewPointsThere() {
        season();
        game.foundLeague("g0", "late", "Late");
        var join =
                Interruption.before(
                        GAMER, () -> assertThat(game.join("g0", "late").status()).isEqualTo(201));
        settleWithoutStream(1, join.on(bed.table()));
        assertThat(join.hasRun()).isTrue();
        assertThat(game.standings("late", 10)).containsExactly("1(1) g0 36 36");
        assertConsistent();
    }

    @Test
    void aGamerWhoLeavesALeagueDuringASettlementDisappearsFromIt() {
        season();
        var leave =
                Interruption.before(
                        FantasyKeys.MEMBERSHIP.key(GamerId.of("g0"), LeagueId.of("all")),
                        () -> assertThat(game.leave("g0", "all").status()).isEqualTo(204));
        settleWithoutStream(1, leave.on(bed.table()));
        assertThat(leave.hasRun()).isTrue();
        assertThat(game.standings("all", 10)).hasSize(4);
        assertConsistent();
    }

    @Test
    void aDelayedSettlementCannotRestoreOldPoints() {
        season();
        game.settle(1);
        var jobs = jobs();
        // Just before the delayed settlement writes, a correction is made and settled completely.
        var correction =
                Interruption.before(
                        GAMER,
                        () -> {
                            correct();
                            game.settled(1);
                        });
        perform(jobs, correction.on(bed.table()));
        assertThat(correction.hasRun()).isTrue();
        var corrected = 36 + 2 * 97;
        assertThat(game.points("g0")).isEqualTo("{\"01\":" + corrected + "} " + corrected);
        assertThat(game.getSheet("g0", 1).json().path("points").asInt()).isEqualTo(corrected);
        assertConsistent();
    }

    /// The slice crashes after the delayed write, because it would repeat itself for the new run.
    @Test
    void aDelayedScoreOfASheetCannotReplaceANewerOne() {
        season();
        game.settle(1);
        var job = jobOf("g0");
        // The gamer has been written, but their sheet and memberships have not.
        var correction =
                Interruption.before(
                        FantasyKeys.TEAM_SHEET.key(GamerId.of("g0"), Gameweek.of(1)),
                        () -> {
                            correct();
                            game.settled(1);
                            game.settled(2);
                        });
        var crashing =
                new ForwardingTable(correction.on(bed.table())) {
                    @Override
                    public @Nullable Item getConsistent(Key key) {
                        if (correction.hasRun()) {
                            throw new InterceptedTable.Crash();
                        }
                        return super.getConsistent(key);
                    }
                };
        assertThatThrownBy(() -> settle(settlements(crashing), job))
                .isInstanceOf(InterceptedTable.Crash.class);
        assertThat(game.getSheet("g0", 1).json().path("points").asInt()).isEqualTo(36 + 2 * 97);
        assertConsistent();
    }

    /// The slice does not repeat itself, because the run of its own gameweek is still the last.
    @Test
    void delayedPointsOfAMembershipCannotReplaceNewerOnes() {
        season();
        game.settle(1);
        var job = jobOf("g0");
        var next =
                Interruption.before(
                        write -> FantasyKeys.MEMBERSHIP.is(write.key()),
                        () -> {
                            assertThat(game.settle(2).status()).isEqualTo(202);
                            perform(
                                    jobs().stream().filter(other -> !other.equals(job)).toList(),
                                    bed.table());
                        });
        settle(settlements(next.on(bed.table())), job);
        assertThat(next.hasRun()).isTrue();
        assertConsistent();
    }

    /// Concurrent runs of several gameweeks, including older runs, crash at random before their
    /// writes. The result is the same as if they had run one after the other.
    @Large
    @Test
    void crashesAndConcurrencyDoNotChangeTheResult() {
        season();
        var start = bed.everything();
        Seeds.forEach(
                "crashesAndConcurrencyDoNotChangeTheResult",
                SharedData.isDeep() ? 5 : 1,
                random -> {
                    bed.restore(start);
                    for (var gameweek = 1; gameweek <= 3; gameweek++) {
                        settleWithoutStream(gameweek, bed.table());
                    }
                    correct();
                    for (var gameweek = 1; gameweek <= 3; gameweek++) {
                        game.settle(gameweek);
                    }
                    game.unsettle(2);
                    game.unsettle(3);
                    game.settle(3);
                    var crashing = crashing(random.split());
                    Concurrently.map(6, jobs(), job -> perform(List.of(job), crashing));
                    assertConsistent();
                    var corrected = 36 + 2 * 97;
                    assertThat(game.points("g0"))
                            .isEqualTo(
                                    "{\"01\":%d,\"03\":36} %d"
                                            .formatted(corrected, corrected + 36));
                    assertThat(status(1)).isEqualTo("settled");
                    assertThat(game.settlement(2).status()).isEqualTo(404);
                    assertThat(status(3)).isEqualTo("settled");
                });
    }

    /// Between the check of a slice and its report another run begins and ends, or a later slice
    /// has reported before.
    @Test
    void aLateReportDoesNotReplaceALaterOne() {
        season();
        assertThat(game.settle(1).status()).isEqualTo(202);
        var old = jobs().getFirst();
        var work = (FantasyWork.SettleGamers) Works.of(old);
        var key = FantasyKeys.SETTLEMENT.key(work.gameweek(), work.shard());
        var next = Interruption.before(key, () -> settleWithoutStream(1, bed.table()));
        settlements(next.on(bed.table())).settle(work, new Texts(old.cursor()), 2);
        assertThat(next.hasRun()).isTrue();
        assertThat(requireNonNull(bed.table().getConsistent(key)).number("run")).isEqualTo(2);

        assertThat(game.settle(1).status()).isEqualTo(202);
        var run = (FantasyWork.SettleGamers) Works.of(jobs().getFirst());
        var settlements = settlements(bed.table());
        for (var step : List.of(2L, 0L)) {
            settlements.settle(run, new Texts(List.of()), step);
        }
        var report =
                bed.table().getConsistent(FantasyKeys.SETTLEMENT.key(run.gameweek(), run.shard()));
        assertThat(requireNonNull(report).number("step")).isEqualTo(3);
    }

    /// A shard has more gamers than one slice settles. A crash between two slices does not change
    /// the result.
    @Large
    @Test
    void aShardWithManyGamersIsSettledInSlices() {
        game.withFootballers().withGameweeks(1);
        game.gamer("model");
        game.sheet("model", 1, FantasyGame.SHEET);
        game.allPlay(1, 3);
        var sheet =
                requireNonNull(
                        bed.table()
                                .get(
                                        FantasyKeys.TEAM_SHEET.key(
                                                GamerId.of("model"), Gameweek.of(1))));
        var writes = new ArrayList<Write>();
        var shard = GamerItems.allGamersEntry(GamerId.of("n0")).key().pk();
        var count = 0;
        for (var number = 0; count < 2 * Settlements.SLICE_MAX + 30; number++) {
            var id = GamerId.of("n" + number);
            if (GamerItems.allGamersEntry(id).key().pk().equals(shard)) {
                count++;
                var gamer = game.stored("model");
                writes.add(
                        Write.Put.of(
                                GamerItems.gamer(
                                        new Gamer(
                                                id,
                                                gamer.dateOfBirth(),
                                                gamer.country(),
                                                gamer.displayName(),
                                                new TreeMap<>(),
                                                0,
                                                List.of(),
                                                Gameweek.of(1)))));
                writes.add(Write.Put.of(GamerItems.allGamersEntry(id)));
                writes.add(Write.Put.of(SheetItems.sheet(id, SheetItems.sheet(sheet))));
            }
        }
        bed.table().writeAll(writes);
        game.closed(1).settle(1);
        var settlements = settlements(bed.table());
        var steps = new ArrayList<Long>();
        for (var job : jobs()) {
            var key = job.key();
            for (var item = bed.table().getConsistent(key);
                    item != null;
                    item = bed.table().getConsistent(key)) {
                var next = Job.from(item);
                var work = (FantasyWork.SettleGamers) Works.of(next);
                if (GamerItems.allGamersEntry(GamerId.of("n0"))
                        .key()
                        .pk()
                        .endsWith("#" + work.shard())) {
                    steps.add(next.step());
                    // This slice is lost: the invocation ends before it saves its cursor.
                    settle(settlements, next);
                    var half = game.settlement(1).json();
                    var gamers = half.path("gamers").asInt(Integer.MAX_VALUE);
                    assertThat(gamers).isGreaterThanOrEqualTo(count);
                    assertThat(half.path("gamersDone").asInt()).isLessThanOrEqualTo(gamers);
                }
                new Jobs(bed.table(), bed.clock())
                        .resume(next, slice -> settle(settlements, slice));
            }
        }
        assertThat(steps).containsExactly(0L, 1L, 2L);
        var json = game.settlement(1).json();
        assertThat(json.path("gamersDone").asInt()).isEqualTo(count + 1);
        assertThat(json.path("gamers").asInt()).isEqualTo(count + 1);
        assertThat(json.path("status").asText()).isEqualTo("settled");
        for (var item :
                bed.items(
                        FantasyKeys.ALL_GAMERS.of(
                                FantasyKeys.ALL_GAMERS.parse(new Key(shard, ""))))) {
            assertThat(
                            game.stored(
                                            FantasyKeys.ALL_GAMERS_ENTRY.parse(
                                                    item.key(), (_, gamer) -> gamer.value()))
                                    .totalPoints())
                    .isEqualTo(36);
        }
    }

    /// Creates five gamers in the league `all`, who play [FantasyGame#SHEET] in three closed
    /// gameweeks worth 36 points each. `g3` is in a second league.
    private void season() {
        bed.fill("a season of five gamers", this::play);
    }

    private void play() {
        game.withFootballers().withGameweeks(1, 2, 3);
        game.foundLeague("g0", "all", "All");
        game.foundLeague("g0", "some", "Some");
        for (var number = 0; number < 5; number++) {
            var id = "g" + number;
            game.gamer(id);
            game.join(id, "all");
            game.sheet(id, 1, FantasyGame.SHEET);
        }
        game.join("g3", "some");
        game.sheet("g2", 2, FantasyGame.SHEET.captained("m3"));
        for (var gameweek = 1; gameweek <= 3; gameweek++) {
            game.allPlay(gameweek, 3);
        }
        game.closed(1, 2, 3);
    }

    /// Corrects the captain's points in gameweek 1 from 3 to 100.
    private void correct() {
        assertThat(game.fixturePoints("m1", 1, "x", 100, 90).status()).isEqualTo(200);
    }

    /// Returns the items that a settlement writes, except its own progress.
    private Map<Key, Item> settledItems() {
        var items = bed.everything();
        items.keySet()
                .removeIf(key ->
                        Catalogue.ALL.keySpace().familyOf(key.pk()) == FantasyKeys.GAMEWEEKS);
        items.replaceAll((_, item) -> {
            var attributes = new HashMap<>(item.attributes());
            // A repeated settlement raises the gamer version of older copies.
            attributes.remove(SheetItems.GAMER_VERSION);
            return new Item(attributes);
        });
        return items;
    }

    /// Returns [#settledItems] without the versions of gamers.
    private Map<Key, Item> unversionedItems() {
        var items = settledItems();
        items.replaceAll((_, item) -> {
            var attributes = new HashMap<>(item.attributes());
            attributes.remove(GamerItems.VERSION);
            return new Item(attributes);
        });
        return items;
    }

    /// Asserts that every copy of a gamer's points equals the original.
    private void assertConsistent() {
        for (var item : bed.everything().values()) {
            if (item.key().sk().startsWith("League#") && item.key().pk().startsWith("Gamer#")) {
                var membership = LeagueItems.membership(item);
                var gamer = game.stored(membership.gamer().value());
                assertThat(membership.totalPoints()).isEqualTo(gamer.totalPoints());
                assertThat(membership.gameweekPoints())
                        .isEqualTo(LeaguePoints.of(gamer, null).last());
                assertThat(gamer.leagues()).contains(membership.league());
            }
            if (item.key().sk().endsWith("TeamSheet")) {
                var sheet = SheetItems.sheet(item);
                var gamer = game.stored(FantasyKeys.GAMERS.parse(item.key()).value());
                var points = gamer.gameweekPoints().get(sheet.gameweek());
                var score = sheet.score();
                assertThat(score == null ? null : (Integer) score.points()).isEqualTo(points);
                if (score != null) {
                    assertThat(score.sum() - sheet.transferCost()).isEqualTo(points);
                }
            }
        }
    }

    @Test
    void aSettledSheetShowsPointsSubstitutionsAndTheCaptainThatCounted() {
        game.withFootballers().withGameweeks(1);
        game.gamer("ann").orFail();
        game.sheet("ann", 1, FantasyGame.SHEET).orFail();
        assertThat(game.getSheet("ann", 1).json().has("score")).isFalse();
        // The captain m1 and the defender d2 do not play.
        for (var id : List.of("gk1", "d1", "d3", "d4", "m2", "m3", "m4", "f1", "f2", "d5", "m5")) {
            game.fixturePoints(id, 1, "x", id.equals("f1") ? 9 : 2, 90);
        }
        game.settled(1);

        var sheet = game.getSheet("ann", 1).json();

        // Ten times two points, and twice the nine points of the vice-captain.
        assertThat(sheet.path("points").asInt()).isEqualTo(38);
        var players = new ArrayList<String>();
        sheet.path("score")
                .path("players")
                .forEach(player ->
                        players.add(
                                player.path("footballerId").asText()
                                        + " "
                                        + player.path("points")
                                        + "x"
                                        + player.path("multiplier")));
        assertThat(players)
                .containsExactly(
                        "gk1 2x1", "d1 2x1", "d2 0x0", "d3 2x1", "d4 2x1", "m1 0x0", "m2 2x1",
                        "m3 2x1", "m4 2x1", "f1 9x2", "f2 2x1", "gk2 0x0", "d5 2x1", "m5 2x1",
                        "f3 0x0");
        assertThat(sheet.path("score").path("substitutions").toString())
                .isEqualTo("[{\"out\":\"d2\",\"in\":\"d5\"},{\"out\":\"m1\",\"in\":\"m5\"}]");
        assertThat(sheet.path("score").path("captain").asText()).isEqualTo("f1");
        assertThat(sheet.path("score").path("transferCost").asInt()).isZero();
        game.unsettled(1);
        assertThat(game.getSheet("ann", 1).json().has("score")).isFalse();
    }

    @Test
    void aCorrectionWithTheSameTotalChangesTheScoreOfTheSheet() {
        game.withFootballers().withGameweeks(1);
        game.gamer("ann").orFail();
        game.sheet("ann", 1, FantasyGame.SHEET).orFail();
        game.allPlay(1, 2).settled(1);
        var before = game.getSheet("ann", 1).json();
        game.fixturePoints("d1", 1, "x", 5, 90);
        game.fixturePoints("d2", 1, "x", -1, 90);

        game.settled(1);

        var after = game.getSheet("ann", 1).json();
        assertThat(after.path("points")).isEqualTo(before.path("points"));
        assertThat(after.path("score").path("players").get(1).path("points").asInt()).isEqualTo(5);
        assertThat(after.path("score").path("players").get(2).path("points").asInt()).isEqualTo(-1);
        var all = bed.everything();
        bed.clock().advance(Duration.ofMinutes(1));
        game.settled(1);
        assertThat(
                        bed.everything()
                                .get(FantasyKeys.TEAM_SHEET.key(GamerId.of("ann"), Gameweek.of(1))))
                .isEqualTo(all.get(FantasyKeys.TEAM_SHEET.key(GamerId.of("ann"), Gameweek.of(1))));
        assertThat(bed.everything().get(FantasyKeys.GAMER.key(GamerId.of("ann"))))
                .isEqualTo(all.get(FantasyKeys.GAMER.key(GamerId.of("ann"))));
    }

    private TestResponse settleOnce() {
        return gameweek().header("idempotency-key", "once").send("SettleGameweek");
    }

    private TestRequest gameweek() {
        return bed.as("boss").asAdmin().at("gameweek", "1");
    }

    /// Starts the request that puts ann's sheet.
    private TestRequest sheet() {
        return bed.as("ann")
                .at("gamerId", "ann")
                .at("gameweek", "1")
                .body(FantasyGame.SHEET.json());
    }

    private String deadline() {
        return gameweek().send("GetGameweek").json().path("deadline").asText();
    }

    private String status(int gameweek) {
        return bed.as("anyone")
                .at("gameweek", Integer.toString(gameweek))
                .send("GetGameweek")
                .json()
                .path("status")
                .asText();
    }

    private List<Job> jobsExcept(List<Job> others) {
        return jobs().stream().filter(job -> !others.contains(job)).toList();
    }

    private List<Job> jobs() {
        return bed.everything().values().stream()
                .filter(item ->
                        Catalogue.ALL.keySpace().familyOf(item.key().pk()) == PlatformKeys.JOBS)
                .map(Job::from)
                .filter(job -> Works.of(job) instanceof FantasyWork.SettleGamers)
                .toList();
    }

    private Job jobOf(String gamer) {
        var shard = GamerItems.shardOf(GamerId.of(gamer));
        return jobs().stream()
                .filter(job ->
                        Works.of(job)
                                .equals(new FantasyWork.SettleGamers(Gameweek.of(1), shard, 1)))
                .findFirst()
                .orElseThrow();
    }

    private void settleWithoutStream(int gameweek, Table table) {
        assertThat(game.settle(gameweek).status()).isEqualTo(202);
        perform(jobs(), table);
    }

    /// Performs jobs as the stream would, and repeats them if they crash.
    ///
    /// @return the number of crashes
    private int perform(List<Job> jobs, Table table) {
        var settlements = settlements(table);
        var crashes = 0;
        for (var job : jobs) {
            for (var item = bed.table().getConsistent(job.key());
                    item != null;
                    item = bed.table().getConsistent(job.key())) {
                try {
                    new Jobs(table, bed.clock())
                            .resume(Job.from(item), slice -> settle(settlements, slice));
                } catch (InterceptedTable.Crash _) {
                    assertThat(++crashes).isLessThan(500);
                }
            }
        }
        return crashes;
    }

    private Settlements settlements(Table table) {
        return new Settlements(table, bed.clock(), FantasyGame.RULES);
    }

    private static Progress settle(Settlements settlements, Job job) {
        return settlements.settle(
                (FantasyWork.SettleGamers) Works.of(job), new Texts(job.cursor()), job.step());
    }

    private Table crashing(SplittableRandom random) {
        return new InterceptedTable(
                bed.table(),
                _ -> {
                    synchronized (random) {
                        if (random.nextInt(8) == 0) {
                            throw new InterceptedTable.Crash();
                        }
                    }
                });
    }
}
