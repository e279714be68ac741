package plaza.social.follow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

final class FollowRequestsTest {
    @AutoClose private final TestBed bed = new TestBed();

    @BeforeEach
    void start() {
        List.of("ann", "ben", "cat").forEach(bed::user);
        bed.protect("ann", true);
    }

    @Test
    void aFollowOfAProtectedUserIsARequest() {
        var first = follow("ben", "ann");
        bed.clock().advance(Duration.ofMinutes(5));
        var again = follow("ben", "ann");

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.json().toString())
                .isEqualTo(
                        "{\"userId\":\"ann\",\"requestedAt\":\"2026-11-20T10:00:00.000Z\",\"state\":\"requested\"}");
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(followers("ann")).isEmpty();
        assertThat(
                        bed.as("ben")
                                .at("userId", "ben")
                                .at("followeeId", "ann")
                                .send("GetFollow")
                                .status())
                .isEqualTo(404);
    }

    @Test
    void requestsAreListedNewestFirst() {
        follow("ben", "ann").orFail();
        bed.clock().advance(Duration.ofMinutes(5));
        follow("cat", "ann").orFail();
        assertThat(requests()).containsExactly("cat", "ben");
        var page = request("ann").query("limit", "1").send("ListFollowRequests");
        assertThat(page.column("userId")).containsExactly("cat");
        assertThat(
                        request("ann")
                                .query("limit", "1")
                                .query("cursor", page.cursor())
                                .send("ListFollowRequests")
                                .column("userId"))
                .containsExactly("ben");
        assertThat(
                        request("ann")
                                .query("expand", "user")
                                .send("ListFollowRequests")
                                .json()
                                .at("/items/0/user/name")
                                .asText())
                .isEqualTo("cat");
    }

    @Test
    void theRequestsOfSuspendedUsersAreAbsent() {
        follow("ben", "ann").orFail();
        follow("cat", "ann").orFail();
        bed.suspend("cat", true);
        assertThat(requests()).containsExactly("ben");
        assertThat(answer("AcceptFollowRequest", "cat").status()).isEqualTo(404);
    }

    @Test
    void anAcceptedRequestIsAFollow() {
        follow("ben", "ann").orFail();
        bed.mute("ben", "ann");
        var accepted = answer("AcceptFollowRequest", "ben");

        assertThat(accepted.status()).isEqualTo(201);
        assertThat(accepted.json().toString())
                .isEqualTo("{\"userId\":\"ben\",\"followedAt\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(requests()).isEmpty();
        assertThat(followers("ann")).containsExactly("ben");
        assertThat(counts("ann", "followerCount")).isEqualTo(1);
        assertThat(counts("ben", "followingCount")).isEqualTo(1);
        assertThat(answer("AcceptFollowRequest", "ben").badFields()).containsExactly("requesterId");
        assertThat(counts("ann", "followerCount")).isEqualTo(1);
        assertThat(follow("ben", "ann").status()).isEqualTo(200);
        var post = bed.post("ann", "Fog.");
        bed.drain();
        assertThat(bed.as("ben").at("userId", "ben").send("GetTimelineByUserId").column("postId"))
                .isEmpty();
        bed.as("ben").at("userId", "ben").at("mutedId", "ann").send("UnmuteUser").orFail();
        assertThat(bed.as("ben").at("userId", "ben").send("GetTimelineByUserId").column("postId"))
                .containsExactly(post.value());
    }

    @Test
    void aRequestCanBeDeclinedAndMadeAgain() {
        follow("ben", "ann").orFail();
        assertThat(answer("DeclineFollowRequest", "ben").status()).isEqualTo(204);
        assertThat(answer("DeclineFollowRequest", "ben").status()).isEqualTo(204);
        assertThat(requests()).isEmpty();
        assertThat(follow("ben", "ann").status()).isEqualTo(202);
        assertThat(requests()).containsExactly("ben");
    }

    @Test
    void aRequestThatIsMadeTwiceAtOnceKeepsItsTime() {
        var first = new AtomicReference<TestResponse>();
        var repeated =
                bed.interrupted(
                        "FollowUser",
                        () -> {
                            bed.clock().advance(Duration.ofSeconds(1));
                            first.set(follow("ben", "ann"));
                        });

        var second = request("ben").at("followeeId", "ann").send("FollowUser", repeated);

        assertThat(second.status()).isEqualTo(202);
        assertThat(second.json()).isEqualTo(first.get().json());
    }

    /// What Ben or Ann does after FollowUser has read whether Ben may request the follow.
    enum Meanwhile {
        ACCEPTED(200),
        UNPROTECTED(201),
        BLOCKED(404),
        BLOCKING(404),
        SUSPENDED(403),
        FOLLOWEE_SUSPENDED(404);

        private final int status;

        Meanwhile(int status) {
            this.status = status;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestIsWrittenOnlyIfItIsStillPossible(Meanwhile meanwhile) {
        var following = bed.interrupted("FollowUser", () -> happens(meanwhile));

        var response = request("ben").at("followeeId", "ann").send("FollowUser", following);

        assertThat(response.status()).isEqualTo(meanwhile.status);
        assertThat(bed.items(SocialKeys.REQUESTS.of(UserId.of("ann")))).isEmpty();
        assertThat(bed.items(SocialKeys.FOLLOWERS.of(UserId.of("ann"))))
                .hasSize(meanwhile.status < 300 ? 1 : 0);
    }

    private void happens(Meanwhile meanwhile) {
        switch (meanwhile) {
            case ACCEPTED -> {
                follow("ben", "ann").orFail();
                answer("AcceptFollowRequest", "ben").orFail();
            }
            case UNPROTECTED -> bed.protect("ann", false);
            case BLOCKED -> bed.block("ann", "ben");
            case BLOCKING -> bed.block("ben", "ann");
            case SUSPENDED -> bed.suspend("ben", true);
            case FOLLOWEE_SUSPENDED -> bed.suspend("ann", true);
        }
    }

    /// At the end the followee is not protected, as at the beginning.
    @Test
    void aFollowAfterARequestThatIsMadeMeanwhileLeavesNoRequest() {
        bed.protect("ann", false);
        var following =
                bed.interrupted(
                        "FollowUser",
                        () -> {
                            bed.protect("ann", true);
                            assertThat(follow("ben", "ann").status()).isEqualTo(202);
                            bed.protect("ann", false);
                        });

        var followed = request("ben").at("followeeId", "ann").send("FollowUser", following);

        assertThat(followed.status()).isEqualTo(201);
        assertThat(followers("ann")).containsExactly("ben");
        assertThat(requests()).isEmpty();
    }

    @Test
    void aRequestCanBeWithdrawn() {
        follow("ben", "ann").orFail();
        assertThat(unfollow("ben", "ann").status()).isEqualTo(204);
        assertThat(unfollow("ben", "ann").status()).isEqualTo(204);
        assertThat(requests()).isEmpty();
        assertThat(answer("AcceptFollowRequest", "ben").status()).isEqualTo(404);
    }

    @Test
    void requestsWaitWhenTheProtectionEnds() {
        follow("ben", "ann").orFail();
        follow("cat", "ann").orFail();
        bed.protect("ann", false);
        assertThat(requests()).containsExactlyInAnyOrder("ben", "cat");
        assertThat(answer("AcceptFollowRequest", "ben").status()).isEqualTo(201);
        assertThat(follow("cat", "ann").status()).isEqualTo(201);
        assertThat(requests()).isEmpty();
        assertThat(followers("ann")).containsExactly("ben", "cat");
    }

    @Test
    void aBlockEndsRequestsInBothDirections() {
        bed.protect("ben", true);
        follow("ben", "ann").orFail();
        follow("ann", "ben").orFail();
        bed.block("ann", "ben");
        assertThat(requests()).isEmpty();
        assertThat(bed.as("ben").at("userId", "ben").send("ListFollowRequests").column("userId"))
                .isEmpty();
        assertThat(follow("ben", "ann").badFields()).containsExactly("followeeId");
        assertThat(follow("ann", "ben").badFields()).containsExactly("followeeId");
    }

    @Test
    void aFollowOfASuspendedUserIs404() {
        bed.suspend("ann", true);
        assertThat(follow("ben", "ann").badFields()).containsExactly("followeeId");
        bed.suspend("ann", false);
        bed.protect("ann", false);
        bed.suspend("ann", true);
        assertThat(follow("ben", "ann").badFields()).containsExactly("followeeId");
    }

    /// The same holds if the number of followers is divided and therefore counted in other items.
    @Test
    void aRequestOfAUserWithManyFollowersIsAccepted() {
        bed.divideFollowers("ann");
        assertThat(follow("ben", "ann").status()).isEqualTo(202);
        assertThat(answer("AcceptFollowRequest", "ben").status()).isEqualTo(201);
        assertThat(counts("ann", "followerCount")).isEqualTo(1);
    }

    @Test
    void aRequestIsAcceptedAtMostOnce() {
        for (var round = 0; round < 10; round++) {
            follow("ben", "ann").orFail();
            Supplier<Integer> accept = () -> answer("AcceptFollowRequest", "ben").status();
            Supplier<Integer> withdraw = () -> unfollow("ben", "ann").status();
            var statuses = Threads.call(3, List.of(accept, accept, withdraw));
            assertThat(Collections.frequency(statuses, 201)).isLessThanOrEqualTo(1);
            assertThat(requests()).isEmpty();
            assertThat(counts("ann", "followerCount")).isEqualTo(followers("ann").size());
            unfollow("ben", "ann").orFail();
        }
    }

    @Test
    void aRequestThatEndsMeanwhileIsNotAccepted() {
        follow("ben", "ann").orFail();
        var accepting =
                bed.interrupted("AcceptFollowRequest", () -> unfollow("ben", "ann").orFail());

        var accepted =
                request("ann").at("requesterId", "ben").send("AcceptFollowRequest", accepting);

        assertThat(accepted.status()).isEqualTo(404);
        assertThat(followers("ann")).isEmpty();
    }

    @Test
    void anAcceptedFollowIsMarkedIfTheRequesterMutesTheFolloweeMeanwhile() {
        follow("ben", "ann").orFail();
        var accepting = bed.interrupted("AcceptFollowRequest", () -> bed.mute("ben", "ann"));

        var accepted =
                request("ann").at("requesterId", "ben").send("AcceptFollowRequest", accepting);

        assertThat(accepted.status()).isEqualTo(201);
        var edge = SocialKeys.FOLLOWEE.key(UserId.of("ben"), UserId.of("ann"));
        assertThat(FollowItems.isMuted(requireNonNull(bed.table().getConsistent(edge)))).isTrue();
    }

    @Test
    void aRequestThatIsAcceptedMeanwhileIsWithdrawnAsAFollow() {
        follow("ben", "ann").orFail();
        var withdrawing =
                bed.interrupted(
                        "UnfollowUser", () -> answer("AcceptFollowRequest", "ben").orFail());

        var withdrawn = request("ben").at("followeeId", "ann").send("UnfollowUser", withdrawing);

        assertThat(withdrawn.status()).isEqualTo(204);
        assertThat(followers("ann")).isEmpty();
        assertThat(counts("ann", "followerCount")).isZero();
    }

    private TestRequest request(String user) {
        return bed.as(user).at("userId", user);
    }

    private TestResponse follow(String follower, String followee) {
        return request(follower).at("followeeId", followee).send("FollowUser");
    }

    private TestResponse unfollow(String follower, String followee) {
        return request(follower).at("followeeId", followee).send("UnfollowUser");
    }

    private TestResponse answer(String function, String requester) {
        return request("ann").at("requesterId", requester).send(function);
    }

    private List<String> requests() {
        return request("ann").send("ListFollowRequests").column("userId");
    }

    private List<String> followers(String user) {
        return request(user).send("GetFollowerListByUserId").column("userId");
    }

    private int counts(String user, String count) {
        return request(user).send("GetUserInfoByUserId").json().path(count).asInt();
    }
}
