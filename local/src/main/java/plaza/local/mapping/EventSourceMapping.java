package plaza.local.mapping;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.local.mapping.FailureRecord.Condition;
import plaza.local.mapping.FailureRecord.Ending;
import plaza.local.mapping.StreamSource.Shard;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.LambdaFunction.InvocationResult;

/// Lambda's event source mapping between one stream and one function, as AWS's pages describe it,
/// with a parallelization factor of 1 and the starting position TRIM_HORIZON.
///
/// It has no threads and never waits: whoever drives it calls [#turn] for each of the [#readable]
/// shards, one call at a time per shard. Time is a parameter: the age of records is counted in
/// DynamoDB's time, so this must not be a clock that is set by hand. `EventSourceMappingTest`
/// quotes the sentences that are implemented here.
///
/// Where AWS's pages are silent: splitting keeps the number of retries used so far; a partial
/// answer that names the first record is a complete failure (nothing can be split off before it),
/// so that bisection still isolates it; a partial answer without bisection uses up a retry; records
/// beyond their age are given up one by one, oldest first.
public final class EventSourceMapping {
    /// The most bytes of one event; Lambda's limit for a synchronous invocation.
    public static final int PAYLOAD_BYTES_MAX = 6 * 1024 * 1024;

    /// Before the first retry; each further one waits twice as long. Lambda's own delays are not
    /// documented.
    private static final Duration RETRY_DELAY = Duration.ofMillis(50);

    private static final Duration RETRY_DELAY_MAX = Duration.ofSeconds(2);
    private static final int DOUBLINGS_MAX = 10;

    /// What one turn came to.
    public sealed interface Turn {
        /// Something moved; the next turn may follow at once.
        record Worked() implements Turn {}

        /// There is nothing to read at the moment.
        record Idle() implements Turn {}

        /// Nothing is to be done before `until`: a retry is delayed, or a batch is being gathered.
        record Waiting(Instant until) implements Turn {}

        /// The shard is done with, for good; its children can be read.
        record Complete() implements Turn {}
    }

    private final MappingSettings settings;
    private final EventFilter filter;
    private final StreamSource source;
    private final LambdaFunction function;
    private final Checkpoints checkpoints;
    private final FailureDestination destination;
    private final InstantSource time;
    private final Map<String, ShardReader> readers = new ConcurrentHashMap<>();

    public EventSourceMapping(
            MappingSettings settings,
            StreamSource source,
            LambdaFunction function,
            Checkpoints checkpoints,
            FailureDestination destination,
            InstantSource time) {
        this.settings = settings;
        this.filter = new EventFilter(settings.filters());
        this.source = source;
        this.function = function;
        this.checkpoints = checkpoints;
        this.destination = destination;
        this.time = time;
    }

    /// The function's name, which is the mapping's as well.
    public String name() {
        return settings.functionName();
    }

    /// The function that it invokes.
    public LambdaFunction function() {
        return function;
    }

    /// The shards that may be read now: those not done with whose parent is done with, or no longer
    /// exists.
    public List<String> readable() {
        var shards = source.shards();
        var existing = shards.stream().map(Shard::id).collect(Collectors.toSet());
        checkpoints.retain(name(), existing);
        readers.keySet().retainAll(existing);
        return shards.stream()
                .filter(shard -> !complete(shard.id()))
                .filter(shard ->
                        shard.parentId() == null
                                || !existing.contains(shard.parentId())
                                || complete(shard.parentId()))
                .map(Shard::id)
                .toList();
    }

    /// How far it is in each of `shards`.
    Map<String, Checkpoint> positions(List<Shard> shards) {
        var positions = new LinkedHashMap<String, Checkpoint>();
        for (var shard : shards) {
            positions.put(shard.id(), checkpoints.get(name(), shard.id()));
        }
        return positions;
    }

    private boolean complete(@Nullable String shardId) {
        return shardId != null && checkpoints.get(name(), shardId).complete();
    }

