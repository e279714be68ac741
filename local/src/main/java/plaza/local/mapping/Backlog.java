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

/// Counts the records that mappings are not done with, exactly.
///
/// The order makes it exact. First the positions of all mappings are noted, then the stream is read
/// to its end. If no record lies behind the noted positions, then at that moment every mapping was
/// done with everything, and nothing that a function wrote on the way can have been missed: it was
/// written before its batch was acknowledged, so it is in the stream that is read afterwards.
///
/// It remembers what it has read, so that each count reads only what is new, and forgets what all
/// mappings are done with.
final class Backlog {
    private final StreamSource source;
    private final List<EventSourceMapping> mappings;
    private final Map<String, Tail> tails = new LinkedHashMap<>();
    private List<Shard> shards = List.of();

    Backlog(StreamSource source, List<EventSourceMapping> mappings) {
        this.source = source;
        this.mappings = List.copyOf(mappings);
    }

    /// Whether all mappings are done with everything, which [#count] says as well; but as long as
    /// they are not done with what was read before, the stream is not read for it.
    synchronized boolean isEmpty() {
        return behind(positions()) == 0 && count() == 0;
    }

    /// Records times mappings that are not done with them, at some moment after the call began.
    synchronized long count() {
        if (tails.values().stream().allMatch(Tail::isComplete)) {
            shards = source.shards();
        }
        var positions = positions();
        readOn(positions);
        var behind = behind(positions);
        tails.forEach((id, tail) -> tail.forgetThrough(lowest(here(positions, id))));
        return behind;
    }

    private List<Map<String, Checkpoint>> positions() {
        return mappings.stream().map(mapping -> mapping.positions(shards)).toList();
    }

    /// Reads all shards to their ends. Only a shard that has ended has others behind it, so they
    /// are listed again only then; no mapping was noted to be done with anything in those.
    private void readOn(List<Map<String, Checkpoint>> positions) {
        tails.keySet().retainAll(shards.stream().map(Shard::id).toList());
        for (var shard : shards) {
            tails.computeIfAbsent(shard.id(), id -> new Tail(id, lowest(here(positions, id))));
        }
        var ended = false;
        for (var tail : tails.values()) {
            ended |= tail.readOn();
        }
        if (ended) {
            shards = source.shards();
            readOn(positions);
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

    /// The end of one shard: what at least one mapping was not done with at the last count.
    private final class Tail {
        private final String shardId;
        private final List<ShardPosition> numbers = new ArrayList<>();
        private @Nullable ShardPosition through;
        private boolean complete;

        Tail(String shardId, @Nullable ShardPosition after) {
            this.shardId = shardId;
            this.through = after;
        }

        boolean isComplete() {
            return complete;
        }

        /// Reads what is new.
        ///
        /// @return whether it came to the shard's end now
        boolean readOn() {
            if (complete) {
                return false;
            }
            Slice slice;
            do {
                slice = source.read(shardId, through);
                for (var record : slice.records()) {
                    numbers.add(record.sequenceNumber());
                    through = record.sequenceNumber();
                }
                complete = slice.complete();
            } while (!complete && !slice.records().isEmpty());
            return complete;
        }

        long countAfter(Checkpoint position) {
            return position.complete() ? 0 : numbers.size() - countThrough(position.after());
        }

        void forgetThrough(@Nullable ShardPosition number) {
            numbers.subList(0, countThrough(number)).clear();
        }

        private int countThrough(@Nullable ShardPosition number) {
            return ShardPosition.countThrough(numbers, Function.identity(), number);
        }
    }
}
