package plaza.simulation.rush;

import static java.time.Duration.ofMillis;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.event.StreamRules;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.leaving.Departure;
import plaza.leaving.Eraser;
import plaza.leaving.Erasures;
import plaza.objects.UnusedObjects;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.social.SocialErasure;
import plaza.social.SocialEventRules;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineItems;
import plaza.social.timeline.Timelines;
import plaza.stream.FanOut;
import plaza.stream.SliceLimit;
import plaza.table.Attempt;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Write;
import plaza.testkit.invocation.TestContext;
import plaza.units.Units;
import plaza.units.Units.Consistency;

/// A post to very many followers, which the real FanOut delivers in the time of [VirtualCallers],
/// while other authors post. The followers are not stored: a Query computes them.
///
/// The constants are assumptions, except for the limits of DynamoDB.
public final class LargeDelivery {
    /// The batches of a shard that are processed at once, as the stack sets it.
    public static final int PARALLEL_BATCHES =
            Catalogue.ALL.streamFunction(FanOut.class).parallelBatches();

    /// The time from a write to the invocation that receives its record.
    public static final Duration STREAM_DELAY = ofMillis(200);

    /// The time of a request for one item.
    public static final Duration ROUND_TRIP = ofMillis(5);

    /// The time of a BatchWriteItem.
    public static final Duration BATCH = ofMillis(10);

    /// The time of a Query that returns 1 MB; a smaller one takes less.
    public static final Duration PAGE = ofMillis(50);

    /// The time in which a post to three followers is delivered: the post, the followers, a batch.
    public static final Duration OTHER_POST = ROUND_TRIP.plus(ROUND_TRIP).plus(BATCH);

    /// The interval between the posts of other authors.
    public static final Duration OTHER_POSTS = ofMillis(50);

    private static final int BATCH_SIZE = 100;
    private static final int BATCHES_AT_ONCE = 16;
    private static final int PAGE_BYTES = 1_048_576;
    private static final int SLICES_PER_SECOND = 10;
    private static final int OTHERS = 100;
    private static final int FOLLOWERS_OF_OTHER = 3;

    private static final UserId LARGE = UserId.of("author-of-the-largest-post");
    private static final Instant FOLLOWED_AT = Instant.parse("2025-11-20T10:11:12.345Z");
    private static final int FOLLOWER_BYTES = Units.size(follower(0).attributes());

    /// How a delivery ended.
    ///
    /// @param time from the post until the last follower has it
    /// @param delivered the followers that have it
    /// @param repeated the followers to whom it was written more than once
    /// @param otherPosts the posts of other authors during the delivery
    /// @param slowestOther the longest time from another post until its followers have it
    /// @param longestInvocation the longest time of an invocation
    /// @param jobsAtOnce the most jobs that existed at the same time
    /// @param throttled the Queries that exceeded the read capacity of the list of followers
    public record Result(
            Duration time,
            int delivered,
            int repeated,
            int otherPosts,
            Duration slowestOther,
            Duration longestInvocation,
            int jobsAtOnce,
            int throttled,
            double readUnits,
            double writeUnits) {}

    /// A record that is on its way.
    private record Arrival(DynamodbStreamRecord streamRecord, Duration at) {}

    /// The records of some partition keys of a shard, which are processed one batch after another.
    private static final class Lane {
        private final Deque<Arrival> waiting = new ArrayDeque<>();
        private boolean busy;
    }

    private final int followers;
    private final VirtualCallers callers = new VirtualCallers();
    private final SplittableRandom random = new SplittableRandom(1);
    private final MemoryTable items;
    private final FanOut function;
    private final Retry retry;
    private final List<Lane> lanes;

    private final BitSet reached = new BitSet();
    private final Map<PostId, Integer> pending = new HashMap<>();
    private final Map<PostId, Duration> since = new HashMap<>();

    private Duration time = Duration.ZERO;
    private Duration slowestOther = Duration.ZERO;
    private Duration longestInvocation = Duration.ZERO;
    private int repeated;
    private int otherPosts;
    private int jobs;
    private int jobsAtOnce;
    private int throttled;
    private double readUnits;
    private double writeUnits;
    private long readSlice;
    private double readsOfSlice;

