package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.id.UserId;
import plaza.testkit.TestBed;

class GetUserLikesByPostIdTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void itListsTheUsersWithTheTimesOfTheirLikes() {
        bed.user("ann");
        var post = bed.post("ann", "Fog.");
        bed.like("cat", post);
        bed.clock().advance(Duration.ofMinutes(1));
        bed.like("ben", post);

        var reply = bed.as("x").at("postId", post.value()).send("GetUserLikesByPostId");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString())
                .isEqualTo(
                        "{\"items\":[{\"userId\":\"ben\",\"likedAt\":\"2026-11-20T10:01:00.000Z\"},"
                                + "{\"userId\":\"cat\",\"likedAt\":\"2026-11-20T10:00:00.000Z\"}]}");
    }

    @Test
    void pagesAreFullAndOrderedById() {
        bed.user("ann");
        var post = bed.post("ann", "Popular.");
        var users = IntStream.range(0, 105).mapToObj(number -> "u%03d".formatted(number)).toList();
        bed.putAll(
                users.stream()
                        .map(user ->
                                LikeItems.like(new Like(post, UserId.of(user), Instant.EPOCH))));
        for (var limit : List.of(1, 35, 50, 100)) {
            assertThat(bed.as("x").at("postId", post.value()).all("GetUserLikesByPostId", limit))
                    .extracting(item -> item.path("userId").asText())
                    .containsExactlyElementsOf(users);
        }
    }

    @Test
    void aPostWithoutLikesHasAnEmptyList() {
        bed.user("ann");
        var post = bed.post("ann", "Rain.");
        var reply = bed.as("x").at("postId", post.value()).send("GetUserLikesByPostId");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().toString()).isEqualTo("{\"items\":[]}");
    }
}
