package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetLikeTest {
    private static final TestBed bed = new TestBed();

    @Test
    void itReturnsTheLikeUntilItIsRemoved() {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        assertThat(like("ann", post).status()).isEqualTo(404);
        bed.as("ann").at("postId", post.value()).at("userId", "ann").send("LikePost").orFail();

        var like = like("ann", post);

        assertThat(like.status()).isEqualTo(200);
        assertThat(like.json().toString())
                .isEqualTo("{\"userId\":\"ann\",\"likedAt\":\"2026-11-20T10:00:00.000Z\"}");
        var other = like("ben", post);
        assertThat(other.status()).isEqualTo(404);
        assertThat(other.badFields()).containsExactly("userId");
        bed.as("ann").at("postId", post.value()).at("userId", "ann").send("UnlikePost");
        assertThat(like("ann", post).status()).isEqualTo(404);
    }

    @Test
    void theLikeOfADeletedPostDoesNotExist() {
        bed.user("cat");
        var post = bed.post("cat", "Fog.");
        bed.as("cat").at("postId", post.value()).at("userId", "cat").send("LikePost").orFail();
        assertThat(like("cat", post).status()).isEqualTo(200);

        bed.as("cat").at("userId", "cat").at("postId", post.value()).send("DeletePost");

        assertThat(bed.items(SocialKeys.LIKES.of(post))).isNotEmpty();
        assertThat(like("cat", post).status()).isEqualTo(404);
    }

    private static TestResponse like(String user, PostId post) {
        return bed.as("x").at("postId", post.value()).at("userId", user).send("GetLike");
    }
}