    private LargeDelivery(int followers, Timelines.Limits limits, int shards) {
        this.followers = followers;
        this.lanes =
                IntStream.range(0, shards * PARALLEL_BATCHES).mapToObj(_ -> new Lane()).toList();
        this.items =
                new MemoryTable(
                        callers.clock(),
                        new MemoryTable.Calm(random::nextInt),
                        BigInteger.TEN,
                        this::changed);
        this.retry = callers.retry(random);
        var table = new VirtualTable();
        this.function =
                new FanOut(
                        table,
                        callers.clock(),
                        callers::sleep,
                        SliceLimit.STANDARD,
                        new StreamRules(
                                List.of(
                                        new SocialEventRules(
                                                table,
                                                callers.clock(),
                                                limits,
                                                Erasures.of(List.of(new SocialErasure())),
                                                Departure.WITHIN_TABLE,
                                                new UnusedObjects(),
                                                Eraser.Limit.STANDARD))));
    }

    /// Delivers a post to the given number of followers.
    ///
    /// @param shards the shards of the stream
    public static Result run(int followers, Timelines.Limits limits, int shards) {
        return new LargeDelivery(followers, limits, shards).run();
    }

    private Result run() {
        for (var other = 0; other < OTHERS; other++) {
            for (var follower = 0; follower < FOLLOWERS_OF_OTHER; follower++) {
                put(FollowItems.follower(new Follow(id(follower), other(other), Instant.EPOCH)));
            }
        }
        put(PostItems.post(post(LARGE, "large")));
        callers.at(Duration.ZERO, this::postAsOthers);
        callers.run();
        return new Result(
                time,
                reached.cardinality(),
                repeated,
                otherPosts,
                slowestOther,
                longestInvocation,
                jobsAtOnce,
                throttled,
                readUnits,
                writeUnits);
    }

    private void postAsOthers() {
        while (reached.cardinality() < followers) {
            callers.sleep(OTHER_POSTS);
            var post = post(other(otherPosts % OTHERS), "other" + otherPosts);
            otherPosts++;
            pending.put(post.id(), FOLLOWERS_OF_OTHER);
            since.put(post.id(), callers.elapsed());
            put(PostItems.post(post));
        }
    }

    private void put(Item item) {
        var _ = items.write(Write.Put.of(item));
    }

    private Post post(UserId author, String id) {
        return new Post(author, PostId.of(id), "Fog.", null, callers.now(), null, 1);
    }

    private static UserId other(int number) {
        return UserId.of("other" + number);
    }

    private static UserId id(int follower) {
        return UserId.of("%026d".formatted(follower));
    }

    // ---- the stream

    private void changed(TableChange change) {
        var isJob = change.family() == PlatformKeys.JOBS;
        if (isJob && change.before() == null) {
            jobsAtOnce = Math.max(jobsAtOnce, ++jobs);
        }
        if (isJob && change.after() == null) {
            jobs--;
            return;
        }
        if (isJob || change.family() == SocialKeys.POSTS) {
            // spreads the keys; the lowest bits of a hash code depend on few characters
            var hash = new SplittableRandom(change.key().pk().hashCode());
            var lane = lanes.get(hash.nextInt(lanes.size()));
            var at = callers.elapsed().plus(STREAM_DELAY);
            lane.waiting.add(new Arrival(change.delivered(change.sequence()), at));
            callers.at(at, () -> process(lane));
        }
    }

    private void process(Lane lane) {
        if (lane.busy) {
            return;
        }
        lane.busy = true;
        for (var batch = arrived(lane); !batch.isEmpty(); batch = arrived(lane)) {
            var start = callers.elapsed();
            var event = new DynamodbEvent();
            event.setRecords(batch);
            var response =
                    function.handleRequest(event, new TestContext("FanOut", Duration.ofHours(1)));
            if (!response.getBatchItemFailures().isEmpty()) {
                throw new AssertionError("a record failed");
            }
            longestInvocation = longer(longestInvocation, callers.elapsed().minus(start));
        }
        lane.busy = false;
    }

    private List<DynamodbStreamRecord> arrived(Lane lane) {
        var batch = new ArrayList<DynamodbStreamRecord>();
        for (var first = lane.waiting.peek();
                first != null
                        && batch.size() < BATCH_SIZE
                        && first.at().compareTo(callers.elapsed()) <= 0;
                first = lane.waiting.peek()) {
            batch.add(lane.waiting.remove().streamRecord());
        }
        return batch;
    }

