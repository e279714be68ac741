package plaza.table;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Runs several requests to the table concurrently, all within the same [InvocationBudget].
public final class Concurrently {
    private Concurrently() {}

    /// Applies `work` to each element and returns the results in the order of the elements. The
    /// first exception interrupts the remaining calls and is thrown; some of them may already have
    /// completed.
    ///
    /// @param concurrencyMax the number of calls that run at the same time, at most
    public static <T, R> List<R> map(int concurrencyMax, List<T> elements, Function<T, R> work) {
        if (elements.size() <= 1) {
            return elements.stream().map(work).toList();
        }
        var invocation = InvocationBudget.current();
        try (var threads =
                Executors.newFixedThreadPool(
                        Math.min(concurrencyMax, elements.size()), Thread.ofVirtual().factory())) {
            var running = new ArrayList<Future<R>>(elements.size());
            for (var element : elements) {
                running.add(threads.submit(() -> invocation.run(() -> work.apply(element))));
            }
            var results = new ArrayList<R>(elements.size());
            for (var each : running) {
                results.add(await(each, threads));
            }
            return results;
        }
    }

    private static <R> R await(Future<R> result, ExecutorService threads) {
        try {
            return result.get();
        } catch (ExecutionException failed) {
            threads.shutdownNow();
            throw failed.getCause() instanceof RuntimeException fault
                    ? fault
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            throw new Unavailable(interrupted);
        }
    }
}
