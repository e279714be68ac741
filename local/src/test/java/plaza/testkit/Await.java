package plaza.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what happens on another thread.
public final class Await {
    private static final long LOOK_NANOS = 1_000_000;

    private Await() {}

    /// Comes back when `condition` holds.
    ///
    /// @param what what is waited for, in words
    /// @throws AssertionError when it does not hold after `time`
    public static void until(String what, Duration time, BooleanSupplier condition) {
        var end = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
