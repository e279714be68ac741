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
import plaza.testkit.TestResponse;

/// What a user is notified of, what they have seen, and what no page shows any more.
class NotificationsTest {
    @AutoClose private final TestBed bed = new TestBed();

    @Test
    void eachKindIsListedNewestFirst() {
        users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog over the harbour.");
        after(() -> bed.like("bob", post));
        var reply = after(() -> bed.reply("bob", post));
        var mention = after(() -> bed.post("cid", "Look, @ann and @stranger"));
        after(() -> bed.follow("cid", "ann"));

        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly(
                        "follow [cid]",
                        "mention %s [cid]".formatted(mention),
                        "reply %s to %s [bob]".formatted(reply, post),
                        "like %s 1 [bob]".formatted(post));
        assertThat(list("ann")).allMatch(each -> each.path("unread").asBoolean());
        assertThat(count("ann")).isEqualTo(4);
        for (var other : List.of("bob", "cid", "stranger")) {
            assertThat(list(other)).as(other).isEmpty();
        }
    }

    @Test
    void aProtectedUserIsNotifiedOfRequests() {
        users("ann", "bob");
        bed.protect("ann", true);
        after(() -> bed.follow("bob", "ann"));
        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly("followRequest [bob]");
        assertThat(poll("ann").path("count").asInt()).isOne();

        after(() ->
                bed.as("ann")
                        .at("userId", "ann")
                        .at("requesterId", "bob")
                        .send("AcceptFollowRequest")
                        .orFail());

        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly("follow [bob]");
    }

    @Test
    void noUserIsNotifiedOfWhatTheyDidThemselves() {
        users("ann");
        var post = bed.post("ann", "Note to @ann");
        bed.like("ann", post);
        bed.reply("ann", post);
        bed.drain();

        assertThat(list("ann")).isEmpty();
    }

    @Test
    void allLikesOfAPostAreOneNotificationWithTheNewestActors() {
        users("ann");
        var post = bed.post("ann", "Fog.");
        for (var number = 0; number < 5; number++) {
            var user = "u" + number;
            after(() -> bed.like(user, post));
        }
        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly("like %s 5 [u4, u3, u2]".formatted(post));

        for (var user : List.of("u4", "u3", "u2")) {
            unlike(user, post);
        }
        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly("like %s 2 [u0, u1]".formatted(post));

        unlike("u0", post);
        unlike("u1", post);
        assertThat(list("ann")).isEmpty();
    }

    @Test
    void whatWasSeenStaysSeenUntilItChanges() {
        users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        after(() -> bed.follow("bob", "ann"));
        assertThat(seen("ann", newest("ann")).json().path("count").asInt()).isZero();
        assertThat(list("ann")).noneMatch(each -> each.path("unread").asBoolean());
        assertThat(count("ann")).isZero();

        unlike("bob", post);
        assertThat(count("ann")).isZero();
        after(() -> bed.like("cid", post));

        assertThat(count("ann")).isOne();
        assertThat(summary(list("ann").getFirst())).isEqualTo("like %s 1 [cid]".formatted(post));
        assertThat(list("ann").getFirst().path("unread").asBoolean()).isTrue();
    }

    /// An unread notification stays in its place, and exists as long after a new like as a new one.
    @Test
    void aNotificationOfLikesEndsNinetyDaysAfterTheLastLike() {
        users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        var at = newest("ann");
        bed.clock().advance(Duration.ofDays(60));
        after(() -> bed.like("cid", post));
        assertThat(newest("ann")).isEqualTo(at);
        seen("ann", at);
        unlike("cid", post);

        var rows = bed.items(SocialKeys.NOTICES.of(UserId.of("ann")));
        var ends = rows.stream().collect(toMap(row -> row.key().sk(), row -> row.number("ttl")));
        assertThat(ends.get("seen")).isGreaterThan(ends.get("like#p#" + post.value()));
        bed.clock().advance(Duration.ofDays(89));
        assertThat(list("ann")).hasSize(1);
        assertThat(count("ann")).isZero();
        bed.clock().advance(Duration.ofDays(1));
        assertThat(list("ann")).isEmpty();
    }

    @Test
    void theMarkerNeverMovesBackAndNeverBeyondNow() {
        users("ann", "bob");
        var first = bed.clock().instant();
        bed.clock().advance(Duration.ofMinutes(1));
        var now = bed.clock().instant();
        assertThat(seen("ann", now.plusSeconds(60).toString()).json().path("seenAt").asText())
                .isEqualTo(now.toString().replace("Z", ".000Z"));
        assertThat(seen("ann", first.toString()).json().path("seenAt").asText())
                .isEqualTo(now.toString().replace("Z", ".000Z"));

        // the clock of the writer is behind the marker
        bed.clock().set(first);
        bed.follow("bob", "ann");
        bed.drain();

        assertThat(count("ann")).isOne();
    }

