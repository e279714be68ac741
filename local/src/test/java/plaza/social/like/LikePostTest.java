package plaza.social.like;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

class LikePostTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void aLikeIsOneItemThatTheStreamCounts() {
        var post = post("ann");
        bed.user("ben");

        var reply = like("ben", post);

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.json().toString())
                .isEqualTo("{\"userId\":\"ben\",\"likedAt\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(bed.items(SocialKeys.LIKES.of(post)))
                .extracting(item -> item.key().sk())
                .containsExactly("u#ben");
        assertThat(
                        bed.as("x")
                                .at("postId", post.value())
                                .send("GetLikeCountByPostId")
                                .json()
                                .path("likeCount")
                                .asInt())
                .isEqualTo(0);
    }

    @Test
    void likingAgainReturnsTheFirstLike() {
        var post = post("cat");
        bed.user("dan");
        like("dan", post);
        var before = bed.everything();
        bed.clock().advance(Duration.ofHours(1));

        var again = like("dan", post);

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("likedAt").asText()).isEqualTo("2026-11-20T10:00:00.000Z");
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void likingRequiresAProfile() {
        var post = post("lou");
        var before = bed.everything();
        var reply = like("unnamed", post);
        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.badFields()).containsExactly("userId");
        assertThat(reply.json().path("detail").asText())
                .isEqualTo("You have no profile yet. Create one with PUT /users/{userId}.");
        assertThat(bed.everything()).isEqualTo(before);
        bed.user("unnamed");
        assertThat(like("unnamed", post).status()).isEqualTo(201);
    }

    /// An eventually consistent read may miss a recent write.
    @Test
    void aProfileThatOneReplicaLacksIsFound() {
        var post = post("max");
        bed.user("ned");
        var lagging =
                new ForwardingTable(bed.table()) {
                    @Override
                    public List<Item> getAllEventually(List<Key> keys) {
                        return List.of();
                    }
                };
        var reply =
                bed.as("ned")
                        .at("postId", post.value())
                        .at("userId", "ned")
                        .send("LikePost", new LikePost(bed.services(lagging)));
        assertThat(reply.status()).isEqualTo(201);
    }

    @Test
    void authorsCanLikeTheirOwnPosts() {
        var post = post("eve");
        assertThat(like("eve", post).status()).isEqualTo(201);
    }

    @Test
    void likingAMissingPostReturns404() {
        var post = post("fay");
        bed.user("gus");
        bed.user("hal");
        assertThat(like("gus", post).status()).isEqualTo(201);
        bed.as("fay").at("userId", "fay").at("postId", post.value()).send("DeletePost");
        for (var gone : List.of(post, PostId.of("never"))) {
            var reply = like("hal", gone);
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.badFields()).containsExactly("postId");
        }
        assertThat(bed.items(SocialKeys.LIKES.of(post)))
                .extracting(item -> item.key().sk())
                .containsExactly("u#gus");
        assertThat(bed.items(SocialKeys.LIKES.of(PostId.of("never")))).isEmpty();
    }

    @Test
    void oneOfSeveralSimultaneousLikesReturns201() {
        var post = post("kim");
        bed.user("lea");
        var statuses = Threads.call(6, 12, () -> like("lea", post).status());
        assertThat(statuses).containsOnly(200, 201).containsOnlyOnce(201);
        assertThat(bed.items(SocialKeys.LIKES.of(post))).hasSize(1);
    }

    private static PostId post(String author) {
        bed.user(author);
        return bed.post(author, "Fog.");
    }

    private static TestResponse like(String user, PostId post) {
        return bed.as(user).at("postId", post.value()).at("userId", user).send("LikePost");
    }
}
