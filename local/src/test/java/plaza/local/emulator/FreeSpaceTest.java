package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

final class FreeSpaceTest {
    private final AtomicLong bytes = new AtomicLong();
    private final FreeSpace space = new FreeSpace(bytes::get);

    @Test
    void theApiStopsBeforeTheTable() {
        bytes.set(FreeSpace.REQUEST_BYTES);
        assertThat(space.allowsRequest()).isTrue();
        bytes.set(FreeSpace.REQUEST_BYTES - 1);
        assertThat(space.allowsRequest()).isFalse();
        assertThat(space.allowsWrite()).isTrue();
        bytes.set(FreeSpace.WRITE_BYTES - 1);
        assertThat(space.allowsWrite()).isFalse();
    }

    @Test
    void theTableRejectsWritesOnAnAlmostFullDisk(@TempDir Path folder) throws Exception {
        var item = Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromS("a"));
        var put = PutItemRequest.builder().tableName("Missing").item(item).build();
        var table = new FileRequestHandler(folder, space);
        try {
            bytes.set(FreeSpace.WRITE_BYTES - 1);
            assertThatThrownBy(() -> table.putItem("key", "us-east-1", put))
                    .isInstanceOf(InternalServerErrorException.class);
            assertThatThrownBy(() ->
                            table.transactWriteItems(
                                    "key",
                                    "us-east-1",
                                    TransactWriteItemsRequest.builder().build()))
                    .isInstanceOf(InternalServerErrorException.class);
            bytes.set(FreeSpace.WRITE_BYTES);
            assertThatThrownBy(() -> table.putItem("key", "us-east-1", put))
                    .hasMessageContaining("non-existent table");
        } finally {
            table.shutdown();
        }
    }
}
