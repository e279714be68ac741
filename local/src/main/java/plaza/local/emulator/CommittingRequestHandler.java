package plaza.local.emulator;

import java.nio.file.Path;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/// DynamoDB Local on a file that responds to a transaction only after its commit.
///
/// DynamoDB Local passes all statements to SQLite through one queue. It waits for each of them,
/// except for the COMMIT of a transaction (`SQLiteDBAccess.commitTransaction`, version 3.3.1): a
/// process that is killed within milliseconds of a response can lose the writes that the response
/// acknowledged. This handler therefore queues one more statement after the COMMIT and waits for
/// it. Writes outside of a transaction are committed before their response.
///
/// It rejects writes when the disk is almost full; see [FreeSpace].
final class CommittingRequestHandler extends LocalDynamoDBRequestHandler {
    /// The statement that it waits for: a read of one row.
    private static final ListTablesRequest ONE_TABLE = ListTablesRequest.builder().limit(1).build();

    private final FreeSpace space;

    CommittingRequestHandler(Path folder, FreeSpace space) throws DynamoDBLocalServiceException {
        super(0, false, folder.toString(), true, false);
        this.space = space;
    }

    private void requireSpace() {
        if (!space.allowsWrite()) {
            throw InternalServerErrorException.builder()
                    .message("The disk of the data folder is almost full.")
                    .statusCode(500)
                    .build();
        }
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(
            String accessKey, String region, TransactWriteItemsRequest request) {
        requireSpace();
        var response = super.transactWriteItems(accessKey, region, request);
        listTables(accessKey, region, ONE_TABLE);
        return response;
    }

    @Override
    public ExecuteTransactionResponse executeTransaction(
            String accessKey, String region, ExecuteTransactionRequest request) {
        requireSpace();
        var response = super.executeTransaction(accessKey, region, request);
        listTables(accessKey, region, ONE_TABLE);
        return response;
    }

    @Override
    public BatchExecuteStatementResponse batchExecuteStatement(
            String accessKey, String region, BatchExecuteStatementRequest request) {
        requireSpace();
        return super.batchExecuteStatement(accessKey, region, request);
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(
            String accessKey, String region, BatchWriteItemRequest request) {
        requireSpace();
        return super.batchWriteItem(accessKey, region, request);
    }

    @Override
    public DeleteItemResponse deleteItem(
            String accessKey, String region, DeleteItemRequest request) {
        requireSpace();
        return super.deleteItem(accessKey, region, request);
    }

    @Override
    public ExecuteStatementResponse executeStatement(
            String accessKey, String region, ExecuteStatementRequest request) {
        requireSpace();
        return super.executeStatement(accessKey, region, request);
    }

    @Override
    public PutItemResponse putItem(String accessKey, String region, PutItemRequest request) {
        requireSpace();
        return super.putItem(accessKey, region, request);
    }

    @Override
    public UpdateItemResponse updateItem(
            String accessKey, String region, UpdateItemRequest request) {
        requireSpace();
        return super.updateItem(accessKey, region, request);
    }
}
