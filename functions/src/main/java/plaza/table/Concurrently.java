package plaza.table;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.log.InvocationTelemetry;

/// Runs several requests to the table concurrently, all as part of the same invocation.
public final class Concurrently {
    private Concurrently() {}

    /// Applies `work` to each element and returns the results in the order of the elements. The
    /// calling thread is one of those that work: a new thread costs more than a request, because it
    /// has none of the buffers that the SDK keeps for each thread.
    ///
    /// The first exception interrupts the calls of the other threads, ends the work after the call
    /// that the calling thread has begun, and is thrown. Some calls may already have completed.
    ///
    /// @param concurrencyMax the number of calls that run at the same time, at most
    public static <T, R> List<R> map(int concurrencyMax, List<T> elements, Function<T, R> work) {
        if (elements.size() <= 1) {
            return elements.stream().map(work).toList();
        }
        var calls =
                elements.stream().map(each -> new FutureTask<>(() -> work.apply(each))).toList();
        var next = new AtomicInteger();
        var failed = new AtomicReference<@Nullable FutureTask<R>>();
        var telemetry = InvocationTelemetry.current();
        var budget = InvocationBudget.current();
        try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory())) {
            Supplier<Boolean> worker =
                    () -> {
                        var failure = firstFailure(calls, next);
                        if (failure != null && failed.compareAndSet(null, failure)) {
                            threads.shutdownNow();
                        }
                        return failure == null;
                    };
            for (var thread = 1; thread < Math.min(concurrencyMax, calls.size()); thread++) {
                try {
                    threads.execute(() -> telemetry.run(() -> budget.run(worker)));
                } catch (RejectedExecutionException _) {
                    break; // a call has already failed
                }
            }
            var _ = worker.get();
        }
        var failure = failed.get();
        if (failure != null) {
            throw failure.exceptionNow() instanceof RuntimeException fault
                    ? fault
                    : new IllegalStateException(failure.exceptionNow());
        }
        return calls.stream().map(FutureTask::resultNow).toList();
    }

    /// Runs calls that no other thread has begun, until one fails.
    ///
    /// @param next the number of the next call; after a failure no thread begins another one
    /// @return the call that failed, or null
    private static <R> @Nullable FutureTask<R> firstFailure(
            List<FutureTask<R>> calls, AtomicInteger next) {
        for (var i = next.getAndIncrement(); i < calls.size(); i = next.getAndIncrement()) {
            var call = calls.get(i);
            call.run();
            if (call.state() != Future.State.SUCCESS) {
                next.set(calls.size());
                return call;
            }
        }
        return null;
    }
}
