package plaza;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.table.DynamoDbTable;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.TestBed;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/// A table at the end of its capacity leaves what it cannot take of a batch unprocessed.
class CapacityTest {
    private static final int ATTEMPTS_MAX = 3;
    private static final PostId POST = PostId.of("post");

    /// Takes the first items of each batch and hands back the rest.
    private static final class FullTable implements DynamoDbClient {
        private final DynamoDbClient client;
        private final int taken;
        private int requests;

        FullTable(DynamoDbClient client, int taken) {
            this.client = client;
            this.taken = taken;
        }

        @Override
        public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
            requests++;
            var all = request.requestItems().getOrDefault(Emulator.TABLE, List.of());
            var some = all.subList(0, Math.min(taken, all.size()));
            if (!some.isEmpty()) {
                client.batchWriteItem(b -> b.requestItems(Map.of(Emulator.TABLE, some)));
            }
            var rest = all.subList(some.size(), all.size());
            return BatchWriteItemResponse.builder()
                    .unprocessedItems(rest.isEmpty() ? Map.of() : Map.of(Emulator.TABLE, rest))
                    .build();
        }

        @Override
        public String serviceName() {
            return client.serviceName();
        }

        @Override
        public void close() {
            // the bed's
        }
    }

    private static DynamoDbTable table(DynamoDbClient client) {
        return new DynamoDbTable(client, Emulator.TABLE, Faults.attempts(ATTEMPTS_MAX));
    }

    private static List<Write> likes(int count) {
        return IntStream.range(0, count)
                .<Write>mapToObj(number ->
                        Write.Put.of(Item.at(KeySpace.like(POST, UserId.of("u" + number))).build()))
                .toList();
    }

    @Test
    void whatIsTakenLittleByLittleIsNotGivenUp() {
        try (var bed = new TestBed()) {
            var full = new FullTable(bed.emulator().client(), 2);

            table(full).writeAll(likes(Table.BATCH_WRITE_MAX));

            assertThat(bed.items(KeySpace.likesOf(POST))).hasSize(Table.BATCH_WRITE_MAX);
            assertThat(full.requests).isEqualTo((Table.BATCH_WRITE_MAX + 1) / 2);
        }
    }

    @Test
    void whatIsNotTakenAtAllIsGivenUp() {
        try (var bed = new TestBed()) {
            var full = new FullTable(bed.emulator().client(), 0);

            assertThatThrownBy(() -> table(full).writeAll(likes(1)))
                    .isInstanceOf(Unavailable.class);

            assertThat(full.requests).isEqualTo(ATTEMPTS_MAX);
        }
    }
}
