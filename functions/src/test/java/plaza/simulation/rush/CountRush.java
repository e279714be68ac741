package plaza.simulation.rush;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.simulation.StreamFunctions;
import plaza.simulation.TableChange;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.stream.AggregateCounts;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Query;
import plaza.table.Write;

/// Many likes and views of one post at the same time, which [AggregateCounts] counts.
///
/// Likes and views are in different shards. Each shard is read in concurrent batches, by the keys
/// of the items, and each of these batches waits for [#WINDOW].
final class CountRush {
    private static final PostId POST = PostId.of("post");
    private static final UserId AUTHOR = UserId.of("author");

    private static final StreamFunction ROW = Catalogue.ALL.streamFunction(AggregateCounts.class);
    private static final int BATCHES = ROW.parallelBatches();
    private static final Duration WINDOW = Duration.ofSeconds(ROW.windowSeconds());

    private static final int LIKES_PER_SECOND = 100;
    private static final int VIEWS_PER_SECOND = 400;
    private static final Duration BURST = Duration.ofSeconds(30);

    /// The batches that each reader of a shard waits for. Those after the burst are mostly empty.
    private static final int BATCHES_MAX = 20;

    private final VirtualCallers callers = new VirtualCallers();
    private final SplittableRandom random;
    private final HotTable table;
    private final AggregateCounts aggregateCounts;
    private final Map<Family, List<Deque<TableChange>>> shards = new LinkedHashMap<>();
    private final Map<String, Instant> written = new HashMap<>();
    private final List<Duration> lagsOfLikes = new ArrayList<>();

    CountRush(long seed) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        for (var family : List.of(SocialKeys.LIKES, SocialKeys.VIEWS)) {
            var queues = Stream.generate(ArrayDeque<TableChange>::new).limit(BATCHES).toList();
            shards.put(family, List.copyOf(queues));
        }
        table = new HotTable(callers, random, this::committed);
        aggregateCounts =
                new AggregateCounts(
                        table,
                        callers.clock(),
                        callers::sleep,
                        Declarations.registered().countedEdges());
        put(PostItems.newCounter(POST, AUTHOR));
    }

    private void committed(TableChange change) {
        var queues = shards.get(change.family());
        if (queues != null) {
            var key = change.key().toString();
            written.put(key, callers.now());
            queues.get(Math.floorMod(key.hashCode(), BATCHES)).add(change);
        }
    }

    private void put(Item item) {
        var _ = table.write(Write.Put.of(item));
    }

    /// Counts [#LIKES_PER_SECOND] and [#VIEWS_PER_SECOND] for a while.
    CountRush burst() {
        return burst(VIEWS_PER_SECOND);
    }

    /// Counts [#LIKES_PER_SECOND] for a while, without views.
    CountRush burstOfLikes() {
        return burst(0);
    }

    private CountRush burst(int viewsPerSecond) {
        at(
                LIKES_PER_SECOND,
                number -> LikeItems.like(new Like(POST, UserId.of("u" + number), callers.now())));
        at(
                viewsPerSecond,
                number ->
                        ViewItems.view(new View(POST, SessionId.of("s" + number), callers.now())));
        shards.forEach((family, queues) -> {
            for (var queue : queues) {
                callers.at(
                        Duration.ofNanos(random.nextLong(WINDOW.toNanos())),
                        () -> count(family, queue));
            }
        });
        callers.run();
        return this;
    }

    /// Puts items at random times.
    private void at(int perSecond, IntFunction<Item> item) {
        for (var number = 0; number < perSecond * BURST.toSeconds(); number++) {
            var each = number;
            callers.at(
                    Duration.ofNanos(random.nextLong(BURST.toNanos())),
                    () -> put(item.apply(each)));
        }
    }

    private void count(Family family, Deque<TableChange> queue) {
        for (var batch = 0; batch < BATCHES_MAX; batch++) {
            callers.sleep(WINDOW);
            var changes = List.copyOf(queue);
            if (!changes.isEmpty()) {
                var failed = failed(changes);
                for (var change : changes) {
                    if (!failed.contains(change.sequence())) {
                        queue.remove(change);
                        if (family == SocialKeys.LIKES) {
                            var key = change.key().toString();
                            lagsOfLikes.add(Duration.between(written.get(key), callers.now()));
                        }
                    }
                }
            }
        }
    }

    private Set<String> failed(List<TableChange> changes) {
        var event = new DynamodbEvent();
        event.setRecords(
                changes.stream().map(change -> change.delivered(change.sequence())).toList());
        var response = aggregateCounts.handleRequest(event, StreamFunctions.CONTEXT);
        var failed = new HashSet<String>();
        response.getBatchItemFailures().forEach(each -> failed.add(each.getItemIdentifier()));
        return failed;
    }

    /// The time from a like to its count, at most.
    Duration longestOfLikes() {
        return lagsOfLikes.stream().max(Duration::compareTo).orElseThrow();
    }

    /// The time from a like to its count, on average.
    Duration averageOfLikes() {
        var sum = lagsOfLikes.stream().reduce(Duration.ZERO, Duration::plus);
        return sum.dividedBy(lagsOfLikes.size());
    }

    long counted(PostCounter count) {
        var counter = table.peek(SocialKeys.POST_COUNTER.key(POST));
        return PostItems.count(count, Objects.requireNonNull(counter));
    }

    /// The number of likes or views in a list.
    long listed(Family.Of1<PostId> list) {
        return table.read(Query.in(list.of(POST)), Integer.MAX_VALUE, null).items().size();
    }

    HotTable table() {
        return table;
    }
}
