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
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;

/// DynamoDB Local on a file. It rejects writes when the disk is almost full; see [FreeSpace].
final class FileRequestHandler extends DatabaseRequestHandler {
    private final FreeSpace space;

    FileRequestHandler(Path folder, FreeSpace space) throws DynamoDBLocalServiceException {
        super(folder);
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
        return super.transactWriteItems(accessKey, region, request);
    }

    @Override
    public ExecuteTransactionResponse executeTransaction(
            String accessKey, String region, ExecuteTransactionRequest request) {
        requireSpace();
        return super.executeTransaction(accessKey, region, request);
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
