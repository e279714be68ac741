package plaza.dynamodb;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.table.Attempt;
import plaza.table.CollectionFull;
import plaza.table.Concurrently;
import plaza.table.FailedRequest;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Unavailable;
import plaza.table.Write;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// [Table] on DynamoDB, with the SDK's low-level client.
///
/// **A retried write counts as done if the item already has its result.** A request whose response
/// was lost may have taken effect; its own condition then fails when it is sent again. If the
/// condition of a second or later attempt fails and the item found has every attribute that the
/// write sets, the write counts as done. Transactions need no such rule: DynamoDB recognises the
/// repetition by the client token for ten minutes, which is longer than any invocation.
///
/// **Puts, updates and transactions report the size of large item collections**, as a metric and a
/// log line. Batches do not: what they write expires or is bounded.
public final class DynamoDbTable implements Table {
    /// Batches of [Table#BATCH_WRITE_MAX] that are sent concurrently. At about 5 ms for a batch, 16
    /// of them write some 80,000 items a second, which is more than one partition accepts; further
    /// batches would only queue in the client.
    private static final int BATCH_CONCURRENCY_MAX = 16;

    /// The longest pause of a bulk write that the table refuses. At 100 write units per second,
    /// fifty such writes can then run at the same time.
    private static final Duration BULK_PAUSE_MAX = Duration.ofSeconds(10);

    /// The items that a bulk write expects the table to accept after a pause. After fewer the next
    /// pause is longer, otherwise shorter. In `BulkWritesTest`, 12 items used 98 % of the capacity
    /// and delayed others for up to 3 s, 25 items used 90 % and delayed others for up to 2 s.
    private static final int ITEMS_PER_PAUSE = 20;

    /// The estimated size of an item collection from which writes to it are reported: half of the
    /// limit, at which [CollectionFull] is thrown.
    private static final double LARGE_COLLECTION_GIGABYTES = 5;

    private static final String TRANSACTION = "TransactWriteItems";
    private static final String BATCH_WRITE = "BatchWriteItem";
    private static final String CONDITION_FAILED = "ConditionalCheckFailed";
    private static final String COLLECTION_FULL = "ItemCollectionSizeLimitExceeded";
    private static final String CONFLICT = "TransactionConflict";
    private static final List<String> TRANSIENT_REASONS =
            List.of(CONFLICT, "ThrottlingError", "ProvisionedThroughputExceeded");

    private final DynamoDbClient client;
    private final String tableName;
    private final Retry retry;
    private final RandomGenerator random;

    public DynamoDbTable(DynamoDbClient client, String tableName, Retry retry) {
        this(client, tableName, retry, new SecureRandom());
    }

    /// @param random generates the tokens of transactions; it must be unpredictable, and different
    ///   after each restore of a snapshot
    public DynamoDbTable(
            DynamoDbClient client, String tableName, Retry retry, RandomGenerator random) {
        this.client = client;
        this.tableName = tableName;
        this.retry = retry;
        this.random = random;
    }

    @Override
    public @Nullable Item get(Key key) {
        return get(key, false);
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        return get(key, true);
    }

    private @Nullable Item get(Key key, boolean consistent) {
        var request =
                GetItemRequest.builder()
                        .tableName(tableName)
                        .key(attributes(key))
                        .consistentRead(consistent)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
        var response = call("GetItem", _ -> client.getItem(request));
        read(response.consumedCapacity());
        return response.hasItem() ? new Item(response.item()) : null;
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        return getAll(keys, true);
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        return getAll(keys, false);
    }

