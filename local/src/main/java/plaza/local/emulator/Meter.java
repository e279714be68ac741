package plaza.local.emulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.table.TableSchema;
import plaza.units.Units;
import plaza.units.Units.Consistency;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/// Measures the cost of calls. It computes [Units] from the items that are read, and from the items
/// that are written, before and after the call. It reads the latter itself, so a measurement is
/// exact only if no other caller writes the same items.
///
/// Costs include what AWS bills: the table and its secondary indexes.
public final class Meter implements ExecutionInterceptor {
    private static final ExecutionAttribute<List<Touched>> TOUCHED =
            new ExecutionAttribute<>("plaza.touched");

    private final DynamoDbClient observer;
    private final BooleanSupplier isMeasured;
    private final Consumer<TableCall> listener;
    private final Set<Observed> measuring = ConcurrentHashMap.newKeySet();
    private final DoubleAdder readUnits = new DoubleAdder();
    private final DoubleAdder writeUnits = new DoubleAdder();
    private final DoubleAdder indexWriteUnits = new DoubleAdder();
    private final LongAdder roundTrips = new LongAdder();
    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    /// @param observer a client that this meter does not intercept, with which it reads items
    public Meter(DynamoDbClient observer) {
        this(observer, () -> false, _ -> {});
    }

    /// @param isMeasured whether to measure a call of the running thread even outside of [#measure]
    /// @param listener receives every call; its units are 0 if it was not measured
    public Meter(
            DynamoDbClient observer, BooleanSupplier isMeasured, Consumer<TableCall> listener) {
        this.observer = observer;
        this.isMeasured = isMeasured;
        this.listener = listener;
    }

    /// The cost of one or more calls.
    ///
    /// @param readUnits read request units
    /// @param writeUnits write request units, including those of indexes
    /// @param indexWriteUnits the part of `writeUnits` for indexes
    /// @param roundTrips requests to DynamoDB
    public record Cost(
            double readUnits, double writeUnits, double indexWriteUnits, long roundTrips) {
        private Cost minus(Cost other) {
            return new Cost(
                    readUnits - other.readUnits,
                    writeUnits - other.writeUnits,
                    indexWriteUnits - other.indexWriteUnits,
                    roundTrips - other.roundTrips);
        }
    }

    /// The result of some work, its cost, and the requests behind it in any order.
    public record Measured<T>(T answer, Cost cost, List<TableCall> calls) {}

    /// The calls during one measurement.
    private static final class Observed {
        private final Queue<TableCall> calls = new ConcurrentLinkedQueue<>();
    }

    /// Measures the cost of `work`, including other calls through this meter in the meantime.
    public <T> Measured<T> measure(Supplier<T> work) {
        var observed = new Observed();
        measuring.add(observed);
        try {
            var before = total();
            var answer = work.get();
            return new Measured<>(answer, total().minus(before), List.copyOf(observed.calls));
        } finally {
            measuring.remove(observed);
        }
    }

    /// Returns the cost of everything that was measured so far.
    public Cost total() {
        return new Cost(
                readUnits.sum(),
                writeUnits.sum() + indexWriteUnits.sum(),
                indexWriteUnits.sum(),
                roundTrips.sum());
    }

    /// Returns the number of calls so far, by the operation's name in DynamoDB's API.
    public Map<String, Long> calls() {
        var sums = new LinkedHashMap<String, Long>();
        calls.forEach((operation, count) -> sums.put(operation, count.sum()));
        return sums;
    }

    /// One item that a request writes.
    ///
    /// @param before the item before the request
    /// @param wanted the item of a put, which determines the cost if the put is rejected; the key,
    ///   which is smaller than a unit, of another write
    private record Touched(
            Map<String, AttributeValue> key,
            @Nullable Map<String, AttributeValue> before,
            Map<String, AttributeValue> wanted) {}

