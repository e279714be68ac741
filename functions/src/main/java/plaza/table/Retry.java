package plaza.table;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// How often, and after which pauses, a request or an optimistic write is repeated: exponential
/// backoff with full jitter. Each pause is uniform between zero and a cap that doubles, so callers
/// that collided once spread out.
///
/// The SDK's own retries are switched off, because they know neither the invocation's deadline nor
/// transaction conflicts. [#call] repeats requests; [#optimistically] repeats writes that lost
/// against another writer.
///
/// @param attemptsMax how often a request is sent, or an optimistic write is tried, at most
/// @param first the upper limit of the first pause
/// @param longest the upper limit of every pause
/// @param chance where the jitter comes from
/// @param pause what waits
public record Retry(
        int attemptsMax,
        Duration first,
        Duration longest,
        Supplier<RandomGenerator> chance,
        Pause pause) {
    /// Waiting, as a parameter: tests do not wait.
    @FunctionalInterface
    public interface Pause {
        void pause(Duration time);
    }

    /// Twelve attempts with pauses of at most 1 s: about 4 s on average, 7 s at most.
    public static Retry standard() {
        return standard(RandomGenerator.getDefault());
    }

    /// The same with a jitter of its own: the JDK's default generator is seeded once for a process,
    /// so that copies of a snapshot would pause alike.
    public static Retry standard(RandomGenerator chance) {
        return new Retry(
                12,
                Duration.ofMillis(20),
                Duration.ofSeconds(1),
                () -> chance,
                time -> LockSupport.parkNanos(time.toNanos()));
    }

    /// What an attempt may do: attempts are numbered from 1.
    @FunctionalInterface
    interface Attempt<T> {
        T run(int number);
    }

    /// The answer of the first attempt that succeeds.
    ///
    /// @param passing whether a fault may be over next time; any other is thrown as it is
    /// @throws Unavailable when attempts or time are used up
    <T> T call(Attempt<T> attempt, Predicate<RuntimeException> passing) {
        for (var number = 1; ; number++) {
            try {
                return attempt.run(number);
            } catch (RuntimeException fault) {
                if (!passing.test(fault)) {
                    throw fault;
                }
                if (!waitAfter(number)) {
                    throw new Unavailable(fault);
                }
            }
        }
    }

    /// Repeats an optimistic write until no other writer comes between its read and its write.
    ///
    /// @param attempt reads, decides, and writes on the condition that what it read is unchanged;
    ///   returns null if the condition failed, so that the next attempt reads again
    /// @return what the first attempt that did not lose returned
    /// @throws Unavailable when attempts or time are used up
    public <T> T optimistically(Supplier<@Nullable T> attempt) {
        for (var number = 1; ; number++) {
            var result = attempt.get();
            if (result != null) {
                return result;
            }
            if (!waitAfter(number)) {
                throw new Unavailable(
                        new IllegalStateException("another writer came first at every attempt"));
            }
        }
    }

    /// Waits after the given attempt.
    ///
    /// @return false when there is no attempt or no time left
    boolean waitAfter(int attempt) {
        return attempt < attemptsMax && pauseAfter(attempt);
    }

    /// Waits after an attempt that got something done, so that no number of them is too many.
    ///
    /// @return false when there is no time left
    boolean pauseAfter(int attempt) {
        var cap = Math.min(first.toNanos() << Math.min(attempt - 1, 20), longest.toNanos());
        var time = Duration.ofNanos(chance.get().nextLong(cap + 1));
        if (InvocationBudget.current().spendable().compareTo(time) < 0) {
            return false;
        }
        pause.pause(time);
        return true;
    }
}
