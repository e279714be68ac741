package plaza.table;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import plaza.log.InvocationTelemetry;
import plaza.log.Metric;

/// The time that one invocation of a function has left, the request units and round trips that it
/// has used, and the first items that it wrote.
///
/// The budget is bound to the running thread as a scoped value, so that methods need not pass it
/// on. Code that continues in other threads binds it there again with [#run].
public final class InvocationBudget {
    private static final ScopedValue<InvocationBudget> CURRENT = ScopedValue.newInstance();

    /// The time of work without a Lambda deadline, such as imports and tests.
    private static final Duration UNBOUND = Duration.ofMinutes(10);

    /// The time that a function reserves to respond after it gives up. In a new process the first
    /// response took 100 to 200 ms when measured.
    private static final Duration RESERVE = Duration.ofMillis(500);

    /// The maximum number of items that are remembered, which a log line names. Most requests write
    /// fewer.
    private static final int ITEMS_MAX = 10;

    private final LongSupplier nanos;
    private final long endNanos;
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private final LongAdder roundTrips = new LongAdder();
    private final Set<Key> items = Collections.synchronizedSet(new LinkedHashSet<>());

    private InvocationBudget(Duration time, LongSupplier nanos) {
        this.nanos = nanos;
        this.endNanos = nanos.getAsLong() + time.toNanos();
    }

    /// The budget of an invocation that must end within `time`.
    public static InvocationBudget within(Duration time) {
        return within(time, System::nanoTime);
    }

    /// The budget of an invocation whose time passes as `nanos` says.
    public static InvocationBudget within(Duration time, LongSupplier nanos) {
        return new InvocationBudget(time, nanos);
    }

    /// The budget of the invocation that this thread works for.
    public static InvocationBudget current() {
        return CURRENT.isBound() ? CURRENT.get() : within(UNBOUND);
    }

    /// Runs `work` as part of this invocation.
    public <T> T run(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    public Duration remaining() {
        return Duration.ofNanos(endNanos - nanos.getAsLong());
    }

    /// The remaining time for requests and the pauses between them; negative when the function must
    /// respond.
    public Duration spendable() {
        return remaining().minus(RESERVE);
    }

    /// Counts one request that received a response.
    public void spent(double reads, double writes) {
        readUnits.add(reads);
        writeUnits.add(writes);
        roundTrips.increment();
    }

    /// Remembers an item that is written, or whose write is tried.
    public void writes(Key key) {
        if (items.size() < ITEMS_MAX) {
            items.add(key);
        }
    }

    /// The [fingerprints][Key#fingerprint] of the first items that were written, separated by
    /// spaces.
    public String items() {
        return List.copyOf(items).stream().map(Key::fingerprint).collect(joining(" "));
    }

    /// Measures the units and round trips so far as metrics of the invocation.
    public void measure(InvocationTelemetry telemetry) {
        telemetry.measure(Metric.READ_UNITS, readUnits());
        telemetry.measure(Metric.WRITE_UNITS, writeUnits());
        telemetry.measure(Metric.ROUND_TRIPS, roundTrips());
    }

    /// Read request units so far, as DynamoDB reported them.
    public double readUnits() {
        return readUnits.sum();
    }

    /// Write request units so far, as DynamoDB reported them.
    public double writeUnits() {
        return writeUnits.sum();
    }

    /// Requests to DynamoDB so far that received a response.
    public long roundTrips() {
        return roundTrips.sum();
    }
}
