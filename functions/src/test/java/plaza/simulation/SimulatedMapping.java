package plaza.simulation;

import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event source mapping between the stream and one function: shards that split, batches, retries
/// from the lowest reported failure, bisection, discards to a failure destination. What it does
/// beyond that it could do as well by AWS's word: it keeps the order of records of one *item* and
/// of no others, brings batches again, and starts a retry beside an invocation that timed out.
final class SimulatedMapping {
    /// Records to be handed over together.
    record Batch(List<TableChange> records, int tries) {
        Batch {
            records = List.copyOf(records);
        }

        @Override
        public String toString() {
            return records.stream().map(TableChange::number).toList().toString();
        }
    }

    /// A shard, or a part of one that is processed by itself.
    static final class Shard {
        private final List<TableChange> waiting = new ArrayList<>();
        private final Deque<Batch> again = new ArrayDeque<>();
        private final @Nullable Shard parent;
        private @Nullable Shard left;
        private @Nullable Shard right;
        private boolean busy;

        Shard(@Nullable Shard parent) {
            this.parent = parent;
        }

        /// Children are read when their parent is done with.
        private boolean done() {
            return waiting.isEmpty() && again.isEmpty() && !busy && parentDone();
        }

        private boolean parentDone() {
            return parent == null || parent.done();
        }

        /// Whether a batch could be handed over now.
        private boolean ready() {
            return !busy && !(waiting.isEmpty() && again.isEmpty()) && parentDone();
        }
    }

    /// Batches that are remembered, to be brought again.
    private static final int HISTORY_MAX = 40;

    private final Simulation world;
    private final List<Shard> roots = new ArrayList<>();
    private final List<Shard> shards = new ArrayList<>();
    private final List<Batch> history = new ArrayList<>();
    private final List<Batch> discarded = new ArrayList<>();
    private final int batchMax;
    private final int triesMax;

    /// AWS: the lowest sequence number that is reported is the checkpoint. Whether that is a place
    /// in the batch or a number only matters where a batch is not in the order of its numbers;
    /// there it is one or the other, by seed.
    private final boolean checkpointIsPlace;

    /// Which of the stream functions it calls.
    final Simulation.Reader reader;

    SimulatedMapping(
            Simulation world,
            Simulation.Reader reader,
            int shardCount,
            int batchMax,
            int triesMax) {
        this.world = world;
        this.reader = reader;
        this.batchMax = batchMax;
        this.triesMax = triesMax;
        this.checkpointIsPlace = world.choose(2) == 0;
        for (var count = 0; count < shardCount; count++) {
            var shard = new Shard(null);
            roots.add(shard);
            shards.add(shard);
        }
    }

    /// Takes a record up, at the end or, where the stream reorders, anywhere behind the last record
    /// of the same item.
    void append(TableChange logged) {
        var key = logged.key();
        var hash = (31 * key.pk().hashCode() + key.sk().hashCode()) & Integer.MAX_VALUE;
        var shard = roots.get(hash % roots.size());
        hash /= roots.size();
        while (shard.left != null && shard.right != null) {
            shard = (hash & 1) == 0 ? shard.left : shard.right;
            hash >>= 1;
        }
        var waiting = shard.waiting;
        var place = waiting.size();
        if (world.happens(world.regime.reorder())) {
            var first = 0;
            for (var index = 0; index < place; index++) {
                if (waiting.get(index).key().equals(logged.key())) {
                    first = index + 1;
                }
            }
            place = first + world.choose(place - first + 1);
        }
        waiting.add(place, logged);
    }