    /// Does the next piece of work in a shard: invokes the function at most once.
    ///
    /// An exception means that something other than the function failed: the stream, the
    /// checkpoints or the failure destination. The shard then starts again at its checkpoint, so
    /// that nothing is passed over.
    public Turn turn(String shardId) {
        try {
            return readers.computeIfAbsent(shardId, ShardReader::new).turn();
        } catch (RuntimeException fault) {
            readers.remove(shardId);
            throw fault;
        }
    }

    /// A batch that is under way, or a part of one.
    ///
    /// @param records what the function gets; not empty
    /// @param through what the mapping is done with once they are: their last one, or filtered ones
    ///   behind it
    /// @param retries how often they were tried again
    /// @param invocations how often they were tried
    /// @param ending how the last invocation ended
    /// @param due not to be tried before
    private record Batch(
            List<StreamRecord> records,
            ShardPosition through,
            int retries,
            int invocations,
            Ending ending,
            Instant due) {
        Batch invoked(Ending how) {
            return new Batch(records, through, retries, invocations + 1, how, due);
        }

        Batch from(int index) {
            return new Batch(
                    records.subList(index, records.size()),
                    through,
                    retries,
                    invocations,
                    ending,
                    due);
        }

        Batch before(int index) {
            var part = records.subList(0, index);
            return new Batch(
                    part, part.getLast().sequenceNumber(), retries, invocations, ending, due);
        }

        Batch again(int retriesUsed, Instant when) {
            return new Batch(records, through, retriesUsed, invocations, ending, when);
        }
    }

    /// One shard's state. What is not in the checkpoint is lost in a crash, and then done again.
    private final class ShardReader {
        private final String shardId;

        /// Read and not yet filtered.
        private final Deque<StreamRecord> fetched = new ArrayDeque<>();

        /// Filtered, the batch that is being gathered.
        private final List<StreamRecord> gathered = new ArrayList<>();

        private int gatheredBytes;

        /// Batches under way, in order; more than one after a split.
        private final Deque<Batch> pending = new ArrayDeque<>();

        private @Nullable ShardPosition fetchedThrough;
        private @Nullable ShardPosition filteredThrough;
        private boolean read;
        private Instant windowStart;

        ShardReader(String shardId) {
            this.shardId = shardId;
            fetchedThrough = checkpoints.get(name(), shardId).after();
            filteredThrough = fetchedThrough;
            windowStart = time.instant();
        }

        Turn turn() {
            if (!pending.isEmpty()) {
                return deliver();
            }
            if (fetched.isEmpty() && !read) {
                fetch();
            }
            var moved = !fetched.isEmpty();
            gather();
            if (!gathered.isEmpty()) {
                return isDue() ? begin() : new Turn.Waiting(windowEnd());
            }
            if (moved) {
                advance();
                return new Turn.Worked();
            }
            if (read) {
                checkpoints.put(name(), shardId, new Checkpoint(filteredThrough, true));
                return new Turn.Complete();
            }
            return new Turn.Idle();
        }

        private void fetch() {
            var slice = source.read(shardId, fetchedThrough);
            fetched.addAll(slice.records());
            if (!slice.records().isEmpty()) {
                fetchedThrough = slice.records().getLast().sequenceNumber();
            }
            read = slice.complete();
        }

        private void gather() {
            while (!fetched.isEmpty() && !isFull()) {
                var record = fetched.removeFirst();
                filteredThrough = record.sequenceNumber();
                if (filter.passes(record)) {
                    gathered.add(record);
                    gatheredBytes += bytes(record);
                }
            }
        }

        private boolean isFull() {
            return gathered.size() >= settings.batchSize()
                    || (!gathered.isEmpty()
                            && !fetched.isEmpty()
                            && gatheredBytes + bytes(fetched.getFirst()) > PAYLOAD_BYTES_MAX);
        }

        private static int bytes(StreamRecord record) {
            // as Lambda counts them: the event's text, with a separator per record
            return record.json().getBytes(StandardCharsets.UTF_8).length + 1;
        }

        private boolean isDue() {
            return isFull() || read || !time.instant().isBefore(windowEnd());
        }

        private Instant windowEnd() {
            return windowStart.plus(settings.batchingWindow());
        }

