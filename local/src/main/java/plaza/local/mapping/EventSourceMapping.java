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
/// It has no threads and never waits: the caller calls [#turn] for each of the [#readable] shards,
/// one call at a time per shard. Time is a parameter. It must be the real time, because the age of
/// a record is measured in DynamoDB's time. `EventSourceMappingTest` quotes the sentences of AWS
/// that are implemented here.
///
/// Decisions where AWS's pages do not specify the behavior:
///
/// - Splitting a batch keeps the number of retries.
/// - A partial failure at the first record is a complete failure, because no record before it can
///   be acknowledged; bisection then isolates the record.
/// - A partial failure without bisection counts as a retry.
/// - Records that exceed the maximum age are discarded one by one, oldest first.
public final class EventSourceMapping {
    /// The maximum number of bytes of one event; Lambda's limit for a synchronous invocation.
    public static final int PAYLOAD_BYTES_MAX = 6 * 1024 * 1024;

    /// The delay before the first retry, doubled for each further retry. Lambda's own delays are
    /// not documented.
    private static final Duration RETRY_DELAY = Duration.ofMillis(50);

    private static final Duration RETRY_DELAY_MAX = Duration.ofSeconds(2);
    private static final int DOUBLINGS_MAX = 10;

    /// The result of a turn.
    public sealed interface Turn {
        /// The turn made progress; the next turn can follow immediately.
        record Worked() implements Turn {}

        /// The shard has no new records.
        record Idle() implements Turn {}

        /// The next turn has no work before `until`: a retry is delayed, or a batch is being
        /// collected.
        record Waiting(Instant until) implements Turn {}

        /// The whole shard is processed; its children can be read.
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

    /// Returns the name of the function, which is also the name of the mapping.
    public String name() {
        return settings.functionName();
    }

    /// Returns the function that the mapping invokes.
    public LambdaFunction function() {
        return function;
    }

    /// Returns the shards that can be read now: the incomplete shards whose parent is complete or
    /// no longer exists.
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

    /// Returns the checkpoint in each of `shards`.
    Map<String, Checkpoint> positions(List<Shard> shards) {
        var positions = new LinkedHashMap<String, Checkpoint>();
        for (var shard : shards) {
            positions.put(shard.id(), checkpoints.get(name(), shard.id()));
        }
        return positions;
    }

    /// Continues behind all records that the stream contains. No [#turn] may run meanwhile.
    void skipAll() {
        for (var shard : source.shards()) {
            var after = checkpoints.get(name(), shard.id()).after();
            StreamSource.Slice slice;
            do {
                slice = source.read(shard.id(), after);
                after =
                        slice.records().isEmpty()
                                ? after
                                : slice.records().getLast().sequenceNumber();
            } while (!slice.complete() && !slice.records().isEmpty());
            checkpoints.put(name(), shard.id(), new Checkpoint(after, slice.complete()));
        }
        readers.clear();
    }

    private boolean complete(@Nullable String shardId) {
        return shardId != null && checkpoints.get(name(), shardId).complete();
    }

    /// Processes the next part of a shard. Invokes the function at most once.
    ///
    /// An exception means that the stream, the checkpoints or the failure destination failed, not
    /// the function. The shard then restarts at its checkpoint, so that no record is skipped.
    public Turn turn(String shardId) {
        try {
            return readers.computeIfAbsent(shardId, ShardReader::new).turn();
        } catch (RuntimeException fault) {
            readers.remove(shardId);
            throw fault;
        }
    }

    /// A batch in progress, or a part of one.
    ///
    /// @param records the records for the function; not empty
    /// @param through the position to acknowledge after success: the last record, or a filtered
    ///   record after it
    /// @param retries the number of retries
    /// @param invocations the number of invocations
    /// @param ending the result of the last invocation
    /// @param due the time before which it is not tried
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

    /// The state of one shard. After a crash, everything since the checkpoint is processed again.
    private final class ShardReader {
        private final String shardId;

        /// Records that are read and not yet filtered.
        private final Deque<StreamRecord> fetched = new ArrayDeque<>();

        /// Records that passed the filter: the batch that is being collected.
        private final List<StreamRecord> gathered = new ArrayList<>();

        private int gatheredBytes;

        /// Batches in progress, in order; more than one after a split.
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
            // as Lambda counts: the text of the event with a separator per record
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

        /// Discards the records that are too old. Returns null if none is left.
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