    @Override
    public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
        if (!measuring.isEmpty() || isMeasured.getAsBoolean()) {
            attributes.putAttribute(
                    TOUCHED,
                    TableCall.written(call.request()).stream().map(this::touched).toList());
        }
    }

    @Override
    public void afterExecution(Context.AfterExecution call, ExecutionAttributes attributes) {
        count(call.request());
        var touched = attributes.getAttribute(TOUCHED);
        var found = found(call.response());
        if (touched == null) {
            report(TableCall.of(call.request(), found, 0, 0, false));
            return;
        }
        roundTrips.increment();
        var reads = read(call.request(), call.response());
        readUnits.add(reads);
        var transactional = call.request() instanceof TransactWriteItemsRequest;
        var writes = 0.0;
        for (var item : touched) {
            var after = item(item.key());
            var units =
                    transactional
                            ? Units.transactionalWrite(item.before(), after)
                            : Units.write(item.before(), after);
            var indexUnits = Units.indexWrites(item.before(), after, transactional);
            writeUnits.add(units);
            indexWriteUnits.add(indexUnits);
            writes += units + indexUnits;
        }
        report(TableCall.of(call.request(), found, reads, writes, false));
    }

    private void report(TableCall call) {
        measuring.forEach(each -> each.calls.add(call));
        listener.accept(call);
    }

    private static int found(SdkResponse response) {
        return switch (response) {
            case GetItemResponse get -> get.hasItem() ? 1 : 0;
            case QueryResponse query -> query.count();
            case BatchGetItemResponse batch ->
                    batch.responses().values().stream().mapToInt(List::size).sum();
            default -> 0;
        };
    }

    /// Counts a failed call. A call whose condition failed is billed; for other errors with a
    /// response, only the units of rejected writes and the round trip count.
    @Override
    public void onExecutionFailure(Context.FailedExecution call, ExecutionAttributes attributes) {
        if (!(call.exception() instanceof AwsServiceException)) {
            return;
        }
        count(call.request());
        var touched = attributes.getAttribute(TOUCHED);
        if (touched == null) {
            report(TableCall.of(call.request(), 0, 0, 0, true));
            return;
        }
        roundTrips.increment();
        var transactional = call.request() instanceof TransactWriteItemsRequest;
        var writes = 0.0;
        for (var item : touched) {
            writes +=
                    transactional
                            ? Units.transactionalWrite(item.before(), item.wanted())
                            : Units.write(item.before(), null);
        }
        writeUnits.add(writes);
        report(TableCall.of(call.request(), 0, 0, writes, true));
    }

    private void count(SdkRequest request) {
        calls.computeIfAbsent(TableCall.operation(request), _ -> new LongAdder()).increment();
    }

    private static double read(SdkRequest request, SdkResponse response) {
        return switch (request) {
            case GetItemRequest get ->
                    Units.read(
                            Units.size(((GetItemResponse) response).item()),
                            consistency(get.consistentRead()));
            case QueryRequest query ->
                    Units.query(
                            ((QueryResponse) response).items(),
                            consistency(query.consistentRead()));
            case BatchGetItemRequest batch -> {
                var units = 0.0;
                for (var table : batch.requestItems().entrySet()) {
                    units +=
                            batch(
                                    table.getKey(),
                                    table.getValue(),
                                    (BatchGetItemResponse) response);
                }
                yield units;
            }
            default -> 0;
        };
    }

    /// Rounds up each key separately, including keys without an item. Unprocessed keys cost
    /// nothing.
    private static double batch(
            String table, KeysAndAttributes requested, BatchGetItemResponse response) {
        var consistency = consistency(requested.consistentRead());
        var found = response.responses().getOrDefault(table, List.of());
        var unprocessed = response.unprocessedKeys().get(table);
        var left = unprocessed == null ? 0 : unprocessed.keys().size();
        var absent = requested.keys().size() - found.size() - left;
        return found.stream().mapToDouble(item -> Units.read(Units.size(item), consistency)).sum()
                + absent * Units.read(0, consistency);
    }

    private static Consistency consistency(@Nullable Boolean consistentRead) {
        return Boolean.TRUE.equals(consistentRead) ? Consistency.STRONG : Consistency.EVENTUAL;
    }

    private Touched touched(Map<String, AttributeValue> written) {
        var key = key(written);
        return new Touched(key, item(key), written);
    }

    private @Nullable Map<String, AttributeValue> item(Map<String, AttributeValue> key) {
        var found =
                observer.getItem(
                        get -> get.tableName(Emulator.TABLE).key(key).consistentRead(true));
        return found.hasItem() ? found.item() : null;
    }

    private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
        return Map.of(
                TableSchema.PK, item.get(TableSchema.PK), TableSchema.SK, item.get(TableSchema.SK));
    }
}
