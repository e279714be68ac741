package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;

class GetPostListByUserIdTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void postsAreListedNewestFirstInTheirCurrentState() {
        bed.user("ann");
        var old = bed.post("ann", "old");
        bed.clock().advance(Duration.ofMinutes(1));
        var young = bed.post("ann", "young");
        bed.as("ann")
                .at("userId", "ann")
                .at("postId", old.value())
                .body("{\"content\": \"older\", \"imageUrl\": \"https://h/i\"}")
                .send("EditPost");

        var reply = bed.as("x").at("userId", "ann").send("GetPostListByUserId");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"items\":[{\"userId\":\"ann\",\"postId\":\""
                                + young
                                + "\",\"content\":\"young\","
                                + "\"timestamp\":\"2026-11-20T10:01:00.000Z\"},"
                                + "{\"userId\":\"ann\",\"postId\":\""
                                + old
                                + "\",\"content\":\"older\","
                                + "\"imageUrl\":\"https://h/i\",\"timestamp\":\"2026-11-20T10:00:00.000Z\","
                                + "\"editedAt\":\"2026-11-20T10:01:00.000Z\"}]}");
    }

    @Test
    void pagesAreFullAndOrderedNewestFirst() {
        bed.user("ben");
        var ids = new ArrayList<String>();
        for (var number = 0; number < 23; number++) {
            ids.addFirst(bed.post("ben", "post " + number).value());
        }
        for (var limit : List.of(1, 5, 22, 23, 24, 100)) {
            assertThat(bed.as("x").at("userId", "ben").all("GetPostListByUserId", limit))
                    .extracting(item -> item.path("postId").asText())
                    .containsExactlyElementsOf(ids);
        }
    }

    @Test
    void aNewPostDoesNotShiftTheNextPage() {
        bed.user("cat");
        var first = bed.post("cat", "first");
        var second = bed.post("cat", "second");
        var page = bed.as("x").at("userId", "cat").query("limit", "1").send("GetPostListByUserId");
        assertThat(page.column("postId")).containsExactly(second.value());
        bed.post("cat", "third");
        var next =
                bed.as("x")
                        .at("userId", "cat")
                        .query("limit", "1")
                        .query("cursor", page.cursor())
                        .send("GetPostListByUserId");
        assertThat(next.column("postId")).containsExactly(first.value());
    }

    @Test
    void aPageHolds100PostsOfMaximumLength() {
        bed.user("dan");
        var author = UserId.of("dan");
        var family = "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67"; // 18 bytes
        var posts =
                IntStream.range(0, 130)
                        .mapToObj(n ->
                                new Post(
                                        author,
                                        PostId.of("p%03d".formatted(n)),
                                        family.repeat(444),
                                        "https://h/" + "x".repeat(2_000),
                                        bed.clock().instant(),
                                        null,
                                        1))
                        .toList();
        bed.putAll(posts.stream().map(PostItems::post));
        assertThat(bed.as("x").at("userId", "dan").all("GetPostListByUserId", 100)).hasSize(130);
    }
}
