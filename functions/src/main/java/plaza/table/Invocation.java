package plaza.table;

import java.time.Duration;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// What one invocation of a function may spend (its time) and what it has spent (request units and
/// round trips).
///
/// It is bound to the running thread as a scoped value, so that a read deep below needs no
/// parameter for it. Code that goes on in other threads binds it there again with [#run].
public final class Invocation {
    private static final ScopedValue<Invocation> CURRENT = ScopedValue.newInstance();

    /// The time of work that no Lambda deadline bounds: imports, tests.
    private static final Duration UNBOUND = Duration.ofMinutes(10);

    private final long endNanos;
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private final LongAdder roundTrips = new LongAdder();

    private Invocation(long endNanos) {
        this.endNanos = endNanos;
    }

    /// An invocation that must be over within `time`.
    public static Invocation within(Duration time) {
        return new Invocation(System.nanoTime() + time.toNanos());
    }

    /// The invocation that this thread works for.
    public static Invocation current() {
        return CURRENT.isBound() ? CURRENT.get() : within(UNBOUND);
    }

    /// Runs `work` as part of this invocation.
    public <T> T run(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    public Duration remaining() {
        return Duration.ofNanos(endNanos - System.nanoTime());
    }

    /// Counts one request that was answered.
    void spent(double reads, double writes) {
        readUnits.add(reads);
        writeUnits.add(writes);
        roundTrips.increment();
    }

    /// Read request units so far, as DynamoDB reported them.
    public double readUnits() {
        return readUnits.sum();
    }

    /// Write request units so far, as DynamoDB reported them.
    public double writeUnits() {
        return writeUnits.sum();
    }

    /// Requests to DynamoDB so far that were answered.
    public long roundTrips() {
        return roundTrips.sum();
    }
}
