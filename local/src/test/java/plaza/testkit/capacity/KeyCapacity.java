package plaza.testkit.capacity;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.Emulator;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.units.Units;
import plaza.units.Units.Consistency;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
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
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// Throttles each partition key as if it had a partition of its own: [#WRITE_UNITS] written or
/// [#READ_UNITS] read per second of a [VirtualTime], or a linear combination of both. DynamoDB
/// Local has no such limit.
///
/// A local index counts towards the partition key of the table, a global index has keys of its own.
/// A throttled request fails; of a batch, the exceeding items return as unprocessed. A request that
/// takes more than the rest of a second is rejected, unless the second is unused; then it also uses
/// up the following ones. The units of a read or update are known only afterwards and are charged
/// then. Unused capacity is not kept: the service may keep five minutes of it, but does not promise
/// it.
///
/// Source: Amazon DynamoDB Developer Guide, "Best practices for designing and using partition keys
/// effectively" and "Burst and adaptive capacity".
public final class KeyCapacity implements ExecutionInterceptor {
    /// Write request units per second and partition.
    public static final int WRITE_UNITS = 1_000;

    /// Read request units per second and partition.
    public static final int READ_UNITS = 3_000;

    /// Capacity is counted in parts, so that sums are exact: an eventually consistent read of one
    /// unit is one part.
    private static final long PARTS_PER_READ_UNIT = 2;

    private static final long PARTS_PER_SECOND = READ_UNITS * PARTS_PER_READ_UNIT;
    private static final long PARTS_PER_WRITE_UNIT = PARTS_PER_SECOND / WRITE_UNITS;

    private static final ExecutionAttribute<List<Touched>> TOUCHED =
            new ExecutionAttribute<>("plaza.capacity.touched");
    private static final ExecutionAttribute<BatchWriteItemRequest> UNPROCESSED_WRITES =
            new ExecutionAttribute<>("plaza.capacity.writes");
    private static final ExecutionAttribute<BatchGetItemRequest> UNPROCESSED_READS =
            new ExecutionAttribute<>("plaza.capacity.reads");

    private static final Pattern EQUALITY = Pattern.compile("([#\\w]+)\\s*=\\s*(:\\w+)");

    private final DynamoDbClient observer;
    private final VirtualTime time;
    private final Map<Target, Usage> usages = new ConcurrentHashMap<>();
    private final LongAdder throttled = new LongAdder();

    /// @param observer a client without this interceptor, with which it reads the items before and
    ///   after a write
    public KeyCapacity(DynamoDbClient observer, VirtualTime time) {
        this.observer = observer;
        this.time = time;
    }

    /// A partition key of the table or of a global index.
    private record Target(Index index, String pk) {}

    /// The parts of each second that are used.
    private static final class Usage {
        private final Map<Long, Long> used = new HashMap<>();

        synchronized boolean hasRoom(long second) {
            return used.getOrDefault(second, 0L) < PARTS_PER_SECOND;
        }

        synchronized boolean admits(long second, long parts) {
            var before = used.getOrDefault(second, 0L);
            return before == 0 || before + parts <= PARTS_PER_SECOND;
        }

        synchronized void charge(long second, long parts) {
            var at = second;
            for (var left = parts; left > 0; at++) {
                var before = used.getOrDefault(at, 0L);
                var taken = Math.min(PARTS_PER_SECOND - before, left);
                used.put(at, before + taken);
                left -= taken;
            }
        }
    }

    /// One item that a request writes.
    ///
    /// @param before the item before the request
    /// @param charged the parts that were charged when the request was admitted
    private record Touched(
            Map<String, AttributeValue> key,
            @Nullable Map<String, AttributeValue> before,
            boolean transactional,
            Map<Target, Long> charged) {}