    private List<Item> getAll(List<Key> keys, boolean consistent) {
        var distinct = List.copyOf(new LinkedHashSet<>(keys));
        var found = new ConcurrentHashMap<Key, Item>();
        var chunks = new ArrayList<List<Key>>();
        for (var start = 0; start < distinct.size(); start += BATCH_GET_MAX) {
            chunks.add(distinct.subList(start, Math.min(start + BATCH_GET_MAX, distinct.size())));
        }
        var _ =
                Concurrently.map(
                        BATCH_CONCURRENCY_MAX,
                        chunks,
                        chunk -> {
                            var batch = chunk.stream().map(DynamoDbTable::attributes).toList();
                            getBatch(batch, consistent, found);
                            return chunk.size();
                        });
        var items = new ArrayList<Item>(found.size());
        for (var key : distinct) {
            var item = found.get(key);
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }

    private void getBatch(
            List<Map<String, AttributeValue>> keys, boolean consistent, Map<Key, Item> found) {
        var pending = keys;
        for (var attempt = 1; !pending.isEmpty(); attempt++) {
            var requested =
                    Map.of(
                            tableName,
                            KeysAndAttributes.builder()
                                    .keys(pending)
                                    .consistentRead(consistent)
                                    .build());
            var request =
                    BatchGetItemRequest.builder()
                            .requestItems(requested)
                            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                            .build();
            var response = call("BatchGetItem", _ -> client.batchGetItem(request));
            read(response.consumedCapacity().stream().findFirst().orElse(null));
            for (var attributes : response.responses().getOrDefault(tableName, List.of())) {
                var item = new Item(attributes);
                found.put(item.key(), item);
            }
            var unprocessed = response.unprocessedKeys().get(tableName);
            pending = unprocessed == null ? List.of() : unprocessed.keys();
            giveUpUnless(pending.isEmpty() || retry.waitAfter(attempt), "BatchGetItem", attempt);
        }
    }

    @Override
    public <T, R> List<R> concurrently(int concurrencyMax, List<T> elements, Function<T, R> work) {
        return Concurrently.map(concurrencyMax, elements, work);
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        var expression = new Expression();
        var index = query.collection().index();
        var request =
                QueryRequest.builder()
                        .tableName(tableName)
                        .indexName(index == TableSchema.Index.TABLE ? null : index.indexName())
                        .keyConditionExpression(expression.key(query))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .scanIndexForward(!query.backward())
                        .consistentRead(query.strong())
                        .limit(limit)
                        .exclusiveStartKey(startKey(index, after))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
        var response = call("Query", _ -> client.query(request));
        read(response.consumedCapacity());
        return page(index, response.items(), response.lastEvaluatedKey());
    }

    /// @param lastKey the key at which DynamoDB stopped; empty after the last item
    static Page<Item> page(
            TableSchema.Index index,
            List<Map<String, AttributeValue>> items,
            Map<String, AttributeValue> lastKey) {
        var next = lastKey.isEmpty() ? null : Page.Position.of(new Item(lastKey), index);
        return new Page<>(items.stream().map(Item::new).toList(), next);
    }

    @Override
    public Outcome<Key> write(Write write) {
        if (write instanceof Write.Update update) {
            requireRepeatable(update);
        }
        InvocationBudget.current().writes(write.key());
        try {
            return call(operation(write), attempt -> send(write, attempt));
        } catch (ConditionalCheckFailedException failed) {
            return new Outcome.Refused<>(
                    write.key(), failed.hasItem() ? new Item(failed.item()) : null);
        }
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        requireRepeatable(update);
        InvocationBudget.current().writes(update.key());
        return updateAtLeastOnce(update);
    }

    @Override
    public @Nullable Item updateAtLeastOnce(Write.Update update) {
        var request = updateRequest(update).toBuilder().returnValues(ReturnValue.ALL_NEW).build();
        try {
            return call("UpdateItem", attempt -> send(update, request, attempt));
        } catch (ConditionalCheckFailedException _) {
            return null;
        }
    }

    private Item send(Write.Update update, UpdateItemRequest request, int attempt) {
        try {
            var response = client.updateItem(request);
            written(response.consumedCapacity());
            observe(response.itemCollectionMetrics());
            return new Item(response.attributes());
        } catch (ConditionalCheckFailedException failed) {
            var found = failed.hasItem() ? new Item(failed.item()) : null;
            if (attempt > 1 && found != null && alreadyHolds(found, update)) {
                return found;
            }
            throw failed;
        }
    }

    private static void requireRepeatable(Write.Update update) {
        if (update.changes().values().stream()
                .anyMatch(Write.AttributeUpdate.Add.class::isInstance)) {
            throw new IllegalArgumentException("an addition counts twice if it is sent again");
        }
    }

    private static String operation(Write write) {
        return switch (write) {
            case Write.Put _ -> "PutItem";
            case Write.Update _ -> "UpdateItem";
            case Write.Delete _ -> "DeleteItem";
            case Write.Check _ -> TRANSACTION;
        };
    }

    private Outcome<Key> send(Write write, int attempt) {
        try {
            switch (write) {
                case Write.Put put -> {
                    var response = client.putItem(putRequest(put));
                    written(response.consumedCapacity());
                    observe(response.itemCollectionMetrics());
                }
                case Write.Update update -> {
                    var response = client.updateItem(updateRequest(update));
                    written(response.consumedCapacity());
                    observe(response.itemCollectionMetrics());
                }
                case Write.Delete delete ->
                        written(client.deleteItem(deleteRequest(delete)).consumedCapacity());
                case Write.Check _ ->
                        throw new IllegalArgumentException(
                                "a check is possible only in a transaction");
            }
            return new Outcome.Done<>();
        } catch (ConditionalCheckFailedException failed) {
            var found = failed.hasItem() ? new Item(failed.item()) : null;
            if (attempt > 1 && alreadyHolds(found, write)) {
                return new Outcome.Done<>();
            }
            throw failed;
        }
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        return transact(writes, DynamoDbTable::isTransient);
    }

    @Override
    public Attempt<Outcome<Key>> tryTransact(List<Write> writes) {
        // A later attempt may conflict with an earlier one whose response was lost.
        var isFirst = new AtomicBoolean(true);
        try {
            return Attempt.done(
                    transact(
                            writes,
                            fault ->
                                    isTransient(fault)
                                            && !(isFirst.getAndSet(false) && isConflict(fault))));
        } catch (TransactionCanceledException canceled) {
            if (isConflict(canceled)) {
                return Attempt.tryAgain();
            }
            throw canceled;
        }
    }

    private Outcome<Key> transact(List<Write> writes, Predicate<RuntimeException> isTransient) {
        remember(writes);
        var request =
                TransactWriteItemsRequest.builder()
                        .transactItems(writes.stream().map(this::transactItem).toList())
                        .clientRequestToken(
                                new UUID(random.nextLong(), random.nextLong()).toString())
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE)
                        .build();
        try {
            var response = call(TRANSACTION, _ -> client.transactWriteItems(request), isTransient);
            written(response.consumedCapacity().stream().findFirst().orElse(null));
            response.itemCollectionMetrics()
                    .values()
                    .forEach(each -> each.forEach(DynamoDbTable::observe));
            return new Outcome.Done<>();
        } catch (TransactionCanceledException canceled) {
            var reasons = canceled.cancellationReasons();
            for (var index = 0; index < reasons.size(); index++) {
                var reason = reasons.get(index);
                if (CONDITION_FAILED.equals(reason.code())) {
                    return new Outcome.Refused<>(
                            writes.get(index).key(),
                            reason.hasItem() ? new Item(reason.item()) : null);
                }
            }
            throw canceled;
        }
    }

