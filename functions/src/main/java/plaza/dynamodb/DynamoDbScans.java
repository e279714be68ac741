package plaza.dynamodb;

import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/// [Scans] on DynamoDB.
public final class DynamoDbScans implements Scans {
    private final DynamoDbClient client;
    private final String tableName;
    private final Retry retry;

    public DynamoDbScans(DynamoDbClient client, String tableName, Retry retry) {
        this.client = client;
        this.tableName = tableName;
        this.retry = retry;
    }

    @Override
    public Page<Item> scan(
            Segment segment, Consistency consistency, int limit, Page.@Nullable Position after) {
        var index = TableSchema.Index.TABLE;
        var request =
                ScanRequest.builder()
                        .tableName(tableName)
                        .segment(segment.total() == 1 ? null : segment.number())
                        .totalSegments(segment.total() == 1 ? null : segment.total())
                        .consistentRead(consistency == Consistency.STRONG)
                        .limit(limit)
                        .exclusiveStartKey(DynamoDbTable.startKey(index, after))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                        .build();
        var response =
                DynamoDbTable.call(
                        retry, "Scan", _ -> client.scan(request), DynamoDbTable::isTransient);
        DynamoDbTable.read(response.consumedCapacity());
        return DynamoDbTable.page(index, response.items(), response.lastEvaluatedKey());
    }
}
