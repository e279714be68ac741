package plaza.testkit.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/// A client that enforces provisioned write capacity, which DynamoDB Local does not. It rejects
/// writes that exceed the capacity, and returns such items of a batch as unprocessed. Each item
/// counts as one unit, or as two in a transaction. Unused capacity is kept for one second; the
/// service keeps it for five minutes.
public final class LimitedClient implements DynamoDbClient {
    private final DynamoDbClient client;
    private final double unitsPerSecond;
    private final LongSupplier nanoTime;
    private double units;
    private long refilledNanos;
    private long written;

    /// @param nanoTime the time in which the capacity is refilled, as [System#nanoTime]
    public LimitedClient(DynamoDbClient client, double unitsPerSecond, LongSupplier nanoTime) {
        this.client = client;
        this.unitsPerSecond = unitsPerSecond;
        this.nanoTime = nanoTime;
        this.refilledNanos = nanoTime.getAsLong();
    }

    /// The write units that the client has accepted.
    public synchronized long written() {
        return written;
    }

    /// Takes as many whole units as are available, up to `requested`.
    private synchronized int take(int requested) {
        var now = nanoTime.getAsLong();
        units = Math.min(unitsPerSecond, units + (now - refilledNanos) / 1e9 * unitsPerSecond);
        refilledNanos = now;
        var taken = (int) Math.min(requested, units);
        units -= taken;
        written += taken;
        return taken;
    }

    private synchronized void takeAll(int requested) {
        var taken = take(requested);
        if (taken < requested) {
            units += taken;
            written -= taken;
            throw exceeded();
        }
    }

    private static ProvisionedThroughputExceededException exceeded() {
        return ProvisionedThroughputExceededException.builder()
                .message("The write exceeds the provisioned capacity")
                .statusCode(400)
                .awsErrorDetails(
                        AwsErrorDetails.builder()
                                .errorCode("ProvisionedThroughputExceededException")
                                .build())
                .build();
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        var batch = request.requestItems().entrySet().iterator().next();
        var taken = take(batch.getValue().size());
        if (taken == 0) {
            throw exceeded();
        }
        var exceeding = batch.getValue().subList(taken, batch.getValue().size());
        var response =
                client.batchWriteItem(
                        request.toBuilder()
                                .requestItems(
                                        Map.of(batch.getKey(), batch.getValue().subList(0, taken)))
                                .build());
        var unprocessed = new ArrayList<WriteRequest>(exceeding);
        unprocessed.addAll(response.unprocessedItems().getOrDefault(batch.getKey(), List.of()));
        return unprocessed.isEmpty()
                ? response
                : response.toBuilder()
                        .unprocessedItems(Map.of(batch.getKey(), unprocessed))
                        .build();
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        takeAll(1);
        return client.putItem(request);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        takeAll(1);
        return client.updateItem(request);
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        takeAll(1);
        return client.deleteItem(request);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        takeAll(2 * request.transactItems().size());
        return client.transactWriteItems(request);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return client.getItem(request);
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return client.query(request);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return client.batchGetItem(request);
    }

    @Override
    public String serviceName() {
        return client.serviceName();
    }

    @Override
    public void close() {
        // the owner of the wrapped client closes it
    }
}
