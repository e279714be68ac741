package plaza.testkit;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import plaza.catalogue.StreamFunction;
import plaza.functions.Catalogue;
import plaza.local.emulator.Emulator;
import plaza.local.gateway.Api;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventFilter;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.ShardPosition;
import plaza.local.mapping.StreamRecord;
import plaza.local.mapping.StreamSource;
import plaza.testkit.invocation.TestContext;

/// The table's stream as one stream function receives it: with the function's filters, parsed by
/// the managed runtime's serialization. The test decides what is delivered, how often and in which
/// order.
public final class StreamTap {
    private static final Duration FUNCTION_TIME = Duration.ofMinutes(1);

    /// Rounds in which functions cause more work for each other; far beyond what any test needs.
    private static final int ROUNDS_MAX = 1_000;

    private final StreamFunction function;
    private final StreamSource source;
    private final EventFilter filter;
    private final Map<String, ShardPosition> read = new HashMap<>();
    private final List<DynamodbStreamRecord> waiting = new ArrayList<>();

    /// Creates a tap that begins with the next write.
    public StreamTap(Emulator emulator, StreamFunction function) {
        this.function = function;
        this.source =
                new DynamoDbStreamSource(
                        emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory());
        this.filter = new EventFilter(function.filters());
        skip();
    }

    /// Creates a tap for each stream function.
    public static List<StreamTap> all(Emulator emulator) {
        return Catalogue.ALL.streamFunctions().stream()
                .map(row -> new StreamTap(emulator, row))
                .toList();
    }

    /// Returns the name of the function.
    public String function() {
        return function.name();
    }

    /// Returns the records that arrived since the last call and pass the function's filters.
    public List<DynamodbStreamRecord> next() {
        var records = new ArrayList<StreamRecord>();
        for (var shard : source.shards()) {
            while (true) {
                var batch = source.read(shard.id(), read.get(shard.id()));
                if (batch.records().isEmpty()) {
                    break;
                }
                read.put(shard.id(), batch.records().getLast().sequenceNumber());
                batch.records().stream().filter(filter::passes).forEach(records::add);
                if (batch.complete()) {
                    break;
                }
            }
        }
        var json =
                records.stream()
                        .map(StreamRecord::json)
                        .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
        return Api.serializer(DynamodbEvent.class).fromJson(json).getRecords();
    }

    /// Discards all records that were written so far.
    public void skip() {
        var _ = next();
        waiting.clear();
    }

    /// Delivers `records` as one batch.
    ///
    /// @return the sequence numbers that the function reports as failed
    public List<String> deliver(TestBed bed, List<DynamodbStreamRecord> records) {
        return deliver(bed.stream(function), records);
    }

    /// Delivers `records` as one batch to a handler.
    ///
    /// @return the sequence numbers that it reports as failed
    public List<String> deliver(
            RequestHandler<DynamodbEvent, StreamsEventResponse> handler,
            List<DynamodbStreamRecord> records) {
        var event = new DynamodbEvent();
        event.setRecords(records);
        return handler
                .handleRequest(event, new TestContext(function.name(), FUNCTION_TIME))
                .getBatchItemFailures()
                .stream()
                .map(StreamsEventResponse.BatchItemFailure::getItemIdentifier)
                .toList();
    }

    /// Delivers the next records as one batch; records beyond `countMax` wait for the next call.
    ///
    /// @throws AssertionError if the function reports a failure
    public void deliverNext(TestBed bed, int countMax) {
        waiting.addAll(next());
        var batch = waiting.subList(0, Math.min(countMax, waiting.size()));
        if (!batch.isEmpty()) {
            var failed = deliver(bed, List.copyOf(batch));
            if (!failed.isEmpty()) {
                throw new AssertionError(function() + " failed at the records " + failed);
            }
            batch.clear();
        }
    }

    /// Delivers all records and those that the function causes by processing them.
    ///
    /// @return how many batches were delivered
    public int drain(TestBed bed) {
        for (int round = 0, batches = 0; round < ROUNDS_MAX; round++) {
            var records = new ArrayList<>(waiting);
            waiting.clear();
            records.addAll(next());
            if (records.isEmpty()) {
                return batches;
            }
            for (var start = 0; start < records.size(); start += function.batchSize()) {
                var end = Math.min(start + function.batchSize(), records.size());
                var failed = deliver(bed, records.subList(start, end));
                if (!failed.isEmpty()) {
                    throw new AssertionError(function() + " failed at the records " + failed);
                }
                batches++;
            }
        }
        throw new AssertionError(function() + " keeps causing records for itself");
    }

    /// Drains several taps in turn until none has a record left.
    ///
    /// @return how many batches were delivered
    public static int drain(TestBed bed, Collection<StreamTap> taps) {
        for (int round = 0, all = 0; round < ROUNDS_MAX; round++) {
            var batches = 0;
            for (var tap : taps) {
                batches += tap.drain(bed);
            }
            if (batches == 0) {
                return all;
            }
            all += batches;
        }
        throw new AssertionError("the stream functions keep causing records for each other");
    }
}
