package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.evolution.MigrationSettings;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

final class ListLikedPostsTest {
    private static final TestBed bed = new TestBed();

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
        bed.clock().advance(Duration.ofMinutes(-1));
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

    @Test
    void aLikeOfVersion1IsListedOnceItIsMigrated() {
        var post = bed.post("ann", "Fog.");
        var like = new Like(post, UserId.of("eve"), Instant.parse("2026-11-19T10:00:00Z"));
        var item = LikeItems.like(like, 1);
        bed.table().write(Write.Put.of(item));
        assertThat(likedBy("eve").column("postId")).isEmpty();
        var get = bed.as("eve").at("postId", post.value()).at("userId", "eve").send("GetLike");
        assertThat(get.json().path("likedAt").asText()).isEqualTo("2026-11-19T10:00:00.000Z");

        LikeItems.BY_USER.writes(item, Map.of()).forEach(write -> bed.table().write(write));

        assertThat(likedBy("eve").column("postId")).containsExactly(post.value());
        assertThat(bed.table().getConsistent(item.key())).isEqualTo(LikeItems.like(like));
    }

    @Test
    void version1IsWrittenWhileTheMigrationIsHeld() {
        var held = new MigrationSettings(Set.of(LikeItems.BY_USER.id()), Set.of());
        var likePost =
                bed.functions().with(MigrationSettings.class, held).http(TestBed.row("LikePost"));
        bed.user("fay");
        var post = bed.post("ann", "Fog.");
        bed.as("fay").at("postId", post.value()).at("userId", "fay").send("LikePost", likePost);

        assertThat(stored(post, "fay")).isEqualTo(1);
        bed.like("gus", post);
        assertThat(stored(post, "gus")).isEqualTo(2);
    }

    private static int stored(PostId post, String user) {
        var item = bed.table().getConsistent(KeySpace.LIKE.key(post, UserId.of(user)));
        return item == null ? 0 : item.version();
    }

    private static TestResponse likedBy(String user) {
        return bed.as(user).at("userId", user).send("ListLikedPosts");
    }
}
