package plaza.social.standing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.audit.Check;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.TestRequest;

final class SuspendedUserTest {
    private final StandingBed users = new StandingBed();

    @AfterEach
    void stop() {
        users.close();
    }

    @Test
    void noOtherUserSeesASuspendedUser() {
        var everything = users.lists("ben");
        suspend(true);
        for (var reader : List.of("ben", "cat")) {
            assertThat(users.statuses(reader, StandingBed.ABOUT_USER).values()).containsOnly(404);
            assertThat(users.about(reader).send("GetUserInfoByUserId").status()).isEqualTo(404);
            assertThat(byIds(reader)).isEmpty();
        }
        users.bed.drain();
        users.bed.clock().advance(Check.GRACE);
        assertThat(users.bed.reconcile(Map.of())).containsEntry("driftCount", 0L);
        for (var reader : List.of("ben", "cat")) {
            assertThat(users.statuses(reader, StandingBed.ABOUT_POST).values()).containsOnly(404);
            var lists = users.lists(reader);
            assertThat(lists.get("replies")).isEmpty();
            assertThat(lists.get("above")).containsExactly("Rain.");
            assertThat(lists.get("liked")).isEmpty();
            assertThat(lists.get("timeline"))
                    .doesNotContain(users.post.value(), users.reply.value());
            assertThat(named(reader)).isEmpty();
            assertThat(list(reader, "cat", "GetFollowerListByUserId")).containsExactly("ben");
            assertThat(list(reader, "ben", "GetFollowingListByUserId")).containsExactly("cat");
            assertThat(likersOfCatsPost(reader)).isEmpty();
            assertThat(
                            users.bed
                                    .as(reader)
                                    .at("postId", users.catsPost.value())
                                    .at("userId", "ann")
                                    .send("GetLike")
                                    .status())
                    .isEqualTo(404);
        }

        suspend(false);
        users.bed.drain();
        assertThat(users.lists("ben")).isEqualTo(everything);
        assertThat(users.statuses("cat", StandingBed.ABOUT_USER).values()).containsOnly(200);
        assertThat(users.statuses("cat", StandingBed.ABOUT_POST).values()).containsOnly(200);
        assertThat(named("cat")).containsExactly("ann");
        assertThat(likersOfCatsPost("cat")).containsExactly("ann");
        assertThat(list("cat", "cat", "GetFollowerListByUserId")).containsExactly("ann", "ben");
    }

    @Test
    void aRowThatReconcileRepairsStaysMarked() {
        suspend(true);
        users.bed.drain();
        var row = SocialKeys.FOLLOWER.key(UserId.of("cat"), UserId.of("ann"));
        var _ = users.bed.table().write(Write.Update.of(row).set(FollowItems.FOLLOWED_AT, 1));

        var report = users.bed.reconcile(Map.of("repair", true, "check", "followEdges"));
        assertThat(report).containsEntry("repaired", 1L);
        assertThat(list("ben", "cat", "GetFollowerListByUserId")).containsExactly("ben");
        suspend(false);
        users.bed.drain();
        assertThat(list("ben", "cat", "GetFollowerListByUserId")).containsExactly("ann", "ben");
    }

    @Test
    void aSuspendedUserStillSeesEverything() {
        suspend(true);
        users.bed.drain();
        assertThat(users.statuses("ann", StandingBed.ABOUT_USER).values()).containsOnly(200);
        assertThat(users.statuses("ann", StandingBed.ABOUT_POST).values()).containsOnly(200);
        assertThat(users.lists("ann").get("replies")).containsExactly(users.reply.value());
        assertThat(users.lists("ann").get("timeline"))
                .containsExactly(users.catsPost.value(), users.post.value());
        assertThat(users.lists("ann").get("liked")).containsExactly(users.catsPost.value());
        assertThat(likersOfCatsPost("ann")).containsExactly("ann");
    }

    @Test
    void aSuspendedUserCannotWrite() {
        users.bed.user("dan");
        users.bed.protect("dan", true);
        users.bed.follow("ann", "dan");
        suspend(true);
        users.bed.drain();
        var before = users.bed.everything();
        refused(own().body("{\"name\": \"ann\"}"), "PutUserInfo");
        refused(own().body("{\"content\": \"Hello.\"}"), "CreatePost");
        refused(
                own().body(
                                "{\"content\": \"No.\", \"inReplyTo\": {\"postId\": \""
                                        + users.catsPost
                                        + "\"}}"),
                "CreatePost");
        refused(own().body("{\"content\": \"Hello.\"}"), "EditPost");
        refused(own(), "DeletePost");
        refused(own().at("postId", users.catsPost.value()), "UnlikePost");
        refused(own().at("postId", users.bensReply.value()), "LikePost");
        refused(own().at("followeeId", "ben"), "FollowUser");
        for (var followedOrAsked : List.of("cat", "dan")) {
            refused(own().at("followeeId", followedOrAsked), "UnfollowUser");
        }
        refused(own().at("followerId", "ben"), "RemoveFollower");
        for (var write : List.of("AcceptFollowRequest", "DeclineFollowRequest")) {
            refused(own().at("requesterId", "cat"), write);
        }
        for (var write : List.of("BlockUser", "UnblockUser")) {
            refused(own().at("blockedId", "cat"), write);
        }
        for (var write : List.of("MuteUser", "UnmuteUser")) {
            refused(own().at("mutedId", "cat"), write);
        }
        for (var write : List.of("HideReply", "UnhideReply")) {
            refused(own().at("replyId", users.bensReply.value()), write);
        }
        assertThat(users.bed.everything()).isEqualTo(before);
    }

    private TestRequest own() {
        return users.about("ann");
    }

    private static void refused(TestRequest request, String function) {
        var response = request.send(function);
        assertThat(response.status()).as(function).isEqualTo(403);
        assertThat(response.json().path("type").asText())
                .as(function)
                .isEqualTo("urn:plaza:problem:suspended");
    }

    private void suspend(boolean isSuspended) {
        users.bed.suspend("ann", isSuspended);
    }

    private List<String> byIds(String reader) {
        return users.bed.as(reader).query("ids", "ann").send("GetUsersByIds").column("userId");
    }

    private List<String> named(String reader) {
        return users.bed.as(reader).query("q", "ann").send("GetUsersByIds").column("userId");
    }

    private List<String> list(String reader, String user, String function) {
        return users.bed.as(reader).at("userId", user).send(function).column("userId");
    }

    private List<String> likersOfCatsPost(String reader) {
        return users.bed
                .as(reader)
                .at("postId", users.catsPost.value())
                .send("GetUserLikesByPostId")
                .column("userId");
    }
}
