package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class UnlikePostTest {
    private static final TestBed bed = new TestBed();

    @Test
    void unlikeRemovesOnlyTheCallersLike() {
        var post = post("ann");
        bed.like("ben", post);
        bed.like("cat", post);
        assertThat(bed.items(SocialKeys.LIKES.of(post))).hasSize(2);

        var reply = unlike("ben", post);

        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.json().isMissingNode()).isTrue();
        assertThat(bed.items(SocialKeys.LIKES.of(post)))
                .extracting(item -> item.key().sk())
                .containsExactly("u#cat");
        bed.like("ben", post);
        assertThat(bed.items(SocialKeys.LIKES.of(post))).hasSize(2);
    }

    @Test
    void unlikingWithoutALikeChangesNothing() {
        var post = post("dan");
        bed.like("eve", post);
        var before = bed.everything();
        assertThat(unlike("fay", post).status()).isEqualTo(204);
        assertThat(unlike("eve", PostId.of("never")).status()).isEqualTo(204);
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void aLikeOfADeletedPostCanStillBeRemoved() {
        var post = post("gus");
        bed.like("hal", post);
        bed.as("gus").at("userId", "gus").at("postId", post.value()).send("DeletePost");
        assertThat(bed.items(SocialKeys.LIKES.of(post))).hasSize(1);
        assertThat(unlike("hal", post).status()).isEqualTo(204);
        assertThat(bed.items(SocialKeys.LIKES.of(post))).isEmpty();
    }

    private static PostId post(String author) {
        bed.user(author);
        return bed.post(author, "Fog.");
    }

    private static TestResponse unlike(String user, PostId post) {
        return bed.as(user).at("postId", post.value()).at("userId", user).send("UnlikePost");
    }
}
