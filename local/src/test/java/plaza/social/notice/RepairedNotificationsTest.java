package plaza.social.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// Which notifications Reconcile writes and deletes, and what their readers see of it.
class RepairedNotificationsTest {
    private static final UserId ANN = UserId.of("ann");

    @AutoClose private final TestBed bed = new TestBed();
    private final NoticeReader ann = new NoticeReader(bed, "ann");

    @Test
    void whatTheUserHasLookedAtStaysReadAndInItsPlace() {
        writeOneOfEachKind();
        var before = ann.list();
        assertThat(before).hasSize(5);
        ann.seen(before.get(2).path("at").asText());
        assertThat(ann.count()).isEqualTo(2);
        before = ann.list();

        rows().forEach(row -> bed.table().write(Write.Delete.of(row.key())));
        assertThat(ann.list()).isEmpty();
        bed.clock().advance(Duration.ofDays(2));
        assertThat(repair().repaired()).isEqualTo(5);

        assertThat(ann.list()).isEqualTo(before);
        assertThat(ann.count()).isEqualTo(2);
        assertThat(repair().drift()).isZero();
    }

    @Test
    void whatIsOlderThanNinetyDaysIsNotWritten() {
        writeOneOfEachKind();
        rows().forEach(row -> bed.table().write(Write.Delete.of(row.key())));
        bed.clock().advance(Duration.ofDays(90).minusHours(1));

        assertThat(repair().drift()).isZero();
    }

    @Test
    void anEditedPostNotifiesNoOneElse() {
        bed.users("ann", "bob");
        var post = bed.post("bob", "Hello @carl");
        bed.drain();
        bed.as("bob")
                .at("userId", "bob")
                .at("postId", post.value())
                .body("{\"content\": \"Hello @ann\"}")
                .send("EditPost")
                .orFail();
        settle();

        assertThat(repair().drift()).isZero();
        assertThat(ann.list()).isEmpty();
    }

    @Test
    void aUserWithoutAProfileAtTheTimeOfAPostIsNotNotifiedOfIt() {
        bed.users("bob");
        bed.post("bob", "Hello @ann");
        bed.drain();
        bed.clock().advance(Duration.ofMinutes(1));
        bed.users("ann");
        settle();

        assertThat(repair().drift()).isZero();
        assertThat(ann.list()).isEmpty();
    }

    /// The author of the parent is notified of the reply instead. After it was deleted, no item
    /// tells who that was.
    @Test
    void aReplyThatMentionsTheAuthorOfADeletedParentIsNotTwoNotifications() {
        bed.users("ann", "bob");
        var post = bed.post("ann", "Fog.");
        bed.as("bob")
                .at("userId", "bob")
                .body(
                        "{\"content\": \"Hello @ann\", \"inReplyTo\": {\"postId\": \"%s\"}}"
                                .formatted(post.value()))
                .send("CreatePost")
                .orFail();
        bed.drain();
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();
        settle();

        assertThat(repair().drift()).isZero();
        assertThat(ann.list()).hasSize(1);
    }

    @Test
    void onesOwnLikesAndRepliesAreNotNotified() {
        bed.users("ann");
        var post = bed.post("ann", "Note to @ann");
        bed.like("ann", post);
        bed.reply("ann", post);
        settle();

        assertThat(repair().drift()).isZero();
        assertThat(rows()).isEmpty();
    }

    @Test
    void aNotificationOfLikesNamesThoseWhoLikeThePost() {
        bed.users("ann", "bob", "cid");
        var post = bed.post("ann", "Fog.");
        bed.like("ann", post);
        bed.like("bob", post);
        bed.like("cid", post);
        settle();
        for (var named : List.of(List.of("gus", "bob"), List.of("gus"))) {
            bed.putAll(Stream.of(ofLikes(post, named)));

            assertThat(repair().repaired()).isOne();

            var actors = NoticeItems.notice(rows().getFirst()).actors();
            assertThat(actors).doesNotContain(UserId.of("gus"), ANN).contains(UserId.of("bob"));
            assertThat(repair().drift()).isZero();
        }
        for (var user : List.of("bob", "cid")) {
            bed.table().write(Write.Delete.of(SocialKeys.LIKE.key(post, UserId.of(user))));
        }
        repair();
        assertThat(rows()).isEmpty();
    }

    /// One of each kind but requests, whose users are not protected, and a request.
    private void writeOneOfEachKind() {
        bed.users("ann", "bob");
        var post = bed.post("ann", "Fog.");
        after(() -> bed.follow("bob", "ann"));
        after(() -> bed.like("bob", post));
        after(() -> bed.reply("bob", post));
        after(() -> bed.post("bob", "Look, @ann"));
        bed.protect("ann", true);
        bed.users("cid");
        after(() -> bed.follow("cid", "ann"));
    }

    private Item ofLikes(PostId post, List<String> users) {
        var notice = NoticeItems.notice(rows().getFirst());
        assertThat(notice.post()).isEqualTo(post);
        return NoticeItems.item(notice.by(users.stream().map(UserId::of).toList()));
    }

    private void after(Runnable request) {
        bed.clock().advance(Duration.ofSeconds(1));
        request.run();
        bed.drain();
    }

    private void settle() {
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
    }

    private ReconcileRun repair() {
        var run = ReconcileRun.repairing(bed);
        bed.drain();
        return run;
    }

    private List<Item> rows() {
        return bed.items(SocialKeys.NOTICES.of(ANN)).stream()
                .filter(item -> !SocialKeys.NOTICES_SEEN.is(item.key()))
                .toList();
    }
}