    /// {@inheritDoc}
    ///
    /// Batches are sent concurrently until the table refuses an item. The rest is then sent one
    /// batch at a time. The pause after each refusal grows until the table accepts most of a batch
    /// after it. During the pauses capacity accumulates, so that the transactions of other
    /// functions, which take all of their units or none, succeed.
    @Override
    public void writeAll(List<Write> writes) {
        remember(writes);
        var requests = writes.stream().map(DynamoDbTable::writeRequest).toList();
        var batches = new ArrayList<List<WriteRequest>>();
        for (var start = 0; start < requests.size(); start += BATCH_WRITE_MAX) {
            batches.add(
                    requests.subList(start, Math.min(start + BATCH_WRITE_MAX, requests.size())));
        }
        var refused = new ConcurrentLinkedQueue<WriteRequest>();
        var _ =
                Concurrently.map(
                        BATCH_CONCURRENCY_MAX,
                        batches,
                        batch -> refused.addAll(refused.isEmpty() ? writeBatch(batch) : batch));
        if (!refused.isEmpty()) {
            writeSlowly(new ArrayDeque<>(refused));
        }
    }

    @Override
    public List<Outcome<Key>> writeEach(List<Write> writes) {
        return Concurrently.map(BATCH_CONCURRENCY_MAX, writes, this::write);
    }

