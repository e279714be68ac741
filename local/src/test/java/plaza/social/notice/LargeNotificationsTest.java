package plaza.social.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.social.SocialCosts.ME;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.id.UserId;
import plaza.local.emulator.Meter.Cost;
import plaza.social.SocialCosts;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.notice.Notice.Kind;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.table.Write;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// Very many likes of one post, and users with very many notifications.
class LargeNotificationsTest {
    private static final int LIKES = Seeds.number(600, 20_000);
    private static final int NOTIFICATIONS = Seeds.number(300, 10_000);

    private static final int PAGE = 20;

    /// The batches that are counted at once.
    private static final int PARALLEL = 4;

    /// How often a batch is delivered that another one made fail.
    private static final int DELIVERIES_MAX = 100;

    @AutoClose private final TestBed bed = new TestBed();
    private final NoticeReader mine = new NoticeReader(bed, ME.value());

    /// Batches are counted concurrently, and every second one is delivered again.
    @Test
    void manyLikesOfOnePostAreOneNotificationWithAnExactCount() throws Exception {
        bed.user(ME.value());
        var post = bed.post(ME.value(), "Fog.");
        var tap = new StreamTap(bed.emulator(), TestBed.streamRow("AggregateCounts"));
        for (var half : List.of(0, LIKES / 2)) {
            bed.putAll(
                    IntStream.range(half, half + LIKES / 2)
                            .mapToObj(
                                    n -> LikeItems.like(new Like(post, liker(n), Instant.EPOCH))));
            bed.clock().advance(Duration.ofSeconds(1));
            deliver(tap);
            assertIsOne(half + LIKES / 2);
            assertThat(mine.count()).isOne();
            mine.seen(bed.clock().instant().toString());
            assertThat(mine.count()).isZero();
        }

        var withdrawn = LIKES / 10;
        bed.table()
                .writeAll(
                        IntStream.range(0, withdrawn)
                                .mapToObj(n -> SocialKeys.LIKE.key(post, liker(n)))
                                .<Write>map(Write.Delete::of)
                                .toList());
        deliver(tap);
        assertIsOne(LIKES - withdrawn);
        assertThat(mine.count()).isZero();
    }

    private static UserId liker(int number) {
        return UserId.of("liker%05d".formatted(number));
    }

    private void deliver(StreamTap tap) throws Exception {
        var records = tap.next();
        var size = TestBed.streamRow("AggregateCounts").batchSize() / 8;
        try (var threads = Executors.newFixedThreadPool(PARALLEL)) {
            var batches = new ArrayList<Future<?>>();
            for (var start = 0; start < records.size(); start += size) {
                var batch = records.subList(start, Math.min(start + size, records.size()));
                var deliveries = 1 + batches.size() % 2;
                batches.add(
                        threads.submit(() -> {
                            for (var delivery = 0; delivery < deliveries; delivery++) {
                                deliver(tap, batch);
                            }
                            return null;
                        }));
            }
            for (var batch : batches) {
                batch.get();
            }
        }
    }

    private void deliver(StreamTap tap, List<DynamodbStreamRecord> batch) {
        for (var delivery = 0; delivery < DELIVERIES_MAX; delivery++) {
            if (tap.deliver(bed, batch).isEmpty()) {
                return;
            }
        }
        throw new AssertionError("a batch keeps failing");
    }

    private void assertIsOne(int likes) {
        var rows =
                bed.items(SocialKeys.NOTICES.of(ME)).stream()
                        .filter(item -> !SocialKeys.NOTICES_SEEN.is(item.key()))
                        .toList();
        assertThat(rows).hasSize(1);
        var items = mine.request().send("ListNotifications").orFail().json().path("items");
        assertThat(items).hasSize(1);
        assertThat(items.path(0).path("count").asInt()).isEqualTo(likes);
        assertThat(items.path(0).path("actors")).hasSize(Notice.ACTORS_MAX);
    }

    /// A page reads one more notification than it shows, and what that one refers to.
    @Test
    void everyPageOfVeryManyNotificationsCostsTheSame() {
        SocialCosts.notices(bed, NOTIFICATIONS);
        assertThat(mostOfPages("", NOTIFICATIONS)).isEqualTo(13);
        assertThat(mostOfPages("user,post", NOTIFICATIONS)).isEqualTo(26);
    }

