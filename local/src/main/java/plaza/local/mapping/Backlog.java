package plaza.local.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.local.mapping.StreamSource.Shard;
import plaza.local.mapping.StreamSource.Slice;

/// Counts exactly the records that mappings have not processed.
///
/// The order of the steps makes the count exact. First the positions of all mappings are recorded,
/// then the stream is read to its end. If no record follows the recorded positions, every mapping
/// had processed everything at that moment. No write of a function is missed: the function writes
/// before its batch is acknowledged, so the write is in the stream that is read afterwards.
///
/// The backlog keeps the positions of the records that it has read, so that each count reads only
/// new records, and drops those that all mappings have processed.
final class Backlog {
    private final StreamSource source;
    private final List<EventSourceMapping> mappings;
    private final Map<String, Tail> tails = new LinkedHashMap<>();
    private List<Shard> shards = List.of();

    Backlog(StreamSource source, List<EventSourceMapping> mappings) {
        this.source = source;
        this.mappings = List.copyOf(mappings);
    }

    /// Returns whether the count is zero. Does not read the stream while mappings still process
    /// records that were read before.
    synchronized boolean isEmpty() {
        return behind(positions()) == 0 && count() == 0;
    }

    /// Returns the number of unprocessed records, summed over the mappings, at some moment after
    /// the call began.
    synchronized long count() {
        if (tails.values().stream().allMatch(Tail::isComplete)) {
            shards = source.shards();
        }
        var positions = positions();
        readNew(positions);
        var behind = behind(positions);
        tails.forEach((id, tail) -> tail.dropThrough(lowest(here(positions, id))));
        return behind;
    }

    private List<Map<String, Checkpoint>> positions() {
        return mappings.stream().map(mapping -> mapping.positions(shards)).toList();
    }

    /// Reads all shards to their ends. Only a shard that has ended has children, so the shards are
    /// listed again only then. No recorded position is in a new shard.
    private void readNew(List<Map<String, Checkpoint>> positions) {
        tails.keySet().retainAll(shards.stream().map(Shard::id).toList());
        for (var shard : shards) {
            tails.computeIfAbsent(shard.id(), id -> new Tail(id, lowest(here(positions, id))));
        }
        var ended = false;
        for (var tail : tails.values()) {
            ended |= tail.readNew();
        }
        if (ended) {
            shards = source.shards();
            readNew(positions);
        }
    }

    private long behind(List<Map<String, Checkpoint>> positions) {
        return tails.entrySet().stream()
                .mapToLong(entry ->
                        here(positions, entry.getKey()).stream()
                                .mapToLong(entry.getValue()::countAfter)
                                .sum())
                .sum();
    }

    private static List<Checkpoint> here(List<Map<String, Checkpoint>> positions, String shardId) {
        return positions.stream()
                .map(of -> of.getOrDefault(shardId, Checkpoint.TRIM_HORIZON))
                .toList();
    }

    private static @Nullable ShardPosition lowest(List<Checkpoint> positions) {
        return positions.stream().anyMatch(position -> position.after() == null)
                ? null
                : positions.stream()
                        .map(position -> Objects.requireNonNull(position.after()))
                        .min(ShardPosition::compareTo)
                        .orElse(null);
    }

    /// The records at the end of a shard that at least one mapping had not processed at the last
    /// count.
    private final class Tail {
        private final String shardId;
        private final List<ShardPosition> records = new ArrayList<>();
        private @Nullable ShardPosition through;
        private boolean complete;

        Tail(String shardId, @Nullable ShardPosition after) {
            this.shardId = shardId;
            this.through = after;
        }

        boolean isComplete() {
            return complete;
        }

        /// Reads the new records.
        ///
        /// @return whether this read reached the end of the shard
        boolean readNew() {
            if (complete) {
                return false;
            }
            Slice slice;
            do {
                slice = source.read(shardId, through);
                for (var record : slice.records()) {
                    records.add(record.sequenceNumber());
                    through = record.sequenceNumber();
                }
                complete = slice.complete();
            } while (!complete && !slice.records().isEmpty());
            return complete;
        }

        long countAfter(Checkpoint position) {
            return position.complete() ? 0 : records.size() - countThrough(position.after());
        }

        void dropThrough(@Nullable ShardPosition position) {
            records.subList(0, countThrough(position)).clear();
        }

        private int countThrough(@Nullable ShardPosition position) {
            return ShardPosition.countThrough(records, Function.identity(), position);
        }
    }
}
