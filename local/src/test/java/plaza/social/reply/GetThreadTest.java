package plaza.social.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class GetThreadTest {
    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        List.of("ann", "ben").forEach(bed::user);
    }

    @Test
    void aPostThatRepliesToNoOtherIsACompleteThread() {
        var post = bed.post("ann", "Fog.");

        var response = thread(post);

        assertThat(response.json().toString())
                .isEqualTo(
                        "{\"ancestors\":[],\"post\":{\"userId\":\"ann\",\"postId\":\""
                                + post
                                + "\",\"content\":\"Fog.\","
                                + "\"timestamp\":\"2026-11-20T10:00:00.000Z\"},"
                                + "\"complete\":true}");
    }

    @Test
    void aThreadHasTheTenNearestAncestorsOutermostFirst() {
        var posts = new ArrayList<>(List.of(bed.post("ann", "Fog.")));
        for (var level = 1; level <= 12; level++) {
            posts.add(bed.reply(level % 2 == 0 ? "ann" : "ben", posts.getLast()));
            var response = thread(posts.getLast());
            assertThat(ancestors(response))
                    .containsExactlyElementsOf(
                            posts.subList(Math.max(0, level - 10), level).stream()
                                    .map(PostId::value)
                                    .toList());
            assertThat(response.json().path("complete").asBoolean()).isEqualTo(level <= 10);
        }
    }

    @Test
    void aDeletedAncestorIsMarkedAndThePostsAboveItStay() {
        var post = bed.post("ann", "Fog.");
        var deleted = bed.reply("ben", post);
        var reply = bed.reply("ann", deleted);
        bed.as("ben").at("userId", "ben").at("postId", deleted.value()).send("DeletePost").orFail();

        var response =
                bed.as("x").at("postId", reply.value()).query("expand", "author").send("GetThread");

        assertThat(response.json().at("/ancestors/0/author/name").asText()).isEqualTo("ann");
        assertThat(response.json().at("/ancestors/1").toString())
                .isEqualTo("{\"postId\":\"" + deleted + "\",\"gone\":true}");
        assertThat(response.json().at("/post/inReplyTo").toString())
                .isEqualTo("{\"postId\":\"" + deleted + "\"}");
        assertThat(response.json().path("complete").asBoolean()).isTrue();
        // a reply to it also has the posts above the deleted one
        assertThat(ancestors(thread(bed.reply("ben", reply))))
                .containsExactly(post.value(), deleted.value(), reply.value());
    }

    @Test
    void expansionsApplyToThePostAndItsAncestors() {
        var post = bed.post("ann", "Fog.");
        var reply = bed.reply("ben", post);
        bed.like("ben", post);

        var response =
                bed.as("ben")
                        .at("postId", reply.value())
                        .query("expand", "author,counts,mine")
                        .send("GetThread");

        assertThat(response.json().at("/ancestors/0/counts/replyCount").asInt(-1)).isEqualTo(1);
        assertThat(response.json().at("/ancestors/0/mine/liked").asBoolean()).isTrue();
        assertThat(response.json().at("/post/counts/replyCount").asInt(-1)).isEqualTo(0);
        assertThat(response.json().at("/post/mine/liked").asBoolean(true)).isFalse();
        assertThat(response.json().at("/post/inReplyTo/author/name").asText()).isEqualTo("ann");
    }

    @Test
    void aPostThatDoesNotExistReturns404() {
        var response = thread(PostId.of("nothing"));
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.badFields()).containsExactly("postId");
    }

    private static List<String> ancestors(TestResponse response) {
        var ids = new ArrayList<String>();
        response.json().path("ancestors").forEach(post -> ids.add(post.path("postId").asText()));
        return ids;
    }

    private static TestResponse thread(PostId post) {
        return bed.as("x").at("postId", post.value()).send("GetThread");
    }
}
