package plaza.benchmark.count;

import static plaza.benchmark.report.Samples.number;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import plaza.benchmark.record.StreamEvents;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;
import plaza.evolution.MigrationSettings;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Meter;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.stream.AggregateCounts;
import plaza.table.KeySpace;
import plaza.table.Retry;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;

/// A benchmark of the number of likes that are counted per second, and of the cost of a like by the
/// size of its batch.
public final class AggregationBenchmark implements Benchmark {
    /// The batch size of AggregateCounts in the Catalogue.
    private static final int BATCH = TestBed.streamRow("AggregateCounts").batchSize();

    private static final int MANY_POSTS = 1_000;
    private static final int[] BATCHES = {1, 3, 10, 30, 100, 300, 1_000};
    private static final Duration INVOCATION_MAX = Duration.ofMinutes(1);

    private final AtomicInteger postsCreated = new AtomicInteger();
    private final AtomicInteger likesCreated = new AtomicInteger();

    @Override
    public String name() {
        return "aggregation";
    }

    @Override
    public Section run(Effort effort) throws Exception {
        try (var bed = new TestBed()) {
            return units(rates(Section.titled("Aggregation"), effort, bed), effort, bed);
        }
    }

    private Section rates(Section section, Effort effort, TestBed bed) throws Exception {
        var likes = effort == Effort.SMOKE ? BATCH : 2 * BATCH;
        var function =
                new AggregateCounts(
                        bed.table(),
                        Clock.systemUTC(),
                        Retry.Pause.REAL,
                        new MigrationSettings(Set.of(), Set.of(PostItems.ONE_COUNTER.id())));
        var runs = new LinkedHashMap<String, Callable<Double>>();
        runs.put("one hot post", () -> rate(bed, function, posts(bed, 1), likes));
        runs.put("a thousand posts", () -> rate(bed, function, posts(bed, MANY_POSTS), likes));
        Samples.interleaved(1, runs);
        var measured = Samples.interleaved(effort.runs(), runs);
        var table = MarkdownTable.of("likes on DynamoDB Local", "counted per second");
        for (var run : measured.entrySet()) {
            table = table.row(run.getKey(), run.getValue().text(0));
        }
        return section.prose(
                        "%s likes in batches of %s, passed to AggregateCounts one after the other. After each run every counter was compared with the number of its likes."
                                .formatted(number(likes, 0), number(BATCH, 0)))
                .table(table)
                .goal(
                        "every like counted exactly",
                        number((double) likes * 2 * (effort.runs() + 1), 0) + " likes, exactly",
                        true,
                        number(measured.get("one hot post").median(), 0)
                                + " a second on one post, "
                                + number(measured.get("a thousand posts").median(), 0)
                                + " on a thousand");
    }

    /// Counts likes that are spread evenly over posts.
    ///
    /// @return the number of likes counted per second
    /// @throws IllegalStateException if a counter has a wrong value afterwards
    private double rate(TestBed bed, AggregateCounts function, List<PostId> posts, int likes) {
        var batches = new ArrayList<DynamodbEvent>();
        for (var first = 0; first < likes; first += BATCH) {
            batches.add(StreamEvents.batch(records(posts, Math.min(BATCH, likes - first))));
        }
        var start = System.nanoTime();
        batches.forEach(batch -> count(function, batch));
        var seconds = (System.nanoTime() - start) / 1e9;
        for (var post : posts) {
            var counter = bed.table().getConsistent(KeySpace.POST_COUNTER.key(post));
            if (counter == null
                    || counter.number(PostCounter.LIKES.attribute()) != likes / posts.size()) {
                throw new IllegalStateException("Wrong like count: " + counter);
            }
        }
        return likes / seconds;
    }

    private static void count(
            RequestHandler<DynamodbEvent, StreamsEventResponse> function, DynamodbEvent batch) {
        var response =
                function.handleRequest(batch, new TestContext("AggregateCounts", INVOCATION_MAX));
        if (!response.getBatchItemFailures().isEmpty()) {
            throw new IllegalStateException("AggregateCounts reported failed records: " + response);
        }
    }

    private List<DynamodbStreamRecord> records(List<PostId> posts, int likes) {
        return IntStream.range(0, likes)
                .mapToObj(number ->
                        new Like(
                                posts.get(number % posts.size()),
                                UserId.of("u%08d".formatted(likesCreated.incrementAndGet())),
                                Instant.now()))
                .map(LikeItems::like)
                .map(StreamEvents::inserted)
                .toList();
    }

    private List<PostId> posts(TestBed bed, int count) {
        var posts =
                IntStream.range(0, count)
                        .mapToObj(_ ->
                                PostId.of("post%08d".formatted(postsCreated.incrementAndGet())))
                        .toList();
        bed.putAll(posts.stream().map(post -> PostItems.newCounter(post, UserId.of("author"))));
        return posts;
    }

    private Section units(Section section, Effort effort, TestBed bed) {
        var function = bed.stream(TestBed.streamRow("AggregateCounts"));
        var table =
                MarkdownTable.of(
                        "likes in a batch",
                        "one post: WRU per like",
                        "RRU per like",
                        "round trips per like",
                        "own posts: WRU per like",
                        "RRU per like",
                        "round trips per like");
        var sizes = new ArrayList<Double>();
        var onePost = new ArrayList<Double>();
        var ownPosts = new ArrayList<Double>();
        for (var size : BATCHES) {
            if (effort == Effort.SMOKE && size > 100) {
                continue;
            }
            var one = cost(bed, function, posts(bed, 1), size);
            var many = cost(bed, function, posts(bed, size), size);
            sizes.add((double) size);
            onePost.add(one.writeUnits() / size);
            ownPosts.add(many.writeUnits() / size);
            table =
                    table.row(
                            number(size, 0),
                            number(one.writeUnits() / size, 3),
                            number(one.readUnits() / size, 3),
                            number((double) one.roundTrips() / size, 3),
                            number(many.writeUnits() / size, 3),
                            number(many.readUnits() / size, 3),
                            number((double) many.roundTrips() / size, 3));
        }
        return section.heading("Units per like, after the like itself")
                .table(table)
                .plot(
                        Plot.lines(
                                        "aggregation-units",
                                        "Write units per like by the size of the batch",
                                        Plot.Axis.logarithmic("likes in a batch"),
                                        Plot.Axis.linear("WRU per like"))
                                .line("one post", doubles(sizes), doubles(onePost))
                                .line(
                                        "each like on its own post",
                                        doubles(sizes),
                                        doubles(ownPosts)));
    }

    private Meter.Cost cost(
            TestBed bed,
            RequestHandler<DynamodbEvent, StreamsEventResponse> function,
            List<PostId> posts,
            int likes) {
        var batch = StreamEvents.batch(records(posts, likes));
        return bed.meter()
                .measure(() -> {
                    count(function, batch);
                    return likes;
                })
                .cost();
    }

    private static double[] doubles(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
