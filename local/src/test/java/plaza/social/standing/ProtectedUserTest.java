package plaza.social.standing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.TestResponse;

final class ProtectedUserTest {
    private final StandingBed users = new StandingBed();

    @AfterEach
    void stop() {
        users.close();
    }

    @Test
    void aProfileStatesWhetherItIsProtected() {
        assertThat(profile("cat").json().has("protected")).isFalse();
        users.bed.protect("ann", true);
        assertThat(profile("cat").json().path("protected").booleanValue()).isTrue();
        assertThat(profile("ann").json().path("protected").booleanValue()).isTrue();
    }

    @Test
    void onlyFollowersSeeTheContentOfAProtectedProfile() {
        users.bed
                .as("ann")
                .at("userId", "ann")
                .body("{\"name\": \"ann\", \"content\": \"About me.\", \"protected\": true}")
                .send("PutUserInfo")
                .orFail();
        for (var reader : List.of("ann", "ben")) {
            assertThat(profile(reader).json().path("content").asText()).isEqualTo("About me.");
            assertThat(byIds(reader).json().path("items").path(0).path("content").asText())
                    .isEqualTo("About me.");
        }
        assertThat(profile("cat").json().has("content")).isFalse();
        assertThat(profile("cat").json().path("followerCount").asInt()).isEqualTo(1);
        assertThat(byIds("cat").json().path("items").path(0).has("content")).isFalse();
        assertThat(byIds("cat").column("name")).containsExactly("ann");
    }

    @Test
    void countsThatReconcileRestoresKeepTheProtection() {
        users.bed.protect("ann", true);
        users.bed.drain();
        var counts = SocialKeys.USER_COUNT.key(UserId.of("ann"));
        var _ = users.bed.table().write(Write.Delete.of(counts));

        assertThat(ReconcileRun.repairing(users.bed).checks()).contains("userCounts");
        assertThat(profile("cat").json().path("protected").booleanValue()).isTrue();
        assertThat(users.statuses("cat", StandingBed.ABOUT_USER).values()).containsOnly(403);
    }

    @Test
    void routesAboutAProtectedUserAre403FromTheFirstMoment() {
        users.bed.protect("ann", true);
        assertThat(users.statuses("cat", StandingBed.ABOUT_USER).values()).containsOnly(403);
        assertThat(users.about("cat").send("GetPost").json().path("type").asText())
                .isEqualTo("urn:plaza:problem:protected");
        for (var reader : List.of("ann", "ben")) {
            assertThat(users.statuses(reader, StandingBed.ABOUT_USER).values()).containsOnly(200);
        }
        assertThat(users.about("cat").at("postId", "none").send("GetPost").status()).isEqualTo(403);
    }

    @Test
    void postsFromBeforeTheProtectionDisappearFromListsAndById() {
        var everything = users.lists("cat");
        users.bed.protect("ann", true);
        users.bed.drain();

        assertThat(users.statuses("cat", StandingBed.ABOUT_POST).values()).containsOnly(403);
        var seen = users.lists("cat");
        assertThat(seen.get("replies")).isEmpty();
        assertThat(seen.get("above")).containsExactly("Rain.");
        assertThat(seen.get("liked")).isEmpty();
        assertThat(users.about("cat").at("userId", "ben").send("GetLike").status()).isEqualTo(403);
        for (var reader : List.of("ann", "ben")) {
            assertThat(users.statuses(reader, StandingBed.ABOUT_POST).values()).containsOnly(200);
            assertThat(users.lists(reader).get("replies")).containsExactly(users.reply.value());
        }
        assertThat(users.lists("ben").get("timeline")).contains(users.post.value());

        users.bed.protect("ann", false);
        users.bed.drain();
        assertThat(users.lists("cat")).isEqualTo(everything);
        assertThat(users.statuses("cat", StandingBed.ABOUT_POST).values()).containsOnly(200);
    }

    /// The stream is not drained: the transaction that creates a post gives it the audience.
    @Test
    void aPostIsForFollowersFromItsCreation() {
        users.bed.protect("ann", true);
        var post = users.bed.post("ann", "A secret.");
        var reply = users.bed.reply("ann", users.catsPost);
        assertThat(users.about("cat").at("postId", post.value()).send("GetPostById").status())
                .isEqualTo(403);
        assertThat(users.about("ben").at("postId", post.value()).send("GetPostById").status())
                .isEqualTo(200);
        assertThat(users.about("cat").at("postId", reply.value()).send("GetThread").status())
                .isEqualTo(403);
    }

    @Test
    void aStrangerCannotLikeViewOrReply() {
        users.bed.protect("ann", true);
        users.bed.drain();
        var like = users.about("cat").at("userId", "cat").send("LikePost");
        assertThat(like.status()).isEqualTo(403);
        assertThat(users.about("cat").at("sessionId", "s").send("RecordView").status())
                .isEqualTo(403);
        var views =
                users.bed
                        .as("cat")
                        .at("sessionId", "s")
                        .body(
                                "{\"postIds\": [\"%s\", \"%s\"]}"
                                        .formatted(users.post, users.catsPost))
                        .send("RecordViews")
                        .orFail();
        assertThat(views.json().path("unknown").path(0).asText()).isEqualTo(users.post.value());
        assertThat(views.json().path("recorded").asInt()).isEqualTo(1);
        var hidden = reply("cat", users.post.value());
        var absent = reply("cat", "none");
        assertThat(hidden.status()).isEqualTo(404);
        assertThat(hidden.json()).isEqualTo(absent.json());
        assertThat(reply("ben", users.post.value()).status()).isEqualTo(201);
    }

    @Test
    void theAuthorOfAParentIsNamedOnlyToThoseWhoMaySeeIt() {
        users.bed.protect("ann", true);
        users.bed.drain();
        assertThat(parentAuthor("cat")).isEmpty();
        assertThat(parentAuthor("ben")).isEqualTo("ann");
    }

    @Test
    void aFollowedUserSeesThatTheProtectedUserFollowsThem() {
        users.bed.protect("ann", true);
        var follow = users.bed.as("cat").at("userId", "ann").at("followeeId", "cat");
        assertThat(follow.send("GetFollow").status()).isEqualTo(200);
        users.bed.user("dan");
        var stranger = users.bed.as("dan").at("userId", "ann").at("followeeId", "cat");
        assertThat(stranger.send("GetFollow").status()).isEqualTo(403);
    }

    private String parentAuthor(String reader) {
        return users.bed
                .as(reader)
                .at("postId", users.bensReply.value())
                .query("expand", "author")
                .send("GetPostById")
                .orFail()
                .json()
                .at("/inReplyTo/author/userId")
                .asText();
    }

    private TestResponse profile(String reader) {
        return users.about(reader).send("GetUserInfoByUserId").orFail();
    }

    private TestResponse byIds(String reader) {
        return users.bed.as(reader).query("ids", "ann").send("GetUsersByIds").orFail();
    }

    private TestResponse reply(String user, String parent) {
        return users.bed
                .as(user)
                .at("userId", user)
                .body("{\"content\": \"Hm.\", \"inReplyTo\": {\"postId\": \"" + parent + "\"}}")
                .send("CreatePost");
    }
}
