package plaza.social;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.testkit.TestBed;

/// Tests the whole path of a write: the handler, the stream record, the stream functions, and the
/// readers' view.
class SocialScenarioTest {
    /// `HttpScenarioTest` uses more readers, over HTTP.
    private static final int READERS = 50;

    private TestBed bed;

    @BeforeEach
    void start() {
        bed = new TestBed();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void followersReceiveAPostAndSeeItsEditAndDeletionImmediately() {
        bed.user("author");
        for (var reader = 0; reader < READERS; reader++) {
            bed.user("reader" + reader);
            bed.follow("reader" + reader, "author");
        }
        var post = bed.post("author", "first words");
        bed.drain();
        for (var reader = 0; reader < READERS; reader++) {
            assertThat(contents("reader" + reader)).containsExactly("first words");
        }
        assertThat(contents("author")).containsExactly("first words");

        bed.as("author")
                .at("userId", "author")
                .at("postId", post.value())
                .body("{\"content\": \"better words\"}")
                .send("EditPost");
        for (var reader = 0; reader < READERS; reader++) {
            assertThat(contents("reader" + reader)).containsExactly("better words");
        }

        bed.as("author").at("userId", "author").at("postId", post.value()).send("DeletePost");
        for (var reader = 0; reader < READERS; reader++) {
            assertThat(contents("reader" + reader)).isEmpty();
        }
        bed.drain();
        for (var reader = 0; reader < READERS; reader++) {
            assertThat(bed.items(KeySpace.timelineOf(UserId.of("reader" + reader)))).isEmpty();
        }
    }

    @Test
    void repeatedLikesAndUnlikesAreCountedExactly() {
        bed.user("author");
        var post = bed.post("author", "like me");
        for (var fan = 0; fan < 40; fan++) {
            bed.user("fan" + fan);
        }
        for (var round = 0; round < 5; round++) {
            for (var fan = 0; fan < 40; fan++) {
                like(post, "fan" + fan);
            }
            for (var fan = round; fan < 40; fan += 2) {
                unlike(post, "fan" + fan);
                if (fan % 3 == 0) {
                    like(post, "fan" + fan);
                }
            }
        }
        bed.drain();
        var edges = bed.items(KeySpace.likesOf(post)).size();
        assertThat(edges).isBetween(1, 39);
        assertThat(likeCount(post)).isEqualTo(edges);
    }

    @Test
    void countsEqualTheListsAfterFollowsAndUnfollows() {
        for (var user = 0; user < 8; user++) {
            bed.user("u" + user);
        }
        for (var round = 0; round < 6; round++) {
            for (var one = 0; one < 8; one++) {
                for (var other = 0; other < 8; other++) {
                    if (one != other) {
                        var call =
                                bed.as("u" + one)
                                        .at("userId", "u" + one)
                                        .at("followeeId", "u" + other);
                        call.send(
                                (one * 7 + other * 3 + round) % 5 < 3
                                        ? "FollowUser"
                                        : "UnfollowUser");
                    }
                }
            }
        }
        for (var user = 0; user < 8; user++) {
            var info = bed.as("u0").at("userId", "u" + user).send("GetUserInfoByUserId").json();
            var id = UserId.of("u" + user);
            assertThat(info.path("followerCount").asInt())
                    .isEqualTo(bed.items(KeySpace.followersOf(id)).size());
            assertThat(info.path("followingCount").asInt())
                    .isEqualTo(bed.items(KeySpace.followingOf(id)).size());
        }
    }

    @Test
    void followAddsTheNewestPostsAndUnfollowRemovesThem() {
        bed.user("author");
        bed.user("reader");
        for (var number = 0; number < 120; number++) {
            bed.post("author", "post " + number);
        }
        bed.drain();
        bed.clock().advance(Duration.ofHours(1)); // posts as new as the follow would be added too
        bed.follow("reader", "author");
        bed.drain();
        var timeline = bed.as("reader").at("userId", "reader").all("GetTimelineByUserId", 30);
        assertThat(timeline).hasSize(100);
        assertThat(timeline.getFirst().path("content").asText()).isEqualTo("post 119");
        assertThat(timeline.getLast().path("content").asText()).isEqualTo("post 20");

        bed.as("reader").at("userId", "reader").at("followeeId", "author").send("UnfollowUser");
        assertThat(contents("reader")).isEmpty();
        bed.drain();
        assertThat(bed.items(KeySpace.timelineOf(UserId.of("reader")))).isEmpty();
    }

    @Test
    void deletionErasesAllItemsOfAPostAndLateLikes() {
        bed.user("author");
        var post = bed.post("author", "short lived");
        for (var fan = 0; fan < 30; fan++) {
            bed.like("fan" + fan, post);
            bed.as("fan" + fan)
                    .at("postId", post.value())
                    .at("sessionId", "s" + fan)
                    .send("RecordView");
        }
        bed.drain();
        assertThat(likeCount(post)).isEqualTo(30);
        bed.as("author").at("userId", "author").at("postId", post.value()).send("DeletePost");
        // a like that was checked before the deletion and is written after it
        bed.table()
                .write(
                        plaza.table.Write.Put.of(
                                SocialItems.like(
                                        new plaza.social.model.Like(
                                                post, UserId.of("late"), bed.clock().instant()))));
        bed.drain();
        assertThat(bed.items(KeySpace.likesOf(post))).isEmpty();
        assertThat(bed.items(KeySpace.likeLedgerOf(post))).isEmpty();
        assertThat(bed.items(KeySpace.viewsOf(post))).isEmpty();
        assertThat(bed.items(KeySpace.viewLedgerOf(post))).isEmpty();
        assertThat(bed.as("x").at("postId", post.value()).send("GetLikeCountByPostId").status())
                .isEqualTo(404);
    }

    private void like(PostId post, String fan) {
        assertThat(
                        bed.as(fan)
                                .at("postId", post.value())
                                .at("userId", fan)
                                .send("LikePost")
                                .status())
                .isBetween(200, 201);
    }

    private void unlike(PostId post, String fan) {
        assertThat(
                        bed.as(fan)
                                .at("postId", post.value())
                                .at("userId", fan)
                                .send("UnlikePost")
                                .status())
                .isEqualTo(204);
    }

    private int likeCount(PostId post) {
        return bed.as("x")
                .at("postId", post.value())
                .send("GetLikeCountByPostId")
                .json()
                .path("likeCount")
                .asInt();
    }

    private List<String> contents(String reader) {
        return bed.as(reader).at("userId", reader).send("GetTimelineByUserId").column("content");
    }
}
