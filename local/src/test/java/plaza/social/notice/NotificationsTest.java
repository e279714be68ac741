package plaza.social.notice;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.testkit.TestBed;

/// What a user is notified of, what they have seen, and what no page shows any more.
class NotificationsTest {
    @AutoClose private final TestBed bed = new TestBed();

    @Test
    void eachKindIsListedNewestFirst() {
        bed.users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog over the harbour.");
        after(() -> bed.like("bob", post));
        var reply = after(() -> bed.reply("bob", post));
        var mention = after(() -> bed.post("cid", "Look, @ann and @stranger"));
        after(() -> bed.follow("cid", "ann"));

        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly(
                        "follow [cid]",
                        "mention %s [cid]".formatted(mention),
                        "reply %s to %s [bob]".formatted(reply, post),
                        "like %s 1 [bob]".formatted(post));
        assertThat(reader("ann").list()).allMatch(each -> each.path("unread").asBoolean());
        assertThat(reader("ann").count()).isEqualTo(4);
        for (var other : List.of("bob", "cid", "stranger")) {
            assertThat(reader(other).list()).as(other).isEmpty();
        }
    }

    @Test
    void aProtectedUserIsNotifiedOfRequests() {
        bed.users("ann", "bob");
        bed.protect("ann", true);
        after(() -> bed.follow("bob", "ann"));
        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly("followRequest [bob]");
        assertThat(poll("ann").path("count").asInt()).isOne();

        after(() ->
                bed.as("ann")
                        .at("userId", "ann")
                        .at("requesterId", "bob")
                        .send("AcceptFollowRequest")
                        .orFail());

        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly("follow [bob]");
    }

    @Test
    void noUserIsNotifiedOfWhatTheyDidThemselves() {
        bed.users("ann");
        var post = bed.post("ann", "Note to @ann");
        bed.like("ann", post);
        bed.reply("ann", post);
        bed.drain();

        assertThat(reader("ann").list()).isEmpty();
    }

    @Test
    void allLikesOfAPostAreOneNotificationWithTheNewestActors() {
        bed.users("ann");
        var post = bed.post("ann", "Fog.");
        for (var number = 0; number < 5; number++) {
            var user = "u" + number;
            after(() -> bed.like(user, post));
        }
        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly("like %s 5 [u4, u3, u2]".formatted(post));

        for (var user : List.of("u4", "u3", "u2")) {
            unlike(user, post);
        }
        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly("like %s 2 [u0, u1]".formatted(post));

        unlike("u0", post);
        unlike("u1", post);
        assertThat(reader("ann").list()).isEmpty();
    }

    @Test
    void whatWasSeenStaysSeenUntilItChanges() {
        bed.users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        after(() -> bed.follow("bob", "ann"));
        assertThat(reader("ann").seen(newest("ann")).json().path("count").asInt()).isZero();
        assertThat(reader("ann").list()).noneMatch(each -> each.path("unread").asBoolean());
        assertThat(reader("ann").count()).isZero();

        unlike("bob", post);
        assertThat(reader("ann").count()).isZero();
        after(() -> bed.like("cid", post));

        assertThat(reader("ann").count()).isOne();
        assertThat(summary(reader("ann").list().getFirst()))
                .isEqualTo("like %s 1 [cid]".formatted(post));
        assertThat(reader("ann").list().getFirst().path("unread").asBoolean()).isTrue();
    }

    /// An unread notification stays in its place, and exists as long after a new like as a new one.
    @Test
    void aNotificationOfLikesEndsNinetyDaysAfterTheLastLike() {
        bed.users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        var at = newest("ann");
        bed.clock().advance(Duration.ofDays(60));
        after(() -> bed.like("cid", post));
        assertThat(newest("ann")).isEqualTo(at);
        reader("ann").seen(at);
        unlike("cid", post);

        var rows = bed.items(SocialKeys.NOTICES.of(UserId.of("ann")));
        var ends = rows.stream().collect(toMap(row -> row.key().sk(), row -> row.number("ttl")));
        assertThat(ends.get("seen")).isGreaterThan(ends.get("like#p#" + post.value()));
        bed.clock().advance(Duration.ofDays(89));
        assertThat(reader("ann").list()).hasSize(1);
        assertThat(reader("ann").count()).isZero();
        bed.clock().advance(Duration.ofDays(1));
        assertThat(reader("ann").list()).isEmpty();
    }

