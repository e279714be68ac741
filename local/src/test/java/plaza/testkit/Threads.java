package plaza.testkit;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// Makes calls from several threads at the same time.
public final class Threads {
    private Threads() {}

    /// Makes all calls at the same time.
    ///
    /// @return the results, in the order of the calls
    public static <T> List<T> call(List<Supplier<T>> calls) {
        return call(Executors.newVirtualThreadPerTaskExecutor(), calls);
    }

    /// Makes each call once.
    ///
    /// @return the results, in the order of the calls
    public static <T> List<T> call(int threads, List<Supplier<T>> calls) {
        return call(Executors.newFixedThreadPool(threads), calls);
    }

    private static <T> List<T> call(ExecutorService started, List<Supplier<T>> calls) {
        try (var executor = started) {
            var results =
                    calls.stream()
                            .map(call -> CompletableFuture.supplyAsync(call, executor))
                            .toList();
            return results.stream().map(CompletableFuture::join).toList();
        }
    }

    /// Makes the same call several times.
    public static <T> List<T> call(int threads, int times, Supplier<T> call) {
        return call(threads, Collections.nCopies(times, call));
    }
}