    /// The most expensive notifications: each names three other users.
    @Test
    void aPageOfLikesByThreeUsersEachCostsMoreWithUsers() {
        var at = bed.clock().instant();
        bed.putAll(
                IntStream.rangeClosed(0, PAGE)
                        .boxed()
                        .flatMap(number -> {
                            var post = PostId.of("note%022d".formatted(number));
                            var users = IntStream.range(0, 3).mapToObj(n -> liker(3 * number + n));
                            var notice = Notice.ofPost(ME, Kind.LIKE, post, users.toList(), at);
                            return Stream.of(
                                    PostItems.post(new Post(ME, post, "x", null, at, null, 1)),
                                    PostItems.counter(post, ME, Map.of(PostCounter.LIKES, 3L)),
                                    NoticeItems.item(notice));
                        }));
        bed.putAll(
                IntStream.rangeClosed(0, 3 * PAGE + 2)
                        .mapToObj(n ->
                                UserItems.userInfo(
                                        new UserInfo(liker(n), "Name", null, null, at))));
        assertThat(mostOfPages("", PAGE + 1)).isEqualTo(13);
        assertThat(mostOfPages("user,post", PAGE + 1)).isEqualTo(55);
    }

    private double mostOfPages(String words, int all) {
        var most = 0.0;
        var listed = 0;
        String cursor = null;
        do {
            var request = mine.request().query("limit", Integer.toString(PAGE));
            if (!words.isEmpty()) {
                request = request.query("expand", words);
            }
            if (cursor != null) {
                request = request.query("cursor", cursor);
            }
            var page = request;
            var measured = bed.meter().measure(() -> page.send("ListNotifications").orFail());
            var items = measured.answer().json().path("items").size();
            cursor = measured.answer().json().path("nextCursor").textValue();
            assertThat(items).isEqualTo(Math.min(PAGE, all - listed));
            listed += items;
            most = Math.max(most, measured.cost().readUnits());
        } while (cursor != null);
        assertThat(listed).isEqualTo(all);
        System.out.printf(
                "%d notifications%s: at most %.1f RRU for a page%n",
                listed, words.isEmpty() ? "" : " with " + words, most);
        return most;
    }

    @Test
    void theBadgeOfVeryManyNotificationsStopsAtAHundred() {
        SocialCosts.notices(bed, NOTIFICATIONS);

        var unread = badge(100, true);
        System.out.printf(
                "%d unread: %.1f RRU in %d calls%n",
                NOTIFICATIONS, unread.readUnits(), unread.roundTrips());
        assertThat(unread.readUnits()).isLessThanOrEqualTo(63);

        mine.seen(bed.clock().instant().toString());
        assertThat(badge(0, false).readUnits()).isLessThanOrEqualTo(2.5);
    }

    /// Of what a muted user did, a page reads no more than the notifications.
    @Test
    void theBadgeOfVeryManyNotificationsThatAreNotShownIsBounded() {
        var muted = UserId.of("muted");
        bed.user(ME.value());
        bed.user(muted.value());
        bed.mute(ME.value(), muted.value());
        var at = bed.clock().instant();
        bed.putAll(
                IntStream.range(0, NOTIFICATIONS)
                        .mapToObj(number -> PostId.of("note%022d".formatted(number)))
                        .map(reply -> Notice.ofPost(ME, Kind.REPLY, reply, List.of(muted), at))
                        .map(NoticeItems::item));

        var cost = badge(0, NOTIFICATIONS > 16 + 39 * 100);

        System.out.printf(
                "%d unread by a muted user: %.1f RRU in %d calls%n",
                NOTIFICATIONS, cost.readUnits(), cost.roundTrips());
        assertThat(cost.readUnits()).isLessThanOrEqualTo(250);
    }

    private Cost badge(int count, boolean more) {
        var measured =
                bed.meter().measure(() -> mine.request().send("CountUnreadNotifications").orFail());
        assertThat(measured.answer().json().path("count").asInt()).isEqualTo(count);
        assertThat(measured.answer().json().path("more").asBoolean()).isEqualTo(more);
        return measured.cost();
    }
}
