package plaza.local.mapping;

import java.io.File;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import plaza.table.TableSchema;
import plaza.testkit.Await;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;
import software.amazon.dynamodb.services.local.shared.access.client.LocalDynamoDbClient;

/// A table with a stream on DynamoDB Local in this process.
final class StreamTable implements AutoCloseable {
    static final String NAME = "plaza";
    private static final Duration WAIT_MAX = Duration.ofSeconds(20);

    final DynamoDbClient client;
    final DynamoDbStreamsClient streams;
    final String streamArn;
    private final AmazonDynamoDBLocal local;

    /// @param file the database, or null to keep data in memory
    StreamTable(@Nullable Path file) {
        local = DynamoDBEmbedded.create(file == null ? (File) null : file.toFile(), true);
        client = local.dynamoDbClient();
        streams = local.dynamoDbStreamsClient();
        if (!client.listTables().tableNames().contains(NAME)) {
            client.createTable(table ->
                    table.tableName(NAME)
                            .keySchema(
                                    key(TableSchema.PK, KeyType.HASH),
                                    key(TableSchema.SK, KeyType.RANGE))
                            .attributeDefinitions(string(TableSchema.PK), string(TableSchema.SK))
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .streamSpecification(stream ->
                                    stream.streamEnabled(true)
                                            .streamViewType(TableSchema.STREAM_VIEW)));
        }
        streamArn = client.describeTable(table -> table.tableName(NAME)).table().latestStreamArn();
    }

    DynamoDbStreamSource source(ExpiredItems expiredItems) {
        return new DynamoDbStreamSource(streams, streamArn, expiredItems);
    }

    void put(String pk, String sk) {
        put(pk, sk, 0);
    }

    /// @param ttlSeconds the time to live; 0 for none
    void put(String pk, String sk, long ttlSeconds) {
        var key =
                Map.of(
                        TableSchema.PK, AttributeValue.fromS(pk),
                        TableSchema.SK, AttributeValue.fromS(sk));
        var item = new HashMap<>(key);
        if (ttlSeconds != 0) {
            item.put(TableSchema.TTL, AttributeValue.fromN(Long.toString(ttlSeconds)));
        }
        client.putItem(request -> request.tableName(NAME).item(item));
    }

    void delete(String pk, String sk) {
        client.deleteItem(request ->
                request.tableName(NAME)
                        .key(
                                Map.of(
                                        TableSchema.PK, AttributeValue.fromS(pk),
                                        TableSchema.SK, AttributeValue.fromS(sk))));
    }

    int size() {
        return client.scan(request -> request.tableName(NAME)).count();
    }

    /// Closes the open shard and opens the next, as DynamoDB Local does after some hours.
    void rollShard() throws ReflectiveOperationException {
        var outer = field(Proxy.getInvocationHandler(client), "impl");
        for (var field : outer.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (field.get(outer) instanceof LocalDynamoDbClient inner) {
                inner.dbAccess.findAndRolloverActiveShards(NAME, 0);
                return;
            }
        }
        throw new IllegalStateException("DynamoDB Local is built otherwise");
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        var field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return Objects.requireNonNull(field.get(object));
    }

    @Override
    public void close() {
        local.shutdown();
    }

    /// Waits until `condition` holds, and fails after [#WAIT_MAX].
    static void await(String what, BooleanSupplier condition) {
        Await.until(what, WAIT_MAX, condition);
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static AttributeDefinition string(String name) {
        return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
    }
}
