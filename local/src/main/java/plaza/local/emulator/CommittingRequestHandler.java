package plaza.local.emulator;

import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/// DynamoDB Local on a file that responds to a transaction only after its commit.
///
/// DynamoDB Local passes all statements to SQLite through one queue. It waits for each of them,
/// except for the COMMIT of a transaction (`SQLiteDBAccess.commitTransaction`, version 3.3.1): a
/// process that is killed within milliseconds of a response can lose the writes that the response
/// acknowledged. This handler therefore queues one more statement after the COMMIT and waits for
/// it. Writes outside of a transaction are committed before their response.
final class CommittingRequestHandler extends LocalDynamoDBRequestHandler {
    /// The statement that it waits for: a read of one row.
    private static final ListTablesRequest ONE_TABLE = ListTablesRequest.builder().limit(1).build();

    CommittingRequestHandler(String folder) throws DynamoDBLocalServiceException {
        super(0, false, folder, true, false);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(
            String accessKey, String region, TransactWriteItemsRequest request) {
        var response = super.transactWriteItems(accessKey, region, request);
        listTables(accessKey, region, ONE_TABLE);
        return response;
    }

    @Override
    public ExecuteTransactionResponse executeTransaction(
            String accessKey, String region, ExecuteTransactionRequest request) {
        var response = super.executeTransaction(accessKey, region, request);
        listTables(accessKey, region, ONE_TABLE);
        return response;
    }
}
