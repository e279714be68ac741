package plaza.social.standing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.audit.Check;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// What is hidden from everyone leaves the counts with the lists, and returns with them. Each test
/// compares every count with its list, as a reader without any relationship sees both.
///
/// Ann and Ben follow the star and like their post. Ann and the star follow each other, and so do
/// Ann and Ben. Ann replies to the star's post and to her own.
final class HiddenRowsTest {
    private static final List<String> USERS = List.of("star", "ann", "ben");

    private final TestBed bed = new TestBed();
    private final PostId post;
    private final PostId annsPost;
    private final PostId annsReply;
    private final PostId annsOwnReply;
    private final PostId bensReply;

    HiddenRowsTest() {
        USERS.forEach(bed::user);
        bed.user("reader");
        for (var follow : List.of("ann star", "ben star", "star ann", "ann ben", "ben ann")) {
            var users = follow.split(" ", -1);
            bed.follow(users[0], users[1]);
        }
        post = bed.post("star", "A goal.");
        annsPost = bed.post("ann", "Snow.");
        annsReply = bed.reply("ann", post);
        annsOwnReply = bed.reply("ann", annsPost);
        bensReply = bed.reply("ben", post);
        bed.reply("ann", bensReply);
        for (var reported : List.of(annsReply, annsOwnReply)) {
            bed.report("reader", "postId", reported.value());
        }
        for (var user : USERS) {
            bed.like(user, post);
            bed.like(user, annsPost);
        }
        bed.drain();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void aSuspensionTakesTheUserOutOfAllCountsAndItsEndBringsThemBack() {
        var before = countsThatEqualTheirLists();
        assertThat(before)
                .containsEntry("followerCount of star", 2L)
                .containsEntry("followingCount of ben", 2L)
                .containsEntry("likeCount of the post", 3L)
                .containsEntry("replyCount of the post", 2L);

        suspend("ann", true);
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followerCount of star", 1L)
                .containsEntry("followingCount of star", 0L)
                .containsEntry("followerCount of ben", 0L)
                .containsEntry("followingCount of ben", 1L)
                .containsEntry("likeCount of the post", 2L)
                .containsEntry("replyCount of the post", 1L)
                .containsEntry("replyCount of ben's reply", 0L);
        assertThat(count("ann", "ann", "postCount")).isEqualTo(4);

        suspend("ann", false);
        assertThat(countsThatEqualTheirLists()).isEqualTo(before);
    }

    @Test
    void twoSuspensionsOfUsersWhoFollowEachOtherCountOnceEach() {
        var before = countsThatEqualTheirLists();
        suspend("ann", true);
        suspend("ben", true);
        suspend("ben", true);
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followerCount of star", 0L)
                .containsEntry("likeCount of the post", 1L)
                .containsEntry("replyCount of the post", 0L);
        suspend("ann", false);
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followingCount of ann", 1L)
                .containsEntry("followerCount of star", 1L)
                .containsEntry("likeCount of the post", 2L);
        suspend("ben", false);
        assertThat(countsThatEqualTheirLists()).isEqualTo(before);
    }

    @Test
    void aHiddenPostLeavesTheCountsOfItsAuthorAndOfItsParent() {
        var before = countsThatEqualTheirLists();
        hide(annsReply);
        hide(annsReply);
        assertThat(countsThatEqualTheirLists())
                .containsEntry("postCount of ann", 3L)
                .containsEntry("replyCount of the post", 1L);
        restore(annsReply);
        restore(annsReply);
        assertThat(countsThatEqualTheirLists()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReplyThatIsHiddenAndWhoseAuthorIsSuspendedReturnsWithTheLaterOfBoth(
            boolean isHiddenFirst) {
        var before = countsThatEqualTheirLists();
        if (isHiddenFirst) {
            hide(annsReply);
            suspend("ann", true);
        } else {
            suspend("ann", true);
            hide(annsReply);
        }
        assertThat(countsThatEqualTheirLists()).containsEntry("replyCount of the post", 1L);
        if (isHiddenFirst) {
            restore(annsReply);
            assertThat(countsThatEqualTheirLists()).containsEntry("replyCount of the post", 1L);
            suspend("ann", false);
        } else {
            suspend("ann", false);
            assertThat(countsThatEqualTheirLists())
                    .containsEntry("replyCount of the post", 1L)
                    .containsEntry("postCount of ann", 3L);
            restore(annsReply);
        }
        assertThat(countsThatEqualTheirLists()).isEqualTo(before);
    }

    @Test
    void whatIsRemovedWhileItIsHiddenIsNotCountedDownAgain() {
        suspend("ann", true);
        bed.as("ben").at("userId", "ben").at("followeeId", "ann").send("UnfollowUser").orFail();
        bed.as("star").at("userId", "star").at("followerId", "ann").send("RemoveFollower").orFail();
        bed.drain();
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followingCount of ben", 1L)
                .containsEntry("followerCount of star", 1L);

        suspend("ann", false);
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followerCount of ann", 1L)
                .containsEntry("followingCount of ann", 1L)
                .containsEntry("followerCount of star", 1L);
    }

    @Test
    void aHiddenReplyThatItsAuthorDeletesIsNotCountedDownAgain() {
        hide(annsReply);
        hide(annsOwnReply);
        delete(annsReply);
        delete(annsOwnReply);
        assertThat(countsThatEqualTheirLists())
                .containsEntry("postCount of ann", 2L)
                .containsEntry("replyCount of the post", 1L)
                .containsEntry("replyCount of ann's post", 0L);
    }

    /// The stream is not drained, so that the job of the end has not shown anything again.
    @Test
    void whatIsRemovedJustAfterTheEndOfASuspensionIsNotCountedDownAgain() {
        suspend("ann", true);
        bed.suspend("ann", false);
        bed.as("ann").at("userId", "ann").at("followeeId", "ben").send("UnfollowUser").orFail();
        bed.block("ann", "star");
        delete(annsReply);
        delete(annsOwnReply);
        bed.drain();
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followerCount of star", 1L)
                .containsEntry("followingCount of star", 0L)
                .containsEntry("followerCount of ann", 1L)
                .containsEntry("followingCount of ann", 0L)
                .containsEntry("followerCount of ben", 0L)
                .containsEntry("followingCount of ben", 2L)
                .containsEntry("replyCount of the post", 1L)
                .containsEntry("likeCount of the post", 3L);
    }

    /// The erasure of a deleted post has not reached the list of its replies.
    @Test
    void aReplyIsHiddenAlthoughItsParentIsGone() {
        bed.as("star").at("userId", "star").at("postId", post.value()).send("DeletePost").orFail();
        hide(annsReply);
        restore(annsReply);
        suspend("ann", true);
        suspend("ann", false);
        assertThat(countsThatEqualTheirLists()).containsEntry("postCount of ann", 4L);
    }

    @Test
    void aPostIsHiddenAndShownAgainAlthoughTheCountsAreLost() {
        var before = countsThatEqualTheirLists();
        lose(SocialKeys.USER_COUNT.key(UserId.of("ann")));
        lose(SocialKeys.POST_COUNTER.key(post));
        hide(annsReply);
        restore(annsReply);
        hide(annsReply);
        assertThat(ReconcileRun.repairing(bed).checks())
                .containsExactlyInAnyOrder("userCounts", "postCounters");
        assertThat(countsThatEqualTheirLists())
                .containsEntry("postCount of ann", 3L)
                .containsEntry("replyCount of the post", 1L);
        restore(annsReply);
        assertThat(countsThatEqualTheirLists()).isEqualTo(before);
    }

    /// Reconcile creates lost counts from the list, whose hidden rows do not count.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countsAreLostBeforeOrAfterASuspension(boolean isBefore) {
        var lost =
                List.of(
                        SocialKeys.USER_COUNT.key(UserId.of("ben")),
                        SocialKeys.USER_COUNT.key(UserId.of("star")),
                        SocialKeys.POST_COUNTER.key(post));
        if (isBefore) {
            lost.forEach(this::lose);
        }
        bed.suspend("ann", true);
        bed.drain();
        if (!isBefore) {
            lost.forEach(this::lose);
        }
        // a like that was hidden while its counter was lost is found when the counter exists
        for (var run = 0; run < 2; run++) {
            var _ = ReconcileRun.repairing(bed);
        }
        assertThat(countsThatEqualTheirLists())
                .containsEntry("followerCount of star", 1L)
                .containsEntry("followingCount of ben", 1L)
                .containsEntry("replyCount of the post", 1L)
                .containsEntry("likeCount of the post", 2L);
    }

    /// A divided number is the sum of several items; the job changes one of them.
    @Test
    void aDividedNumberOfFollowersLosesASuspendedFollower() {
        bed.divideFollowers("star");
        bed.user("dan");
        bed.follow("dan", "star");
        suspend("dan", true);
        suspend("ann", true);
        assertThat(countsThatEqualTheirLists()).containsEntry("followerCount of star", 1L);
        bed.as("star").at("userId", "star").at("followerId", "dan").send("RemoveFollower").orFail();
        suspend("dan", false);
        suspend("ann", false);
        assertThat(countsThatEqualTheirLists()).containsEntry("followerCount of star", 2L);
    }

    private void suspend(String user, boolean isSuspended) {
        bed.suspend(user, isSuspended);
        bed.drain();
    }

    private void hide(PostId hidden) {
        bed.close(hidden.value(), "hidePost");
    }

    private void restore(PostId hidden) {
        bed.as("root").asAdmin().at("postId", hidden.value()).send("RestorePost").orFail();
    }

    private void delete(PostId deleted) {
        var author = deleted.equals(post) ? "star" : "ann";
        bed.as(author)
                .at("userId", author)
                .at("postId", deleted.value())
                .send("DeletePost")
                .orFail();
        bed.drain();
    }

    private void lose(Key counts) {
        var _ = bed.table().write(Write.Delete.of(counts));
    }

    /// Returns every count, after a comparison with its list. Reconcile must find no difference
    /// afterwards.
    private Map<String, Long> countsThatEqualTheirLists() {
        var counts = new TreeMap<String, Long>();
        var differences = new ArrayList<String>();
        for (var user : USERS) {
            for (var list :
                    Map.of(
                                    "followerCount", "GetFollowerListByUserId",
                                    "followingCount", "GetFollowingListByUserId",
                                    "postCount", "GetPostListByUserId")
                            .entrySet()) {
                var name = list.getKey() + " of " + user;
                var page = bed.as("reader").at("userId", user).send(list.getValue());
                if (page.status() == 200) {
                    compare(name, count("reader", user, list.getKey()), page, counts, differences);
                }
            }
        }
        for (var named :
                Map.of("the post", post, "ann's post", annsPost, "ben's reply", bensReply)
                        .entrySet()) {
            for (var list :
                    Map.of("likeCount", "GetUserLikesByPostId", "replyCount", "ListReplies")
                            .entrySet()) {
                var name = list.getKey() + " of " + named.getKey();
                var request = bed.as("reader").at("postId", named.getValue().value());
                var page = request.send(list.getValue());
                var expanded = request.query("expand", "counts").send("GetPostById");
                if (expanded.status() == 200) {
                    var count = expanded.json().path("counts").path(list.getKey());
                    compare(name, count.asLong(), page, counts, differences);
                }
            }
        }
        assertThat(differences).isEmpty();
        assertThat(driftCount()).isZero();
        return counts;
    }

    private long driftCount() {
        bed.clock().advance(Check.GRACE);
        return (long) requireNonNull(bed.reconcile(Map.of()).get("driftCount"));
    }

    private static void compare(
            String name,
            long count,
            TestResponse page,
            Map<String, Long> counts,
            List<String> differences) {
        JsonNode items = page.json().path("items");
        counts.put(name, count);
        if (count != items.size()) {
            differences.add(name + " is " + count + ", and the list has " + items.size());
        }
    }

    private long count(String reader, String user, String name) {
        return bed.as(reader)
                .at("userId", user)
                .send("GetUserInfoByUserId")
                .orFail()
                .json()
                .path(name)
                .asLong();
    }
}
