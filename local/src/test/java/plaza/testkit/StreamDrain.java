package plaza.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Waits for stream functions to come to rest, as long as they get on.
public final class StreamDrain {
    /// How long they may take in all, or else they keep each other at work.
    private static final Duration TIME_MAX = Duration.ofHours(1);

    /// How long nothing may change before they are taken to hang.
    private static final Duration STANDSTILL_MAX = Duration.ofMinutes(2);

    private static final long LOOK_NANOS = 2_000_000;

    /// Counting reads the stream, and so holds up what is waited for.
    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(10);

    private StreamDrain() {}

    /// Comes back when there is nothing left to do.
    ///
    /// @param isIdle whether there is nothing left to do
    /// @param behind how much there is
    /// @throws AssertionError when they stand still, or never come to an end
    public static void await(BooleanSupplier isIdle, LongSupplier behind) {
        var began = System.nanoTime();
        var moved = began;
        var looked = began;
        var before = -1L;
        while (!isIdle.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (System.nanoTime() - looked < BETWEEN_COUNTS.toNanos()) {
                continue;
            }
            looked = System.nanoTime();
            var now = behind.getAsLong();
            if (looked - began > TIME_MAX.toNanos()) {
                throw new AssertionError("the stream does not end, " + now + " records behind");
            }
            if (now != before) {
                before = now;
                moved = looked;
            } else if (looked - moved > STANDSTILL_MAX.toNanos()) {
                throw new AssertionError("the stream stands still, " + now + " records behind");
            }
        }
    }
}
