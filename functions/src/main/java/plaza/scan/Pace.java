package plaza.scan;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import plaza.table.InvocationBudget;
import plaza.table.Retry;

/// Keeps one invocation within its share of a run's rate: read units and write units each. The
/// shares of all workers add up to the rate, so they need no common counter.
public final class Pace {
    /// The part of an invocation's time that is reserved for its response.
    private static final Duration RESERVE = Duration.ofSeconds(5);

    /// How far a worker can be behind its share and catch up. After a longer delay, such as one
    /// that throttling causes, it does not send what it missed: other callers need the table.
    private static final Duration BEHIND_MAX = Duration.ofSeconds(1);

    private final double unitsPerSecond;
    private final Clock clock;
    private final Retry.Pause pause;

    /// When a worker that always kept to its share would have sent the first of the units.
    private Instant from;

    private final double readBefore;
    private final double writtenBefore;

    Pace(double unitsPerSecond, Clock clock, Retry.Pause pause) {
        this.unitsPerSecond = unitsPerSecond;
        this.clock = clock;
        this.pause = pause;
        this.from = clock.instant();
        var budget = InvocationBudget.current();
        this.readBefore = budget.readUnits();
        this.writtenBefore = budget.writeUnits();
    }

    /// The units that the worker may consume in a second.
    public double unitsPerSecond() {
        return unitsPerSecond;
    }

    /// Whether the invocation has time for more than its response.
    public static boolean isTimeLeft() {
        return InvocationBudget.current().remaining().compareTo(RESERVE) > 0;
    }

    /// Waits until the consumed units are within the share.
    public void keep() {
        var budget = InvocationBudget.current();
        var units = Math.max(budget.readUnits() - readBefore, budget.writeUnits() - writtenBefore);
        var lasts = Duration.ofNanos((long) (units / unitsPerSecond * 1e9));
        var now = clock.instant();
        var wait = Duration.between(now, from.plus(lasts));
        var left = budget.remaining().minus(RESERVE);
        if (wait.isPositive() && left.isPositive()) {
            pause.pause(wait.compareTo(left) < 0 ? wait : left);
        } else if (wait.plus(BEHIND_MAX).isNegative()) {
            from = now.minus(lasts).minus(BEHIND_MAX);
        }
    }
}
