package plaza.testkit.thread;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import plaza.table.Retry;

/// A time that passes only in pauses, for several callers at once.
///
/// The callers and the threads that they create run on the thread of [#run], one at a time. When
/// all of them wait, the time advances to the end of the shortest pause. They may wait for each
/// other, but not for anything outside: a response of the network, for example.
public final class VirtualSeconds implements Retry.Pause {
    private record Sleeper(long untilNanos, long number, Thread thread) {}

    private final Queue<Runnable> ready = new ArrayDeque<>();
    private final PriorityQueue<Sleeper> sleepers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Sleeper::untilNanos)
                            .thenComparingLong(Sleeper::number));
    private long nowNanos;
    private long pauses;

    /// The time since the beginning.
    public Duration now() {
        return Duration.ofNanos(nowNanos);
    }

    @Override
    public void pause(Duration time) {
        var until = nowNanos + time.toNanos();
        sleepers.add(new Sleeper(until, pauses++, Thread.currentThread()));
        while (nowNanos < until) {
            LockSupport.park();
        }
    }

    /// Runs the callers concurrently until all of them have ended.
    ///
    /// @throws IllegalStateException with the exception of a caller as its cause, or without a
    ///   cause if callers wait for each other without end
    public void run(List<Runnable> callers) {
        var thrown = new ArrayList<Throwable>();
        var threads = new ArrayList<Thread>();
        for (var caller : callers) {
            var thread = OwnScheduler.unstarted(ready::add, caller);
            thread.setUncaughtExceptionHandler((_, fault) -> thrown.add(fault));
            threads.add(thread);
            thread.start();
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            for (var next = ready.poll(); next != null; next = ready.poll()) {
                next.run();
            }
            if (!thrown.isEmpty()) {
                throw new IllegalStateException("a caller failed", thrown.getFirst());
            }
            var first = sleepers.poll();
            if (first != null) {
                nowNanos = Math.max(nowNanos, first.untilNanos());
                LockSupport.unpark(first.thread());
            } else if (ready.isEmpty() && threads.stream().anyMatch(Thread::isAlive)) {
                throw new IllegalStateException("all callers wait");
            }
        }
    }
}
