package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded;

final class EmbeddedTableTest {
    @Test
    void dynamoDbLocalStartsInThisProcess() {
        var local = DynamoDBEmbedded.create(null, true);
        try (var client = local.dynamoDbClient()) {
            assertThat(client.listTables().tableNames()).isEmpty();
        } finally {
            local.shutdownNow();
        }
    }
}
