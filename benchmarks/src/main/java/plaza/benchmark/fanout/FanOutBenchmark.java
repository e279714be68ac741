package plaza.benchmark.fanout;

import static plaza.benchmark.report.Samples.number;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;
import plaza.id.UserId;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.key.SocialKeys;
import plaza.table.Key;
import plaza.table.Table;
import plaza.testkit.TestBed;

/// Measures how fast a post reaches all followers, and what it delays.
public final class FanOutBenchmark implements Benchmark {
    /// The time after which a delivery counts as lost.
    private static final Duration LOST_AFTER = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "fan-out";
    }

    @Override
    public Section run(Effort effort) throws Exception {
        var section = Section.titled("Fan-out");
        return LimitedCapacity.run(endToEnd(section, effort), effort);
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
                        SocialKeys.TIMELINE_ENTRY.key(
                                UserId.of("reader"), other, UserId.of("few")));
                toOne.add(millisSince(startOfOther));
                await(
                        bed.table(),
                        SocialKeys.TIMELINE_ENTRY.key(follower(followers - 1), post, many));
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
