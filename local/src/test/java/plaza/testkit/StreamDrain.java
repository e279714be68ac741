package plaza.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import plaza.local.mapping.TableStreams;

/// Waits for stream functions to drain the stream, as long as they make progress.
public final class StreamDrain {
    /// Functions that take longer keep causing records for each other.
    private static final Duration TIMEOUT = Duration.ofHours(1);

    /// Functions without progress for so long hang.
    private static final Duration STANDSTILL_MAX = Duration.ofMinutes(2);

    private static final long POLL_NANOS = 2_000_000;

    /// Counting reads the stream, which slows the functions down.
    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(10);

    private StreamDrain() {}

    /// Returns when the stream is drained.
    ///
    /// @throws AssertionError if records are sent to the failure destination, or as the other
    ///   `await`
    public static void await(TableStreams streams) {
        await(streams::isIdle, streams::behind);
        if (!streams.failures().keys().isEmpty()) {
            throw new AssertionError(
                    "records in the failure destination: " + streams.failures().keys());
        }
    }

    /// Returns when the stream is drained.
    ///
    /// @param isIdle whether the stream is drained
    /// @param behind counts the records that are left
    /// @throws AssertionError if the functions make no progress, or take more than an hour
    public static void await(BooleanSupplier isIdle, LongSupplier behind) {
        var started = System.nanoTime();
        var progressed = started;
        var counted = started;
        var before = -1L;
        while (!isIdle.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
            if (System.nanoTime() - counted < BETWEEN_COUNTS.toNanos()) {
                continue;
            }
            counted = System.nanoTime();
            var now = behind.getAsLong();
            if (counted - started > TIMEOUT.toNanos()) {
                throw new AssertionError(
                        "the stream is not drained after "
                                + TIMEOUT
                                + ": "
                                + now
                                + " records left");
            }
            if (now != before) {
                before = now;
                progressed = counted;
            } else if (counted - progressed > STANDSTILL_MAX.toNanos()) {
                throw new AssertionError(
                        "no progress for " + STANDSTILL_MAX + ": " + now + " records left");
            }
        }
    }
}
