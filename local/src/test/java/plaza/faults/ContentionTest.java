package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserCounts;
import plaza.social.user.UserItems;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.Threads;
import plaza.testkit.fault.TransactionContention;

/// Many users follow the same user, or are accepted by one, at the same moment, on a table that
/// cancels a transaction while another one works on the followee's count: 100 users in `verify`,
/// 1,000 with `-Pdeep`.
class ContentionTest {
    private static final int FOLLOWERS = SharedData.isDeep() ? 1_000 : 100;

    private static final int REQUESTS = 20;

    /// How often a caller repeats a request after a 503: other callers can win each time.
    private static final int REPEATS_MAX = FOLLOWERS;

    @Test
    void concurrentFollowsAllBecomeEdgesAndAreCounted() {
        var contention = new TransactionContention();
        var unavailable = new AtomicInteger();
        try (var bed = new TestBed(functions -> functions.over(contention::over))) {
            bed.user("star");
            bed.putAll(
                    IntStream.range(0, FOLLOWERS)
                            .mapToObj(fan ->
                                    UserItems.userCounts(
                                            UserId.of("fan" + fan), new UserCounts(0, 0, 0))));
            var follows = new ArrayList<Supplier<Integer>>();
            for (var number = 0; number < FOLLOWERS; number++) {
                var fan = "fan" + number;
                follows.add(() -> follow(bed, fan, unavailable));
            }
            var started = System.nanoTime();
            contention.expect(FOLLOWERS);
            assertThat(Threads.call(follows)).isSubsetOf(200, 201);
            System.out.printf(
                    "contention: %d follows of one user, %d transactions, %d conflicts, %d responses"
                            + " with status 503, %d ms%n",
                    FOLLOWERS,
                    contention.transactions(),
                    contention.conflicts(),
                    unavailable.get(),
                    (System.nanoTime() - started) / 1_000_000);
            var star = UserId.of("star");
            assertThat(bed.items(SocialKeys.FOLLOWERS.of(star))).hasSize(FOLLOWERS);
            var info = bed.as("star").at("userId", "star").send("GetUserInfoByUserId").json();
            assertThat(info.path("followerCount").asInt()).isEqualTo(FOLLOWERS);
            assertThat(contention.conflicts()).isGreaterThanOrEqualTo(FOLLOWERS);
            for (var fan = 0; fan < FOLLOWERS; fan++) {
                var count =
                        bed.table()
                                .getConsistent(SocialKeys.USER_COUNT.key(UserId.of("fan" + fan)));
                assertThat(count).isNotNull();
                if (count != null) {
                    assertThat(count.number(UserItems.FOLLOWING_COUNT)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void requestsThatAreAcceptedAtTheSameTimeAllBecomeFollows() {
        var contention = new TransactionContention();
        try (var bed = new TestBed(functions -> functions.over(contention::over))) {
            bed.user("star");
            bed.protect("star", true);
            var accepts = new ArrayList<Supplier<Integer>>();
            for (var number = 0; number < REQUESTS; number++) {
                var fan = "fan" + number;
                bed.user(fan);
                bed.follow(fan, "star");
                accepts.add(() -> accept(bed, fan));
            }
            contention.expect(REQUESTS);
            assertThat(Threads.call(accepts)).containsOnly(201);
            var star = UserId.of("star");
            assertThat(contention.conflicts()).isGreaterThanOrEqualTo(REQUESTS);
            assertThat(bed.items(SocialKeys.REQUESTS.of(star))).isEmpty();
            assertThat(bed.items(SocialKeys.FOLLOWERS.of(star))).hasSize(REQUESTS);
            var info = bed.as("star").at("userId", "star").send("GetUserInfoByUserId").json();
            assertThat(info.path("followerCount").asInt()).isEqualTo(REQUESTS);
        }
    }

    private static int accept(TestBed bed, String fan) {
        return untilAvailable(
                fan,
                new AtomicInteger(),
                () -> bed.as("star").at("userId", "star").at("requesterId", fan),
                "AcceptFollowRequest");
    }

    private static int follow(TestBed bed, String fan, AtomicInteger unavailable) {
        return untilAvailable(
                fan,
                unavailable,
                () -> bed.as(fan).at("userId", fan).at("followeeId", "star"),
                "FollowUser");
    }

    private static int untilAvailable(
            String fan, AtomicInteger unavailable, Supplier<TestRequest> request, String function) {
        for (var repeat = 0; repeat < REPEATS_MAX; repeat++) {
            var response = request.get().send(function);
            if (response.status() != 503) {
                return response.status();
            }
            assertThat(response.headers()).containsKey("retry-after");
            unavailable.incrementAndGet();
        }
        throw new AssertionError(
                fan + " received " + REPEATS_MAX + " responses with status 503 in a row");
    }
}
