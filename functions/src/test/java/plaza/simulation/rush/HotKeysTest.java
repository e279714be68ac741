package plaza.simulation.rush;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.Seeds;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.user.FollowerCount;

/// Requests for the same items on a [HotTable], which has the limits of DynamoDB.
class HotKeysTest {
    private static final long SEED = Long.getLong("plaza.seed", 1);
    private static final long COUNT_SEEDS = Long.getLong("plaza.seeds", Seeds.number(1, 10));
    private static final int FOLLOWS_PER_SECOND = 300;

    /// The time in which the replies to one post arrive.
    private static final Duration RUSH = ofMillis(Long.getLong("plaza.rush", 100));

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
    @Deep
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

    private static Map.Entry<Integer, Integer> entry(int status, int count) {
        return Map.entry(status, count);
    }
}
