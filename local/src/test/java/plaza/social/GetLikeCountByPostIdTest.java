package plaza.social;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetLikeCountByPostIdTest {
    private static TestBed bed;

    @BeforeAll
    static void start() {
        bed = new TestBed();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void itReturnsTheCount() {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        assertThat(get(post).json().toString())
                .isEqualTo("{\"postId\":\"" + post + "\",\"likeCount\":0}");
        set(post, 3_000_000_000L);
        var reply = get(post);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo("{\"postId\":\"" + post + "\",\"likeCount\":3000000000}");
    }

    @Test
    void matchingIfNoneMatchReturns304() {
        bed.user("ben");
        var post = bed.post("ben", "Fog.");
        var tag = get(post).header("etag");
        var call = bed.as("x").at("postId", post.value());
        for (var known : List.of(tag, "W/" + tag, "\"a\", " + tag, "*")) {
            var reply = call.header("if-none-match", known).send("GetLikeCountByPostId");
            assertThat(reply.status()).as(known).isEqualTo(304);
            assertThat(reply.json().isMissingNode()).isTrue();
        }
        set(post, 1);
        var changed = call.header("if-none-match", tag).send("GetLikeCountByPostId");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("etag")).isNotEqualTo(tag);
    }

    @Test
    void anUnknownPostReturns404() {
        var reply = get(PostId.of("unknown"));
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("postId");
    }

    private static void set(PostId post, long count) {
        bed.table().write(Write.Put.of(SocialItems.likeCount(post, UserId.of("ann"), count)));
    }

    private static TestResponse get(PostId post) {
        return bed.as("x").at("postId", post.value()).send("GetLikeCountByPostId");
    }
}