    boolean idle() {
        for (var shard : shards) {
            if (shard.busy || !shard.waiting.isEmpty() || !shard.again.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /// Hands over the next batch of every shard that has one, each with the given probability.
    void deliver(double probability) {
        for (var index = 0; index < shards.size(); index++) {
            var shard = shards.get(index);
            if (shard.ready() && world.happens(probability)) {
                var batch = next(shard);
                shard.busy = true;
                world.trace("delivers", reader, batch);
                world.start(this, shard, batch);
            }
        }
    }

    private Batch next(Shard shard) {
        if (!shard.again.isEmpty()) {
            return shard.again.removeFirst();
        }
        var part =
                shard.waiting.subList(
                        0, Math.min(1 + world.choose(batchMax), shard.waiting.size()));
        var batch = new Batch(part, 0);
        part.clear();
        return batch;
    }

    /// The function answered.
    void answered(Shard shard, Batch batch, StreamsEventResponse response) {
        shard.busy = false;
        remember(batch);
        var failures = response.getBatchItemFailures();
        if (failures == null || failures.isEmpty()) {
            return;
        }
        var reported = failures.stream().map(BatchItemFailure::getItemIdentifier).toList();
        var records = batch.records();
        var failed =
                records.stream()
                        .filter(logged -> reported.contains(world.sequenceOf(reader, logged)))
                        .toList();
        if (failed.size() != new HashSet<>(reported).size()) {
            throw new AssertionError("a failure was reported that is not in the batch");
        }
        var rest =
                checkpointIsPlace
                        ? records.subList(records.indexOf(failed.getFirst()), records.size())
                        : fromLowest(records, failed);
        retry(shard, new Batch(rest, batch.tries() + 1));
    }

    private static List<TableChange> fromLowest(
            List<TableChange> records, List<TableChange> failed) {
        // The table counts its records in the order of their sequence numbers.
        var lowest = failed.stream().mapToInt(TableChange::number).min().orElseThrow();
        return records.stream().filter(logged -> logged.number() >= lowest).toList();
    }

    /// The function crashed, or did not answer in time.
    void failed(Shard shard, Batch batch) {
        shard.busy = false;
        remember(batch);
        var size = batch.records().size();
        if (size > 1 && world.happens(world.regime.bisect())) {
            // Splitting does not use up a try.
            var middle = 1 + world.choose(size - 1);
            shard.again.addFirst(new Batch(batch.records().subList(middle, size), batch.tries()));
            shard.again.addFirst(new Batch(batch.records().subList(0, middle), batch.tries()));
        } else {
            retry(shard, new Batch(batch.records(), batch.tries() + 1));
        }
    }

    private void retry(Shard shard, Batch batch) {
        if (batch.tries() > triesMax && world.happens(world.regime.discard())) {
            world.trace("discards", reader, batch);
            discarded.add(batch);
        } else if (shard.again.isEmpty() && world.happens(world.regime.rebatch())) {
            shard.waiting.addAll(0, batch.records());
        } else {
            shard.again.addFirst(batch);
        }
    }

    private void remember(Batch batch) {
        if (history.size() < HISTORY_MAX) {
            history.add(batch);
        } else {
            history.set(world.choose(HISTORY_MAX), batch);
        }
    }

    /// Brings some of what was brought before once more, whatever else goes on.
    void repeat() {
        if (!history.isEmpty()) {
            var old = history.get(world.choose(history.size())).records();
            var from = world.choose(old.size());
            var batch = new Batch(old.subList(from, from + 1 + world.choose(old.size() - from)), 0);
            world.trace("repeats", reader, batch);
            world.start(this, null, batch);
        }
    }

    /// A shard is closed, and two take its place for what comes.
    void split() {
        var open = shards.stream().filter(shard -> shard.left == null).toList();
        var shard = open.get(world.choose(open.size()));
        shard.left = new Shard(shard);
        shard.right = new Shard(shard);
        shards.add(shard.left);
        shards.add(shard.right);
        world.trace("splits", reader, shards.size());
    }

    int discards() {
        return discarded.size();
    }

    /// When the oldest record was made that lies in the failure destination.
    Instant oldest() {
        return discarded.stream()
                .flatMap(batch -> batch.records().stream())
                .map(TableChange::at)
                .min(Instant::compareTo)
                .orElse(Instant.MAX.minus(Duration.ofDays(1_000)));
    }

    /// Puts one discarded batch through again, as an operator does.
    void redrive() {
        if (!discarded.isEmpty()) {
            var batch = discarded.remove(world.choose(discarded.size()));
            world.trace("redrives", reader, batch);
            world.start(this, null, batch);
        }
    }

    /// A batch that was redriven in vain lies in the failure destination again.
    void keep(Batch batch) {
        discarded.add(batch);
    }

    /// What has left the stream cannot come again.
    void forget() {
        history.clear();
    }
}
