package plaza.social.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.id.UserId;
import plaza.leaving.Erasure;
import plaza.leaving.Traces;
import plaza.reconcile.ReconcileRun;
import plaza.scan.ScanRecords;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.upload.UploadBed;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// The erasure of a user: hidden at once, removed by jobs, and proved by a scan.
class EraseUserTest {
    /// Part of no other word.
    private static final String LEAVER = "leaver";

    @RegisterExtension static final TestBed bed = new TestBed();

    private PostId post = PostId.of("01K8QZV5W0H2J4M6P8R0T2V4X6");
    private PostId reply = post;
    private PostId others = post;

    /// A user who has something of each kind, and two others with whom they have to do.
    @BeforeEach
    void live() {
        bed.drain();
        bed.clear();
        List.of(LEAVER, "anna", "otto", "paul", "zed").forEach(bed::user);
        bed.protect("paul", true);
        bed.follow("anna", LEAVER);
        bed.follow(LEAVER, "anna");
        bed.follow("otto", LEAVER);
        bed.follow(LEAVER, "paul"); // a request
        others = bed.post("anna", "Low tide.");
        post = bed.post(LEAVER, "Fog.");
        reply = bed.reply(LEAVER, others);
        bed.drain();
        bed.reply("anna", reply);
        bed.like(LEAVER, others);
        bed.like("anna", post);
        bed.user("block");
        bed.block(LEAVER, "block");
        bed.user("blocker");
        bed.block("blocker", LEAVER);
        bed.mute(LEAVER, "otto");
        bed.mute("otto", LEAVER);
        bed.report("otto", "userId", LEAVER);
        bed.report("otto", "postId", post.value());
        bed.report(LEAVER, "postId", others.value());
        bed.drain();
    }

