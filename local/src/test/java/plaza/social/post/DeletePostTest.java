package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

class DeletePostTest {
    private static final TestBed bed = new TestBed();

    @Test
    void deletionHidesThePostImmediately() {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        var kept = bed.post("ann", "Sun.");
        assertThat(status("GetPost", post)).isEqualTo(200);

        var reply = delete("ann", "ann", post);

        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.json().isMissingNode()).isTrue();
        assertThat(status("GetPost", post)).isEqualTo(404);
        assertThat(status("GetLikeCountByPostId", post)).isEqualTo(404);
        assertThat(status("GetViewCountByPostId", post)).isEqualTo(404);
        assertThat(status("GetPost", kept)).isEqualTo(200);
        assertThat(bed.as("x").at("userId", "ann").send("GetPostListByUserId").column("postId"))
                .containsExactly(kept.value());
        assertThat(postCount("ann")).isEqualTo(1);
    }

    @Test
    void deletingAgainChangesNothing() {
        bed.user("ben");
        var post = bed.post("ben", "Fog.");
        bed.post("ben", "Sun.");
        assertThat(postCount("ben")).isEqualTo(2);
        for (var time = 0; time < 3; time++) {
            assertThat(delete("ben", "ben", post).status()).isEqualTo(204);
            assertThat(postCount("ben")).isEqualTo(1);
        }
        var before = bed.everything();
        assertThat(delete("ben", "ben", PostId.of("never")).status()).isEqualTo(204);
        assertThat(delete("ghost", "ghost", PostId.of("never")).status()).isEqualTo(204);
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void deletingAnotherUsersPostUnderTheCallersIdChangesNothing() {
        bed.user("cat");
        bed.user("dan");
        var post = bed.post("cat", "Mine.");
        var before = bed.everything();
        assertThat(delete("dan", "dan", post).status()).isEqualTo(204);
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void simultaneousDeletionsAreCountedOnce() {
        bed.user("eve");
        var post = bed.post("eve", "Fog.");
        bed.post("eve", "Sun.");
        assertThat(Threads.call(6, 12, () -> delete("eve", "eve", post).status()))
                .containsOnly(204);
        assertThat(postCount("eve")).isEqualTo(1);
    }

    private static TestResponse delete(String caller, String author, PostId post) {
        return bed.as(caller).at("userId", author).at("postId", post.value()).send("DeletePost");
    }

    private static int status(String function, PostId post) {
        return bed.as("x").at("userId", "ann").at("postId", post.value()).send(function).status();
    }

    private static int postCount(String user) {
        return bed.as("x")
                .at("userId", user)
                .send("GetUserInfoByUserId")
                .json()
                .path("postCount")
                .asInt();
    }
}
