package plaza.continuation;

import java.time.Duration;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.Timelines;
import plaza.stream.SliceLimit;

/// The conditions under which stream functions process what a request left to them.
///
/// @param page the items that a Query returns at most
/// @param batch the records that an invocation receives at most
/// @param stops when invocations are stopped
/// @param lag the requests for which eventually consistent reads return the previous item;
///   [#ENDLESS] if only global indexes ever return a later one
public record Conditions(String name, int page, int batch, Stops stops, int lag) {
    /// When an invocation is stopped, as by SIGKILL. Its records are delivered again.
    public sealed interface Stops {
        /// Never.
        record None() implements Stops {}

        /// After its first request, the next time after its second one, and so on. After it has
        /// ended, its response is lost.
        ///
        /// @param growth the quotient of the requests before two stops, if it is more than one
        ///   request; with 1, a stop follows each request
        record Everywhere(double growth) implements Stops {
            int after(int requests) {
                return Math.max(requests + 1, (int) (requests * growth));
            }
        }

        /// Once, after this number of requests of all invocations.
        record Once(int requests) implements Stops {}
    }

    private static final int ALL = 10_000;

    /// A lag of the table itself that exceeds the work.
    private static final int ENDLESS = -1;

    /// One large slice, without faults.
    public static final Conditions LARGE =
            new Conditions("one large slice", ALL, ALL, new Stops.None(), 0);

    /// Slices of one item, without faults.
    static final Conditions SMALL = new Conditions("slices of one item", 1, 1, new Stops.None(), 0);

    Conditions stopping(Stops other) {
        return new Conditions(name + ", " + other, page, batch, other, lag);
    }

    Conditions lagging(int requests) {
        return new Conditions(name + ", lag " + requests, page, batch, stops, requests);
    }

    /// Every read of the table itself that is not strongly consistent returns the previous item. It
    /// finds none of the items that existed before the work.
    Conditions withOldReplicas() {
        return new Conditions(name + ", old replicas", page, batch, stops, ENDLESS);
    }

    boolean hasOldReplicas() {
        return lag == ENDLESS;
    }

    /// @param isGlobal whether a read is of a global index, which has no strong consistency
    Duration lag(boolean isGlobal) {
        if (hasOldReplicas()) {
            return isGlobal ? Duration.ZERO : Duration.ofDays(1);
        }
        return Duration.ofNanos(1_000L * lag);
    }

    Timelines.Limits timelines() {
        return page == ALL
                ? Timelines.Limits.STANDARD
                : new Timelines.Limits(page, page, 4 * page, 1, page, TimelineEntry.BACKFILL_MAX);
    }

    SliceLimit slices() {
        return page == ALL ? SliceLimit.STANDARD : new SliceLimit(0);
    }
}
