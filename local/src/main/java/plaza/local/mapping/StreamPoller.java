package plaza.local.mapping;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import plaza.http.Problem;
import plaza.local.mapping.EventSourceMapping.Turn;

/// Runs event source mappings: one virtual thread per mapping and shard that can be read.
public final class StreamPoller implements AutoCloseable {
    private static final Logger LOG = System.getLogger(StreamPoller.class.getName());

    /// The pause between two reads of a shard without new records. Lambda waits 250 ms; this is
    /// shorter, because tests and developers wait for the result.
    private static final Duration POLL_PAUSE = Duration.ofMillis(25);

    /// The same pause after [#REST_AFTER] without new records, to leave the processor to others.
    private static final Duration REST_PAUSE = Duration.ofMillis(250);

    private static final Duration REST_AFTER = Duration.ofSeconds(10);

    /// The pause after the stream, the checkpoints or the failure destination failed.
    private static final Duration FAULT_PAUSE = Duration.ofMillis(500);

    /// The pause between two listings of shards, for the rare case that a shard ends before its
    /// child is listed.
    private static final Duration SHARDS_PAUSE = Duration.ofSeconds(1);

    /// The time that invocations have to finish when the poller closes. It is short, because the
    /// process keeps its port and its data folder until then, and because an interrupted invocation
    /// is repeated.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    /// How long [#place] waits until everything is processed.
    private static final Duration PLACE_MAX = Duration.ofMinutes(1);

    private final List<EventSourceMapping> mappings;
    private final InstantSource time;
    private final Backlog backlog;
    private final Map<Reader, Thread> threads = new HashMap<>();

    /// Held while a mapping takes a turn, and exclusively by [#place].
    private final ReadWriteLock turns = new ReentrantReadWriteLock();

    private volatile boolean running;

    private record Reader(EventSourceMapping mapping, String shardId) {}

    /// @param time the same as the mappings'
    public StreamPoller(
            StreamSource source, List<EventSourceMapping> mappings, InstantSource time) {
        this.mappings = List.copyOf(mappings);
        this.time = time;
        this.backlog = new Backlog(source, mappings);
    }

    /// Starts reading.
    public void start() {
        synchronized (threads) {
            if (running) {
                return;
            }
            running = true;
        }
        for (var mapping : mappings) {
            start(new Reader(mapping, ""), () -> watch(mapping));
        }
    }

    /// Returns the number of unprocessed records, summed over the mappings, plus the number of
    /// invocations that still run after their time limit. It is zero only if everything that was
    /// written before the call, and everything that the functions wrote as a consequence, is
    /// processed, including records that are retried.
    public long behind() {
        // overdue invocations first: their last writes are in the stream that is read afterwards
        var overdue = overdue();
        return overdue + backlog.count();
    }

    /// Returns whether [#behind] is zero. Cheaper than [#behind] if it is not.
    public boolean isIdle() {
        return overdue() == 0 && backlog.isEmpty();
    }

    /// Performs writes whose records no function processes: waits until everything before them is
    /// processed, holds the stream, and positions the mappings behind the writes.
    void place(Runnable writes) {
        var end = System.nanoTime() + PLACE_MAX.toNanos();
        while (!placed(writes)) {
            if (!running || System.nanoTime() - end > 0) {
                throw Problem.of(
                                Problem.Kind.UNAVAILABLE,
                                "The stream functions are behind. Try again later.")
                        .exception();
            }
            pause(POLL_PAUSE);
        }
    }

    private boolean placed(Runnable writes) {
        turns.writeLock().lock();
        try {
            if (behind() > 0) {
                return false;
            }
            writes.run();
            mappings.forEach(EventSourceMapping::skipAll);
            return true;
        } finally {
            turns.writeLock().unlock();
        }
    }

    private long overdue() {
        return mappings.stream().mapToLong(mapping -> mapping.function().overdue()).sum();
    }

    /// Stops reading. Waits at most [#CLOSE_MAX] for running invocations; the next start repeats
    /// those that did not finish.
    @Override
    public void close() {
        List<Thread> stopping;
        synchronized (threads) {
            running = false;
            stopping = List.copyOf(threads.values());
        }
        var end = System.nanoTime() + CLOSE_MAX.toNanos();
        var interrupted = false;
        for (var thread : stopping) {
            try {
                if (!thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                    thread.interrupt();
                }
            } catch (InterruptedException _) {
                interrupted = true;
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(EventSourceMapping mapping) {
        var next = time.instant();
        while (running) {
            if (!time.instant().isBefore(next)) {
                try {
                    readAll(mapping);
                    next = time.instant().plus(SHARDS_PAUSE);
                } catch (RuntimeException fault) {
                    LOG.log(Level.WARNING, "the stream's shards could not be listed", fault);
                    next = time.instant().plus(FAULT_PAUSE);
                }
            }
            pause(POLL_PAUSE);
        }
    }

    private void readAll(EventSourceMapping mapping) {
        for (var shardId : mapping.readable()) {
            var reader = new Reader(mapping, shardId);
            start(reader, () -> read(reader));
        }
    }

    private void start(Reader reader, Runnable work) {
        synchronized (threads) {
            if (running && !threads.containsKey(reader)) {
                var thread =
                        Thread.ofVirtual()
                                .name("stream-" + reader.mapping().name() + reader.shardId())
                                .unstarted(() -> {
                                    try {
                                        work.run();
                                    } finally {
                                        ended(reader);
                                    }
                                });
                threads.put(reader, thread);
                thread.start();
            }
        }
    }

    private void ended(Reader reader) {
        synchronized (threads) {
            threads.remove(reader);
        }
    }

    private void read(Reader reader) {
        var worked = time.instant();
        while (running) {
            try {
                switch (turn(reader)) {
                    case Turn.Worked _ -> worked = time.instant();
                    case Turn.Idle _ -> pause(idlePause(worked));
                    case Turn.Waiting(var until) -> pause(atMostPoll(until));
                    case Turn.Complete _ -> {
                        readAll(reader.mapping());
                        return;
                    }
                }
            } catch (RuntimeException fault) {
                if (!running) {
                    return;
                }
                LOG.log(Level.WARNING, "the stream could not be read", fault);
                pause(FAULT_PAUSE);
            }
        }
    }

    private Turn turn(Reader reader) {
        turns.readLock().lock();
        try {
            return reader.mapping().turn(reader.shardId());
        } finally {
            turns.readLock().unlock();
        }
    }

    private Duration idlePause(Instant worked) {
        return time.instant().isBefore(worked.plus(REST_AFTER)) ? POLL_PAUSE : REST_PAUSE;
    }

    private Duration atMostPoll(Instant until) {
        var left = Duration.between(time.instant(), until);
        return left.compareTo(POLL_PAUSE) < 0 ? left : POLL_PAUSE;
    }

    private void pause(Duration pause) {
        try {
            Thread.sleep(pause.isNegative() ? Duration.ZERO : pause);
        } catch (InterruptedException _) {
            // only close() interrupts
            running = false;
        }
    }
}
