package plaza.benchmark.fanout;

import static plaza.benchmark.report.Samples.number;

import java.time.Duration;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.simulation.rush.LargeDelivery;
import plaza.simulation.rush.LargeDelivery.Result;
import plaza.social.timeline.Timelines;

/// Calculates how fast a post reaches two million followers, in virtual time, and how long the
/// posts of other authors wait meanwhile.
public final class LargeDeliveryBenchmark implements Benchmark {
    private static final int FOLLOWERS = 2_000_000;
    private static final Duration TIME_MAX = Duration.ofSeconds(60);

    /// The shards of a table that accepts as many writes per second as these deliveries need.
    private static final int SHARDS = 64;

    private static final int[] FEWER_SHARDS = {4, 16};
    private static final int[] RANGES = {0, 1, 2, 3, 4, 8};

    /// The time of a slice: a Query, a hundred batches of which 16 are sent at once, and three
    /// Queries that divide.
    private static final Duration SLICE = Duration.ofMillis(250);

    private static final Timelines.Limits STANDARD = Timelines.Limits.STANDARD;

    @Override
    public String name() {
        return "large-delivery";
    }

    @Override
    public Section run(Effort effort) {
        var followers = effort == Effort.SMOKE ? FOLLOWERS / 20 : FOLLOWERS;
        var table =
                MarkdownTable.of(
                        "ranges per slice",
                        "shards",
                        "s until the last follower",
                        "jobs at once",
                        "RRU, with the other posts",
                        "WRU, with the other posts",
                        "Queries refused",
                        "the slowest other post, s");
        for (var ranges : RANGES) {
            table = row(table, ranges, SHARDS, deliver(followers, ranges, SHARDS));
        }
        for (var shards : FEWER_SHARDS) {
            var result = deliver(followers, STANDARD.ranges(), shards);
            table = row(table, STANDARD.ranges(), shards, result);
        }
        var standard = deliver(followers, STANDARD.ranges(), SHARDS);
        var alone = LargeDelivery.STREAM_DELAY.plus(LargeDelivery.OTHER_POST);
        return Section.titled("Large deliveries")
                .prose(
                        "A post to %s followers, delivered by FanOut in virtual time while other authors post, %s a second. The followers have ids of 26 characters. Assumed: a record reaches its function after %s ms, BatchWriteItem takes %s ms, a request for one item %s ms, a Query of 1 MB %s ms; %s batches of each shard are processed at once; the table refuses no write, and the list of followers, one partition, permits 3,000 RRU per second. A delivery without ranges shows what the ranges save. Each follower was reached exactly once."
                                .formatted(
                                        number(followers, 0),
                                        Duration.ofSeconds(1).dividedBy(LargeDelivery.OTHER_POSTS),
                                        LargeDelivery.STREAM_DELAY.toMillis(),
                                        LargeDelivery.BATCH.toMillis(),
                                        LargeDelivery.ROUND_TRIP.toMillis(),
                                        LargeDelivery.PAGE.toMillis(),
                                        LargeDelivery.PARALLEL_BATCHES))
                .table(table)
                .goal(
                        "%s followers within %s s of virtual time"
                                .formatted(number(followers, 0), TIME_MAX.toSeconds()),
                        seconds(standard.time(), 1) + " s",
                        standard.time().compareTo(TIME_MAX) <= 0,
                        "with the capacity and the times assumed below")
                .goal(
                        "a post of another author waits for at most one slice (%s s) meanwhile"
                                .formatted(seconds(SLICE, 2)),
                        seconds(standard.slowestOther().minus(alone), 2) + " s",
                        standard.slowestOther().compareTo(alone.plus(SLICE)) <= 0,
                        "the slowest of " + number(standard.otherPosts(), 0));
    }

    private static Result deliver(int followers, int ranges, int shards) {
        var limits =
                new Timelines.Limits(
                        STANDARD.firstSlice(),
                        STANDARD.slice(),
                        STANDARD.range(),
                        ranges,
                        STANDARD.removalSlice(),
                        STANDARD.backfill());
        var result = LargeDelivery.run(followers, limits, shards);
        if (result.delivered() != followers || result.repeated() != 0) {
            throw new IllegalStateException("Not every follower was reached once: " + result);
        }
        return result;
    }

    private static MarkdownTable row(MarkdownTable table, int ranges, int shards, Result result) {
        return table.row(
                ranges,
                shards,
                seconds(result.time(), 1),
                result.jobsAtOnce(),
                number(result.readUnits(), 0),
                number(result.writeUnits(), 0),
                number(result.throttled(), 0),
                seconds(result.slowestOther(), 2));
    }

    private static String seconds(Duration time, int decimals) {
        return number(time.toMillis() / 1e3, decimals);
    }
}