    @Test
    void aUserIsHiddenFromTheMomentOfTheResponse() {
        assertThat(get("anna", LEAVER).status()).isEqualTo(200);
        assertThat(thread("anna").status()).isEqualTo(200);

        var begun = erase(LEAVER, LEAVER);

        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.json().path("state").asText()).isEqualTo("hidden");
        assertThat(get("anna", LEAVER).status()).isEqualTo(404);
        assertThat(bed.as("anna").at("userId", LEAVER).send("GetPostListByUserId").status())
                .isEqualTo(404);
        assertThat(erasure(LEAVER).json().path("state").asText()).isEqualTo("hidden");
        bed.clock().advance(Duration.ofMinutes(1));
        assertThat(erase(LEAVER, LEAVER).json()).isEqualTo(begun.json());
        bed.drain();
        assertThat(erase(LEAVER, LEAVER).json()).isEqualTo(begun.json());
    }

    @Test
    void onlyTheUserAndAdministratorsEraseAndFollowAnErasure() {
        assertThat(erase("anna", LEAVER).status()).isEqualTo(403);
        assertThat(erasure(LEAVER).status()).isEqualTo(404);
        assertThat(
                        bed.as(LEAVER)
                                .at("userId", LEAVER)
                                .body("{\"userId\": \"anna\"}")
                                .send("EraseUser")
                                .badFields())
                .containsExactly("userId");
        assertThat(get("anna", LEAVER).status()).isEqualTo(200);

        var byAdmin =
                bed.as("root")
                        .asAdmin()
                        .at("userId", LEAVER)
                        .body("{\"userId\": \"" + LEAVER + "\"}")
                        .send("EraseUser");

        assertThat(byAdmin.status()).isEqualTo(202);
        assertThat(bed.as("anna").at("userId", LEAVER).send("GetErasure").status()).isEqualTo(403);
        assertThat(bed.as("root").asAdmin().at("userId", LEAVER).send("GetErasure").status())
                .isEqualTo(200);
        assertThat(bed.as("root").asAdmin().at("userId", "anna").send("GetErasure").status())
                .isEqualTo(404);
        assertThat(bed.as("root").asAdmin().at("userId", LEAVER).send("RestoreUser").status())
                .isEqualTo(404);
    }

    @Test
    void aUserWhoHasLeftCannotWrite() {
        bed.erase(LEAVER);

        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).body("{\"name\": \"L\"}").send("PutUserInfo"));
        assertErased(
                bed.as(LEAVER)
                        .at("userId", LEAVER)
                        .body("{\"content\": \"x\"}")
                        .send("CreatePost"));
        assertErased(ofPost("EditPost", "{\"content\": \"y\"}"));
        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).at("postId", post.value()).send("DeletePost"));
        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).at("followeeId", "zed").send("FollowUser"));
        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).at("followeeId", "anna").send("UnfollowUser"));
        assertErased(
                bed.as(LEAVER)
                        .at("userId", LEAVER)
                        .at("followerId", "anna")
                        .send("RemoveFollower"));
        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).at("postId", others.value()).send("LikePost"));
        assertErased(bed.as(LEAVER).at("userId", LEAVER).at("blockedId", "otto").send("BlockUser"));
        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).at("blockedId", "block").send("UnblockUser"));
        assertErased(bed.as(LEAVER).at("userId", LEAVER).at("mutedId", "anna").send("MuteUser"));
        assertErased(bed.as(LEAVER).at("userId", LEAVER).at("mutedId", "otto").send("UnmuteUser"));
        assertErased(
                bed.as(LEAVER)
                        .at("userId", LEAVER)
                        .at("postId", others.value())
                        .send("UnlikePost"));
        for (var function : List.of("AcceptFollowRequest", "DeclineFollowRequest")) {
            assertErased(
                    bed.as(LEAVER).at("userId", LEAVER).at("requesterId", "anna").send(function));
        }
        for (var function : List.of("HideReply", "UnhideReply")) {
            assertErased(
                    bed.as(LEAVER)
                            .at("postId", post.value())
                            .at("replyId", reply.value())
                            .send(function));
        }
        assertErased(
                bed.as(LEAVER)
                        .body("{\"userId\": \"anna\", \"reason\": \"spam\"}")
                        .send("CreateReport"));
        assertErased(
                bed.as(LEAVER)
                        .at("userId", LEAVER)
                        .body("{\"at\": \"2026-11-20T10:00:00.000Z\"}")
                        .send("MarkNotificationsSeen"));
        assertErased(new UploadBed(bed).create(LEAVER, "image/jpeg", UploadBed.jpeg()));
        bed.drain();
        assertErased(
                bed.as(LEAVER).at("userId", LEAVER).body("{\"name\": \"L\"}").send("PutUserInfo"));
        assertErased(
                bed.as(LEAVER)
                        .at("userId", LEAVER)
                        .body("{\"content\": \"x\"}")
                        .send("CreatePost"));
    }

    private TestResponse ofPost(String function, String body) {
        return bed.as(LEAVER)
                .at("userId", LEAVER)
                .at("postId", post.value())
                .body(body)
                .send(function);
    }

    private static void assertErased(TestResponse response) {
        assertThat(response.status()).as(response.json().toString()).isEqualTo(410);
        assertThat(response.json().path("type").asText()).isEqualTo("urn:plaza:problem:erased");
    }

    @Test
    void pathsRemoveEverythingButWhatTheScanFinds() {
        bed.erase(LEAVER);
        bed.drain();

        var erasure = erasure(LEAVER).json();
        assertThat(erasure.path("state").asText()).isEqualTo("removed");
        assertThat(erasure.path("items").asLong()).isGreaterThan(15);
        assertThat(Traces.of(LEAVER, bed.everything()))
                .containsExactlyInAnyOrder(
                        PlatformKeys.ERASURE.toString(),
                        SocialKeys.USER_COUNT.toString(),
                        SocialKeys.MUTE.toString(),
                        SocialKeys.GATE.toString(),
                        SocialKeys.REQUEST.toString(),
                        SocialKeys.NOTICE_OF_REQUEST.toString(),
                        SocialKeys.REPORT.toString(),
                        SocialKeys.LIKE_LEDGER_ROW.toString());
    }

    @Test
    void theCountsOfOthersGoDownOnceAndNothingIsDrift() {
        bed.erase(LEAVER);
        bed.drain();

        var anna = get("anna", "anna").json();
        assertThat(anna.path("followers").asLong()).isZero();
        assertThat(anna.path("following").asLong()).isZero();
        var counted =
                bed.as("anna").at("postId", others.value()).send("GetLikeCountByPostId").json();
        assertThat(counted.path("likes").asLong()).as(counted.toString()).isZero();
        assertThat(thread("anna").status()).isEqualTo(200);
        assertThat(thread("anna").json().toString()).contains("gone").doesNotContain(LEAVER);
        assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
    }

    /// The thread above the reply of anna to the leaver's reply.
    private TestResponse thread(String caller) {
        var last = bed.as("anna").at("userId", "anna").send("GetPostListByUserId").json();
        var id = last.path("items").path(0).path("postId").asText();
        return bed.as(caller).at("postId", id).send("GetThread");
    }

    @Test
    void aScanAfterTheLastTokenHasExpiredProvesTheErasure() {
        var findings = PlatformKeys.SCAN_FINDINGS.key("Reconcile", Instant.EPOCH, 0);
        var texts = List.of("gates", "u#" + LEAVER, "gate", "a user", "nothing", "false");
        bed.putAll(Stream.of(Item.at(findings).with(ScanRecords.FINDINGS, texts).build()));
        bed.erase(LEAVER);
        bed.drain();
        ReconcileRun.reporting(bed);
        ReconcileRun.reporting(bed);
        assertThat(state()).isEqualTo("removed"); // a token may be valid

        // the records of the stream, and so the ledger, have the time of the machine
        bed.clock().set(Instant.now().plus(Erasure.TOKEN_LIFETIME_MAX));
        ReconcileRun.reporting(bed); // finds what no path leads to
        assertThat(state()).isEqualTo("removed");
        ReconcileRun.reporting(bed);

        assertThat(state()).isEqualTo("proved");
        assertThat(Traces.of(LEAVER, bed.everything()))
                .containsExactlyInAnyOrder(
                        PlatformKeys.ERASURE.toString(), SocialKeys.USER_COUNT.toString());
        var kept = Objects.requireNonNull(bed.table().getConsistent(findings));
        assertThat(kept.texts(ScanRecords.FINDINGS))
                .containsExactly("gates", "(erased)", "gate", "a user", "nothing", "false");
        var ends = bed.clock().instant().plus(Erasure.CHECKED_AGAIN);
        var id = UserId.of(LEAVER);
        for (var key : List.of(Erasure.key(id), SocialKeys.USER_COUNT.key(id))) {
            var item = Objects.requireNonNull(bed.table().getConsistent(key));
            assertThat(item.expired(ends.minusSeconds(1))).isFalse();
            assertThat(item.expired(ends.plusSeconds(1))).isTrue();
        }
    }

    private static String state() {
        return bed.as("root")
                .asAdmin()
                .at("userId", LEAVER)
                .send("GetErasure")
                .json()
                .path("state")
                .asText();
    }

    @Test
    void aUserWithoutAProfileCanLeave() {
        assertThat(erase("newcomer", "newcomer").status()).isEqualTo(202);
        bed.drain();
        assertThat(erasure("newcomer").json().path("state").asText()).isEqualTo("removed");
        assertErased(
                bed.as("newcomer")
                        .at("userId", "newcomer")
                        .body("{\"name\": \"N\"}")
                        .send("PutUserInfo"));
    }

    @Test
    void twoUsersWhoFollowEachOtherLeaveAtTheSameMoment() {
        bed.erase(LEAVER);
        bed.erase("anna");
        bed.drain();
        assertThat(erasure(LEAVER).json().path("state").asText()).isEqualTo("removed");
        assertThat(erasure("anna").json().path("state").asText()).isEqualTo("removed");
        assertThat(bed.items(SocialKeys.FOLLOWERS.of(UserId.of("anna")))).isEmpty();
        assertThat(bed.items(SocialKeys.FOLLOWING.of(UserId.of("anna")))).isEmpty();
        assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
    }

    private static TestResponse get(String caller, String user) {
        return bed.as(caller).at("userId", user).send("GetUserInfoByUserId");
    }

    private static TestResponse erase(String caller, String user) {
        return bed.as(caller)
                .at("userId", user)
                .body("{\"userId\": \"" + user + "\"}")
                .send("EraseUser");
    }

    private static TestResponse erasure(String user) {
        return bed.as(user).at("userId", user).send("GetErasure");
    }
}