    /// Returns the number of requests, or items of batches, that were throttled.
    public long throttled() {
        return throttled.sum();
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest call, ExecutionAttributes attributes) {
        var touched = new ArrayList<Touched>();
        attributes.putAttribute(TOUCHED, touched);
        return switch (call.request()) {
            case PutItemRequest put -> {
                admitAll(List.of(write(put.item(), put.item(), false)), touched);
                yield put;
            }
            case UpdateItemRequest update -> {
                admitAll(List.of(write(update.key(), null, false)), touched);
                yield update;
            }
            case DeleteItemRequest delete -> {
                admitAll(List.of(write(delete.key(), null, false)), touched);
                yield delete;
            }
            case TransactWriteItemsRequest transaction -> {
                admitAll(transaction.transactItems().stream().map(this::part).toList(), touched);
                yield transaction;
            }
            case BatchWriteItemRequest batch -> admitted(batch, attributes, touched);
            case BatchGetItemRequest batch -> admitted(batch, attributes);
            case GetItemRequest get -> {
                admitRead(target(get.key()));
                yield get;
            }
            case QueryRequest query -> {
                admitRead(target(query));
                yield query;
            }
            default -> call.request();
        };
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse call, ExecutionAttributes attributes) {
        var writes = attributes.getAttribute(UNPROCESSED_WRITES);
        if (writes != null && call.response() instanceof BatchWriteItemResponse response) {
            var all = new HashMap<>(response.unprocessedItems());
            writes.requestItems()
                    .forEach((table, more) -> all.merge(table, more, KeyCapacity::joined));
            return response.toBuilder().unprocessedItems(all).build();
        }
        var reads = attributes.getAttribute(UNPROCESSED_READS);
        if (reads != null && call.response() instanceof BatchGetItemResponse response) {
            var all = new HashMap<>(response.unprocessedKeys());
            reads.requestItems()
                    .forEach((table, more) ->
                            all.merge(
                                    table,
                                    more,
                                    (a, b) ->
                                            a.toBuilder()
                                                    .keys(joined(a.keys(), b.keys()))
                                                    .build()));
            return response.toBuilder().unprocessedKeys(all).build();
        }
        return call.response();
    }

    @Override
    public void afterExecution(Context.AfterExecution call, ExecutionAttributes attributes) {
        for (var item : attributes.getAttribute(TOUCHED)) {
            parts(item.before(), item(item.key()), item.transactional(), target(item.key()))
                    .forEach((target, parts) ->
                            charge(target, parts - item.charged().getOrDefault(target, 0L)));
        }
        switch (call.request()) {
            case GetItemRequest get ->
                    charge(
                            target(get.key()),
                            read(
                                    Units.read(
                                            Units.size(((GetItemResponse) call.response()).item()),
                                            consistency(get.consistentRead()))));
            case QueryRequest query ->
                    charge(
                            target(query),
                            read(
                                    Units.query(
                                            ((QueryResponse) call.response()).items(),
                                            consistency(query.consistentRead()))));
            case BatchGetItemRequest batch -> charge(batch, (BatchGetItemResponse) call.response());
            default -> {}
        }
    }

    private Touched part(TransactWriteItem part) {
        if (part.put() != null) {
            return write(part.put().item(), part.put().item(), true);
        }
        if (part.update() != null) {
            return write(part.update().key(), null, true);
        }
        return write(
                part.delete() != null ? part.delete().key() : part.conditionCheck().key(),
                null,
                true);
    }

    /// @param wanted the item of a put, or null
    private Touched write(
            Map<String, AttributeValue> keyOrItem,
            @Nullable Map<String, AttributeValue> wanted,
            boolean transactional) {
        var key = key(keyOrItem);
        var before = item(key);
        var after = wanted == null ? before : wanted;
        return new Touched(
                key, before, transactional, parts(before, after, transactional, target(key)));
    }

    private void admitAll(List<Touched> writes, List<Touched> touched) {
        var all = new HashMap<Target, Long>();
        writes.forEach(write ->
                write.charged().forEach((target, parts) -> all.merge(target, parts, Long::sum)));
        if (!admit(all)) {
            throw throttling();
        }
        touched.addAll(writes);
    }

    private BatchWriteItemRequest admitted(
            BatchWriteItemRequest batch, ExecutionAttributes attributes, List<Touched> touched) {
        var accepted = new ArrayList<WriteRequest>();
        var exceeding = new ArrayList<WriteRequest>();
        for (var request : batch.requestItems().getOrDefault(Emulator.TABLE, List.of())) {
            var put = request.putRequest();
            var write =
                    put == null
                            ? write(request.deleteRequest().key(), null, false)
                            : write(put.item(), put.item(), false);
            if (admit(write.charged())) {
                accepted.add(request);
                touched.add(write);
            } else {
                exceeding.add(request);
                throttled.increment();
            }
        }
        if (exceeding.isEmpty()) {
            return batch;
        }
        if (accepted.isEmpty()) {
            throw throttling();
        }
        attributes.putAttribute(
                UNPROCESSED_WRITES,
                batch.toBuilder().requestItems(Map.of(Emulator.TABLE, exceeding)).build());
        return batch.toBuilder().requestItems(Map.of(Emulator.TABLE, accepted)).build();
    }

