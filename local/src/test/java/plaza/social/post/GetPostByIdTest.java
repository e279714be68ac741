package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class GetPostByIdTest {
    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        bed.user("ann");
    }

    @Test
    void theResponseIsThatOfGetPost() {
        var post = bed.post("ann", "Fog.");

        var reply = get(post);

        assertThat(reply.status()).isEqualTo(200);
        var byAuthor = bed.as("ben").at("userId", "ann").at("postId", post.value()).send("GetPost");
        assertThat(reply.json()).isEqualTo(byAuthor.json());
        assertThat(reply.header("etag")).isEqualTo("\"1\"");
        var unchanged =
                bed.as("ben")
                        .at("postId", post.value())
                        .header("if-none-match", "\"1\"")
                        .send("GetPostById");
        assertThat(unchanged.status()).isEqualTo(304);
    }

    @Test
    void anUnknownOrDeletedPostIsNotFound() {
        var post = bed.post("ann", "Rain.");
        assertThat(get(post).status()).isEqualTo(200);

        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();

        assertThat(get(post).status()).isEqualTo(404);
        var unknown = get(PostId.of("unknown"));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.badFields()).containsExactly("postId");
    }

    /// A replica may have the counter of a post that is deleted.
    @Test
    void aPostWhoseCounterIsLeftIsNotFound() {
        var post = bed.post("ann", "Sun.");
        assertThat(get(post).status()).isEqualTo(200);

        bed.table().write(Write.Delete.of(SocialKeys.POST.key(UserId.of("ann"), post)));

        assertThat(get(post).status()).isEqualTo(404);
    }

    private static TestResponse get(PostId post) {
        return bed.as("ben").at("postId", post.value()).send("GetPostById");
    }
}
