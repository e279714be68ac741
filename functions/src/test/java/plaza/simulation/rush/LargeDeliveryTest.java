package plaza.simulation.rush;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.Timelines;

/// A post reaches very many followers in parallel. The benchmark `large-delivery` has the figures
/// for two million.
class LargeDeliveryTest {
    private static final int FOLLOWERS = 100_000;
    private static final int SHARDS = 64;

    /// Ranges that no slice starts: the delivery runs one slice after the other.
    private static final Timelines.Limits WITHOUT_RANGES =
            new Timelines.Limits(500, 2_500, 10_000, 0, 1_000, TimelineEntry.BACKFILL_MAX);

    /// A slice with a Query, a hundred batches of which 16 are sent at once, and three ranges.
    private static final Duration SLICE = ofMillis(250);

    /// The time until a post of another author is delivered that does not wait.
    private static final Duration OTHER_POST =
            LargeDelivery.STREAM_DELAY.plus(LargeDelivery.OTHER_POST);

    @Test
    void rangesReachEveryFollowerOnceAndSeveralTimesFaster() {
        var former = LargeDelivery.run(FOLLOWERS, WITHOUT_RANGES, SHARDS);
        var ranges = LargeDelivery.run(FOLLOWERS, Timelines.Limits.STANDARD, SHARDS);

        assertThat(former.delivered()).isEqualTo(FOLLOWERS);
        assertThat(ranges.delivered()).isEqualTo(FOLLOWERS);
        assertThat(ranges.repeated()).isZero();
        assertThat(ranges.time()).isLessThan(former.time().dividedBy(4));
        assertThat(ranges.writeUnits()).isLessThan(1.01 * former.writeUnits());
    }

    /// A single shard, whose few batches at once are all busy with ranges.
    @Test
    void rangesDelayOtherPostsByAtMostOneSlice() {
        var ranges = LargeDelivery.run(FOLLOWERS, Timelines.Limits.STANDARD, 1);

        assertThat(ranges.delivered()).isEqualTo(FOLLOWERS);
        assertThat(ranges.otherPosts()).isGreaterThan(50);
        assertThat(ranges.slowestOther())
                .isBetween(OTHER_POST.plusMillis(50), OTHER_POST.plus(SLICE));
    }
}
