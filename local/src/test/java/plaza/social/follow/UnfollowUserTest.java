package plaza.social.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

class UnfollowUserTest {
    private static final TestBed bed = new TestBed();

    @Test
    void unfollowRemovesBothEdgesAndUpdatesBothCounts() {
        bed.user("ann");
        bed.user("ben");
        bed.user("cat");
        bed.follow("ann", "ben");
        bed.follow("ann", "cat");
        bed.follow("cat", "ben");
        assertCounts("ann", 0, 2);
        assertCounts("ben", 2, 0);

        assertThat(unfollow("ann", "ben").status()).isEqualTo(204);

        assertThat(bed.items(SocialKeys.FOLLOWING.of(UserId.of("ann"))))
                .extracting(item -> item.key().sk())
                .containsExactly("u#cat");
        assertThat(bed.items(SocialKeys.FOLLOWERS.of(UserId.of("ben"))))
                .extracting(item -> item.key().sk())
                .containsExactly("u#cat");
        assertCounts("ann", 0, 1);
        assertCounts("ben", 1, 0);
    }

    @Test
    void removingAFollowerEndsTheirFollowAndNotTheOneInTheOtherDirection() {
        bed.user("kim");
        bed.user("lee");
        bed.follow("kim", "lee");
        bed.follow("lee", "kim");
        for (var time = 0; time < 2; time++) {
            var removal = bed.as("kim").at("userId", "kim").at("followerId", "lee");

            assertThat(removal.send("RemoveFollower").status()).isEqualTo(204);

            assertCounts("kim", 0, 1);
            assertCounts("lee", 1, 0);
        }
        assertThat(bed.items(SocialKeys.FOLLOWING.of(UserId.of("lee")))).isEmpty();
        var foreign = bed.as("lee").at("userId", "kim").at("followerId", "lee");
        assertThat(foreign.send("RemoveFollower").status()).isEqualTo(403);
    }

    @Test
    void unfollowingAgainChangesNothing() {
        bed.user("dan");
        bed.user("eve");
        bed.follow("dan", "eve");
        assertCounts("eve", 1, 0);

        for (var time = 0; time < 3; time++) {
            var reply = unfollow("dan", "eve");
            assertThat(reply.status()).isEqualTo(204);
            assertThat(reply.json().isMissingNode()).isTrue();
            assertCounts("dan", 0, 0);
            assertCounts("eve", 0, 0);
        }
    }

    @Test
    void unfollowingWithoutAFollowWritesNothing() {
        bed.user("fay");
        assertThat(bed.items(SocialKeys.USERS.of(UserId.of("fay")))).hasSize(2);
        var before = bed.everything();
        assertThat(unfollow("fay", "unknown").status()).isEqualTo(204);
        assertThat(unfollow("ghost", "fay").status()).isEqualTo(204);
        assertThat(unfollow("fay", "fay").status()).isEqualTo(204);
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void listsAndCountsAgreeAfterConcurrentFollowsAndUnfollows() {
        var fans = IntStream.range(0, 12).mapToObj(number -> "fan" + number).toList();
        bed.user("star");
        fans.forEach(bed::user);
        var storm = new ArrayList<Supplier<Integer>>();
        for (var round = 0; round < 6; round++) {
            for (var fan : fans) {
                var name = round % 2 == 0 ? "FollowUser" : "UnfollowUser";
                storm.add(() ->
                        bed.as(fan).at("userId", fan).at("followeeId", "star").send(name).status());
            }
        }
        Collections.shuffle(storm, new Random(7));
        assertThat(Threads.call(8, storm)).isSubsetOf(200, 201, 204);
        var followers = bed.items(SocialKeys.FOLLOWERS.of(UserId.of("star")));
        assertCounts("star", followers.size(), 0);
        for (var fan : fans) {
            var follows = bed.items(SocialKeys.FOLLOWING.of(UserId.of(fan))).size();
            assertCounts(fan, 0, follows);
            assertThat(followers.stream().anyMatch(item -> item.key().sk().equals("u#" + fan)))
                    .isEqualTo(follows == 1);
        }
    }

    private static TestResponse unfollow(String follower, String followee) {
        return bed.as(follower)
                .at("userId", follower)
                .at("followeeId", followee)
                .send("UnfollowUser");
    }

    private static void assertCounts(String user, int followers, int following) {
        var reply = bed.as("anyone").at("userId", user).send("GetUserInfoByUserId");
        assertThat(reply.json().path("followerCount").asInt()).isEqualTo(followers);
        assertThat(reply.json().path("followingCount").asInt()).isEqualTo(following);
    }
}
