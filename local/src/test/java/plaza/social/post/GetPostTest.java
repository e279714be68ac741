package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetPostTest {
    private static final TestBed bed = new TestBed();

    @Test
    void itReturnsThePostAndItsVersion() {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");

        var reply = get("ann", post);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"userId\":\"ann\",\"postId\":\""
                                + post
                                + "\",\"content\":\"Fog.\","
                                + "\"timestamp\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(reply.header("etag")).isEqualTo("\"1\"");
    }

    @Test
    void matchingIfNoneMatchReturns304() {
        bed.user("ben");
        var post = bed.post("ben", "Fog.");
        for (var known : List.of("\"1\"", "W/\"1\"", "\"7\", \"1\"", "*")) {
            var reply = get("ben", post, known);
            assertThat(reply.status()).as(known).isEqualTo(304);
            assertThat(reply.header("etag")).isEqualTo("\"1\"");
            assertThat(reply.json().isMissingNode()).isTrue();
        }
        for (var other : List.of("\"2\"", "1", "\"11\"", "\"*\"", "", "\"")) {
            assertThat(get("ben", post, other).status()).as(other).isEqualTo(200);
        }
        var edit =
                bed.as("ben")
                        .at("userId", "ben")
                        .at("postId", post.value())
                        .body("{\"content\": \"Sun.\"}")
                        .send("EditPost");
        assertThat(edit.header("etag")).isEqualTo("\"2\"");
        assertThat(get("ben", post, "\"1\"").json().path("content").asText()).isEqualTo("Sun.");
        assertThat(get("ben", post, "\"2\"").status()).isEqualTo(304);
    }

    @Test
    void aPostIsFoundOnlyUnderItsAuthor() {
        bed.user("cat");
        bed.user("dan");
        var post = bed.post("cat", "Mine.");
        assertThat(get("cat", post).status()).isEqualTo(200);
        assertThat(get("dan", post).status()).isEqualTo(404);
        assertThat(get("dan", post, "*").status()).isEqualTo(404);
        var unknown = get("cat", PostId.of("unknown"));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.badFields()).containsExactly("postId");
    }

    private static TestResponse get(String author, PostId post) {
        return bed.as("x").at("userId", author).at("postId", post.value()).send("GetPost");
    }

    private static TestResponse get(String author, PostId post, String known) {
        return bed.as("x")
                .at("userId", author)
                .at("postId", post.value())
                .header("if-none-match", known)
                .send("GetPost");
    }
}
