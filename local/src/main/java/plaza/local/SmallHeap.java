package plaza.local;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Keeps the heap near the size of what is alive.
///
/// The JVM collects the old generation only when it is full, and first lets it grow to the limit of
/// the heap, by default a quarter of the machine's memory. Here, all garbage is collected as soon
/// as the old generation has grown by [#GROWTH_MAX], and when the system is idle. A collection
/// takes about a tenth of a second. The options in `plaza` return the memory that it frees to the
/// machine.
final class SmallHeap {
    /// A full collection happens after about 2,000 requests.
    static final long GROWTH_MAX = 64L * 1_024 * 1_024;

    /// Less is not worth a collection of an idle system.
    static final long GROWTH_MIN = 8L * 1_024 * 1_024;

    /// An idle system polls its streams, and so uses a little more with each look.
    static final long IDLE_MAX = 512L * 1_024;

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final LongSupplier used;
    private final Runnable collect;
    private long usedAfterCollection;
    private long usedBefore = -1;

    /// @param used returns the bytes in use of the old generation
    /// @param collect collects all garbage
    SmallHeap(LongSupplier used, Runnable collect) {
        this.used = used;
        this.collect = collect;
    }

    /// Looks after the heap of this process until it ends.
    static void start() {
        var look =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("small-heap").factory());
        var _ =
                look.schedule(
                        () -> {
                            for (var pool : ManagementFactory.getMemoryPoolMXBeans()) {
                                if (isOldGeneration(pool)) {
                                    var heap =
                                            new SmallHeap(
                                                    () -> pool.getUsage().getUsed(), System::gc);
                                    var _ =
                                            look.scheduleWithFixedDelay(
                                                    heap::look,
                                                    0,
                                                    PAUSE.toSeconds(),
                                                    TimeUnit.SECONDS);
                                }
                            }
                        },
                        PAUSE.toSeconds(),
                        TimeUnit.SECONDS);
    }

    private static boolean isOldGeneration(MemoryPoolMXBean pool) {
        return pool.getName().matches(".*(Tenured|Old).*");
    }

    /// Collects all garbage if there may be much of it.
    void look() {
        var now = used.getAsLong();
        var growth = now - usedAfterCollection;
        var isIdle = usedBefore >= 0 && now - usedBefore <= IDLE_MAX;
        usedBefore = now;
        if (growth > GROWTH_MAX || (isIdle && growth > GROWTH_MIN)) {
            collect.run();
            usedAfterCollection = used.getAsLong();
            usedBefore = usedAfterCollection;
        }
    }
}
