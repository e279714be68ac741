package plaza.social.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class ListRepliesTest {
    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        List.of("ann", "ben", "cat").forEach(bed::user);
    }

    @Test
    void aReplyIsListedAndCountedAtOnce() {
        var post = bed.post("ann", "Fog.");

        var reply = bed.reply("ben", post);

        var response = replies(post);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().toString())
                .isEqualTo(
                        "{\"items\":[{\"userId\":\"ben\",\"postId\":\""
                                + reply
                                + "\",\"content\":\"a reply\","
                                + "\"timestamp\":\"2026-11-20T10:00:00.000Z\","
                                + "\"inReplyTo\":{\"postId\":\""
                                + post
                                + "\"}}]}");
        assertThat(replyCount(post)).isEqualTo(1);
        assertThat(replyCount(reply)).isEqualTo(0);
    }

    @Test
    void expandAuthorAddsTheAuthorOfTheParent() {
        var post = bed.post("ann", "Fog.");
        var reply = bed.reply("ben", post);
        var answer = bed.reply("ann", reply);
        for (var request :
                List.of(
                        bed.as("cat").at("postId", reply.value()).query("expand", "author"),
                        bed.as("cat")
                                .at("postId", reply.value())
                                .query("expand", "author,counts,mine"))) {
            var item = request.send("ListReplies").json().at("/items/0");
            assertThat(item.path("postId").asText()).isEqualTo(answer.value());
            assertThat(item.at("/author/name").asText()).isEqualTo("ann");
            assertThat(item.at("/inReplyTo/author/name").asText()).isEqualTo("ben");
        }
        for (var function : List.of("GetPostById", "GetPost")) {
            var read =
                    bed.as("cat")
                            .at("userId", "ann")
                            .at("postId", answer.value())
                            .query("expand", "author")
                            .send(function);
            assertThat(read.json().at("/inReplyTo/author/name").asText()).isEqualTo("ben");
        }

        delete("ben", reply);

        var read = bed.as("cat").at("postId", answer.value()).query("expand", "author");
        assertThat(read.send("GetPostById").json().path("inReplyTo").toString())
                .isEqualTo("{\"postId\":\"" + reply + "\"}");
    }

    @Test
    void pagesAreFullInBothOrdersAlthoughRepliesAreDeletedOrHidden() {
        var post = bed.post("ann", "Fog.");
        var expected = new ArrayList<String>();
        for (var number = 0; number < 12; number++) {
            var reply = bed.reply("ben", post);
            switch (number % 3) {
                case 0 -> expected.add(reply.value());
                case 1 -> delete("ben", reply);
                default -> hide("ann", post, reply).orFail();
            }
        }
        for (var limit : List.of(1, 3, 4, 100)) {
            assertThat(bed.as("cat").at("postId", post.value()).all("ListReplies", limit))
                    .extracting(item -> item.path("postId").asText())
                    .containsExactlyElementsOf(expected);
            assertThat(
                            bed.as("cat")
                                    .at("postId", post.value())
                                    .query("order", "desc")
                                    .all("ListReplies", limit))
                    .extracting(item -> item.path("postId").asText())
                    .containsExactlyElementsOf(expected.reversed());
        }
        assertThat(replyCount(post)).as("hidden replies count").isEqualTo(8);
    }

    @Test
    void theRepliesToADeletedPostAreNotListedAndStay() {
        var post = bed.post("ann", "Fog.");
        var reply = bed.reply("ben", post);
        assertThat(replies(post).column("postId")).containsExactly(reply.value());

        delete("ann", post);

        assertThat(replies(post).status()).isEqualTo(404);
        var read = bed.as("cat").at("postId", reply.value()).send("GetPostById");
        assertThat(read.json().at("/inReplyTo/postId").asText()).isEqualTo(post.value());
        assertThat(bed.items(SocialKeys.REPLIES.of(post))).hasSize(1);
        bed.drain();
        assertThat(bed.items(SocialKeys.REPLIES.of(post))).isEmpty();
        delete("ben", reply);
        assertThat(bed.as("cat").at("postId", reply.value()).send("GetPostById").status())
                .isEqualTo(404);
    }

    @Test
    void aPostThatDoesNotExistReturns404() {
        var response = replies(PostId.of("nothing"));
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.badFields()).containsExactly("postId");
    }

    @Test
    void aReplyToAPostThatDoesNotExistReturns404AndCreatesNothing() {
        var post = bed.post("ann", "Fog.");
        delete("ann", post);
        for (var parent : List.of(post.value(), "nothing")) {
            var response =
                    bed.as("cat")
                            .at("userId", "cat")
                            .body(
                                    "{\"content\": \"Rain.\", \"inReplyTo\": {\"postId\": \""
                                            + parent
                                            + "\"}}")
                            .send("CreatePost");
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.badFields()).containsExactly("inReplyTo");
        }
        assertThat(bed.items(SocialKeys.POSTS.of(UserId.of("cat")))).isEmpty();
    }

    @Test
    void inReplyToMustBeAnObjectWithAPostId() {
        for (var parent :
                List.of("\"p1\"", "{}", "{\"postId\": 1}", "{\"postId\": \"p1\", \"x\": 1}")) {
            var response =
                    bed.as("ann")
                            .at("userId", "ann")
                            .body("{\"content\": \"Rain.\", \"inReplyTo\": " + parent + "}")
                            .send("CreatePost");
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.badFields()).containsExactly("inReplyTo");
        }
    }

    @Test
    void aUsersPostsAreListedWithOrWithoutReplies() {
        bed.user("dan");
        var post = bed.post("dan", "Fog.");
        var reply = bed.reply("dan", bed.post("ann", "Rain."));
        for (var limit : List.of(1, 10)) {
            assertThat(posts("include", limit)).containsExactly(reply.value(), post.value());
            assertThat(posts("exclude", limit)).containsExactly(post.value());
            assertThat(posts("only", limit)).containsExactly(reply.value());
        }
        assertThat(
                        bed.as("ann")
                                .at("userId", "dan")
                                .query("replies", "some")
                                .send("GetPostListByUserId")
                                .badFields())
                .containsExactly("replies");
    }

    /// A reply to one's own post continues it, so followers see it.
    @Test
    void timelinesHaveRepliesToOnesOwnPostsOnly() {
        List.of("eva", "fay").forEach(bed::user);
        bed.follow("fay", "eva");
        var post = bed.post("eva", "Fog.");
        var continued = bed.reply("eva", post);
        var reply = bed.reply("eva", bed.post("ann", "Rain."));
        bed.user("gus");
        bed.follow("gus", "eva");
        bed.drain();

        for (var reader : List.of("eva", "fay", "gus")) {
            var timeline = bed.as(reader).at("userId", reader).send("GetTimelineByUserId");
            assertThat(timeline.column("postId"))
                    .as(reader)
                    .containsExactly(continued.value(), post.value());
        }
        delete("eva", reply);
        bed.drain();
        assertThat(
                        bed.as("x")
                                .at("userId", "eva")
                                .send("GetUserInfoByUserId")
                                .json()
                                .path("postCount")
                                .asInt())
                .isEqualTo(2);
    }

    private static List<String> posts(String replies, int limit) {
        return bed
                .as("ann")
                .at("userId", "dan")
                .query("replies", replies)
                .all("GetPostListByUserId", limit)
                .stream()
                .map(item -> item.path("postId").asText())
                .toList();
    }

    private static TestResponse replies(PostId post) {
        return bed.as("cat").at("postId", post.value()).send("ListReplies");
    }

    private static TestResponse hide(String caller, PostId post, PostId reply) {
        return bed.as(caller)
                .at("postId", post.value())
                .at("replyId", reply.value())
                .send("HideReply");
    }

    private static void delete(String author, PostId post) {
        bed.as(author).at("userId", author).at("postId", post.value()).send("DeletePost").orFail();
    }

    private static int replyCount(PostId post) {
        return bed.as("cat")
                .at("postId", post.value())
                .query("expand", "counts")
                .send("GetPostById")
                .json()
                .at("/counts/replyCount")
                .asInt(-1);
    }
}
