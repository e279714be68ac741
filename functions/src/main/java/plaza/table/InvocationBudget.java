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
public final class InvocationBudget {
    private static final ScopedValue<InvocationBudget> CURRENT = ScopedValue.newInstance();

    /// The time of work that no Lambda deadline bounds: imports, tests.
    private static final Duration UNBOUND = Duration.ofMinutes(10);

    /// What a function keeps of its time to answer with after giving up: in a new process the first
    /// answer was seen to take 100 to 200 ms.
    private static final Duration RESERVE = Duration.ofMillis(500);

    private final long endNanos;
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private final LongAdder roundTrips = new LongAdder();

    private InvocationBudget(long endNanos) {
        this.endNanos = endNanos;
    }

    /// An invocation that must be over within `time`.
    public static InvocationBudget within(Duration time) {
        return new InvocationBudget(System.nanoTime() + time.toNanos());
    }

    /// The invocation that this thread works for.
    public static InvocationBudget current() {
        return CURRENT.isBound() ? CURRENT.get() : within(UNBOUND);
    }

    /// Runs `work` as part of this invocation.
    public <T> T run(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    public Duration remaining() {
        return Duration.ofNanos(endNanos - System.nanoTime());
    }

    /// What of the remaining time may go into requests and pauses between them; negative where it
    /// is time to answer.
    public Duration spendable() {
        return remaining().minus(RESERVE);
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
