package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class ListLikedPostsTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        bed.user("ann");
    }

    @Test
    void postsAreListedByTheTimesOfTheLikesInTheirCurrentState() {
        var first = bed.post("ann", "first");
        var second = bed.post("ann", "second");
        bed.like("ben", second);
        bed.clock().advance(Duration.ofMinutes(1));
        bed.like("ben", first);
        bed.as("ann")
                .at("userId", "ann")
                .at("postId", first.value())
                .body("{\"content\": \"edited\"}")
                .send("EditPost")
                .orFail();

        var reply = likedBy("ben");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"items\":[{\"userId\":\"ann\",\"postId\":\""
                                + first
                                + "\",\"content\":\"edited\","
                                + "\"timestamp\":\"2026-11-20T10:00:00.000Z\","
                                + "\"editedAt\":\"2026-11-20T10:01:00.000Z\"},"
                                + "{\"userId\":\"ann\",\"postId\":\""
                                + second
                                + "\",\"content\":\"second\","
                                + "\"timestamp\":\"2026-11-20T10:00:00.000Z\"}]}");
    }

    @Test
    void anUnlikedPostIsNotListed() {
        var post = bed.post("ann", "Fog.");
        bed.like("cat", post);
        assertThat(likedBy("cat").column("postId")).containsExactly(post.value());

        bed.as("cat").at("postId", post.value()).at("userId", "cat").send("UnlikePost").orFail();

        assertThat(likedBy("cat").column("postId")).isEmpty();
    }

    /// The likes of deleted posts remain, because this test never runs the stream functions.
    @Test
    void pagesAreFullAlthoughPostsAreDeleted() {
        var expected = new ArrayList<String>();
        for (var number = 0; number < 12; number++) {
            var post = bed.post("ann", "post " + number);
            bed.like("dan", post);
            if (number % 3 == 0) {
                expected.addFirst(post.value());
            } else {
                bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost");
            }
        }
        for (var limit : List.of(1, 3, 4, 100)) {
            assertThat(bed.as("dan").at("userId", "dan").all("ListLikedPosts", limit))
                    .extracting(item -> item.path("postId").asText())
                    .containsExactlyElementsOf(expected);
        }
    }

    private static TestResponse likedBy(String user) {
        return bed.as(user).at("userId", user).send("ListLikedPosts");
    }
}