    @Test
    void aPageKnowsWhatTheFirstPageKnewAsSeen() {
        users("ann");
        IntStream.range(0, 6)
                .forEach(number -> {
                    users("u" + number);
                    after(() -> bed.follow("u" + number, "ann"));
                });
        var page = bed.as("ann").at("userId", "ann").query("limit", "3").send("ListNotifications");
        seen("ann", page.json().path("items").path(0).path("at").asText());

        var next =
                bed.as("ann")
                        .at("userId", "ann")
                        .query("limit", "3")
                        .query("cursor", page.cursor())
                        .send("ListNotifications");

        assertThat(next.json().path("seenAt")).isEqualTo(page.json().path("seenAt"));
        assertThat(next.json().path("items")).hasSize(3);
        assertThat(next.json().path("items")).allMatch(each -> each.path("unread").asBoolean());
        assertThat(count("ann")).isZero();
    }

    @Test
    void whatTheReaderMayNotSeeIsNeitherListedNorCounted() {
        users("ann", "bob", "cid", "dan", "eve");
        var post = bed.post("ann", "Fog.");
        for (var user : List.of("bob", "cid", "dan", "eve")) {
            after(() -> bed.follow(user, "ann"));
            after(() -> bed.reply(user, post));
            after(() -> bed.post(user, "Hello @ann"));
        }
        after(() -> bed.like("bob", post));
        assertThat(count("ann")).isEqualTo(13);

        bed.block("ann", "bob");
        bed.mute("ann", "cid");
        bed.suspend("dan", true);
        bed.erase("eve");
        bed.drain();

        assertThat(list("ann").stream().map(NotificationsTest::summary)).isEmpty();
        assertThat(count("ann")).isZero();
    }

    /// A full gate names no further users: their entries tell whom the reader does not see. Every
    /// route gives the same number.
    @Test
    void usersWhomAFullGateLacksAreNotShownEither() {
        users("ann", "bob", "cid", "dan", "eve");
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
        assertThat(count("ann")).isEqualTo(3);

        bed.block("ann", "bob");
        bed.mute("ann", "cid");

        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly("like %s 1 [eve]".formatted(post));
        assertThat(count("ann")).isOne();
        assertThat(seen("ann", "2000-01-01T00:00:00.000Z").json().path("count").asInt()).isOne();
        assertThat(poll("ann").path("count").asInt()).isOne();
    }

    /// A late record can name a user in a notification of likes who has left.
    @Test
    void theScanRemovesAUserWhoHasLeftFromNotificationsOfLikes() {
        users("ann", "bob", "gus");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.like("bob", post));
        after(() -> bed.erase("gus"));
        var users = List.of(UserId.of("gus"), UserId.of("bob"));
        var at = bed.clock().instant();
        var notice = new Notice(UserId.of("ann"), Notice.Kind.LIKE, post, users, null, at);
        bed.putAll(Stream.of(NoticeItems.item(notice)));

        ReconcileRun.reporting(bed);

        assertThat(list("ann").stream().map(NotificationsTest::summary))
                .containsExactly("like %s 1 [bob]".formatted(post));
    }

    @Test
    void whatIsWithdrawnDisappears() {
        users("ann", "bob");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.follow("bob", "ann"));
        var reply = after(() -> bed.reply("bob", post));
        bed.as("bob").at("userId", "bob").at("postId", reply.value()).send("DeletePost").orFail();
        bed.as("bob").at("userId", "bob").at("followeeId", "ann").send("UnfollowUser").orFail();

        assertThat(list("ann")).as("before the stream").isEmpty();
        bed.drain();
        assertThat(list("ann")).isEmpty();
        assertThat(bed.items(SocialKeys.NOTICES.of(UserId.of("ann")))).isEmpty();
    }

    @Test
    void kindsAreFiltered() {
        users("ann", "bob");
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
        users("ann", "bob");
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
        users("ann", "bob");
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

    private void users(String... users) {
        for (var user : users) {
            bed.user(user);
        }
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

    private List<JsonNode> list(String user) {
        return bed.as(user).at("userId", user).all("ListNotifications", 2);
    }

    private int count(String user) {
        var response = bed.as(user).at("userId", user).send("CountUnreadNotifications").orFail();
        return response.json().path("count").asInt();
    }

    private String newest(String user) {
        return list(user).getFirst().path("at").asText();
    }

    private TestResponse seen(String user, String at) {
        return bed.as(user)
                .at("userId", user)
                .body("{\"at\": \"" + at + "\"}")
                .send("MarkNotificationsSeen")
                .orFail();
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
