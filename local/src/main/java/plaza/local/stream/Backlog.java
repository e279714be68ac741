package plaza.local.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.local.stream.StreamSource.Shard;

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
    private final Map<String, Tail> tails = new HashMap<>();

    Backlog(StreamSource source, List<EventSourceMapping> mappings) {
        this.source = source;
        this.mappings = List.copyOf(mappings);
    }

    /// Records times mappings that are not done with them, at some moment after the call began.
    synchronized long count() {
        // a shard that appears after this holds records that are not listed, but then its parent
        // was not complete either
        // and is listed; so shards are listed again once the positions are noted
        var positions = new ArrayList<Map<String, Checkpoint>>();
        var before = source.shards();
        for (var mapping : mappings) {
            positions.add(mapping.positions(before));
        }
        var shards = source.shards();
        tails.keySet().retainAll(shards.stream().map(Shard::id).toList());
        var behind = 0L;
        for (var shard : shards) {
            var here =
                    positions.stream()
                            .map(of -> of.getOrDefault(shard.id(), Checkpoint.TRIM_HORIZON))
                            .toList();
            var tail = tails.computeIfAbsent(shard.id(), _ -> new Tail(shard.id(), lowest(here)));
            tail.readOn();
            for (var position : here) {
                behind += tail.countAfter(position);
            }
            tail.forgetThrough(lowest(here));
        }
        return behind;
    }

    private static @Nullable SequenceNumber lowest(List<Checkpoint> positions) {
        return positions.stream().anyMatch(position -> position.after() == null)
                ? null
                : positions.stream()
                        .map(position -> Objects.requireNonNull(position.after()))
                        .min(SequenceNumber::compareTo)
                        .orElse(null);
    }

    /// The end of one shard: what at least one mapping was not done with at the last count.
    private final class Tail {
        private final String shardId;
        private final List<SequenceNumber> numbers = new ArrayList<>();
        private @Nullable SequenceNumber through;
        private boolean complete;

        Tail(String shardId, @Nullable SequenceNumber after) {
            this.shardId = shardId;
            this.through = after;
        }

        void readOn() {
            while (!complete) {
                var slice = source.read(shardId, through);
                complete = slice.complete();
                for (var record : slice.records()) {
                    numbers.add(record.sequenceNumber());
                }
                if (slice.records().isEmpty()) {
                    return;
                }
                through = slice.records().getLast().sequenceNumber();
            }
        }

        long countAfter(Checkpoint position) {
            return position.complete() ? 0 : numbers.size() - countThrough(position.after());
        }

        void forgetThrough(@Nullable SequenceNumber number) {
            numbers.subList(0, countThrough(number)).clear();
        }

        private int countThrough(@Nullable SequenceNumber number) {
            if (number == null) {
                return 0;
            }
            var low = 0;
            var high = numbers.size();
            while (low < high) {
                var middle = (low + high) >>> 1;
                if (numbers.get(middle).compareTo(number) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
