package plaza.social.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class HideReplyTest {
    private static TestBed bed;

    @BeforeAll
    static void start() {
        bed = new TestBed();
        List.of("ann", "ben", "cat").forEach(bed::user);
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void aHiddenReplyLeavesTheListAndTheRepliesBelowItStayReachable() {
        var post = bed.post("ann", "Fog.");
        var reply = bed.reply("ben", post);
        var below = bed.reply("cat", reply);

        for (var repeated = 0; repeated < 2; repeated++) {
            assertThat(send("HideReply", "ann", post, reply).status()).isEqualTo(204);
            assertThat(replies(post)).isEmpty();
        }

        assertThat(replies(reply)).containsExactly(below.value());
        var read = bed.as("cat").at("postId", reply.value()).send("GetPostById");
        assertThat(read.status()).isEqualTo(200);
        for (var repeated = 0; repeated < 2; repeated++) {
            assertThat(send("UnhideReply", "ann", post, reply).status()).isEqualTo(204);
            assertThat(replies(post)).containsExactly(reply.value());
        }
    }

    @Test
    void onlyTheAuthorOfTheParentHidesAReply() {
        var post = bed.post("ann", "Fog.");
        var reply = bed.reply("ben", post);
        for (var function : List.of("HideReply", "UnhideReply")) {
            for (var caller : List.of("ben", "cat")) {
                assertThat(send(function, caller, post, reply).status()).isEqualTo(403);
            }
        }
        assertThat(replies(post)).containsExactly(reply.value());
    }

    @Test
    void aPostThatIsNoReplyToTheOtherReturns404() {
        var post = bed.post("ann", "Fog.");
        var other = bed.post("ann", "Rain.");
        for (var function : List.of("HideReply", "UnhideReply")) {
            var response = send(function, "ann", post, other);
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.badFields()).containsExactly("replyId");
        }
        var response = send("HideReply", "ann", PostId.of("nothing"), other);
        assertThat(response.badFields()).containsExactly("postId");
    }

    private static List<String> replies(PostId post) {
        return bed.as("cat").at("postId", post.value()).send("ListReplies").column("postId");
    }

    private static TestResponse send(String function, String caller, PostId post, PostId reply) {
        return bed.as(caller)
                .at("postId", post.value())
                .at("replyId", reply.value())
                .send(function);
    }
}
