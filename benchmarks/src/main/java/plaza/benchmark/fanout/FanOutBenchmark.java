package plaza.benchmark.fanout;

import static plaza.benchmark.report.Samples.number;
import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.NONE;
import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import plaza.benchmark.process.ChildProcess;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.TestBed;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Measures how fast a post reaches all followers, and what it delays.
public final class FanOutBenchmark implements Benchmark {
    /// Batches in flight at once, in the bare loop as in [plaza.dynamodb.DynamoDbTable].
    private static final int CONCURRENCY = 16;

    private static final double LOOP_SHARE_MIN = 0.85;
    private static final double NODE_RATIO_MIN = 2.2;

    /// Deliveries before the measurement, enough for the optimizing compiler to finish.
    private static final int WARM_UP_DELIVERIES = 20;

    /// The time per follower and the memory count as flat up to this ratio between the largest and
    /// the smallest number of followers.
    private static final double FLAT_MAX = 1.25;

    /// The time after which a delivery counts as lost.
    private static final Duration LOST_AFTER = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "fan-out";
    }

    @Override
    public Section run(Effort effort) throws Exception {
        var section = Section.titled("Fan-out");
        section = comparedWithLoop(section, effort);
        section = comparedWithNode(section, effort);
        section = endToEnd(section, effort);
        return LimitedCapacity.run(section, effort);
    }

    /// Writes the followers of an author without the reverse edges, which the fan-out does not
    /// read.
    static void follow(TestBed bed, UserId author, int followers) {
        bed.putAll(
                IntStream.range(0, followers)
                        .mapToObj(follower ->
                                FollowItems.follower(
                                        new Follow(follower(follower), author, Instant.now()))));
    }

    static UserId follower(int number) {
        return UserId.of("f%08d".formatted(number));
    }

    private static Section comparedWithLoop(Section section, Effort effort) throws Exception {
        var followers = effort == Effort.SMOKE ? 1_000 : 5_000;
        try (var bed = new TestBed()) {
            var author = UserId.of("author");
            var table = bed.table();
            follow(bed, author, followers);
            var deliveries = new Deliveries(table);
            var posts = new AtomicInteger();
            var runs = new LinkedHashMap<String, Callable<Double>>();
            runs.put(
                    "FanOut",
                    () -> {
                        var post = Deliveries.post(author, id(posts));
                        table.write(Write.Put.of(PostItems.post(post)));
                        var time = deliveries.deliver(post, followers, () -> {});
                        return perSecond(followers, time);
                    });
            runs.put(
                    "a bare loop of BatchWriteItem, 16 at once",
                    () ->
                            perSecond(
                                    followers,
                                    loop(bed.emulator(), author, followers, posts, NONE)));
            runs.put(
                    "the same loop, which first reads the followers",
                    () ->
                            perSecond(
                                    followers,
                                    readFollowers(table, author, followers)
                                            .plus(
                                                    loop(
                                                            bed.emulator(),
                                                            author,
                                                            followers,
                                                            posts,
                                                            NONE))));
            runs.put(
                    "the same loop, which asks for the consumed units",
                    () ->
                            perSecond(
                                    followers,
                                    loop(bed.emulator(), author, followers, posts, TOTAL)));
            Samples.interleaved(1, runs);
            var measured = Samples.interleaved(effort.runs(), runs);
            var rates = MarkdownTable.of("on DynamoDB Local", "deliveries per second");
            for (var run : measured.entrySet()) {
                rates = rates.row(run.getKey(), run.getValue().text(0));
            }
            var samples = List.copyOf(measured.values());
            var share = samples.getFirst().median() / samples.get(1).median();
            var shareWithUnits = samples.getFirst().median() / samples.getLast().median();
            return section.heading("Compared with a bare loop")
                    .prose(
                            "%s followers. The loop writes the same items without a job. FanOut reads the followers, and asks for the consumed units, which it needs for its metrics and for the length of its turn."
                                    .formatted(number(followers, 0)))
                    .table(rates)
                    .goal(
                            "deliveries per second ≥ 0.85 × the bare loop on DynamoDB Local",
                            number(share, 2) + " ×",
                            share >= LOOP_SHARE_MIN,
                            number(shareWithUnits, 2)
                                    + " × the loop that asks for the consumed units");
        }
    }

    private static Duration readFollowers(Table table, UserId author, int followers) {
        var start = System.nanoTime();
        var read =
                table.read(Query.in(KeySpace.FOLLOWERS.of(author)).consistent(), followers, null);
        if (read.items().size() != followers) {
            throw new IllegalStateException("Followers are missing");
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static List<List<WriteRequest>> batches(UserId author, PostId post, int followers) {
        var requests =
                IntStream.range(0, followers)
                        .mapToObj(follower ->
                                TimelineItems.timelineEntry(
                                        new TimelineEntry(
                                                follower(follower), author, post, Instant.now())))
                        .map(item ->
                                WriteRequest.builder()
                                        .putRequest(
                                                PutRequest.builder()
                                                        .item(item.attributes())
                                                        .build())
                                        .build())
                        .toList();
        var batches = new ArrayList<List<WriteRequest>>();
        for (var start = 0; start < requests.size(); start += Table.BATCH_WRITE_MAX) {
            batches.add(
                    requests.subList(
                            start, Math.min(start + Table.BATCH_WRITE_MAX, requests.size())));
        }
        return batches;
    }

    private static Duration loop(
            Emulator emulator,
            UserId author,
            int followers,
            AtomicInteger posts,
            ReturnConsumedCapacity consumed)
            throws Exception {
        var client = emulator.client();
        var batches = batches(author, PostId.of(id(posts)), followers);
        var start = System.nanoTime();
        try (var threads =
                Executors.newFixedThreadPool(CONCURRENCY, Thread.ofVirtual().factory())) {
            var writes =
                    batches.stream()
                            .<Callable<Boolean>>map(batch ->
                                    () ->
                                            client.batchWriteItem(b ->
                                                            b.returnConsumedCapacity(consumed)
                                                                    .requestItems(
                                                                            Map.of(
                                                                                    Emulator.TABLE,
                                                                                    batch)))
                                                    .hasUnprocessedItems())
                            .toList();
            for (var write : threads.invokeAll(writes)) {
                var _ = write.get();
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static String id(AtomicInteger posts) {
        return "post%06d".formatted(posts.incrementAndGet());
    }

    private static double perSecond(int followers, Duration time) {
        return followers / (time.toNanos() / 1e9);
    }

    private static Section comparedWithNode(Section section, Effort effort) throws Exception {
        var followers = effort == Effort.SMOKE ? 2_000 : 10_000;
        var posts = new AtomicInteger();
        try (var table = ChildProcess.java(ChildProcess.AS_DEPLOYED, CannedTable.class)) {
            var endpoint = "http://127.0.0.1:" + table.readLine();
            try (var plaza =
                            ChildProcess.java(
                                    ChildProcess.AS_DEPLOYED, FanOutProcess.class, endpoint);
                    var optimised =
                            ChildProcess.java(
                                    ChildProcess.OPTIMISED, FanOutProcess.class, endpoint);
                    var node =
                            ChildProcess.of(
                                    NodeProgram.installed(), "node", "fanout.mjs", endpoint)) {
                var processes = new LinkedHashMap<String, ChildProcess>();
                processes.put("FanOut", plaza);
                processes.put("FanOut, with the optimizing compiler", optimised);
                processes.put("Node.js " + NodeProgram.version() + ", DocumentClient", node);
                var rates = new LinkedHashMap<String, Callable<Double>>();
                var cpuMicros = new LinkedHashMap<String, List<Double>>();
                for (var process : processes.entrySet()) {
                    var child = process.getValue();
                    cpuMicros.put(process.getKey(), new ArrayList<>());
                    rates.put(
                            process.getKey(),
                            () -> {
                                var before = child.cpuMillis();
                                var rate =
                                        followers / deliveryMillis(child, followers, posts) * 1_000;
                                cpuMicros
                                        .get(process.getKey())
                                        .add((child.cpuMillis() - before) * 1_000 / followers);
                                return rate;
                            });
                }
                for (var delivery = 0;
                        delivery < (effort == Effort.SMOKE ? 1 : WARM_UP_DELIVERIES);
                        delivery++) {
                    Samples.interleaved(1, rates);
                }
                cpuMicros.values().forEach(List::clear);
                var measured = Samples.interleaved(effort.runs(), rates);
                var figures =
                        MarkdownTable.of(
                                "with a table that responds immediately",
                                "deliveries per second",
                                "processor time per delivery, µs");
                for (var run : measured.entrySet()) {
                    figures =
                            figures.row(
                                    run.getKey(),
                                    run.getValue().text(0),
                                    new Samples(cpuMicros.get(run.getKey())).text(0));
                }
                var samples = List.copyOf(measured.values());
                var nodeRate = samples.getLast().median();
                var ratio = samples.getFirst().median() / nodeRate;
                var client =
                        section.heading("Compared with Node.js")
                                .prose(
                                        "%s followers. Each program runs in its own process (Plaza's with Lambda's compiler), warm, against a server that stores nothing. The program for Node.js is `benchmarks/node/fanout.mjs`."
                                                .formatted(number(followers, 0)))
                                .table(figures)
                                .goal(
                                        "deliveries per second of the client ≥ 2.2 × Node.js",
                                        number(ratio, 2) + " ×",
                                        ratio >= NODE_RATIO_MIN,
                                        "with the optimizing compiler "
                                                + number(samples.get(1).median() / nodeRate, 2)
                                                + " ×");
                return withManyFollowers(client, effort, plaza, posts);
            }
        }
    }

    private static double deliveryMillis(ChildProcess child, int followers, AtomicInteger posts) {
        return Double.parseDouble(child.request("a" + followers + " " + id(posts)));
    }

    private static Section withManyFollowers(
            Section section, Effort effort, ChildProcess plaza, AtomicInteger posts)
            throws Exception {
        var sizes = new int[] {1_000, 3_162, 10_000, 31_623, 100_000};
        var runs = new LinkedHashMap<Integer, Callable<Double>>();
        for (var size : sizes) {
            runs.put(size, () -> deliveryMillis(plaza, size, posts) * 1_000 / size);
        }
        var times = Samples.interleaved(Math.min(effort.runs(), 5), runs);
        var heaps = new ArrayList<Double>();
        var table = MarkdownTable.of("followers", "µs per follower", "live heap at most, MB");
        for (var size : sizes) {
            var response = plaza.request("a" + size + " " + id(posts) + " heap").split(" ", -1);
            heaps.add(Double.parseDouble(response[1]) / 1e6);
            table = table.row(number(size, 0), times.get(size).text(1), number(heaps.getLast(), 1));
        }
        var medians = times.values().stream().mapToDouble(Samples::median).toArray();
        var slower = medians[medians.length - 1] / medians[0];
        var larger = heaps.getLast() / heaps.getFirst();
        return section.heading("By the number of followers")
                .table(table)
                .plot(
                        Plot.lines(
                                        "fan-out-followers",
                                        "Time and memory of a fan-out by the number of followers",
                                        Plot.Axis.logarithmic("followers"),
                                        Plot.Axis.linear("µs per follower, MB"))
                                .line("µs per follower", doubles(sizes), medians)
                                .line(
                                        "live heap, MB",
                                        doubles(sizes),
                                        heaps.stream().mapToDouble(Double::doubleValue).toArray()))
                .goal(
                        "time per follower constant from 10³ to 10⁵ followers",
                        number(slower, 2) + " × at 10⁵",
                        slower <= FLAT_MAX,
                        "")
                .goal(
                        "memory flat from 10³ to 10⁵ followers",
                        number(larger, 2) + " × at 10⁵",
                        larger <= FLAT_MAX,
                        "");
    }

    private static double[] doubles(int[] numbers) {
        return IntStream.of(numbers).asDoubleStream().toArray();
    }

    /// Measures the whole system on DynamoDB Local: an author with many followers writes a post,
    /// and immediately afterwards an author with one follower writes another.
    private static Section endToEnd(Section section, Effort effort) throws Exception {
        var followers = effort == Effort.SMOKE ? 1_000 : 10_000;
        var toLastOfMany = new ArrayList<Double>();
        var toOne = new ArrayList<Double>();
        var responses = new ArrayList<Double>();
        try (var bed = new TestBed()) {
            var many = UserId.of("many");
            bed.user("many");
            bed.user("few");
            bed.user("reader");
            bed.follow("reader", "few");
            follow(bed, many, followers);
            bed.drain();
            for (var run = 0; run < Math.min(effort.runs(), 5); run++) {
                var start = System.nanoTime();
                var post = bed.post("many", "to many");
                responses.add(millisSince(start));
                var startOfOther = System.nanoTime();
                var other = bed.post("few", "to one");
                await(
                        bed.table(),
                        KeySpace.TIMELINE_ENTRY.key(UserId.of("reader"), other, UserId.of("few")));
                toOne.add(millisSince(startOfOther));
                await(
                        bed.table(),
                        KeySpace.TIMELINE_ENTRY.key(follower(followers - 1), post, many));
                toLastOfMany.add(millisSince(start));
                bed.drain();
            }
        }
        return section.heading("From the post to the readers")
                .prose(
                        "The whole system in one process: handlers, DynamoDB Local, the stream and its mappings. An author with %s followers writes a post, and immediately afterwards an author with one follower writes another."
                                .formatted(number(followers, 0)))
                .table(
                        MarkdownTable.of("after the request was sent", "ms")
                                .row("the response to the post", new Samples(responses).text(0))
                                .row(
                                        "the last of many followers has it",
                                        new Samples(toLastOfMany).text(0))
                                .row(
                                        "the one follower of the other has theirs",
                                        new Samples(toOne).text(0)));
    }

    private static void await(Table table, Key key) {
        var end = System.nanoTime() + LOST_AFTER.toNanos();
        while (table.get(key) == null) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("A delivery is lost");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
