package plaza.fantasy.gameweek;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static plaza.fantasy.gameweek.DeadlineRush.HOUR;
import static plaza.fantasy.gameweek.DeadlineRush.PAST;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.gameweek.DeadlineRush.WrongMove;

/// Team sheets before a deadline, on a [plaza.simulation.rush.HotTable].
class DeadlineRushTest {
    private static final long SEED = Long.getLong("plaza.seed", 1);
    private static final long SEEDS = Long.getLong("plaza.seeds", 3);
    private static final int PER_SECOND = 5_000;

    /// The length of a rush. `docs/fantasy.md` has the figures of a whole second.
    private static final Duration RUSH = ofMillis(Long.getLong("plaza.rush", 100));

    private static final int SHEETS = (int) (PER_SECOND * RUSH.toMillis() / 1_000);

    /// Writes of a move in separate requests: its beginning, the deletion of the copies, the
    /// change, and three transactions that create copies.
    private static final int STEPS_OF_A_MOVE = 6;

    @Test
    void fiveThousandSheetsPerSecondAreAccepted() {
        var rush = new DeadlineRush(SEED, WrongMove.NONE).withGameweek();

        rush.sheets(PER_SECOND, Duration.ZERO, RUSH).run();

        print(DeadlineRush.COPIES + " copies", rush);
        assertThat(rush.sheetStatuses()).containsOnly(entry(201, SHEETS));
        assertThat(rush.transactionsPerSheet()).isLessThan(1.5);
    }

    /// The reason for the copies.
    @Test
    void withoutCopiesMostSheetsFail() {
        var rush = new DeadlineRush(SEED, WrongMove.NONE).withGameweekOnly();

        rush.sheets(PER_SECOND, Duration.ZERO, RUSH).run();

        print("no copies", rush);
        assertThat(rush.sheetStatuses().get(503)).isGreaterThan(SHEETS / 2);
    }

    /// The reason for their number: a single transaction could move 99.
    @ParameterizedTest
    @ValueSource(ints = {99, 198})
    void fewerCopiesCostMore(int copies) {
        var rush = new DeadlineRush(SEED, WrongMove.NONE).withGameweek().withCopies(copies);
        var all = new DeadlineRush(SEED, WrongMove.NONE).withGameweek();

        rush.sheets(PER_SECOND, Duration.ZERO, RUSH).run();
        all.sheets(PER_SECOND, Duration.ZERO, RUSH).run();

        print(copies + " copies", rush);
        assertThat(rush.transactionsPerSheet()).isGreaterThan(1.1 * all.transactionsPerSheet());
    }

    @Test
    void aGameweekWithoutCopiesAcceptsSheets() {
        var rush = new DeadlineRush(SEED, WrongMove.NONE).withGameweekOnly();

        rush.sheets(20, Duration.ZERO, ofSeconds(2)).run();

        assertThat(rush.sheetStatuses()).containsOnly(entry(201, 40));
        assertThat(rush.copies()).isZero();
    }

    /// The deadline moves ahead, and a second later into the past.
    @Test
    void noSheetIsLateWhileTheDeadlineMoves() {
        var rush = new DeadlineRush(SEED, WrongMove.NONE).withGameweek();

        rush.sheets(PER_SECOND, Duration.ZERO, RUSH)
                .moveAt(RUSH.dividedBy(2), HOUR.plusHours(1))
                .sheets(PER_SECOND, ofSeconds(1), RUSH.plusSeconds(1))
                .moveAt(RUSH.dividedBy(2).plusSeconds(1), PAST)
                .run();

        print("the deadline moves twice", rush);
        assertThat(rush.moveStatuses()).containsExactly(200, 200);
        assertThat(rush.late()).isZero();
        assertThat(rush.sheetStatuses()).containsOnlyKeys(201, 422);
        assertThat(rush.sheetStatuses().get(201)).isGreaterThan(SHEETS);
        assertThat(rush.copies()).isZero();
    }

    /// Two administrators move the deadline at the same time, and a third settles the gameweek.
    @Test
    void concurrentMovesLeaveNoWrongCopy() {
        for (var seed = SEED; seed < SEED + SEEDS; seed++) {
            var rush = concurrentMoves(seed, WrongMove.NONE);

            assertThat(rush.late()).as("late sheets, seed %d", seed).isZero();
            assertThat(rush.wrongCopies()).as("wrong copies, seed %d", seed).isZero();
            assertThat(rush.moveStatuses()).hasSize(2).isSubsetOf(200, 409);
            assertThat(rush.settlementStatuses()).hasSize(1).isSubsetOf(202, 409);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyWrongMoveIsDetected(WrongMove wrong) {
        for (var seed = SEED; seed < SEED + SEEDS; seed++) {
            var rush = concurrentMoves(seed, wrong);
            if (rush.late() + rush.wrongCopies() > 0) {
                System.out.printf("%s is detected by seed %d%n", wrong, seed);
                return;
            }
        }
        throw new AssertionError(wrong + " was not detected");
    }

    private static DeadlineRush concurrentMoves(long seed, WrongMove wrong) {
        var rush = new DeadlineRush(seed, wrong).withGameweek();
        var second = 500 + Math.floorMod(seed * 7, 40);
        return rush.sheets(250, Duration.ZERO, ofSeconds(1))
                .moveAt(ofMillis(500), HOUR.plusHours(1))
                .moveAt(ofMillis(second), PAST)
                .settleAt(ofMillis(second + Math.floorMod(seed * 13, 60)))
                .run();
    }

    /// The process of the administrator ends before one of the writes. Sheets follow the gameweek,
    /// and the next move succeeds.
    @Test
    void aMoveThatFailsHalfwayMovesAllOrNone() {
        for (var steps = 0; steps < STEPS_OF_A_MOVE; steps++) {
            var rush = new DeadlineRush(SEED, WrongMove.NONE).withGameweek().failingAfter(steps);

            rush.sheets(20, Duration.ZERO, ofMillis(500))
                    .moveAt(ofMillis(200), HOUR.plusHours(1))
                    .sheets(20, ofSeconds(4), ofSeconds(5))
                    .run();

            assertThat(rush.moveStatuses()).as("after %d writes", steps).containsExactly(503);
            assertThat(rush.sheetStatuses()).containsOnly(entry(201, 30));
            assertThat(rush.late() + rush.wrongCopies()).isZero();

            rush.recovered().moveAt(ofSeconds(30), PAST).sheets(20, ofSeconds(31), ofSeconds(32));
            rush.run();

            assertThat(rush.moveStatuses()).containsExactly(503, 200);
            assertThat(rush.sheetStatuses()).containsOnly(entry(201, 30), entry(422, 20));
        }
    }

    private static void print(String what, DeadlineRush rush) {
        System.out.printf(
                "sheets, %s, seed %d: %s, %.2f transactions per sheet, %d conflicts, %d throttled,"
                        + " longest %d ms%n",
                what,
                SEED,
                rush.sheetStatuses(),
                rush.transactionsPerSheet(),
                rush.table().conflicts(),
                rush.table().throttled(),
                rush.longest().toMillis());
    }

    private static Map.Entry<Integer, Integer> entry(int status, int count) {
        return Map.entry(status, count);
    }
}
