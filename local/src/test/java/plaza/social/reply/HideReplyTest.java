package plaza.social.reply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

final class HideReplyTest {
    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        List.of("ann", "ben", "cat").forEach(bed::user);
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

    /// Whom the author sees is then read from the list of blocks.
    @Test
    void anAuthorWithAFullGateHidesAReply() {
        bed.user("dan");
        var post = bed.post("dan", "Fog.");
        var reply = bed.reply("ben", post);
        var gate = Item.at(SocialKeys.GATE.key(UserId.of("dan"))).with("revision", 1);
        gate.with("moreBlocks", true).with("moreBlockedBy", true);
        var _ = bed.table().write(Write.Put.of(gate.build()));
        for (var function : List.of("HideReply", "UnhideReply")) {
            assertThat(send(function, "dan", post, reply).status()).isEqualTo(204);
        }
    }

    @Test
    void aReplyToAProtectedPostIsHiddenByItsAuthorOnly() {
        List.of("eve", "gus").forEach(bed::user);
        bed.follow("gus", "eve");
        bed.protect("eve", true);
        bed.drain();
        var post = bed.post("eve", "Fog.");
        var reply = bed.reply("gus", post);
        for (var function : List.of("HideReply", "UnhideReply")) {
            assertThat(send(function, "cat", post, reply).status()).isEqualTo(403);
            assertThat(send(function, "gus", post, reply).status()).isEqualTo(403);
            assertThat(send(function, "eve", post, reply).status()).isEqualTo(204);
        }
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

    @Test
    void theAuthorListsTheHiddenRepliesInFullPagesAndShowsThemAgain() {
        var post = bed.post("ann", "Fog.");
        assertThat(hidden(post).all("ListReplies", 1)).isEmpty();
        var hidden = new ArrayList<String>();
        for (var number = 0; number < 10; number++) {
            var reply = bed.reply("ben", post);
            if (number % 2 == 1) {
                send("HideReply", "ann", post, reply).orFail();
                hidden.add(reply.value());
            }
        }
        for (var limit : List.of(1, 2, 100)) {
            assertThat(ids(hidden(post).all("ListReplies", limit)))
                    .containsExactlyElementsOf(hidden);
            assertThat(ids(hidden(post).query("order", "desc").all("ListReplies", limit)))
                    .containsExactlyElementsOf(hidden.reversed());
        }
        var expanded = hidden(post).query("expand", "author,counts").send("ListReplies");
        assertThat(expanded.json().at("/items/0/author/name").asText()).isEqualTo("ben");

        var first = PostId.of(hidden.removeFirst());
        send("UnhideReply", "ann", post, first).orFail();
        assertThat(ids(hidden(post).all("ListReplies", 100))).containsExactlyElementsOf(hidden);
        assertThat(replies(post)).hasSize(6).contains(first.value());
    }

    @Test
    void onlyTheAuthorListsHiddenReplies() {
        var post = bed.post("ann", "Fog.");
        var reply = bed.reply("ben", post);
        send("HideReply", "ann", post, reply).orFail();
        assertThat(hidden(post).send("ListReplies").column("postId"))
                .containsExactly(reply.value());
        for (var caller : List.of("ben", "cat", "stranger")) {
            for (var id : List.of(post, bed.post("ann", "No replies."))) {
                var response =
                        bed.as(caller)
                                .at("postId", id.value())
                                .query("state", "hidden")
                                .send("ListReplies");
                assertThat(response.status()).isEqualTo(403);
                assertThat(response.json().path("type").asText())
                        .isEqualTo("urn:plaza:problem:forbidden");
            }
        }
        var admin = bed.as("root").asAdmin().at("postId", post.value()).query("state", "hidden");
        assertThat(admin.send("ListReplies").status()).isEqualTo(403);
        assertThat(hidden(PostId.of("nothing")).send("ListReplies").status()).isEqualTo(404);
        var wrong = bed.as("ann").at("postId", post.value()).query("state", "gone");
        assertThat(wrong.send("ListReplies").badFields()).containsExactly("state");
    }

    @Test
    void aCursorIsValidForItsStateOnly() {
        var post = bed.post("ann", "Fog.");
        for (var number = 0; number < 4; number++) {
            var reply = bed.reply("ben", post);
            if (number < 2) {
                send("HideReply", "ann", post, reply).orFail();
            }
        }
        for (var state : List.of("hidden", "shown")) {
            var cursor =
                    bed.as("ann")
                            .at("postId", post.value())
                            .query("state", state)
                            .query("limit", "1")
                            .send("ListReplies")
                            .cursor();
            assertThat(cursor).isNotNull();
            for (var other : List.of("hidden", "shown")) {
                var response =
                        bed.as("ann")
                                .at("postId", post.value())
                                .query("state", other)
                                .query("cursor", String.valueOf(cursor))
                                .send("ListReplies");
                assertThat(response.status()).isEqualTo(other.equals(state) ? 200 : 400);
            }
        }
    }

    /// A block hides a reply without the decision of the author about it.
    @Test
    void repliesOfBlockedUsersAndDeletedRepliesAreNotHiddenReplies() {
        bed.user("dan");
        var post = bed.post("ann", "Fog.");
        var blocked = bed.reply("dan", post);
        var both = bed.reply("dan", post);
        var deleted = bed.reply("ben", post);
        var kept = bed.reply("ben", post);
        for (var reply : List.of(both, deleted, kept)) {
            send("HideReply", "ann", post, reply).orFail();
        }
        bed.as("ann").at("userId", "ann").at("blockedId", "dan").send("BlockUser").orFail();
        bed.as("ben").at("userId", "ben").at("postId", deleted.value()).send("DeletePost").orFail();

        assertThat(ids(hidden(post).all("ListReplies", 1))).containsExactly(kept.value());

        bed.as("ann").at("userId", "ann").at("blockedId", "dan").send("UnblockUser").orFail();
        assertThat(ids(hidden(post).all("ListReplies", 1)))
                .containsExactly(both.value(), kept.value());
        assertThat(replies(post)).containsExactly(blocked.value());
    }

    /// Ann's request for the replies that they hide.
    private static TestRequest hidden(PostId post) {
        return bed.as("ann").at("postId", post.value()).query("state", "hidden");
    }

    private static List<String> ids(List<JsonNode> replies) {
        return replies.stream().map(reply -> reply.path("postId").asText()).toList();
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
