package plaza.table;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Retries requests and optimistic writes with exponential backoff and full jitter. The length of
/// each pause is uniform between zero and a limit that doubles, so that callers that collided once
/// spread out.
///
/// The SDK's own retries are switched off, because they consider neither the deadline of the
/// invocation nor transaction conflicts. [#call] retries requests; [#optimistically] retries writes
/// that lost to another writer.
///
/// @param attemptsMax the largest number of attempts
/// @param first the upper limit of the first pause
/// @param longest the upper limit of every pause
/// @param jitter supplies the generator of the jitter
/// @param pause waits
public record Retry(
        int attemptsMax,
        Duration first,
        Duration longest,
        Supplier<RandomGenerator> jitter,
        Pause pause) {
    /// Waits for a time; tests replace it and do not wait.
    @FunctionalInterface
    public interface Pause {
        /// Blocks the thread.
        Pause REAL = time -> LockSupport.parkNanos(time.toNanos());

        void pause(Duration time);
    }

    /// Twelve attempts with pauses of at most 1 s: about 4 s on average, 7 s at most.
    public static Retry standard() {
        return standard(RandomGenerator.getDefault());
    }

    /// The standard with its own generator. The JDK's default generator is seeded once for each
    /// process, so that all copies of a snapshot would pause for the same times.
    public static Retry standard(RandomGenerator jitter) {
        return new Retry(
                12, Duration.ofMillis(20), Duration.ofSeconds(1), () -> jitter, Pause.REAL);
    }

    /// Returns the result of the first attempt that succeeds.
    ///
    /// @param operation the request, for the log
    /// @param attempt sends the request; attempts are numbered from 1
    /// @param isTransient whether the next attempt may succeed; other exceptions are rethrown
    /// @throws Unavailable when no attempts or no time are left
    public <T> T call(
            String operation, IntFunction<T> attempt, Predicate<RuntimeException> isTransient) {
        for (var number = 1; ; number++) {
            try {
                return attempt.apply(number);
            } catch (RuntimeException fault) {
                if (!isTransient.test(fault)) {
                    throw fault;
                }
                if (!waitAfter(number)) {
                    throw new Unavailable(new FailedRequest(operation, number, fault));
                }
            }
        }
    }

    /// Retries an optimistic write until no other writer changes an item between its read and its
    /// write.
    ///
    /// @param attempt reads, decides, and writes on the condition that the items are unchanged
    /// @return the value of the first attempt that is done
    /// @throws Unavailable when no attempts or no time are left
    public <T> T optimistically(Supplier<Attempt<T>> attempt) {
        for (var number = 1; ; number++) {
            if (attempt.get() instanceof Attempt.Done<T>(var value)) {
                return value;
            }
            if (!waitAfter(number)) {
                throw new Unavailable(
                        new FailedRequest(
                                "optimistic write",
                                number,
                                new IllegalStateException("another writer came first every time")));
            }
        }
    }

    /// Waits after the given attempt.
    ///
    /// @return false when no attempt or no time is left, or when the thread is interrupted
    public boolean waitAfter(int attempt) {
        return attempt < attemptsMax && pauseAfter(attempt, longest);
    }

    /// Waits as [#waitAfter] does, but after any number of attempts, and for at most `longest`.
    ///
    /// @return false when no time is left, or when the thread is interrupted: the SDK sends no
    ///   request then, so that no attempt could succeed
    public boolean pauseAfter(int attempt, Duration longest) {
        if (Thread.currentThread().isInterrupted()) {
            return false;
        }
        var cap = Math.min(first.toNanos() << Math.min(attempt - 1, 20), longest.toNanos());
        var time = Duration.ofNanos(jitter.get().nextLong(cap + 1));
        if (InvocationBudget.current().spendable().compareTo(time) < 0) {
            return false;
        }
        pause.pause(time);
        return true;
    }
}
