package plaza.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaFunction;

/// A function whose process may be killed. The next invocation starts another one.
final class KillableFunction implements LambdaFunction, AutoCloseable {
    /// The process is killed within this time after an invocation was observed.
    private static final int KILL_WITHIN_MICROS = 12_000;

    /// If no invocation was observed for so long, an idle process is killed.
    private static final long SEARCH_NANOS_MAX = 2_000_000_000L;

    private final AtomicInteger running = new AtomicInteger();
    private volatile ChildFunction process;

    KillableFunction(ChildFunction process) {
        this.process = process;
    }

    @Override
    public InvocationResult invoke(byte[] event) {
        var current = process;
        current.start();
        running.incrementAndGet();
        try {
            return current.invoke(event);
        } finally {
            running.decrementAndGet();
        }
    }

    /// Returns the response to an event, or null if the process was killed or the function failed.
    @Nullable JsonNode responseOrNull(byte[] event) {
        try {
            return FunctionProcesses.json(invoke(event));
        } catch (IllegalStateException killedDuringItsStart) {
            return null;
        }
    }

    /// Replaces the function by that of another release. A running invocation ends.
    void replace(ChildFunction other) {
        process.close();
        process = other;
    }

    @Override
    public void close() {
        process.close();
    }

    /// Kills a process, if possible during an invocation.
    ///
    /// @return whether an invocation was interrupted
    static boolean killOne(SplittableRandom random, List<KillableFunction> functions) {
        var end = System.nanoTime() + SEARCH_NANOS_MAX;
        var function = functions.get(random.nextInt(functions.size()));
        while (!function.isBusy(random) && System.nanoTime() < end) {
            LockSupport.parkNanos(100_000);
            function = functions.get(random.nextInt(functions.size()));
        }
        var isInterrupted = function.running.get() > 0;
        function.process.kill();
        return isInterrupted;
    }

    /// Whether an invocation was observed, and one still runs a random time later.
    private boolean isBusy(SplittableRandom random) {
        if (running.get() == 0) {
            return false;
        }
        LockSupport.parkNanos(1_000L * random.nextInt(KILL_WITHIN_MICROS));
        return running.get() > 0;
    }
}
