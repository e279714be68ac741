package plaza.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for the work of another thread.
public final class Await {
    private static final long POLL_NANOS = 1_000_000;

    private Await() {}

    /// Returns when `condition` holds.
    ///
    /// @param what what the caller waits for, for the message of the error
    /// @throws AssertionError if the condition does not hold within `timeout`
    public static void until(String what, Duration timeout, BooleanSupplier condition) {
        var end = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("timed out after " + timeout + " waiting for: " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