        private Turn begin() {
            var through = filteredThrough == null ? last(gathered) : filteredThrough;
            pending.add(
                    new Batch(
                            List.copyOf(gathered),
                            through,
                            0,
                            0,
                            Ending.NOT_INVOKED,
                            time.instant()));
            gathered.clear();
            gatheredBytes = 0;
            return deliver();
        }

        private Turn deliver() {
            var batch = withoutExpired(pending.removeFirst());
            if (batch == null) {
                return new Turn.Worked();
            }
            if (time.instant().isBefore(batch.due())) {
                pending.addFirst(batch);
                return new Turn.Waiting(batch.due());
            }
            switch (function.invoke(LambdaJson.event(batch.records()))) {
                case InvocationResult.NotInvoked _ ->
                        pending.addFirst(batch.again(batch.retries(), later(batch.invocations())));
                case InvocationResult.Failed _ -> failed(batch.invoked(Ending.UNHANDLED));
                case InvocationResult.Returned(var payload) -> returned(batch, payload);
            }
            if (pending.isEmpty()) {
                windowStart = time.instant();
            }
            return new Turn.Worked();
        }

        private void returned(Batch batch, byte[] payload) {
            if (!settings.reportsBatchItemFailures()) {
                acknowledge(batch.through());
                return;
            }
            switch (BatchResponse.read(payload, batch.records())) {
                case BatchResponse.Success _ -> acknowledge(batch.through());
                case BatchResponse.Failure _ -> failed(batch.invoked(Ending.REPORTED));
                case BatchResponse.FailureFrom(var index) -> {
                    acknowledge(batch.records().get(index - 1).sequenceNumber());
                    var rest = batch.invoked(Ending.REPORTED).from(index);
                    if (settings.bisectsBatchOnFunctionError()) {
                        pending.addFirst(rest);
                    } else {
                        retry(rest);
                    }
                }
            }
        }

        private void failed(Batch batch) {
            var size = batch.records().size();
            if (settings.bisectsBatchOnFunctionError() && size > 1) {
                var middle = size / 2;
                pending.addFirst(batch.from(middle));
                pending.addFirst(batch.before(middle));
            } else {
                retry(batch);
            }
        }

        private void retry(Batch batch) {
            if (settings.retryAttempts() != MappingSettings.UNLIMITED
                    && batch.retries() >= settings.retryAttempts()) {
                discard(batch, batch.records(), Condition.RETRY_ATTEMPTS_EXHAUSTED);
                acknowledge(batch.through());
            } else {
                pending.addFirst(batch.again(batch.retries() + 1, later(batch.retries())));
            }
        }

        /// Gives up the records that have become too old; null where none is left.
        private @Nullable Batch withoutExpired(Batch batch) {
            if (settings.recordAgeSeconds() == MappingSettings.UNLIMITED) {
                return batch;
            }
            var oldest = time.instant().minusSeconds(settings.recordAgeSeconds());
            var records = batch.records();
            var expired = 0;
            while (expired < records.size() && records.get(expired).created().isBefore(oldest)) {
                expired++;
            }
            if (expired == 0) {
                return batch;
            }
            discard(batch, records.subList(0, expired), Condition.RECORD_AGE_EXCEEDED);
            if (expired == records.size()) {
                acknowledge(batch.through());
                return null;
            }
            acknowledge(records.get(expired - 1).sequenceNumber());
            return batch.from(expired);
        }

        private void discard(Batch batch, List<StreamRecord> records, Condition condition) {
            var record = new FailureRecord(name(), source.arn(), shardId, records, time.instant());
            destination.put(
                    record.key(), record.json(condition, batch.invocations(), batch.ending()));
        }

        private Instant later(int attempt) {
            var delay = RETRY_DELAY.multipliedBy(1L << Math.min(attempt, DOUBLINGS_MAX));
            return time.instant()
                    .plus(delay.compareTo(RETRY_DELAY_MAX) < 0 ? delay : RETRY_DELAY_MAX);
        }

        private void advance() {
            if (filteredThrough != null) {
                acknowledge(filteredThrough);
            }
        }

        private void acknowledge(ShardPosition through) {
            checkpoints.put(name(), shardId, new Checkpoint(through, false));
        }

        private static ShardPosition last(List<StreamRecord> records) {
            return records.getLast().sequenceNumber();
        }
    }
}