    @Override
    public <T> T optimistically(Supplier<Attempt<T>> attempt) {
        return retry.optimistically(attempt);
    }

    /// Writes requests to a table that is at its capacity.
    private void writeSlowly(Deque<WriteRequest> pending) {
        var pauses = 1;
        var attempt = 1;
        while (!pending.isEmpty()) {
            giveUpUnless(
                    attempt < retry.attemptsMax() && retry.pauseAfter(pauses, BULK_PAUSE_MAX),
                    BATCH_WRITE,
                    attempt);
            var before = pending.size();
            writeUntilRefused(pending);
            var accepted = before - pending.size();
            pauses = accepted < ITEMS_PER_PAUSE ? pauses + 1 : Math.max(1, pauses - 1);
            // Giving up after progress would make the caller write the accepted items again.
            attempt = accepted > 0 ? 1 : attempt + 1;
        }
    }

    private void writeUntilRefused(Deque<WriteRequest> pending) {
        var refused = List.<WriteRequest>of();
        while (refused.isEmpty() && !pending.isEmpty()) {
            var batch = new ArrayList<WriteRequest>(BATCH_WRITE_MAX);
            while (batch.size() < BATCH_WRITE_MAX && !pending.isEmpty()) {
                batch.add(pending.removeFirst());
            }
            refused = writeBatch(batch);
        }
        pending.addAll(refused);
    }

    /// Sends one batch.
    ///
    /// @return the requests that the table refused
    private List<WriteRequest> writeBatch(List<WriteRequest> batch) {
        var request =
                BatchWriteItemRequest.builder()
                        .requestItems(Map.of(tableName, batch))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
        try {
            var response =
                    call(
                            BATCH_WRITE,
                            _ -> client.batchWriteItem(request),
                            fault -> isTransient(fault) && !isThrottling(fault));
            written(response.consumedCapacity().stream().findFirst().orElse(null));
            return response.unprocessedItems().getOrDefault(tableName, List.of());
        } catch (SdkServiceException fault) {
            if (isThrottling(fault)) {
                return batch;
            }
            throw fault;
        }
    }

    private static boolean isThrottling(RuntimeException fault) {
        return fault instanceof SdkServiceException service && service.isThrottlingException();
    }

    private static void giveUpUnless(boolean condition, String operation, int attempts) {
        if (!condition) {
            throw new Unavailable(
                    new FailedRequest(
                            operation,
                            attempts,
                            new IllegalStateException("items were left unprocessed")));
        }
    }

    /// Whether `found` is the result that `write` would have.
    private static boolean alreadyHolds(@Nullable Item found, Write write) {
        return switch (write) {
            case Write.Put put ->
                    found != null && found.attributes().equals(put.item().attributes());
            case Write.Delete _ -> found == null;
            case Write.Update update ->
                    found != null
                            && update.changes().entrySet().stream()
                                    .allMatch(change ->
                                            holds(found, change.getKey(), change.getValue()));
            case Write.Check _ -> false;
        };
    }

    private static boolean holds(Item found, String attribute, Write.AttributeUpdate change) {
        return switch (change) {
            case Write.AttributeUpdate.Set(var value) ->
                    value.equals(found.attributes().get(attribute));
            case Write.AttributeUpdate.Remove() -> !found.has(attribute);
            case Write.AttributeUpdate.Add _ -> false;
        };
    }

    private <T> T call(String operation, IntFunction<T> attempt) {
        return call(operation, attempt, DynamoDbTable::isTransient);
    }

    private <T> T call(
            String operation, IntFunction<T> attempt, Predicate<RuntimeException> isTransient) {
        return call(retry, operation, attempt, isTransient);
    }

