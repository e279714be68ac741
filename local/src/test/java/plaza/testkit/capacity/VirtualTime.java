package plaza.testkit.capacity;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.table.Retry;

/// The time of a test in which pauses take no time.
///
/// Each thread has a time of its own, which its pauses advance. A thread begins at the time of the
/// thread that created it. A thread that waits for the threads it created, as [plaza.table.Table]
/// does, continues at the time of the last of them. Concurrent pauses therefore overlap, and the
/// result does not depend on the speed of the machine.
public final class VirtualTime implements Retry.Pause {
    /// The result of some work, and the virtual time that it took.
    public record Timed<T>(T result, Duration time) {}

    /// The time of one thread.
    private static final class Timeline {
        private final @Nullable Timeline creator;
        private final AtomicLong nanos;

        Timeline(@Nullable Timeline creator) {
            this.creator = creator;
            this.nanos = new AtomicLong(creator == null ? 0 : creator.nanos.get());
        }

        void advance(long by) {
            var now = nanos.addAndGet(by);
            for (var each = creator; each != null; each = each.creator) {
                each.nanos.accumulateAndGet(now, Math::max);
            }
        }
    }

    @SuppressWarnings("ThreadLocalUsage") // two times in one thread are independent
    private final InheritableThreadLocal<Timeline> current =
            new InheritableThreadLocal<>() {
                @Override
                protected Timeline initialValue() {
                    return new Timeline(null);
                }

                @Override
                protected Timeline childValue(Timeline creator) {
                    return new Timeline(creator);
                }
            };

    /// Returns the time of this thread since the beginning.
    public Duration now() {
        return Duration.ofNanos(current.get().nanos.get());
    }

    @Override
    public void pause(Duration time) {
        current.get().advance(time.toNanos());
    }

    /// Returns a retry policy with the standard limits whose pauses advance this time.
    public Retry retry() {
        var standard = Retry.standard();
        return new Retry(
                standard.attemptsMax(),
                standard.first(),
                standard.longest(),
                standard.jitter(),
                this);
    }

    /// Measures the virtual time of `work`.
    public <T> Timed<T> measure(Supplier<T> work) {
        var start = now();
        var result = work.get();
        return new Timed<>(result, now().minus(start));
    }
}
