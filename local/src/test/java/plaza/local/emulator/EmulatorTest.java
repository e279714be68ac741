package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Seeds;
import plaza.local.storage.StartupFailure;
import plaza.table.TableSchema;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

final class EmulatorTest {
    private static final int REQUESTS = Seeds.number(50, 300);
    private static final int TRANSACTIONS = 20;

    @Test
    void theTableMatchesTheSchema() {
        try (var emulator = Emulator.inMemory()) {
            var client = emulator.client();
            var table = client.describeTable(t -> t.tableName(Emulator.TABLE)).table();
            assertThat(table.keySchema())
                    .extracting(key -> key.attributeName())
                    .containsExactly(TableSchema.PK, TableSchema.SK);
            assertThat(table.globalSecondaryIndexes())
                    .allSatisfy(index -> {
                        assertThat(index.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
                        assertThat(index.projection().projectionType())
                                .isEqualTo(ProjectionType.ALL);
                    })
                    .extracting(index -> index.indexName())
                    .containsExactlyInAnyOrder("gsiOne", "gsiTwo");
            assertThat(table.localSecondaryIndexes())
                    .extracting(index -> index.indexName())
                    .containsExactlyInAnyOrder("lsiOne", "lsiTwo", "lsiThree");
            assertThat(table.streamSpecification().streamViewTypeAsString())
                    .isEqualTo(TableSchema.STREAM_VIEW);
            assertThat(table.billingModeSummary().billingModeAsString())
                    .isEqualTo("PAY_PER_REQUEST");
            // TtlSweeper removes expired items instead
            var ttl = client.describeTimeToLive(t -> t.tableName(Emulator.TABLE));
            assertThat(ttl.timeToLiveDescription().timeToLiveStatus())
                    .isNotEqualTo(TimeToLiveStatus.ENABLED);
        }
    }

    @Test
    void emulatorsInMemoryShareNothing() {
        try (var one = Emulator.inMemory();
                var other = Emulator.inMemory()) {
            put(one, "a");
            assertThat(has(one, "a")).isTrue();
            assertThat(has(other, "a")).isFalse();
        }
    }

    /// DynamoDB Local's handlers share static maps, which each new handler fills again.
    @Test
    void anEmulatorRespondsWhileOthersAreCreated() throws Exception {
        var other = new LocalDynamoDBRequestHandler(0, true, null, true, false);
        try (var one = Emulator.inMemory();
                var threads = Executors.newSingleThreadExecutor()) {
            var asking = new AtomicBoolean(true);
            var handlers =
                    threads.submit(() -> {
                        var made = 0;
                        while (asking.get()) {
                            assertThat(Emulator.handler(other)).isNotNull();
                            made++;
                        }
                        return made;
                    });
            try {
                var client = one.client(List.of(), http -> http);
                for (var request = 0; request < REQUESTS; request++) {
                    assertThat(client.describeTable(t -> t.tableName(Emulator.TABLE)).table())
                            .isNotNull();
                }
            } finally {
                asking.set(false);
            }
            assertThat(handlers.get()).isPositive();
        } finally {
            other.shutdown();
        }
    }

    @Test
    void dataInAFolderSurvivesARestart(@TempDir Path folder) {
        var data = folder.resolve("not/there");
        try (var emulator = Emulator.in(data)) {
            put(emulator, "a");
        }
        try (var emulator = Emulator.in(data)) {
            assertThat(has(emulator, "a")).isTrue();
        }
        assertThat(data).isNotEmptyDirectory();
    }

    /// A kill after the response then loses no data, because the operating system has what SQLite
    /// has committed.
    @Test
    void aTransactionIsCommittedWhenItsResponseArrives(@TempDir Path folder) throws Exception {
        try (var emulator = Emulator.in(folder)) {
            var database = new SQLiteConnection(folder.resolve(DataFolder.DATABASE).toFile());
            try {
                database.openReadonly();
                for (var count = 1; count <= TRANSACTIONS; count++) {
                    var put = put("t" + count);
                    emulator.client().transactWriteItems(t -> t.transactItems(put));
                    assertThat(committed(database)).isEqualTo(count);
                }
            } finally {
                database.dispose();
            }
        }
    }

    private static int committed(SQLiteConnection database) throws SQLiteException {
        var count = database.prepare("SELECT count(*) FROM " + Emulator.TABLE);
        try {
            assertThat(count.step()).isTrue();
            return count.columnInt(0);
        } finally {
            count.dispose();
        }
    }

    @Test
    void theStreamContainsWrites() {
        try (var emulator = Emulator.inMemory()) {
            put(emulator, "a");
            var streams = emulator.streams();
            var shards = streams.describeStream(s -> s.streamArn(emulator.streamArn()));
            var iterator =
                    streams.getShardIterator(s ->
                            s.streamArn(emulator.streamArn())
                                    .shardId(
                                            shards.streamDescription()
                                                    .shards()
                                                    .getFirst()
                                                    .shardId())
                                    .shardIteratorType("TRIM_HORIZON"));
            var records = streams.getRecords(r -> r.shardIterator(iterator.shardIterator()));
            assertThat(records.records()).hasSize(1);
            assertThat(records.records().getFirst().dynamodb().newImage()).isEqualTo(item("a"));
        }
    }

    @Test
    void aFailedConditionReturnsTheItemWithoutARetry() {
        var sent = new AtomicInteger();
        var counting =
                new ExecutionInterceptor() {
                    @Override
                    public void beforeTransmission(
                            Context.BeforeTransmission call, ExecutionAttributes attributes) {
                        sent.incrementAndGet();
                    }
                };
        try (var emulator = Emulator.inMemory()) {
            put(emulator, "a");
            var client = emulator.client(List.of(counting), http -> http);
            assertThatThrownBy(() ->
                            client.putItem(p ->
                                    p.tableName(Emulator.TABLE)
                                            .item(item("a"))
                                            .conditionExpression("attribute_not_exists(pk)")
                                            .returnValuesOnConditionCheckFailure("ALL_OLD")))
                    .isInstanceOfSatisfying(
                            ConditionalCheckFailedException.class,
                            failed -> assertThat(failed.item()).isEqualTo(item("a")));
            assertThat(sent).hasValue(1);
        }
    }

    /// Requests with each kind of result and of failure.
    @Test
    void clientsInThisProcessReceiveWhatClientsOverHttpReceive() {
        try (var local = Emulator.inMemory();
                var remote = Emulator.inMemory()) {
            var inProcess = local.client();
            var overHttp = remote.client(List.of(), http -> http);
            for (var call : CALLS) {
                assertThat(result(call, inProcess)).isEqualTo(result(call, overHttp));
            }
        }
    }

    @Test
    void aFaultOfDynamoDbLocalIsAnInternalFailure() throws Exception {
        var broken =
                new LocalDynamoDBRequestHandler(0, true, null, true, false) {
                    @Override
                    public GetItemResponse getItem(
                            String accessKey, String region, GetItemRequest request) {
                        throw new IllegalStateException("broken");
                    }
                };
        try {
            var client = InProcessClient.of(DynamoDbClient.class, broken, List.of());
            assertThatThrownBy(
                            () -> client.getItem(g -> g.tableName(Emulator.TABLE).key(item("a"))))
                    .isInstanceOfSatisfying(
                            DynamoDbException.class,
                            fault -> assertThat(fault.statusCode()).isEqualTo(500))
                    .hasRootCauseMessage("broken");
        } finally {
            broken.shutdown();
        }
    }

    private static final List<Function<DynamoDbClient, DynamoDbResponse>> CALLS =
            List.of(
                    client -> client.putItem(p -> p.tableName(Emulator.TABLE).item(full())),
                    client ->
                            client.putItem(p ->
                                    p.tableName(Emulator.TABLE)
                                            .item(item("full"))
                                            .conditionExpression("attribute_not_exists(pk)")
                                            .returnValuesOnConditionCheckFailure("ALL_OLD")
                                            .returnConsumedCapacity("INDEXES")),
                    client ->
                            client.deleteItem(d ->
                                    d.tableName(Emulator.TABLE)
                                            .key(item("none"))
                                            .conditionExpression("attribute_exists(pk)")),
                    client ->
                            client.updateItem(u ->
                                    u.tableName(Emulator.TABLE)
                                            .key(item("full"))
                                            .updateExpression("ADD n :one REMOVE b")
                                            .expressionAttributeValues(
                                                    Map.of(":one", AttributeValue.fromN("1")))
                                            .returnValues("ALL_NEW")),
                    client -> client.getItem(g -> g.tableName(Emulator.TABLE).key(item("full"))),
                    client -> client.getItem(g -> g.tableName(Emulator.TABLE).key(item("none"))),
                    client ->
                            client.batchGetItem(b ->
                                    b.requestItems(
                                                    Map.of(
                                                            Emulator.TABLE,
                                                            KeysAndAttributes.builder()
                                                                    .keys(
                                                                            List.of(
                                                                                    item("full"),
                                                                                    item("none")))
                                                                    .build()))
                                            .returnConsumedCapacity("TOTAL")),
                    client -> client.transactWriteItems(t -> t.transactItems(put("a"), put("b"))),
                    client ->
                            client.transactWriteItems(t -> t.transactItems(put("c"), putNew("a"))),
                    client ->
                            client.query(q ->
                                    q.tableName(Emulator.TABLE)
                                            .keyConditionExpression("pk = :pk")
                                            .expressionAttributeValues(
                                                    Map.of(":pk", AttributeValue.fromS("a")))
                                            .limit(1)
                                            .returnConsumedCapacity("INDEXES")),
                    client ->
                            client.query(q ->
                                    q.tableName(Emulator.TABLE)
                                            .keyConditionExpression("pk = :missing")),
                    client -> client.scan(c -> c.tableName(Emulator.TABLE).limit(2)),
                    client -> client.getItem(g -> g.tableName("other").key(item("a"))),
                    client -> client.putItem(p -> p.tableName(Emulator.TABLE).item(Map.of())));

    /// The fields of a response, or the details of an exception.
    private static Object result(
            Function<DynamoDbClient, DynamoDbResponse> call, DynamoDbClient client) {
        try {
            var response = call.apply(client);
            var fields = new HashMap<String, Object>();
            response.sdkFields()
                    .forEach(field ->
                            fields.put(field.memberName(), field.getValueOrDefault(response)));
            return fields;
        } catch (DynamoDbException fault) {
            return List.of(
                    fault.getClass(),
                    fault.statusCode(),
                    fault.awsErrorDetails().errorCode(),
                    fault.awsErrorDetails().errorMessage(),
                    fault instanceof ConditionalCheckFailedException failed
                            ? List.of(failed.hasItem(), failed.item())
                            : List.of(),
                    fault instanceof TransactionCanceledException canceled
                            ? canceled.cancellationReasons()
                            : List.of());
        }
    }

    private static Map<String, AttributeValue> full() {
        var item = new HashMap<>(item("full"));
        item.put("n", AttributeValue.fromN("1.50"));
        item.put("b", AttributeValue.fromBool(true));
        item.put("none", AttributeValue.fromNul(true));
        item.put("texts", AttributeValue.fromSs(List.of("y", "x")));
        item.put("list", AttributeValue.fromL(List.of(AttributeValue.fromM(item("a")))));
        return item;
    }

    private static TransactWriteItem put(String id) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(Emulator.TABLE).item(item(id)))
                .build();
    }

    private static TransactWriteItem putNew(String id) {
        return TransactWriteItem.builder()
                .put(p ->
                        p.tableName(Emulator.TABLE)
                                .item(item(id))
                                .conditionExpression("attribute_not_exists(pk)")
                                .returnValuesOnConditionCheckFailure("ALL_OLD"))
                .build();
    }

    @Test
    void onlyATablePortOpensTheTableToOtherPrograms() {
        try (var emulator = Emulator.inMemory()) {
            put(emulator, "a");
            assertThat(emulator.isOpen()).isFalse();
        }
    }

    @Test
    void aTablePortAcceptsOtherProgramsButNoWebPage() throws Exception {
        try (var emulator = Emulator.open(null, 0)) {
            put(emulator, "a");
            for (var host : List.of("localhost", "127.0.0.1", "[::1]", "host.docker.internal")) {
                assertThat(scan(emulator, host, ""))
                        .startsWith("HTTP/1.1 200 ")
                        .contains("\"Count\":1");
            }
            assertThat(scan(emulator, "evil.example", "")).startsWith("HTTP/1.1 403 ");
            for (var origin : List.of("http://evil.example", "http://localhost:3000")) {
                assertThat(scan(emulator, "localhost", origin))
                        .startsWith("HTTP/1.1 403 ")
                        .doesNotContain("Count");
            }
        }
    }

    /// The properties of a table are remembered between requests.
    @Test
    void aTableThatAnotherProgramChangesHasItsNewProperties() {
        try (var emulator = Emulator.inMemory()) {
            var client = emulator.client();
            put(emulator, "a");
            client.updateTable(t -> t.tableName(Emulator.TABLE).deletionProtectionEnabled(true));
            assertThatThrownBy(() -> client.deleteTable(t -> t.tableName(Emulator.TABLE)))
                    .hasMessageContaining("protect");
            client.updateTable(t -> t.tableName(Emulator.TABLE).deletionProtectionEnabled(false));
            client.deleteTable(t -> t.tableName(Emulator.TABLE));
            assertThatThrownBy(() -> put(emulator, "b"))
                    .isInstanceOf(ResourceNotFoundException.class);
        }
    }

    /// A container on Linux cannot reach the loopback address of its machine.
    @Test
    void aTablePortListensAtASecondAddressWithTheSameRules() throws Exception {
        var second = InetAddress.ofLiteral("::1");
        assumeTrue(isUsable(second), "this machine has no second loopback address");
        try (var emulator = Emulator.open(null, new TablePort(0, second))) {
            put(emulator, "a");
            assertThat(scan(emulator, "127.0.0.1", "")).contains("\"Count\":1");
            assertThat(scan(emulator, second, "host.docker.internal", ""))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"Count\":1");
            assertThat(scan(emulator, second, "evil.example", "")).startsWith("HTTP/1.1 403 ");
            assertThat(scan(emulator, second, "localhost", "http://localhost:3000"))
                    .startsWith("HTTP/1.1 403 ");
        }
        try (var emulator = Emulator.open(null, 0)) {
            assertThatThrownBy(() -> scan(emulator, second, "localhost", ""))
                    .isInstanceOf(ConnectException.class);
        }
    }

    private static boolean isUsable(InetAddress address) {
        try (var socket = new ServerSocket(0, 1, address)) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void aTablePortInUseIsReported() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Emulator.open(null, taken.getLocalPort()))
                    .isInstanceOf(StartupFailure.class)
                    .hasMessageStartingWith("port " + taken.getLocalPort() + " is in use.")
                    .hasMessageContaining("plaza.tablePort");
        }
    }

    private static String scan(Emulator emulator, String host, String origin) throws IOException {
        return scan(emulator, InetAddress.getLoopbackAddress(), host, origin);
    }

    private static String scan(Emulator emulator, InetAddress address, String host, String origin)
            throws IOException {
        var body = "{\"TableName\":\"Plaza\"}";
        var port = emulator.endpoint().getPort();
        var request =
                """
                POST / HTTP/1.1
                Host: %s:%d
                %sX-Amz-Target: DynamoDB_20120810.Scan
                Authorization: AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0
                Content-Type: application/x-amz-json-1.0
                Content-Length: %d
                Connection: close

                %s\
                """
                        .formatted(
                                host,
                                port,
                                origin.isEmpty() ? "" : "Origin: " + origin + "\n",
                                body.length(),
                                body);
        try (var socket = new Socket(address, port)) {
            socket.getOutputStream()
                    .write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void put(Emulator emulator, String id) {
        emulator.client().putItem(p -> p.tableName(Emulator.TABLE).item(item(id)));
    }

    private static boolean has(Emulator emulator, String id) {
        return emulator.client().getItem(g -> g.tableName(Emulator.TABLE).key(item(id))).hasItem();
    }

    private static Map<String, AttributeValue> item(String id) {
        return Map.of("pk", AttributeValue.fromS(id), "sk", AttributeValue.fromS(id));
    }
}
