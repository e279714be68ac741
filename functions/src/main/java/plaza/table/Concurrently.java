package plaza.table;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/// Several requests to the table side by side, all as part of the same [InvocationBudget].
public final class Concurrently {
    private Concurrently() {}

    /// What `work` makes of each thing, in the order of the things. The first fault stops the rest
    /// and is thrown; some may be done by then.
    ///
    /// @param atOnceMax how many are under way at one time, at most
    public static <T, R> List<R> map(int atOnceMax, List<T> things, Function<T, R> work) {
        if (things.size() <= 1) {
            return things.stream().map(work).toList();
        }
        var invocation = InvocationBudget.current();
        try (var threads =
                Executors.newFixedThreadPool(
                        Math.min(atOnceMax, things.size()), Thread.ofVirtual().factory())) {
            var running = new ArrayList<Future<R>>(things.size());
            for (var thing : things) {
                running.add(threads.submit(() -> invocation.run(() -> work.apply(thing))));
            }
            var results = new ArrayList<R>(things.size());
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