    /// Sends a request until it succeeds.
    ///
    /// @throws SdkServiceException if the error is a result, which the sender handles
    static <T> T call(
            Retry retry,
            String operation,
            IntFunction<T> attempt,
            Predicate<RuntimeException> isTransient) {
        var attempts = new AtomicInteger();
        try {
            return retry.call(
                    operation,
                    number -> {
                        attempts.set(number);
                        return attempt.apply(number);
                    },
                    isTransient);
        } catch (SdkServiceException fault) {
            if (isResult(fault)) {
                throw fault;
            }
            var failed = new FailedRequest(operation, attempts.get(), fault);
            throw isFull(fault) ? new CollectionFull(failed) : failed;
        }
    }

    private static boolean isResult(SdkServiceException fault) {
        return fault instanceof ConditionalCheckFailedException
                || isCanceled(fault, CONDITION_FAILED)
                || isConflict(fault)
                || isThrottling(fault);
    }

    private static boolean isFull(SdkServiceException fault) {
        return fault instanceof ItemCollectionSizeLimitExceededException
                || isCanceled(fault, COLLECTION_FULL);
    }

    private static boolean isConflict(RuntimeException fault) {
        return isCanceled(fault, CONFLICT);
    }

    private static boolean isCanceled(RuntimeException fault, String code) {
        return fault instanceof TransactionCanceledException canceled
                && canceled.cancellationReasons().stream()
                        .anyMatch(reason -> code.equals(reason.code()));
    }

    /// Whether the same request may succeed if it is sent again.
    static boolean isTransient(RuntimeException fault) {
        return switch (fault) {
            case TransactionCanceledException canceled ->
                    isTransient(canceled.cancellationReasons());
            // the SDK does not count these errors as throttling
            case TransactionConflictException _, TransactionInProgressException _ -> true;
            case SdkServiceException service ->
                    service.isThrottlingException() || service.statusCode() >= 500;
            // the latter if an attempt's time ends while it waits for a connection
            case SdkClientException _, CancellationException _ -> true;
            default -> false;
        };
    }

    /// A failed condition is a result; conflicts and throttling are transient.
    private static boolean isTransient(List<CancellationReason> reasons) {
        var isTransient = false;
        for (var reason : reasons) {
            if (CONDITION_FAILED.equals(reason.code())) {
                return false;
            }
            isTransient |= TRANSIENT_REASONS.contains(reason.code());
        }
        return isTransient;
    }

