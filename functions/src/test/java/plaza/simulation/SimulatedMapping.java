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
/// from the lowest reported failure, bisection, discards to a failure destination. It also does
/// what the documentation of AWS does not exclude: it keeps only the order of the records of one
/// *item*, delivers batches again, and starts a retry next to an invocation that timed out.
final class SimulatedMapping {
    /// Records that are delivered together.
    record Batch(List<TableChange> records, int attempts) {
        Batch {
            records = List.copyOf(records);
        }

        @Override
        public String toString() {
            return records.stream().map(TableChange::number).toList().toString();
        }
    }

    /// A shard of the stream.
    static final class Shard {
        private final List<TableChange> waiting = new ArrayList<>();
        private final Deque<Batch> retries = new ArrayDeque<>();
        private final @Nullable Shard parent;
        private @Nullable Shard left;
        private @Nullable Shard right;
        private boolean busy;

        Shard(@Nullable Shard parent) {
            this.parent = parent;
        }

        /// A child is read after its parent is done.
        private boolean done() {
            return waiting.isEmpty() && retries.isEmpty() && !busy && parentDone();
        }

        private boolean parentDone() {
            return parent == null || parent.done();
        }

        /// Whether a batch can be delivered now.
        private boolean ready() {
            return !busy && !(waiting.isEmpty() && retries.isEmpty()) && parentDone();
        }
    }

    /// The number of batches that are kept to be delivered again.
    private static final int HISTORY_MAX = 40;

    private final Simulation simulation;
    private final List<Shard> roots = new ArrayList<>();
    private final List<Shard> shards = new ArrayList<>();
    private final List<Batch> history = new ArrayList<>();
    private final List<Batch> discarded = new ArrayList<>();
    private final int batchMax;
    private final int attemptsMax;

    /// By AWS's documentation the lowest reported sequence number is the checkpoint. Whether this
    /// means a position in the batch or a number matters only if a batch is not in the order of its
    /// numbers. The seed chooses one of the two.
    private final boolean checkpointIsPosition;

    /// The stream function that it invokes.
    final Simulation.Reader reader;

    SimulatedMapping(
            Simulation simulation,
            Simulation.Reader reader,
            int shardCount,
            int batchMax,
            int attemptsMax) {
        this.simulation = simulation;
        this.reader = reader;
        this.batchMax = batchMax;
        this.attemptsMax = attemptsMax;
        this.checkpointIsPosition = simulation.choose(2) == 0;
        for (var count = 0; count < shardCount; count++) {
            var shard = new Shard(null);
            roots.add(shard);
            shards.add(shard);
        }
    }

