package plaza.social.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.social.id.PostId;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Counts new posts, and lists them with `since`.
class CountNewTimelinePostsTest {
    @AutoClose private final TestBed bed = new TestBed();

    @BeforeEach
    void start() {
        bed.user("ann");
        bed.user("ben");
        bed.follow("ann", "ben");
    }

    @Test
    void itCountsThePostsThatTheTimelineListsSinceThePost() {
        var posts = posts("ben", 4);
        for (var index = 0; index < 4; index++) {
            var newer = posts.subList(index + 1, 4).reversed();
            assertThat(listed(posts.get(index))).isEqualTo(newer);
            assertCount(posts.get(index), newer.size(), false);
        }
    }

    @Test
    void thePostNeedNotExist() {
        var posts = posts("ben", 2);
        bed.as("ben").at("userId", "ben").at("postId", posts.getFirst()).send("DeletePost");
        assertCount(posts.getFirst(), 1, false);
        assertCount("0", 1, false);
        assertCount(posts.getLast() + "0", 0, false);
        assertCount(posts.getLast().substring(0, 25), 1, false);
    }

    @Test
    void deletedPostsAndPostsByUnfollowedAuthorsDoNotCount() {
        bed.user("cid");
        bed.follow("ann", "cid");
        var first = posts("ben", 2).getFirst();
        var hidden = posts("cid", 1).getFirst();
        assertCount(first, 2, false);
        bed.as("cid").at("userId", "cid").at("postId", hidden).send("DeletePost");
        assertCount(first, 1, false);
        bed.as("ann").at("userId", "ann").at("followeeId", "ben").send("UnfollowUser");
        assertCount(first, 0, false);
    }

    @Test
    void itCountsToAHundred() {
        var posts = posts("ben", 102);
        assertCount(posts.get(1), 100, false);
        assertCount(posts.get(0), 100, true);
    }

    @Test
    void aListSinceAPostHasPages() {
        var posts = posts("ben", 6);
        var all = timeline().query("since", posts.getFirst()).all("GetTimelineByUserId", 2);
        assertThat(all)
                .extracting(post -> post.path("postId").asText())
                .isEqualTo(posts.subList(1, 6).reversed());
    }

    @Test
    void sinceMustBeAPostId() {
        for (var function : List.of("CountNewTimelinePosts", "GetTimelineByUserId")) {
            var refused = timeline().query("since", "a.b").send(function);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.badFields()).containsExactly("since");
        }
        assertThat(timeline().send("CountNewTimelinePosts").badFields()).containsExactly("since");
    }

    private List<String> posts(String author, int count) {
        var posts =
                IntStream.range(0, count)
                        .mapToObj(_ -> bed.post(author, "Fog."))
                        .map(PostId::value)
                        .toList();
        bed.drain();
        return posts;
    }

    private TestRequest timeline() {
        return bed.as("ann").at("userId", "ann");
    }

    private List<String> listed(String since) {
        return timeline().query("since", since).send("GetTimelineByUserId").column("postId");
    }

    private void assertCount(String since, int count, boolean more) {
        var counted = timeline().query("since", since).send("CountNewTimelinePosts");
        assertThat(counted.json().toString())
                .isEqualTo("{\"count\":" + count + ",\"more\":" + more + "}");
    }
}
