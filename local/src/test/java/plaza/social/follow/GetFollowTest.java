package plaza.social.follow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetFollowTest {
    private static final TestBed bed = new TestBed();

    @Test
    void itReturnsTheFollowUntilTheUnfollow() {
        bed.user("ann");
        bed.user("ben");
        assertThat(follow("ann", "ben").status()).isEqualTo(404);
        bed.follow("ann", "ben");

        var follow = follow("ann", "ben");

        assertThat(follow.status()).isEqualTo(200);
        assertThat(follow.json().toString())
                .isEqualTo("{\"userId\":\"ben\",\"followedAt\":\"2026-11-20T10:00:00.000Z\"}");
        var reverse = follow("ben", "ann");
        assertThat(reverse.status()).isEqualTo(404);
        assertThat(reverse.badFields()).containsExactly("followeeId");
        bed.as("ann").at("userId", "ann").at("followeeId", "ben").send("UnfollowUser");
        assertThat(follow("ann", "ben").status()).isEqualTo(404);
    }

    @Test
    void anUnknownUserAndTheCallerThemselvesAreNotFollowed() {
        bed.user("cat");
        assertThat(follow("cat", "unknown").status()).isEqualTo(404);
        assertThat(follow("unknown", "cat").status()).isEqualTo(404);
        assertThat(follow("cat", "cat").status()).isEqualTo(404);
    }

    private static TestResponse follow(String follower, String followee) {
        return bed.as("x").at("userId", follower).at("followeeId", followee).send("GetFollow");
    }
}