    @Test
    void theMarkerNeverMovesBackAndNeverBeyondNow() {
        bed.users("ann", "bob");
        var first = bed.clock().instant();
        bed.clock().advance(Duration.ofMinutes(1));
        var now = bed.clock().instant();
        assertThat(
                        reader("ann")
                                .seen(now.plusSeconds(60).toString())
                                .json()
                                .path("seenAt")
                                .asText())
                .isEqualTo(now.toString().replace("Z", ".000Z"));
        assertThat(reader("ann").seen(first.toString()).json().path("seenAt").asText())
                .isEqualTo(now.toString().replace("Z", ".000Z"));

        // the clock of the writer is behind the marker
        bed.clock().set(first);
        bed.follow("bob", "ann");
        bed.drain();

        assertThat(reader("ann").count()).isOne();
    }

    @Test
    void aPageKnowsWhatTheFirstPageKnewAsSeen() {
        bed.users("ann");
        IntStream.range(0, 6)
                .forEach(number -> {
                    bed.users("u" + number);
                    after(() -> bed.follow("u" + number, "ann"));
                });
        var page = bed.as("ann").at("userId", "ann").query("limit", "3").send("ListNotifications");
        reader("ann").seen(page.json().path("items").path(0).path("at").asText());

        var next =
                bed.as("ann")
                        .at("userId", "ann")
                        .query("limit", "3")
                        .query("cursor", page.cursor())
                        .send("ListNotifications");

        assertThat(next.json().path("seenAt")).isEqualTo(page.json().path("seenAt"));
        assertThat(next.json().path("items")).hasSize(3);
        assertThat(next.json().path("items")).allMatch(each -> each.path("unread").asBoolean());
        assertThat(reader("ann").count()).isZero();
    }

    @Test
    void whatTheReaderMayNotSeeIsNeitherListedNorCounted() {
        bed.users("ann", "bob", "cid", "dan", "eve");
        var post = bed.post("ann", "Fog.");
        for (var user : List.of("bob", "cid", "dan", "eve")) {
            after(() -> bed.follow(user, "ann"));
            after(() -> bed.reply(user, post));
            after(() -> bed.post(user, "Hello @ann"));
        }
        after(() -> bed.like("bob", post));
        assertThat(reader("ann").count()).isEqualTo(13);

        bed.block("ann", "bob");
        bed.mute("ann", "cid");
        bed.suspend("dan", true);
        bed.erase("eve");
        bed.drain();

        assertThat(reader("ann").list().stream().map(NotificationsTest::summary)).isEmpty();
        assertThat(reader("ann").count()).isZero();
    }

    /// A full gate names no further users: their entries tell whom the reader does not see. Every
    /// route gives the same number.
    @Test
    void usersWhomAFullGateLacksAreNotShownEither() {
        bed.users("ann", "bob", "cid", "dan", "eve");
        var gate = Item.at(SocialKeys.GATE.key(UserId.of("ann"))).with("revision", 1);
        gate.with("moreBlocks", true).with("moreBlockedBy", true).with("moreMutes", true);
        bed.putAll(Stream.of(gate.build()));
        bed.protect("dan", true);
        bed.drain();
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("eve", post));
        after(() -> bed.follow("bob", "ann"));
        after(() -> bed.reply("cid", post));
        after(() -> bed.post("dan", "Only for followers, @ann"));
        assertThat(reader("ann").count()).isEqualTo(3);

