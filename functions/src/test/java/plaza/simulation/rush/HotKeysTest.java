package plaza.simulation.rush;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static plaza.simulation.rush.DeadlineRush.HOUR;
import static plaza.simulation.rush.DeadlineRush.PAST;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.simulation.rush.DeadlineRush.WrongMove;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.user.FollowerCount;

/// Requests for the same items on a [HotTable], which has the limits of DynamoDB.
class HotKeysTest {
    private static final long SEED = Long.getLong("plaza.seed", 1);
    private static final long SEEDS = Long.getLong("plaza.seeds", 3);
    private static final long COUNT_SEEDS = Long.getLong("plaza.seeds", Seeds.number(1, 10));
    private static final int PER_SECOND = 5_000;
    private static final int FOLLOWS_PER_SECOND = 300;

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

    @Test
    void threeHundredFollowsPerSecondOfOneAuthorAreAccepted() {
        var rush = new FollowRush(SEED).divided();

        rush.follows(FOLLOWS_PER_SECOND, Duration.ZERO, ofSeconds(2)).run();

        print(FollowerCount.PARTS + " parts", rush);
        assertThat(rush.statuses()).containsOnly(entry(201, 2 * FOLLOWS_PER_SECOND));
        assertThat(rush.transactionsPerRequest()).isLessThan(1.2);
        assertThat(rush.counted()).isEqualTo(rush.listed()).isEqualTo(2L * FOLLOWS_PER_SECOND);
    }

    @Test
    void anAuthorWhoSuddenlyGainsFollowersIsDivided() {
        var rush = new FollowRush(SEED);

        rush.follows(FOLLOWS_PER_SECOND, Duration.ZERO, ofSeconds(2)).run();

        print("divided meanwhile", rush);
        assertThat(rush.isDivided()).isTrue();
        assertThat(rush.statuses()).containsOnly(entry(201, 2 * FOLLOWS_PER_SECOND));
        assertThat(rush.counted()).isEqualTo(rush.listed()).isEqualTo(2L * FOLLOWS_PER_SECOND);
    }

    @Test
    void anAuthorWithFewFollowersIsNotDivided() {
        var rush = new FollowRush(SEED);

        rush.follows(1, Duration.ZERO, ofSeconds(100)).run();

        assertThat(rush.isDivided()).isFalse();
        assertThat(rush.statuses()).containsOnly(entry(201, 100));
    }

    /// The reason for the parts.
    @Test
    void withoutPartsManyFollowsFail() {
        var rush = new FollowRush(SEED).neverDivided();

        rush.follows(FOLLOWS_PER_SECOND, Duration.ZERO, ofSeconds(2)).run();

        print("no parts", rush);
        assertThat(rush.statuses().get(503)).isGreaterThan(FOLLOWS_PER_SECOND / 2);
    }

    /// The reason for their number.
    @Test
    void halfTheNumberOfPartsIsTooFew() {
        var rush = new FollowRush(SEED).divided().withParts(FollowerCount.PARTS / 2);

        rush.follows(FOLLOWS_PER_SECOND, Duration.ZERO, ofSeconds(2)).run();

        print(FollowerCount.PARTS / 2 + " parts", rush);
        assertThat(rush.transactionsPerRequest()).isGreaterThan(1.2);
    }

    /// The number of replies to a post is one item.
    @Test
    void simultaneousRepliesToOnePostAreAllCountedIfCallersRepeat() {
        var replies = (int) RUSH.toMillis();
        var rush = new ReplyRush(SEED).replies(replies, RUSH, true).run();

        print(replies + " replies", rush);
        assertThat(rush.statuses()).containsEntry(201, replies);
        assertThat(rush.statuses().keySet()).isSubsetOf(201, 503);
        assertThat(rush.counted()).isEqualTo(rush.listed()).isEqualTo(replies);
    }

    @Test
    void thirtyRepliesPerSecondToOnePostAreAccepted() {
        var rush = new ReplyRush(SEED).replies(60, ofSeconds(2), false).run();

        print("30 per second", rush);
        assertThat(rush.statuses()).containsOnly(entry(201, 60));
        assertThat(rush.counted()).isEqualTo(rush.listed()).isEqualTo(60);
    }

    /// Followers from before the division leave after it, so that parts become negative.
    @Test
    void unfollowsOfADividedAuthorAreCounted() {
        var rush = new FollowRush(SEED);

        rush.follows(100, Duration.ZERO, ofSeconds(3)).run();
        rush.divided()
                .unfollows(ofSeconds(60), ofSeconds(62))
                .follows(100, ofSeconds(60), ofSeconds(62))
                .run();

        assertThat(rush.statuses()).containsOnly(entry(201, 500), entry(204, 300));
        assertThat(rush.counted()).isEqualTo(rush.listed()).isEqualTo(200);
    }

    /// Likes and views are counted in one item. Transactions with it conflict, but a batch has few
    /// of them.
    @Test
    void aBurstOfViewsDelaysLikesLittle() {
        var apart = Duration.ZERO;
        var together = Duration.ZERO;
        for (var seed = SEED; seed < SEED + COUNT_SEEDS; seed++) {
            var likes = new CountRush(seed).burstOfLikes();
            var both = new CountRush(seed).burst();

            assertThat(both.counted(PostCounter.LIKES)).isEqualTo(both.listed(SocialKeys.LIKES));
            assertThat(both.counted(PostCounter.VIEWS)).isEqualTo(both.listed(SocialKeys.VIEWS));
            print("without views", likes);
            print("among views", both);
            apart = apart.plus(likes.averageOfLikes());
            together = together.plus(both.averageOfLikes());
        }
        assertThat(together).isLessThan(apart.multipliedBy(11).dividedBy(10));
    }

    private static void print(String what, CountRush rush) {
        System.out.printf(
                "likes, %s: %d transactions, %d conflicts, counted after %d ms on"
                        + " average, %d ms at most%n",
                what,
                rush.table().transactions(),
                rush.table().conflicts(),
                rush.averageOfLikes().toMillis(),
                rush.longestOfLikes().toMillis());
    }

    private static void print(String what, FollowRush rush) {
        System.out.printf(
                "follows, %s, seed %d: %s, %.2f transactions per follow, %d conflicts, %d"
                        + " throttled, longest %d ms%n",
                what,
                SEED,
                rush.statuses(),
                rush.transactionsPerRequest(),
                rush.table().conflicts(),
                rush.table().throttled(),
                rush.longest().toMillis());
    }

    private static void print(String what, ReplyRush rush) {
        System.out.printf(
                "replies, %s, seed %d: %s, %.2f transactions per response, longest %d ms, all after"
                        + " %d ms%n",
                what,
                SEED,
                rush.statuses(),
                rush.transactionsPerRequest(),
                rush.longest().toMillis(),
                rush.elapsed().toMillis());
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
