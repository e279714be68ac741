package plaza.testkit;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import plaza.catalogue.StreamFunction;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventFilter;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.ShardPosition;
import plaza.local.mapping.StreamRecord;
import plaza.local.mapping.StreamSource;

/// The table's stream as one stream function gets it, records filtered and read through the managed
/// runtime's serialisation; but the test decides what is delivered, how often and in which order.
public final class StreamTap {
    private static final Duration FUNCTION_TIME = Duration.ofMinutes(1);

    /// Rounds of work that makes more work; far beyond what any test needs.
    private static final int ROUNDS_MAX = 1_000;

    private final StreamFunction function;
    private final StreamSource source;
    private final EventFilter filter;
    private final Map<String, ShardPosition> read = new HashMap<>();

    /// A tap that begins with what is written from now on.
    public StreamTap(Emulator emulator, StreamFunction function) {
        this.function = function;
        this.source =
                new DynamoDbStreamSource(
                        emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory());
        this.filter = new EventFilter(function.filters());
        var _ = next();
    }

    /// What came since the last call and passes the function's filters.
    public List<DynamodbStreamRecord> next() {
        var records = new ArrayList<StreamRecord>();
        for (var shard : source.shards()) {
            while (true) {
                var slice = source.read(shard.id(), read.get(shard.id()));
                if (slice.records().isEmpty()) {
                    break;
                }
                read.put(shard.id(), slice.records().getLast().sequenceNumber());
                slice.records().stream().filter(filter::passes).forEach(records::add);
                if (slice.complete()) {
                    break;
                }
            }
        }
        var json =
                records.stream()
                        .map(StreamRecord::json)
                        .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
        return SampleEvents.serializer(DynamodbEvent.class).fromJson(json).getRecords();
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
            com.amazonaws.services.lambda.runtime.RequestHandler<
                            DynamodbEvent, StreamsEventResponse>
                    handler,
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

    /// Delivers everything that came and all that comes of it, until nothing is left.
    ///
    /// @return how many batches it took
    public int drain(TestBed bed) {
        var batches = 0;
        for (var round = 0; round < ROUNDS_MAX; round++) {
            var records = next();
            if (records.isEmpty()) {
                return batches;
            }
            for (var start = 0; start < records.size(); start += function.batchSize()) {
                var end = Math.min(start + function.batchSize(), records.size());
                var failed = deliver(bed, records.subList(start, end));
                if (!failed.isEmpty()) {
                    throw new AssertionError("not processed: " + failed);
                }
                batches++;
            }
        }
        throw new AssertionError("the work never ends");
    }
}