    // ---- the table

    /// The table of the function, whose requests take time and units.
    private final class VirtualTable extends ForwardingTable {
        VirtualTable() {
            super(items);
        }

        @Override
        public @Nullable Item getConsistent(Key key) {
            callers.sleep(ROUND_TRIP);
            used(1, 0);
            return items.getConsistent(key);
        }

        @Override
        public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
            var isLarge = query.collection().equals(SocialKeys.FOLLOWERS.of(LARGE));
            var page = isLarge ? followers(query, limit, after) : items.read(query, limit, after);
            var bytes = FOLLOWER_BYTES * page.items().size();
            var consistency = query.strong() ? Consistency.STRONG : Consistency.EVENTUAL;
            var units = Units.read(bytes, consistency);
            var transfer = PAGE.minus(ROUND_TRIP).multipliedBy(bytes).dividedBy(PAGE_BYTES);
            var _ =
                    retry.optimistically(() -> {
                        callers.sleep(ROUND_TRIP.plus(transfer));
                        return !isLarge || isAdmitted(units)
                                ? Attempt.done(page)
                                : Attempt.tryAgain();
                    });
            used(units, 0);
            return page;
        }

        @Override
        public Outcome<Key> write(Write write) {
            callers.sleep(ROUND_TRIP);
            used(0, 1);
            return items.write(write);
        }

        @Override
        public List<Outcome<Key>> writeEach(List<Write> writes) {
            callers.sleep(ROUND_TRIP);
            used(0, writes.size());
            return items.writeEach(writes);
        }

        @Override
        public void writeAll(List<Write> writes) {
            var batches = Math.ceilDiv(writes.size(), BATCH_WRITE_MAX);
            callers.sleep(BATCH.multipliedBy(Math.ceilDiv(batches, BATCHES_AT_ONCE)));
            used(0, writes.size());
            for (var write : writes) {
                if (write instanceof Write.Put(var entry, _)) {
                    received(entry);
                }
            }
        }

        private void used(double reads, double writes) {
            readUnits += reads;
            writeUnits += writes;
            spent(reads, writes);
        }
    }

    private void received(Item entry) {
        var reader = SocialKeys.TIMELINE.parse(entry.key());
        var author = TimelineItems.authorOf(entry);
        if (reader.equals(author)) {
            return;
        }
        if (author.equals(LARGE)) {
            var number = Integer.parseInt(reader.value());
            repeated += reached.get(number) ? 1 : 0;
            reached.set(number);
            time = callers.elapsed();
            return;
        }
        var post = SocialKeys.POST.parse(TimelineItems.postOf(entry), (_, id) -> id);
        if (pending.merge(post, -1, Integer::sum) == 0) {
            slowestOther =
                    longer(
                            slowestOther,
                            callers.elapsed().minus(since.getOrDefault(post, Duration.ZERO)));
        }
    }

    private Page<Item> followers(Query query, int limit, Page.@Nullable Position after) {
        var first = after == null ? 0 : number(after.keyAttributes().getLast()) + 1;
        var end = query.greatest().isEmpty() ? followers : number(query.greatest()) + 1;
        var size = Math.min(limit, PAGE_BYTES / FOLLOWER_BYTES);
        var page =
                IntStream.range(first, Math.min(end, first + size))
                        .mapToObj(LargeDelivery::follower)
                        .toList();
        return new Page<>(page, page.size() < size ? null : Page.Position.of(page.getLast().key()));
    }

    private static Item follower(int number) {
        return FollowItems.follower(new Follow(id(number), LARGE, FOLLOWED_AT));
    }

    private static int number(String sk) {
        var key = new Key(SocialKeys.FOLLOWERS.of(LARGE).pk(), sk);
        return Integer.parseInt(SocialKeys.FOLLOWER.parse(key, (_, follower) -> follower).value());
    }

    /// Whether the partition of the list of followers has the capacity left.
    private boolean isAdmitted(double units) {
        var slice = callers.elapsed().toMillis() * SLICES_PER_SECOND / 1_000;
        if (slice != readSlice) {
            readSlice = slice;
            readsOfSlice = 0;
        }
        if (readsOfSlice + units > (double) HotTable.READ_UNITS / SLICES_PER_SECOND) {
            throttled++;
            return false;
        }
        readsOfSlice += units;
        return true;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
