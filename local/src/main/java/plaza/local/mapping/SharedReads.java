package plaza.local.mapping;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A stream that is read once for all its readers: readers receive the records that another one has
/// read recently from memory. A reader that is far behind reads the stream itself.
///
/// A shard is read at most once per pause, so that one read returns several new records: in
/// DynamoDB Local, a read takes longer than a write.
public final class SharedReads implements StreamSource {
    /// Shorter than DynamoDB Streams allows (five reads of a shard per second), because tests and
    /// developers wait for the result.
    private static final Duration READ_PAUSE = Duration.ofMillis(15);

    /// The maximum number of characters of records that are kept of one shard.
    private static final int KEPT_MAX = 8 * 1024 * 1024;

    private final StreamSource source;
    private final int keptMax;
    private final Duration pause;
    private final Map<String, Window> windows = new ConcurrentHashMap<>();

    public SharedReads(StreamSource source) {
        this(source, KEPT_MAX, READ_PAUSE);
    }

    /// @param pause the time between two reads of a shard; zero if one thread does all the reading
    public SharedReads(StreamSource source, Duration pause) {
        this(source, KEPT_MAX, pause);
    }

    /// @param keptMax the most characters of records that are kept of one shard
    SharedReads(StreamSource source, int keptMax) {
        this(source, keptMax, READ_PAUSE);
    }

    private SharedReads(StreamSource source, int keptMax, Duration pause) {
        this.source = source;
        this.keptMax = keptMax;
        this.pause = pause;
    }

    @Override
    public String arn() {
        return source.arn();
    }

    @Override
    public List<Shard> shards() {
        var shards = source.shards();
        windows.keySet().retainAll(shards.stream().map(Shard::id).collect(Collectors.toSet()));
        return shards;
    }

    @Override
    public Slice read(String shardId, @Nullable ShardPosition after) {
        return windows.computeIfAbsent(shardId, id -> new Window(id, after)).read(after);
    }

    /// The most recent records of one shard, without a gap.
    private final class Window {
        private final String shardId;
        private final Object reading = new Object();
        private final AtomicLong readsBegun = new AtomicLong();

        /// The number of the last read that returned no records.
        private long emptyRead;

        private long readAt = System.nanoTime() - pause.toNanos();

        private final List<StreamRecord> records = new ArrayList<>();
        private int kept;
        private @Nullable ShardPosition start;
        private boolean complete;

        Window(String shardId, @Nullable ShardPosition start) {
            this.shardId = shardId;
            this.start = start;
        }

        Slice read(@Nullable ShardPosition after) {
            var begunBefore = readsBegun.get();
            var known = known(after);
            if (known != null) {
                return known;
            }
            synchronized (reading) {
                known = known(after);
                if (known != null) {
                    return known;
                }
                if (isBeforeStart(after)) {
                    return source.read(shardId, after);
                }
                if (emptyRead > begunBefore) {
                    // another reader has read the shard since this call began
                    return new Slice(List.of(), false);
                }
                LockSupport.parkNanos(readAt + pause.toNanos() - System.nanoTime());
                readAt = System.nanoTime();
                var number = readsBegun.incrementAndGet();
                var slice = source.read(shardId, after);
                keep(after, slice);
                if (slice.records().isEmpty()) {
                    emptyRead = number;
                }
                return slice;
            }
        }

        private synchronized @Nullable Slice known(@Nullable ShardPosition after) {
            if (isBeforeStart(after)) {
                return null;
            }
            var from = ShardPosition.countThrough(records, StreamRecord::sequenceNumber, after);
            var to = Math.min(from + READ_MAX, records.size());
            if (from == to && !complete) {
                return null;
            }
            return new Slice(
                    List.copyOf(records.subList(from, to)), complete && to == records.size());
        }

        private synchronized boolean isBeforeStart(@Nullable ShardPosition after) {
            return compare(after, start) < 0;
        }

        private synchronized void keep(@Nullable ShardPosition after, Slice slice) {
            var end = records.isEmpty() ? start : records.getLast().sequenceNumber();
            if (compare(after, end) != 0) {
                start = after;
                records.clear();
                kept = 0;
            }
            records.addAll(slice.records());
            slice.records().forEach(record -> kept += record.json().length());
            complete = slice.complete();
            if (kept > keptMax) {
                trim();
            }
        }

        /// Drops the oldest records until half of the limit is left, so that it rarely runs.
        private void trim() {
            var count = 0;
            while (kept > keptMax / 2) {
                kept -= records.get(count).json().length();
                count++;
            }
            var dropped = records.subList(0, count);
            start = dropped.getLast().sequenceNumber();
            dropped.clear();
        }

        /// Compares two positions; null is the start of the shard.
        private static int compare(@Nullable ShardPosition one, @Nullable ShardPosition other) {
            if (one == null || other == null) {
                return Boolean.compare(one != null, other != null);
            }
            return one.compareTo(other);
        }
    }
}
