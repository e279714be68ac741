package plaza.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.catalogue.StreamFunction;
import plaza.event.Event;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.StoredWork;
import plaza.log.Log;
import plaza.reconcile.ReconcileRun;
import plaza.social.SocialEvent;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.timeline.Timelines;
import plaza.social.view.View;
import plaza.table.Item;
import plaza.table.Retry;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.testkit.Large;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.fault.Fault;
import plaza.testkit.fault.FaultPlan;
import plaza.testkit.fault.FaultyNetwork;
import plaza.testkit.invocation.TestContext;

/// Both stream functions on records of the table's real stream. The tests decide which records are
/// delivered, how often and in which order.
@Order(1)
class StreamHandlersTest {
    private static final StreamFunction AGGREGATE = TestBed.streamRow("AggregateCounts");
    private static final StreamFunction FAN_OUT = TestBed.streamRow("FanOut");

    private TestBed bed = new TestBed();
    private StreamTap counting = new StreamTap(bed.emulator(), AGGREGATE);
    private StreamTap fanOut = new StreamTap(bed.emulator(), FAN_OUT);

    @BeforeEach
    void checkThatTheTableIsEmpty() {
        assertThat(bed.everything()).isEmpty();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    // ---- AggregateCounts

    @Test
    void eachLikeIsCountedOnce() {
        var post = post("ann");
        likeAndUnlike(post, List.of("a+", "b+", "c+", "b-"));
        counting.drain(bed);
        assertThat(likeCount(post)).isEqualTo(2);
        likeAndUnlike(post, List.of("a-", "b+", "d+"));
        counting.drain(bed);
        assertThat(likeCount(post)).isEqualTo(3);
    }

    static List<Long> orders() {
        return Seeds.sample("orders of delivery", 3, List.of(1L, 2L, 3L, 4L, 5L, 6L));
    }

    /// The records of one edge stay in order, and those of different edges arrive in any order.
    /// Batches of any size arrive again, whole or in part, also after later ones.
    @Large
    @ParameterizedTest
    @MethodSource("orders")
    void likesAreCountedExactlyInAnyOrderOfDelivery(long seed) {
        var random = new Random(seed);
        var post = post("ann");
        var toggles = new ArrayList<String>();
        for (var toggle = 0; toggle < 80; toggle++) {
            toggles.add("u" + random.nextInt(8) + (random.nextBoolean() ? "+" : "-"));
        }
        likeAndUnlike(post, toggles);
        var records = inOrderPerItem(counting.next(), random);

        for (var start = 0; start < records.size(); ) {
            var end = Math.min(records.size(), start + 1 + random.nextInt(30));
            for (var time = random.nextInt(3); time >= 0; time--) {
                assertThat(counting.deliver(bed, records.subList(start, end))).isEmpty();
            }
            // Any part of the earlier records again, in any order.
            var again = new ArrayList<>(records.subList(random.nextInt(end), end));
            Collections.shuffle(again, random);
            assertThat(counting.deliver(bed, again)).isEmpty();
            start = end;
        }

        assertThat(likeCount(post)).isEqualTo(bed.items(SocialKeys.LIKES.of(post)).size());
        assertThat(counting.deliver(bed, records)).isEmpty();
        assertThat(likeCount(post)).isEqualTo(bed.items(SocialKeys.LIKES.of(post)).size());
    }

    @Large
    @Test
    void moreLikesThanOneTransactionHoldsAreCounted() {
        var post = post("ann");
        likeAndUnlike(post, IntStream.range(0, 250).mapToObj(n -> "u" + n + "+").toList());
        assertThat(counting.drain(bed)).isEqualTo(1);
        assertThat(likeCount(post)).isEqualTo(250);
    }

    @Test
    void aSessionIsCountedAgainAfterItsViewExpired() {
        var post = post("ann");
        view(post, "s1");
        view(post, "s2");
        view(post, "s1");
        counting.drain(bed);
        assertThat(viewCount(post)).isEqualTo(2);
        bed.clock().advance(View.LIFETIME);
        view(post, "s1");
        counting.drain(bed);
        assertThat(viewCount(post)).isEqualTo(3);
    }

    @Test
    void theExpiryOfAViewIsNotCounted() {
        var post = post("ann");
        view(post, "s1");
        counting.drain(bed);
        assertThat(viewCount(post)).isEqualTo(1);
        bed.table().write(Write.Delete.of(SocialKeys.VIEW.key(post, SessionId.of("s1"))));
        counting.drain(bed);
        assertThat(viewCount(post)).isEqualTo(1);
    }

    @Test
    void aLikeThatArrivesAfterTheDeletionIsErased() {
        var post = post("ann");
        likeAndUnlike(post, List.of("early+"));
        counting.drain(bed);
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost");
        // Until the records of the removed like are counted as well.
        settle();
        assertThat(bed.items(SocialKeys.LIKES.of(post))).isEmpty();
        var late = new Like(post, UserId.of("late"), bed.clock().instant());
        bed.table().write(Write.Put.of(LikeItems.like(late)));
        assertThat(bed.items(SocialKeys.LIKES.of(post))).hasSize(1);

        settle();

        assertThat(bed.everything().keySet())
                .allMatch(key -> !key.pk().startsWith("p#" + post.value()))
                .allMatch(key -> !key.pk().startsWith("Job#"));
    }

    @Test
    void aFaultOfOnePostDoesNotAffectOtherPosts() {
        var bad = post("ann");
        var good = post("ann");
        likeAndUnlike(bad, List.of("a+", "b+"));
        likeAndUnlike(good, List.of("a+", "b+"));
        likeAndUnlike(bad, List.of("c+"));
        var records = counting.next();
        var faults = failing("TransactWriteItems", bad);
        var handler =
                bed.functions().retrying(TestBed.retry(1)).over(faults::over).stream(AGGREGATE);

        assertThat(counting.deliver(handler, records))
                .containsExactly(
                        sequence(records.get(0)),
                        sequence(records.get(1)),
                        sequence(records.get(4)));

        assertThat(messages(() -> counting.deliver(handler, records)))
                .containsExactly("changes could not be counted", "batch was processed");
        assertThat(faults.injected()).isPositive();
        assertThat(likeCount(good)).isEqualTo(2);
        assertThat(likeCount(bad)).isEqualTo(0);
        faults.stop();
        assertThat(counting.deliver(handler, records)).isEmpty();
        assertThat(likeCount(good)).isEqualTo(2);
        assertThat(likeCount(bad)).isEqualTo(3);
    }

    @Test
    void aRecordThatCannotBeReadIsReportedAndTheOthersAreCounted() {
        var post = post("ann");
        likeAndUnlike(post, List.of("a+", "b+", "c+"));
        var records = counting.next();
        records.get(1).getDynamodb().setNewImage(Map.of("pk", new AttributeValue("x")));

        assertThat(counting.deliver(bed, records)).containsExactly(sequence(records.get(1)));

        assertThat(likeCount(post)).isEqualTo(2);
    }

    /// An erasure deletes the rows of the user, which would show that the like was counted before.
    @Test
    @SuppressWarnings("JavaUtilDate") // required by the event class
    void aLateLikeOfAUserWhoHasLeftIsNotCounted() {
        var post = post("ann");
        bed.user("ben");
        likeAndUnlike(post, List.of("ben+"));
        var records = counting.next();
        bed.erase("ben");
        var now = bed.clock().instant();
        for (var at : List.of(now.minus(Ledger.LATE), now)) {
            for (var streamRecord : records) {
                streamRecord.getDynamodb().setApproximateCreationDateTime(Date.from(at));
            }

            assertThat(counting.deliver(bed, records)).isEmpty();

            var isCounted = at.equals(now);
            assertThat(likeCount(post)).isEqualTo(isCounted ? 1 : 0);
            assertThat(bed.items(SocialKeys.LIKE_LEDGER.of(post))).hasSize(isCounted ? 1 : 0);
        }
    }

    /// A record can be redriven until it is [Ledger#REDRIVE_AGE_MAX] old. The test compares every
    /// ledger with that limit; a new ledger must first be filled here.
    @Test
    void everyLedgerRowOutlivesTheRedriveOfItsLastRecord() {
        var post = post("ann");
        likeAndUnlike(post, List.of("a+", "a-"));
        view(post, "s1");
        var records = counting.next();
        var lastChange = bed.clock().instant();
        for (var streamRecord : records) {
            streamRecord.getDynamodb().setApproximateCreationDateTime(Date.from(lastChange));
        }

        assertThat(counting.deliver(bed, records)).isEmpty();

        var ledgers =
                bed.everything().values().stream()
                        .collect(
                                Collectors.groupingBy(
                                        row -> Catalogue.ALL.keySpace().familyOf(row.key().pk())));
        for (var family : List.of(SocialKeys.LIKE_LEDGER, SocialKeys.VIEW_LEDGER)) {
            assertThat(ledgers.getOrDefault(family, List.of()))
                    .as(family.text())
                    .isNotEmpty()
                    .allSatisfy(row ->
                            assertThat(Instant.ofEpochSecond(row.number(TableSchema.TTL)))
                                    .isAfterOrEqualTo(
                                            lastChange
                                                    .plus(Ledger.REDRIVE_AGE_MAX)
                                                    .plus(Duration.ofDays(1))));
        }
        assertThat(Job.LIFETIME).isGreaterThan(Ledger.REDRIVE_AGE_MAX);
    }

    // ---- FanOut: delivery

    @Test
    void aPostReachesItsAuthorAndEveryFollowerOnce() {
        var post = post("ann");
        follow("ann", "ben", "cat");
        var next = bed.post("ann", "Sun.");
        var records = fanOut.next();
        for (var time = 0; time < 3; time++) {
            assertThat(fanOut.deliver(bed, records)).isEmpty();
        }
        for (var reader : List.of("ben", "cat")) {
            assertThat(timeline(reader)).containsExactly(next.value(), post.value());
        }
        assertThat(timeline("ann")).containsExactly(next.value(), post.value());
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("ben"))))
                .allSatisfy(entry ->
                        assertThat(entry.number("ttl"))
                                .isEqualTo(
                                        bed.clock()
                                                .instant()
                                                .plus(TimelineEntry.LIFETIME)
                                                .getEpochSecond()));
        assertThat(jobs()).isEmpty();
    }

    static IntStream followers() {
        return Seeds.DEEP ? IntStream.of(499, 500, 501, 3_100) : IntStream.of(501);
    }

    @Large
    @ParameterizedTest
    @MethodSource("followers")
    void aPostReachesThousandsInSlices(int followers) {
        bed.user("star");
        bed.putAll(followersOf("star", followers));
        var post = bed.post("star", "Fog.");

        // The first slice, and one for each 2,500 followers after it. A slice that ends exactly at
        // the end of the list needs another one to detect it.
        var later = Math.max(0, followers - Timelines.Limits.STANDARD.firstSlice());
        var slices =
                followers < Timelines.Limits.STANDARD.firstSlice()
                        ? 1
                        : 1 + Math.max(1, Math.ceilDiv(later, Timelines.Limits.STANDARD.slice()));
        assertThat(fanOut.drain(bed)).isEqualTo(slices);

        assertThat(entriesOf(post)).isEqualTo(followers + 1);
        assertThat(jobs()).isEmpty();
    }

    @Test
    void aLongListIsDeliveredInRanges() {
        restart(new Timelines.Limits(10, 20, 40, 2, 1_000, TimelineEntry.BACKFILL_MAX));
        bed.user("star");
        bed.putAll(followersOf("star", 250));
        var post = bed.post("star", "Fog.");

        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(entriesOf(post)).isEqualTo(1 + 10);
        assertThat(jobs()).hasSize(1);
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(entriesOf(post)).isEqualTo(1 + 10 + 20);
        // the delivery, and two ranges of 40 followers each
        assertThat(jobs()).hasSize(3);
        fanOut.drain(bed);
        assertThat(entriesOf(post)).isEqualTo(1 + 250);
        assertThat(jobs()).isEmpty();
    }

    /// The first attempt starts a range and does not save the cursor. Then a follower of that range
    /// leaves, so that the range of the second attempt reaches one follower further.
    @Test
    void aRepeatedSliceStartsARangeThatReachesFurther() {
        restart(new Timelines.Limits(10, 20, 40, 1, 1_000, TimelineEntry.BACKFILL_MAX));
        bed.user("star");
        bed.putAll(followersOf("star", 250));
        var post = bed.post("star", "Fog.");
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        var second = fanOut.next();
        var faults = failing("UpdateItem", post);
        var handler = bed.functions().retrying(TestBed.retry(1)).over(faults::over).stream(FAN_OUT);
        assertThat(fanOut.deliver(handler, second)).hasSize(1);
        assertThat(jobs()).hasSize(2);

        var followers = bed.items(SocialKeys.FOLLOWERS.of(UserId.of("star")));
        bed.table().write(Write.Delete.of(followers.get(50).key()));
        faults.stop();
        assertThat(fanOut.deliver(handler, second)).isEmpty();
        fanOut.drain(bed);

        assertThat(entriesOf(post)).isEqualTo(1 + 249);
        assertThat(jobs()).isEmpty();
    }

    @Large
    @Test
    void aFailedSliceIsRepeatedFromItsCursor() {
        bed.user("star");
        bed.putAll(followersOf("star", 700));
        var post = bed.post("star", "Fog.");
        var first = fanOut.next();
        var faults =
                new FaultyNetwork(
                        FaultPlan.always(Fault.INTERNAL_SERVER_ERROR)
                                .on("BatchWriteItem")
                                .after(7));
        var handler = bed.functions().retrying(TestBed.retry(1)).over(faults::over).stream(FAN_OUT);

        assertThat(fanOut.deliver(handler, first)).containsExactly(sequence(first.getFirst()));
        assertThat(entriesOf(post)).isBetween(1L, 500L);
        assertThat(jobs()).isEmpty();

        faults.stop();
        assertThat(fanOut.deliver(handler, first)).isEmpty();
        assertThat(entriesOf(post)).isEqualTo(501);
        assertThat(jobs()).hasSize(1);
        // The record arrives again: the job is already running and stays unchanged.
        assertThat(fanOut.deliver(handler, first)).isEmpty();
        var second = fanOut.next();
        assertThat(second).hasSize(1);
        assertThat(fanOut.deliver(handler, second)).isEmpty();
        assertThat(entriesOf(post)).isEqualTo(701);
        // The finished slice arrives again: it changes nothing and leaves no job.
        assertThat(fanOut.deliver(handler, second)).isEmpty();
        assertThat(entriesOf(post)).isEqualTo(701);
        assertThat(jobs()).isEmpty();
    }

    @Test
    void aDeletedPostIsNotDelivered() {
        bed.user("star");
        bed.putAll(followersOf("star", 3));
        var post = bed.post("star", "Fog.");
        assertThat(fanOut.next()).hasSize(1);
        bed.as("star").at("userId", "star").at("postId", post.value()).send("DeletePost");
        var deletion = fanOut.next();
        assertThat(deletion).hasSize(1);
        var other = bed.post("star", "Sun.");
        fanOut.drain(bed);
        assertThat(entriesOf(other)).isEqualTo(4);
        assertThat(entriesOf(post)).isZero();
    }

    @Test
    void aPostOlderThanTheTimelineLifetimeIsNotDelivered() {
        bed.user("star");
        bed.putAll(followersOf("star", 3));
        var post = bed.post("star", "Fog.");
        bed.clock().advance(TimelineEntry.LIFETIME);
        fanOut.drain(bed);
        assertThat(entriesOf(post)).isZero();
        var next = bed.post("star", "Sun.");
        fanOut.drain(bed);
        assertThat(entriesOf(next)).isEqualTo(4);
    }

    @Test
    void anEditIsNotDelivered() {
        var post = post("ann");
        var _ = fanOut.next();
        bed.as("ann")
                .at("userId", "ann")
                .at("postId", post.value())
                .body("{\"content\": \"Sun.\"}")
                .send("EditPost");
        assertThat(fanOut.next()).isEmpty();
    }

    // ---- FanOut: follow and unfollow

    /// Posts written since the follow are added to the newest posts before it.
    @Large
    @Test
    void followShowsTheNewestPosts() {
        bed.user("ann");
        var posts = new ArrayList<String>();
        for (var number = 0; number < TimelineEntry.BACKFILL_MAX + 5; number++) {
            posts.addFirst(bed.post("ann", "post " + number).value());
        }
        fanOut.drain(bed);
        bed.clock().advance(Duration.ofHours(1));
        follow("ann", "ben");
        var followed = fanOut.next();
        for (var number = 0; number < 3; number++) {
            posts.addFirst(bed.post("ann", "since " + number).value());
        }
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("ben")))).isEmpty();

        assertThat(fanOut.deliver(bed, followed)).isEmpty();
        fanOut.drain(bed);

        var found =
                bed.as("ben").at("userId", "ben").all("GetTimelineByUserId", 100).stream()
                        .map(item -> item.path("postId").asText())
                        .toList();
        assertThat(found).isEqualTo(posts.subList(0, TimelineEntry.BACKFILL_MAX + 3));
        assertThat(jobs()).isEmpty();
    }

    @Large
    @Test
    void unfollowRemovesOnlyTheAuthorsEntries() {
        bed.user("ann");
        bed.user("bea");
        follow("ann", "ben", "cat");
        follow("bea", "ben");
        for (var number = 0; number < 150; number++) {
            bed.post("ann", "post " + number);
        }
        var kept = bed.post("bea", "Fog.");
        fanOut.drain(bed);
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("ben")))).hasSize(151);

        bed.as("ben").at("userId", "ben").at("followeeId", "ann").send("UnfollowUser");
        fanOut.drain(bed);

        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("ben"))))
                .extracting(entry -> TimelineItems.postOf(entry).sk())
                .containsExactly("p#" + kept);
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("cat")))).hasSize(150);
        assertThat(jobs()).isEmpty();
    }

    @Test
    void aLateRemovalDoesNotAffectASecondFollow() {
        var post = post("ann");
        follow("ann", "ben");
        fanOut.drain(bed);
        assertThat(timeline("ben")).containsExactly(post.value());
        bed.as("ben").at("userId", "ben").at("followeeId", "ann").send("UnfollowUser");
        var unfollowed = fanOut.next();
        follow("ann", "ben");
        fanOut.drain(bed);

        assertThat(fanOut.deliver(bed, unfollowed)).isEmpty();

        assertThat(timeline("ben")).containsExactly(post.value());
    }

    /// The withdrawal does not find the reader among the followers, and the removal finds that the
    /// reader follows the author again.
    @Test
    void aPostDeletedBeforeASecondFollowLeavesNoEntry() {
        var deleted = post("ann");
        var kept = bed.post("ann", "Sun.");
        follow("ann", "ben");
        fanOut.drain(bed);
        assertThat(timeline("ben")).containsExactly(kept.value(), deleted.value());
        bed.as("ann").at("userId", "ann").at("postId", deleted.value()).send("DeletePost");
        var deletion = fanOut.next();
        bed.as("ben").at("userId", "ben").at("followeeId", "ann").send("UnfollowUser");
        var unfollowed = fanOut.next();
        assertThat(fanOut.deliver(bed, deletion)).isEmpty();
        assertThat(entriesOf(deleted)).isEqualTo(1);
        follow("ann", "ben");
        fanOut.drain(bed);

        assertThat(fanOut.deliver(bed, unfollowed)).isEmpty();

        assertThat(timeline("ben")).containsExactly(kept.value());
        assertThat(entriesOf(deleted)).isZero();
        assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
    }

    @Test
    void aLateBackfillShowsNothingAfterAnUnfollow() {
        var post = post("ann");
        fanOut.drain(bed);
        follow("ann", "ben", "cat");
        var followed = fanOut.next();
        bed.as("ben").at("userId", "ben").at("followeeId", "ann").send("UnfollowUser");
        fanOut.drain(bed);
        assertThat(fanOut.deliver(bed, followed)).isEmpty();
        assertThat(timeline("cat")).containsExactly(post.value());
        assertThat(timeline("ben")).isEmpty();
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("ben")))).isEmpty();
    }

    // ---- FanOut: deletion

    @Large
    @Test
    void theRemainsOfADeletedPostAreErased() {
        bed.user("star");
        bed.putAll(followersOf("star", 120));
        var post = bed.post("star", "Fog.");
        var kept = bed.post("star", "Sun.");
        likeAndUnlike(post, IntStream.range(0, 40).mapToObj(n -> "u" + n + "+").toList());
        likeAndUnlike(kept, List.of("u1+"));
        view(post, "s1");
        settle();
        assertThat(entriesOf(post)).isEqualTo(121);
        assertThat(likeCount(post)).isEqualTo(40);

        bed.as("star").at("userId", "star").at("postId", post.value()).send("DeletePost");
        settle();

        assertThat(bed.everything().keySet())
                .noneMatch(
                        key -> key.pk().contains(post.value()) || key.sk().contains(post.value()))
                .noneMatch(key -> key.pk().startsWith("Job#"));
        assertThat(entriesOf(kept)).isEqualTo(121);
        assertThat(likeCount(kept)).isEqualTo(1);
    }

    @Large
    @Test
    void aDeletionRunsInSlices() {
        restart(new Timelines.Limits(100, 250, 1_000, 1, 1_000, TimelineEntry.BACKFILL_MAX));
        bed.user("star");
        bed.putAll(followersOf("star", 260));
        var post = bed.post("star", "Fog.");
        bed.putAll(
                IntStream.range(0, 260)
                        .mapToObj(n ->
                                LikeItems.like(new Like(post, UserId.of("u" + n), Instant.EPOCH))));
        fanOut.drain(bed);
        assertThat(entriesOf(post)).isEqualTo(261);
        assertThat(bed.items(SocialKeys.LIKES.of(post))).hasSize(260);

        bed.as("star").at("userId", "star").at("postId", post.value()).send("DeletePost");
        // The deletion itself, and two jobs with a second slice each.
        assertThat(fanOut.drain(bed)).isBetween(2, 3);

        assertThat(bed.everything().keySet())
                .noneMatch(
                        key -> key.pk().contains(post.value()) || key.sk().contains(post.value()));
    }

    // ---- FanOut: faults

    @Test
    void theFirstRecordThatFailsEndsTheBatchAndIsReported() {
        bed.user("ann");
        var one = bed.post("ann", "one");
        var two = bed.post("ann", "two");
        var three = bed.post("ann", "three");
        var records = fanOut.next();
        assertThat(records).hasSize(3);
        var faults = failing("BatchWriteItem", two);
        var handler = bed.functions().retrying(TestBed.retry(1)).over(faults::over).stream(FAN_OUT);

        assertThat(fanOut.deliver(handler, records))
                .containsExactly(sequence(records.get(1)), sequence(records.get(2)));
        assertThat(timeline("ann")).containsExactly(one.value());

        assertThat(messages(() -> fanOut.deliver(handler, records)))
                .containsExactly("record could not be processed", "batch was processed");
        faults.stop();
        assertThat(messages(() -> fanOut.deliver(handler, records.subList(1, 3))))
                .containsExactly("batch was processed");
        assertThat(timeline("ann")).containsExactly(three.value(), two.value(), one.value());
    }

    @Test
    void aRecordThatCannotBeReadIsReportedUntilItIsIsolated() {
        bed.user("ann");
        var one = bed.post("ann", "one");
        bed.post("ann", "two");
        var three = bed.post("ann", "three");
        var records = fanOut.next();
        var poison = new HashMap<>(records.get(1).getDynamodb().getNewImage());
        poison.remove(PostItems.TIMESTAMP);
        records.get(1).getDynamodb().setNewImage(poison);

        assertThat(fanOut.deliver(bed, records))
                .containsExactly(sequence(records.get(1)), sequence(records.get(2)));
        assertThat(messages(() -> fanOut.deliver(bed, records)))
                .containsExactly("record could not be read", "batch was processed");
        assertThat(fanOut.deliver(bed, records.subList(1, 3)))
                .containsExactly(sequence(records.get(1)), sequence(records.get(2)));
        assertThat(timeline("ann")).containsExactly(one.value());
        // The mapping discards the record and continues behind it.
        assertThat(fanOut.deliver(bed, records.subList(2, 3))).isEmpty();
        assertThat(timeline("ann")).containsExactly(three.value(), one.value());
    }

    // ---- FanOut: the order and the limit of the work of a batch

    @Test
    void newPostsAreDeliveredBeforeEarlierRecords() {
        bed.user("ann");
        follow("ann", "ben");
        var post = bed.post("ann", "Fog.");
        var records = fanOut.next();
        assertThat(records).hasSize(2);
        var faults = new FaultyNetwork(FaultPlan.always(Fault.INTERNAL_SERVER_ERROR).on("Query"));
        var handler = bed.functions().retrying(TestBed.retry(1)).over(faults::over).stream(FAN_OUT);
        // The follow needs a Query; the delivery of the post does as well, after its GetItem.
        assertThat(fanOut.deliver(handler, records))
                .containsExactly(sequence(records.get(1)), sequence(records.get(0)));
        faults.stop();
        assertThat(fanOut.deliver(handler, records)).isEmpty();
        assertThat(timeline("ben")).containsExactly(post.value());
    }

    /// After the first slice that reaches the limit, new work becomes a job, and jobs are deferred.
    @Test
    void anInvocationBeginsNoSliceAfterItsLimit() {
        restart(
                new Timelines.Limits(100, 250, 1_000, 1, 1_000, TimelineEntry.BACKFILL_MAX),
                new SliceLimit(1));
        var first = post("ann");
        var second = post("bea");
        fanOut.drain(bed);
        bed.as("ann").at("userId", "ann").at("postId", first.value()).send("DeletePost");
        bed.as("bea").at("userId", "bea").at("postId", second.value()).send("DeletePost");

        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        // Two entries were to be withdrawn, and the likes and views of two posts to be erased.
        assertThat(jobs()).hasSize(3);
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(jobs()).hasSize(2);
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(jobs()).hasSize(1);
        fanOut.drain(bed);
        assertThat(jobs()).isEmpty();
        assertThat(entriesOf(first) + entriesOf(second)).isZero();
    }

    /// While the table is unavailable an invocation waits, and repeats only what failed.
    @Test
    void anInvocationRepeatsTheRecordsThatFailedDuringAnOutage() {
        var bad = post("ann");
        var good = post("ann");
        likeAndUnlike(bad, List.of("a+", "b+"));
        likeAndUnlike(good, List.of("a+"));
        var records = counting.next();
        var faults = failing("TransactWriteItems", bad);
        var sentBefore = new ArrayList<Integer>();
        var retry =
                new Retry(
                        1,
                        Duration.ofMillis(1),
                        Duration.ofMillis(1),
                        () -> new SplittableRandom(1),
                        _ -> {
                            sentBefore.add(faults.sent().size());
                            faults.stop();
                        });
        var handler = bed.functions().retrying(retry).over(faults::over).stream(AGGREGATE);
        var event = new DynamodbEvent();
        event.setRecords(records);

        var response =
                handler.handleRequest(
                        event, new TestContext("AggregateCounts", Duration.ofMinutes(10)));

        assertThat(response.getBatchItemFailures()).isEmpty();
        assertThat(likeCount(bad)).isEqualTo(2);
        assertThat(likeCount(good)).isEqualTo(1);
        assertThat(sentBefore).hasSize(1);
        assertThat(faults.sent().stream().skip(sentBefore.getFirst()))
                .isNotEmpty()
                .noneMatch(request -> request.body().contains(good.value()));
    }

    @Test
    void anInvocationRepeatsNothingThatFailedForAnotherReason() {
        var post = post("ann");
        likeAndUnlike(post, List.of("a+"));
        var records = counting.next();
        records.getFirst().getDynamodb().setNewImage(Map.of("pk", new AttributeValue("x")));
        var retry =
                new Retry(
                        1,
                        Duration.ofMillis(1),
                        Duration.ofMillis(1),
                        () -> new SplittableRandom(1),
                        _ -> {
                            throw new AssertionError("waited");
                        });
        var event = new DynamodbEvent();
        event.setRecords(records);

        var response =
                bed.functions().retrying(retry).stream(AGGREGATE)
                        .handleRequest(
                                event, new TestContext("AggregateCounts", Duration.ofMinutes(10)));

        assertThat(response.getBatchItemFailures()).hasSize(1);
    }

    // ---- FanOut: jobs

    /// A system with its context can still redrive it.
    @Test
    void aJobOfNoContextIsAFailure() {
        new Jobs(bed.table(), bed.clock()).beginLater(() -> StoredWork.of("unknown", "one"));
        assertThat(fanOut.deliver(bed, fanOut.next())).hasSize(1);
    }

    // ---- both: the meaning of records, and the log

    @Test
    void attributesOfEveryTypeOfTheTableAreConverted() {
        var image =
                Map.of(
                        "s", new AttributeValue("text"),
                        "n", new AttributeValue().withN("7"),
                        "b", new AttributeValue().withBOOL(false),
                        "l", new AttributeValue().withL(new AttributeValue("a")),
                        "m", new AttributeValue().withM(Map.of("1", new AttributeValue("b"))));
        assertThat(Attributes.of(image))
                .isEqualTo(
                        Map.of(
                                "s", value(builder -> builder.s("text")),
                                "n", value(builder -> builder.n("7")),
                                "b", value(builder -> builder.bool(false)),
                                "l", value(builder -> builder.l(value(b -> b.s("a")))),
                                "m",
                                        value(builder ->
                                                builder.m(Map.of("1", value(b -> b.s("b")))))));
        assertThatThrownBy(() -> Attributes.of(Map.of("x", new AttributeValue().withNULL(true))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static software.amazon.awssdk.services.dynamodb.model.AttributeValue value(
            Consumer<software.amazon.awssdk.services.dynamodb.model.AttributeValue.Builder> set) {
        return software.amazon.awssdk.services.dynamodb.model.AttributeValue.builder()
                .applyMutation(set)
                .build();
    }

    @Test
    void onlyFollowingAndUnfollowingAreEvents() {
        bed.user("ann");
        follow("ann", "ben");
        bed.as("ben").at("userId", "ben").at("followeeId", "ann").send("UnfollowUser").orFail();

        var records = fanOut.next();
        assertThat(records)
                .extracting(this::event)
                .satisfiesExactly(
                        followed -> assertThat(followed).isInstanceOf(SocialEvent.Followed.class),
                        unfollowed ->
                                assertThat(unfollowed).isInstanceOf(SocialEvent.Unfollowed.class));

        var changed = records.getLast().getDynamodb();
        changed.setNewImage(changed.getOldImage());
        assertThat(event(records.getLast())).isNull();
    }

    @Test
    @SuppressWarnings("JavaUtilDate") // required by the event class
    void theLogContainsTheAgeOfTheOldestRecordAndTheFailures() {
        var post = post("ann");
        likeAndUnlike(post, List.of("a+", "b+", "c+"));
        var records = counting.next();
        var anHourAgo = Instant.now().minus(Duration.ofHours(1));
        records.get(1).getDynamodb().setApproximateCreationDateTime(Date.from(anHourAgo));

        var batch = logged(records).getLast();
        assertThat(batch.path("Records").asInt()).isEqualTo(3);
        assertThat(batch.path("FailedBatches").asInt(-1)).isZero();
        assertThat(batch.path("StreamAge").asLong())
                .isBetween(3_600_000L, Duration.ofDays(1).toMillis());
        assertThat(batch.path("Latency").asDouble(-1)).isBetween(0.0, 60_000.0);

        records.get(2).getDynamodb().setNewImage(Map.of("pk", new AttributeValue("x")));
        var lines = logged(records);
        assertThat(lines.getLast().path("FailedBatches").asInt()).isEqualTo(1);
        assertThat(lines.getFirst().path("message").asText()).isEqualTo("record could not be read");
    }

    @Test
    void theLogContainsTheUnitsOfTheBatch() {
        var post = post("ann");
        likeAndUnlike(post, List.of("a+"));
        var records = counting.next();
        var line = logged(records).getLast();
        assertThat(line.path("WriteUnits").asDouble()).isPositive();
        assertThat(line.path("RoundTrips").asInt()).isPositive();
        assertThat(line.path("ReadUnits").isNumber()).isTrue();
    }

    @Test
    void theLogContainsTheTimeUntilTheLastFollowerReceivedAPost() {
        post("ann");
        var records = fanOut.next();
        bed.clock().advance(Duration.ofSeconds(5));
        var line = logged(() -> fanOut.deliver(bed, records)).getLast();
        assertThat(line.path("FanOutLag").asLong()).isEqualTo(5_000);
    }

    private List<JsonNode> logged(List<DynamodbStreamRecord> records) {
        return logged(() -> counting.deliver(bed, records));
    }

    private static List<JsonNode> logged(Supplier<List<String>> delivery) {
        var lines = new ArrayList<JsonNode>();
        var _ = Log.to(line -> lines.add(json(line)), delivery);
        return lines;
    }

    private static List<String> messages(Supplier<List<String>> delivery) {
        return logged(delivery).stream().map(line -> line.path("message").asText()).toList();
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }

    // ---- helpers

    /// Starts again with an empty table and other sizes of slices.
    private void restart(Timelines.Limits limits) {
        restart(limits, SliceLimit.STANDARD);
    }

    private void restart(Timelines.Limits limits, SliceLimit slices) {
        bed.close();
        bed =
                new TestBed(functions ->
                        functions
                                .with(Timelines.Limits.class, limits)
                                .with(SliceLimit.class, slices));
        fanOut = new StreamTap(bed.emulator(), FAN_OUT);
    }

    private @Nullable Event event(DynamodbStreamRecord streamRecord) {
        return SocialEvent.ofOrNull(Changes.of(streamRecord));
    }

    private PostId post(String author) {
        bed.user(author);
        return bed.post(author, "Fog.");
    }

    private void follow(String followee, String... followers) {
        for (var follower : followers) {
            bed.user(follower);
            bed.follow(follower, followee);
        }
    }

    /// Writes only the edges in the list of followers, not those in the followers' own lists.
    private static Stream<Item> followersOf(String followee, int count) {
        return IntStream.range(0, count)
                .mapToObj(n ->
                        FollowItems.follower(
                                new Follow(
                                        UserId.of("reader" + n),
                                        UserId.of(followee),
                                        Instant.EPOCH)));
    }

    /// Likes (`user+`) and unlikes (`user-`) through the API.
    private void likeAndUnlike(PostId post, List<String> toggles) {
        for (var toggle : toggles) {
            var user = toggle.substring(0, toggle.length() - 1);
            if (toggle.endsWith("+")) {
                bed.like(user, post);
            } else {
                bed.as(user).at("postId", post.value()).at("userId", user).send("UnlikePost");
            }
        }
    }

    private void view(PostId post, String session) {
        bed.as("x").at("postId", post.value()).at("sessionId", session).send("RecordView");
    }

    /// Runs both functions until the stream is drained.
    private void settle() {
        StreamTap.drain(bed, List.of(counting, fanOut));
    }

    private long likeCount(PostId post) {
        return bed.as("x")
                .at("postId", post.value())
                .send("GetLikeCountByPostId")
                .json()
                .path("likeCount")
                .asLong(-1);
    }

    private long viewCount(PostId post) {
        return bed.as("x")
                .at("postId", post.value())
                .send("GetViewCountByPostId")
                .json()
                .path("viewCount")
                .asLong(-1);
    }

    private List<String> timeline(String user) {
        return bed.as(user).at("userId", user).send("GetTimelineByUserId").column("postId");
    }

    private long entriesOf(PostId post) {
        return bed.everything().keySet().stream()
                .filter(key ->
                        key.pk().endsWith("#timeline") && key.sk().startsWith("p#" + post.value()))
                .count();
    }

    private List<String> jobs() {
        return bed.everything().keySet().stream()
                .map(key -> key.pk())
                .filter(pk -> pk.startsWith("Job#"))
                .toList();
    }

    private static String sequence(DynamodbStreamRecord streamRecord) {
        return streamRecord.getDynamodb().getSequenceNumber();
    }

    /// A random order that keeps the order of the records of each item.
    private static List<DynamodbStreamRecord> inOrderPerItem(
            List<DynamodbStreamRecord> records, Random random) {
        var byItem = new HashMap<String, List<DynamodbStreamRecord>>();
        for (var streamRecord : records) {
            byItem.computeIfAbsent(
                            streamRecord.getDynamodb().getKeys().toString(), _ -> new ArrayList<>())
                    .add(streamRecord);
        }
        var order = new ArrayList<String>();
        byItem.forEach((item, its) -> order.addAll(Collections.nCopies(its.size(), item)));
        Collections.sort(order);
        Collections.shuffle(order, random);
        var shuffled = new ArrayList<DynamodbStreamRecord>();
        order.forEach(item -> shuffled.add(byItem.getOrDefault(item, List.of()).removeFirst()));
        return shuffled;
    }

    /// A network on which requests of this kind with the key of this post fail.
    private static FaultyNetwork failing(String operation, PostId post) {
        return new FaultyNetwork(
                FaultPlan.always(Fault.INTERNAL_SERVER_ERROR)
                        .on(operation)
                        .containing(post.value()));
    }
}