    /// Adds a record at the end or, if the stream reorders, anywhere behind the last record of the
    /// same item.
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
        var position = waiting.size();
        if (simulation.happens(simulation.probabilities.reorder())) {
            var first = 0;
            for (var index = 0; index < position; index++) {
                if (waiting.get(index).key().equals(logged.key())) {
                    first = index + 1;
                }
            }
            position = first + simulation.choose(position - first + 1);
        }
        waiting.add(position, logged);
    }

    boolean idle() {
        for (var shard : shards) {
            if (shard.busy || !shard.waiting.isEmpty() || !shard.retries.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /// Delivers the next batch of each shard with the given probability.
    void deliver(double probability) {
        for (var index = 0; index < shards.size(); index++) {
            var shard = shards.get(index);
            if (shard.ready() && simulation.happens(probability)) {
                var batch = next(shard);
                shard.busy = true;
                simulation.trace("delivers", reader, batch);
                simulation.start(this, shard, batch);
            }
        }
    }

    private Batch next(Shard shard) {
        if (!shard.retries.isEmpty()) {
            return shard.retries.removeFirst();
        }
        var part =
                shard.waiting.subList(
                        0, Math.min(1 + simulation.choose(batchMax), shard.waiting.size()));
        var batch = new Batch(part, 0);
        part.clear();
        return batch;
    }

    /// Handles the response of the function.
    void responded(Shard shard, Batch batch, StreamsEventResponse response) {
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
                        .filter(logged -> reported.contains(simulation.sequenceOf(reader, logged)))
                        .toList();
        if (failed.size() != new HashSet<>(reported).size()) {
            throw new AssertionError("a reported failure is not in the batch");
        }
        var rest =
                checkpointIsPosition
                        ? records.subList(records.indexOf(failed.getFirst()), records.size())
                        : fromLowest(records, failed);
        retry(shard, new Batch(rest, batch.attempts() + 1));
    }

    private static List<TableChange> fromLowest(
            List<TableChange> records, List<TableChange> failed) {
        // The table numbers its records in the order of their sequence numbers.
        var lowest = failed.stream().mapToInt(TableChange::number).min().orElseThrow();
        return records.stream().filter(logged -> logged.number() >= lowest).toList();
    }

    /// Handles a crash or a timeout of the function.
    void failed(Shard shard, Batch batch) {
        shard.busy = false;
        remember(batch);
        var size = batch.records().size();
        if (size > 1 && simulation.happens(simulation.probabilities.bisect())) {
            // Splitting does not count as an attempt.
            var middle = 1 + simulation.choose(size - 1);
            shard.retries.addFirst(
                    new Batch(batch.records().subList(middle, size), batch.attempts()));
            shard.retries.addFirst(new Batch(batch.records().subList(0, middle), batch.attempts()));
        } else {
            retry(shard, new Batch(batch.records(), batch.attempts() + 1));
        }
    }

    private void retry(Shard shard, Batch batch) {
        if (batch.attempts() > attemptsMax
                && simulation.happens(simulation.probabilities.discard())) {
            simulation.trace("discards", reader, batch);
            discarded.add(batch);
        } else if (shard.retries.isEmpty()
                && simulation.happens(simulation.probabilities.rebatch())) {
            shard.waiting.addAll(0, batch.records());
        } else {
            shard.retries.addFirst(batch);
        }
    }

    private void remember(Batch batch) {
        if (history.size() < HISTORY_MAX) {
            history.add(batch);
        } else {
            history.set(simulation.choose(HISTORY_MAX), batch);
        }
    }

    /// Delivers a part of an earlier batch again.
    void repeat() {
        if (!history.isEmpty()) {
            var old = history.get(simulation.choose(history.size())).records();
            var from = simulation.choose(old.size());
            var batch =
                    new Batch(
                            old.subList(from, from + 1 + simulation.choose(old.size() - from)), 0);
            simulation.trace("repeats", reader, batch);
            simulation.start(this, null, batch);
        }
    }

    /// Closes a shard and replaces it with two for the following records.
    void split() {
        var open = shards.stream().filter(shard -> shard.left == null).toList();
        var shard = open.get(simulation.choose(open.size()));
        shard.left = new Shard(shard);
        shard.right = new Shard(shard);
        shards.add(shard.left);
        shards.add(shard.right);
        simulation.trace("splits", reader, shards.size());
    }

    int discards() {
        return discarded.size();
    }

    /// The creation time of the oldest record in the failure destination.
    Instant oldest() {
        return discarded.stream()
                .flatMap(batch -> batch.records().stream())
                .map(TableChange::at)
                .min(Instant::compareTo)
                .orElse(Instant.MAX.minus(Duration.ofDays(1_000)));
    }

    /// Redrives one discarded batch, as an operator does.
    void redrive() {
        if (!discarded.isEmpty()) {
            var batch = discarded.remove(simulation.choose(discarded.size()));
            simulation.trace("redrives", reader, batch);
            simulation.start(this, null, batch);
        }
    }

    /// Returns a batch whose redrive failed to the failure destination.
    void keep(Batch batch) {
        discarded.add(batch);
    }

    /// Forgets the delivered batches, because their records have left the stream.
    void forget() {
        history.clear();
    }
}
