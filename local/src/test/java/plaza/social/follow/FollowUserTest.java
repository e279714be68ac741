package plaza.social.follow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;
import plaza.text.IsoTime;

class FollowUserTest {
    private static final TestBed bed = new TestBed();

    @Test
    void aFollowWritesBothEdgesAndBothCounts() {
        bed.user("ann");
        bed.user("ben");

        var reply = bed.as("ann").at("userId", "ann").at("followeeId", "ben").send("FollowUser");

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json().toString())
                .isEqualTo("{\"userId\":\"ben\",\"followedAt\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(bed.items(SocialKeys.FOLLOWING.of(UserId.of("ann"))))
                .extracting(item -> item.key().sk())
                .containsExactly("u#ben");
        assertThat(bed.items(SocialKeys.FOLLOWERS.of(UserId.of("ben"))))
                .extracting(item -> item.key().sk())
                .containsExactly("u#ann");
        assertCounts("ann", 0, 1);
        assertCounts("ben", 1, 0);
    }

    @Test
    void followingAgainReturnsTheFirstFollow() {
        bed.user("cat");
        bed.user("dan");
        bed.follow("cat", "dan");
        bed.clock().advance(Duration.ofHours(1));

        var again = bed.as("cat").at("userId", "cat").at("followeeId", "dan").send("FollowUser");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("followedAt").asText())
                .isEqualTo(IsoTime.format(bed.clock().instant().minus(Duration.ofHours(1))));
        assertCounts("cat", 0, 1);
        assertCounts("dan", 1, 0);
    }

    @Test
    void twoSimultaneousFollowsCountOnce() {
        List.of("pia", "quy").forEach(bed::user);
        assertThat(followAfter("pia", "quy", () -> bed.follow("pia", "quy")).status())
                .isEqualTo(200);
        assertCounts("pia", 0, 1);
        assertCounts("quy", 1, 0);
    }

    @Test
    void aFollowActsOnTheStandingsThatChangeMeanwhile() {
        List.of("gil", "hoa", "ivo", "jan", "kay").forEach(bed::user);
        assertThat(followAfter("gil", "hoa", () -> bed.protect("hoa", true)).status())
                .isEqualTo(202);
        assertThat(followAfter("jan", "hoa", () -> bed.protect("hoa", false)).status())
                .isEqualTo(201);
        assertThat(followAfter("gil", "ivo", () -> bed.suspend("ivo", true)).status())
                .isEqualTo(404);
        bed.protect("hoa", true);
        assertThat(followAfter("kay", "hoa", () -> bed.suspend("kay", true)).status())
                .isEqualTo(403);
        assertThat(followAfter("gil", "hoa", () -> bed.suspend("hoa", true)).status())
                .isEqualTo(202);
        assertThat(followAfter("jan", "gil", () -> bed.suspend("jan", true)).status())
                .isEqualTo(403);
        assertCounts("gil", 0, 0);
    }

    @Test
    void aFollowIsMarkedIfTheFollowerMutesTheFolloweeMeanwhile() {
        List.of("kim", "lea").forEach(bed::user);
        assertThat(followAfter("kim", "lea", () -> bed.mute("kim", "lea")).status()).isEqualTo(201);
        var edge = SocialKeys.FOLLOWEE.key(UserId.of("kim"), UserId.of("lea"));
        assertThat(FollowItems.isMuted(requireNonNull(bed.table().getConsistent(edge)))).isTrue();
    }

    /// Sends the request, between whose reads and writes something else happens.
    private static TestResponse followAfter(String follower, String followee, Runnable other) {
        return bed.as(follower)
                .at("userId", follower)
                .at("followeeId", followee)
                .send("FollowUser", bed.interrupted("FollowUser", other));
    }

    @Test
    void followingYourselfReturns422() {
        bed.user("eve");
        var reply = bed.as("eve").at("userId", "eve").at("followeeId", "eve").send("FollowUser");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.badFields()).containsExactly("followeeId");
        assertCounts("eve", 0, 0);
    }

    @Test
    void followingAnUnknownUserReturns404AndWritesNothing() {
        bed.user("fay");
        var reply =
                bed.as("fay").at("userId", "fay").at("followeeId", "anonymous").send("FollowUser");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("followeeId");
        assertCounts("fay", 0, 0);
        assertThat(bed.items(SocialKeys.FOLLOWING.of(UserId.of("fay")))).isEmpty();
        assertThat(bed.items(SocialKeys.FOLLOWERS.of(UserId.of("anonymous")))).isEmpty();
    }

    @Test
    void followingRequiresAProfile() {
        bed.user("gus");
        var reply =
                bed.as("ghost").at("userId", "ghost").at("followeeId", "gus").send("FollowUser");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("userId");
        assertCounts("gus", 0, 0);
    }

    @Test
    void aDividedNumberOfFollowersIsCountedInParts() {
        var moon = UserId.of("moon");
        bed.user("moon");
        IntStream.range(0, 9).forEach(fan -> bed.user("admirer" + fan));
        IntStream.range(0, 3).forEach(fan -> bed.follow("admirer" + fan, "moon"));
        bed.divideFollowers("moon");
        IntStream.range(3, 9).forEach(fan -> bed.follow("admirer" + fan, "moon"));
        assertCounts("moon", 9, 0);

        for (var fan = 0; fan < 5; fan++) {
            var call =
                    bed.as("admirer" + fan).at("userId", "admirer" + fan).at("followeeId", "moon");
            assertThat(call.send("UnfollowUser").status()).isEqualTo(204);
        }

        assertCounts("moon", 4, 0);
        assertThat(bed.items(SocialKeys.USERS.of(moon)))
                .filteredOn(item -> item.key().equals(SocialKeys.USER_COUNT.key(moon)))
                .extracting(item -> item.number(UserItems.FOLLOWER_COUNT))
                .containsExactly(3L);
        assertThat(bed.items(SocialKeys.USERS.of(moon))).hasSizeGreaterThan(4);
    }

    @Test
    void simultaneousFollowsAreAllCounted() {
        var fans = 100;
        bed.user("star");
        for (var fan = 0; fan < fans; fan++) {
            bed.user("fan" + fan);
        }
        var follows =
                IntStream.range(0, fans)
                        .<Supplier<Integer>>mapToObj(fan ->
                                () ->
                                        bed.as("fan" + fan)
                                                .at("userId", "fan" + fan)
                                                .at("followeeId", "star")
                                                .send("FollowUser")
                                                .status())
                        .toList();
        assertThat(Threads.call(16, follows)).containsOnly(201);
        assertCounts("star", fans, 0);
        assertThat(bed.items(SocialKeys.FOLLOWERS.of(UserId.of("star")))).hasSize(fans);
    }

    private static void assertCounts(String user, int followers, int following) {
        var reply = bed.as("anyone").at("userId", user).send("GetUserInfoByUserId");
        assertThat(reply.json().path("followerCount").asInt()).isEqualTo(followers);
        assertThat(reply.json().path("followingCount").asInt()).isEqualTo(following);
    }
}
