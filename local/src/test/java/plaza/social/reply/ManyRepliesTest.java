package plaza.social.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.audit.Check;
import plaza.social.id.PostId;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.Threads;

/// Many replies to one post: in a deep thread, in a long list, and at the same time.
final class ManyRepliesTest {
    private static final int DEPTH = SharedData.isDeep() ? 10_000 : 40;
    private static final int LENGTH = SharedData.isDeep() ? 10_000 : 150;
    private static final int STORM = SharedData.isDeep() ? 1_000 : 60;
    private static final int THREADS = 16;

    /// How often a caller repeats a reply that received 503.
    private static final int ATTEMPTS_MAX = 50;

    private final TestBed bed = new TestBed();
    private PostId post = PostId.of("none");

    @BeforeEach
    void writePost() {
        List.of("ann", "ben").forEach(bed::user);
        post = bed.post("ann", "Fog.");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    /// Each level is read as fast as the first: a thread has ten posts above the post.
    @Test
    void aThreadIsAsDeepAsItsReplies() {
        var above = new ArrayList<>(List.of(post.value()));
        var last = post;
        for (var level = 1; level <= DEPTH; level++) {
            last = bed.reply(level % 2 == 0 ? "ann" : "ben", last);
            above.add(last.value());
        }
        var thread = bed.as("ann").at("postId", last.value()).send("GetThread").orFail();
        var ancestors = new ArrayList<String>();
        thread.json()
                .path("ancestors")
                .forEach(ancestor -> ancestors.add(ancestor.path("postId").asText()));
        assertThat(ancestors).containsExactlyElementsOf(above.subList(DEPTH - 10, DEPTH));
        assertThat(thread.json().path("complete").asBoolean()).isFalse();
    }

    @Test
    void allRepliesArePagedInBothOrders() {
        var replies =
                IntStream.range(0, LENGTH)
                        .mapToObj(
                                number -> bed.reply(number % 2 == 0 ? "ann" : "ben", post).value())
                        .toList();
        assertThat(listed("asc")).isEqualTo(replies);
        assertThat(listed("desc")).isEqualTo(replies.reversed());
        assertThat(count()).isEqualTo(LENGTH);
    }

    @Test
    void simultaneousRepliesAreAllCounted() {
        var attempts =
                Threads.call(THREADS, STORM, this::replyUntilAccepted).stream()
                        .mapToInt(Integer::intValue)
                        .sum();
        System.out.printf("%d simultaneous replies needed %d requests%n", STORM, attempts);
        assertThat(count()).isEqualTo(STORM);
        assertThat(listed("asc")).hasSize(STORM);
        bed.drain();
        bed.clock().advance(Check.GRACE);
        assertThat(bed.reconcile(Map.of())).containsEntry("driftCount", 0L);
    }

    /// @return the number of requests
    private int replyUntilAccepted() {
        for (var attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            var body =
                    "{\"content\": \"Rain.\", \"inReplyTo\": {\"postId\": \"%s\"}}".formatted(post);
            var status = bed.as("ben").at("userId", "ben").body(body).send("CreatePost").status();
            if (status == 201) {
                return attempt;
            }
            assertThat(status).isEqualTo(503);
        }
        throw new AssertionError("a reply was never accepted");
    }

    private List<String> listed(String order) {
        return bed
                .as("ann")
                .at("postId", post.value())
                .query("order", order)
                .all("ListReplies", 100)
                .stream()
                .map(reply -> reply.path("postId").asText())
                .toList();
    }

    private int count() {
        return bed.as("ann")
                .at("postId", post.value())
                .query("expand", "counts")
                .send("GetPostById")
                .json()
                .at("/counts/replyCount")
                .asInt();
    }
}