        bed.block("ann", "bob");
        bed.mute("ann", "cid");

        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly("like %s 1 [eve]".formatted(post));
        assertThat(reader("ann").count()).isOne();
        assertThat(reader("ann").seen("2000-01-01T00:00:00.000Z").json().path("count").asInt())
                .isOne();
        assertThat(poll("ann").path("count").asInt()).isOne();
    }

    /// A late record can name a user in a notification of likes who has left.
    @Test
    void theScanRemovesAUserWhoHasLeftFromNotificationsOfLikes() {
        bed.users("ann", "bob", "gus");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        after(() -> bed.erase("gus"));
        var users = List.of(UserId.of("gus"), UserId.of("bob"));
        var at = bed.clock().instant();
        var notice = new Notice(UserId.of("ann"), Notice.Kind.LIKE, post, users, null, at);
        bed.putAll(Stream.of(NoticeItems.item(notice)));

        ReconcileRun.reporting(bed);

        assertThat(reader("ann").list().stream().map(NotificationsTest::summary))
                .containsExactly("like %s 1 [bob]".formatted(post));
    }

    @Test
    void whatIsWithdrawnDisappears() {
        bed.users("ann", "bob");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.follow("bob", "ann"));
        var reply = after(() -> bed.reply("bob", post));
        bed.as("bob").at("userId", "bob").at("postId", reply.value()).send("DeletePost").orFail();
        bed.as("bob").at("userId", "bob").at("followeeId", "ann").send("UnfollowUser").orFail();

        assertThat(reader("ann").list()).as("before the stream").isEmpty();
        bed.drain();
        assertThat(reader("ann").list()).isEmpty();
        assertThat(bed.items(SocialKeys.NOTICES.of(UserId.of("ann")))).isEmpty();
    }

    @Test
    void kindsAreFiltered() {
        bed.users("ann", "bob");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        after(() -> bed.follow("bob", "ann"));
        after(() -> bed.reply("bob", post));

        var request = bed.as("ann").at("userId", "ann").query("kinds", "reply,mention");
        assertThat(request.all("ListNotifications", 1)).hasSize(1);
        assertThat(
                        bed.as("ann")
                                .at("userId", "ann")
                                .query("kinds", "poke")
                                .send("ListNotifications")
                                .status())
                .isEqualTo(400);
    }

    @Test
    void usersAndPostsAreExpanded() {
        bed.users("ann", "bob");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));

        var item =
                bed.as("ann")
                        .at("userId", "ann")
                        .query("expand", "user,post")
                        .send("ListNotifications")
                        .json()
                        .path("items")
                        .path(0);

        assertThat(item.path("post").path("content").asText()).isEqualTo("Fog.");
        assertThat(item.path("actors").path(0).path("name").asText()).isEqualTo("bob");
    }

    @Test
    void thePollOfTheTimelineCarriesTheBadge() {
        bed.users("ann", "bob");
        after(() -> bed.follow("bob", "ann"));

        assertThat(poll("ann").path("count").asInt()).isOne();
        assertThat(poll("ann").path("more").asBoolean()).isFalse();
    }

    private JsonNode poll(String user) {
        return bed.as(user)
                .at("userId", user)
                .query("since", "00000000000000000000000000")
                .query("expand", "notifications")
                .send("CountNewTimelinePosts")
                .orFail()
                .json()
                .path("notifications");
    }

    /// Performs a request a second later, and then what the stream causes.
    private void after(Runnable request) {
        bed.clock().advance(Duration.ofSeconds(1));
        request.run();
        bed.drain();
    }

    private <T> T after(Supplier<T> request) {
        bed.clock().advance(Duration.ofSeconds(1));
        var result = request.get();
        bed.drain();
        return result;
    }

    private void unlike(String user, PostId post) {
        bed.as(user).at("postId", post.value()).at("userId", user).send("UnlikePost").orFail();
        bed.drain();
    }

    private NoticeReader reader(String user) {
        return new NoticeReader(bed, user);
    }

    private String newest(String user) {
        return reader(user).list().getFirst().path("at").asText();
    }

    private static String summary(JsonNode item) {
        var words = new StringBuilder(item.path("kind").asText());
        if (item.has("postId")) {
            words.append(' ').append(item.path("postId").asText());
        }
        if (item.has("inReplyTo")) {
            words.append(" to ").append(item.path("inReplyTo").path("postId").asText());
        }
        if (item.has("count")) {
            words.append(' ').append(item.path("count").asInt());
        }
        var actors = new ArrayList<String>();
        item.path("actors").forEach(actor -> actors.add(actor.path("userId").asText()));
        return words.append(' ').append(actors).toString();
    }
}