    private PutItemRequest putRequest(Write.Put put) {
        var expression = new Expression();
        return PutItemRequest.builder()
                .tableName(tableName)
                .item(put.item().attributes())
                .conditionExpression(expression.conditionOf(put))
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .returnValuesOnConditionCheckFailure(foundBy(put))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE)
                .build();
    }

    private UpdateItemRequest updateRequest(Write.Update update) {
        var expression = new Expression();
        return UpdateItemRequest.builder()
                .tableName(tableName)
                .key(attributes(update.key()))
                .updateExpression(expression.update(update.changes()))
                .conditionExpression(expression.conditionOf(update))
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .returnValuesOnConditionCheckFailure(foundBy(update))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .returnItemCollectionMetrics(ReturnItemCollectionMetrics.SIZE)
                .build();
    }

    private DeleteItemRequest deleteRequest(Write.Delete delete) {
        var expression = new Expression();
        return DeleteItemRequest.builder()
                .tableName(tableName)
                .key(attributes(delete.key()))
                .conditionExpression(expression.conditionOf(delete))
                .expressionAttributeNames(expression.names())
                .expressionAttributeValues(expression.values())
                .returnValuesOnConditionCheckFailure(foundBy(delete))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
    }

    /// What a refusal returns: the item that does not fulfil the condition, if `write` has one.
    private static @Nullable ReturnValuesOnConditionCheckFailure foundBy(Write write) {
        return write.condition() == null ? null : ReturnValuesOnConditionCheckFailure.ALL_OLD;
    }

    private TransactWriteItem transactItem(Write write) {
        var expression = new Expression();
        var condition = expression.conditionOf(write);
        var found = foundBy(write);
        return switch (write) {
            case Write.Put put ->
                    TransactWriteItem.builder()
                            .put(
                                    Put.builder()
                                            .tableName(tableName)
                                            .item(put.item().attributes())
                                            .conditionExpression(condition)
                                            .expressionAttributeNames(expression.names())
                                            .expressionAttributeValues(expression.values())
                                            .returnValuesOnConditionCheckFailure(found)
                                            .build())
                            .build();
            case Write.Update update -> {
                var changes = expression.update(update.changes());
                yield TransactWriteItem.builder()
                        .update(
                                Update.builder()
                                        .tableName(tableName)
                                        .key(attributes(update.key()))
                                        .updateExpression(changes)
                                        .conditionExpression(condition)
                                        .expressionAttributeNames(expression.names())
                                        .expressionAttributeValues(expression.values())
                                        .returnValuesOnConditionCheckFailure(found)
                                        .build())
                        .build();
            }
            case Write.Delete delete ->
                    TransactWriteItem.builder()
                            .delete(
                                    Delete.builder()
                                            .tableName(tableName)
                                            .key(attributes(delete.key()))
                                            .conditionExpression(condition)
                                            .expressionAttributeNames(expression.names())
                                            .expressionAttributeValues(expression.values())
                                            .returnValuesOnConditionCheckFailure(found)
                                            .build())
                            .build();
            case Write.Check check ->
                    TransactWriteItem.builder()
                            .conditionCheck(
                                    ConditionCheck.builder()
                                            .tableName(tableName)
                                            .key(attributes(check.key()))
                                            .conditionExpression(condition)
                                            .expressionAttributeNames(expression.names())
                                            .expressionAttributeValues(expression.values())
                                            .returnValuesOnConditionCheckFailure(found)
                                            .build())
                            .build();
        };
    }

    private static WriteRequest writeRequest(Write write) {
        if (write.condition() != null) {
            throw new IllegalArgumentException("a batch does not support conditions");
        }
        return switch (write) {
            case Write.Put put ->
                    WriteRequest.builder().putRequest(p -> p.item(put.item().attributes())).build();
            case Write.Delete delete ->
                    WriteRequest.builder()
                            .deleteRequest(d -> d.key(attributes(delete.key())))
                            .build();
            case Write.Update _, Write.Check _ ->
                    throw new IllegalArgumentException("a batch supports only puts and deletes");
        };
    }

    private static Map<String, AttributeValue> attributes(Key key) {
        return Map.of(
                TableSchema.PK, AttributeValue.fromS(key.pk()),
                TableSchema.SK, AttributeValue.fromS(key.sk()));
    }

    static @Nullable Map<String, AttributeValue> startKey(
            TableSchema.Index index, Page.@Nullable Position position) {
        if (position == null) {
            return null;
        }
        var key = new LinkedHashMap<String, AttributeValue>();
        var names = index.keyAttributes();
        for (var at = 0; at < names.size(); at++) {
            key.put(names.get(at), AttributeValue.fromS(position.keyAttributes().get(at)));
        }
        return key;
    }

    static void read(@Nullable ConsumedCapacity consumed) {
        InvocationBudget.current().spent(units(consumed), 0);
    }

    private static void remember(List<Write> writes) {
        var invocation = InvocationBudget.current();
        for (var write : writes) {
            if (!(write instanceof Write.Check)) {
                invocation.writes(write.key());
            }
        }
    }

    private static void written(@Nullable ConsumedCapacity consumed) {
        InvocationBudget.current().spent(0, units(consumed));
    }

    /// Reports an item collection that a write has made large. DynamoDB estimates the size as a
    /// range; this method uses the upper end, to warn rather early than late.
    private static void observe(@Nullable ItemCollectionMetrics metrics) {
        if (metrics == null || !metrics.hasSizeEstimateRangeGB()) {
            return;
        }
        var gigabytes = metrics.sizeEstimateRangeGB().getLast();
        if (gigabytes > LARGE_COLLECTION_GIGABYTES) {
            InvocationTelemetry.current().measure(Metric.ITEM_COLLECTION_SIZE, gigabytes);
            Log.warn(
                    "item collection is large",
                    Map.of(
                            "partition_key",
                            Objects.requireNonNull(metrics.itemCollectionKey().get(TableSchema.PK))
                                    .s(),
                            "gigabytes",
                            gigabytes));
        }
    }

    private static double units(@Nullable ConsumedCapacity consumed) {
        return consumed == null || consumed.capacityUnits() == null ? 0 : consumed.capacityUnits();
    }
}