    private BatchGetItemRequest admitted(
            BatchGetItemRequest batch, ExecutionAttributes attributes) {
        var requested = requireNonNull(batch.requestItems().get(Emulator.TABLE));
        var accepted = new ArrayList<Map<String, AttributeValue>>();
        var exceeding = new ArrayList<Map<String, AttributeValue>>();
        for (var key : requested.keys()) {
            (usage(target(key)).hasRoom(second()) ? accepted : exceeding).add(key);
        }
        if (exceeding.isEmpty()) {
            return batch;
        }
        throttled.add(exceeding.size());
        if (accepted.isEmpty()) {
            throw throttling();
        }
        attributes.putAttribute(UNPROCESSED_READS, ofKeys(batch, requested, exceeding));
        return ofKeys(batch, requested, accepted);
    }

    private static BatchGetItemRequest ofKeys(
            BatchGetItemRequest batch,
            KeysAndAttributes requested,
            List<Map<String, AttributeValue>> keys) {
        return batch.toBuilder()
                .requestItems(Map.of(Emulator.TABLE, requested.toBuilder().keys(keys).build()))
                .build();
    }

    private void charge(BatchGetItemRequest batch, BatchGetItemResponse response) {
        var consistency =
                consistency(
                        requireNonNull(batch.requestItems().get(Emulator.TABLE)).consistentRead());
        for (var item : response.responses().getOrDefault(Emulator.TABLE, List.of())) {
            charge(target(item), read(Units.read(Units.size(item), consistency)));
        }
    }

    private void admitRead(Target target) {
        if (!usage(target).hasRoom(second())) {
            throw throttling();
        }
    }

    private synchronized boolean admit(Map<Target, Long> parts) {
        var second = second();
        if (!parts.entrySet().stream()
                .allMatch(each -> usage(each.getKey()).admits(second, each.getValue()))) {
            return false;
        }
        parts.forEach((target, each) -> usage(target).charge(second, each));
        return true;
    }

    private void charge(Target target, long parts) {
        usage(target).charge(second(), parts);
    }

    private static long read(double units) {
        return Math.round(units * PARTS_PER_READ_UNIT);
    }

    private static long written(double units) {
        return Math.round(units * PARTS_PER_WRITE_UNIT);
    }

    private Usage usage(Target target) {
        return usages.computeIfAbsent(target, _ -> new Usage());
    }

    private long second() {
        return time.now().toSeconds();
    }

    /// The parts of a second that a write takes, by partition key.
    private static Map<Target, Long> parts(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after,
            boolean transactional,
            Target table) {
        var parts = new HashMap<Target, Long>();
        var units =
                transactional
                        ? Units.transactionalWrite(before, after)
                        : Units.write(before, after);
        for (var index : Index.values()) {
            switch (index.kind()) {
                case TABLE -> {}
                case LOCAL -> units += Units.indexWrites(index, before, after, transactional);
                case GLOBAL -> {
                    var indexUnits = Units.indexWrites(index, before, after, transactional);
                    for (var item : Arrays.asList(before, after)) {
                        if (indexUnits > 0
                                && item != null
                                && item.containsKey(index.partitionKey())) {
                            parts.put(
                                    new Target(index, item.get(index.partitionKey()).s()),
                                    written(indexUnits));
                        }
                    }
                }
            }
        }
        parts.put(table, written(units));
        return parts;
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

    private static Target target(Map<String, AttributeValue> keyOrItem) {
        return new Target(Index.TABLE, requireNonNull(keyOrItem.get(TableSchema.PK)).s());
    }

    private static Target target(QueryRequest query) {
        var index =
                Arrays.stream(Index.values())
                        .filter(each -> each.indexName().equals(query.indexName()))
                        .findFirst()
                        .orElse(Index.TABLE);
        var equalities = EQUALITY.matcher(query.keyConditionExpression());
        while (equalities.find()) {
            var name = equalities.group(1);
            if (query.expressionAttributeNames()
                    .getOrDefault(name, name)
                    .equals(index.partitionKey())) {
                return new Target(
                        index.kind() == TableSchema.Kind.GLOBAL ? index : Index.TABLE,
                        requireNonNull(query.expressionAttributeValues().get(equalities.group(2)))
                                .s());
            }
        }
        throw new IllegalArgumentException("a query without a partition key");
    }

    private static Consistency consistency(@Nullable Boolean consistentRead) {
        return Boolean.TRUE.equals(consistentRead) ? Consistency.STRONG : Consistency.EVENTUAL;
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        var all = new ArrayList<T>(some);
        all.addAll(more);
        return all;
    }

    private DynamoDbException throttling() {
        throttled.increment();
        return (DynamoDbException)
                DynamoDbException.builder()
                        .message("The request exceeds the capacity of a partition")
                        .statusCode(400)
                        .awsErrorDetails(
                                AwsErrorDetails.builder()
                                        .serviceName("DynamoDb")
                                        .errorCode("ThrottlingException")
                                        .build())
                        .build();
    }
}
