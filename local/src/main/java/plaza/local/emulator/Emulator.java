package plaza.local.emulator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import plaza.lambda.InvocationDeadline;
import plaza.local.storage.StartupFailure;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/// DynamoDB Local in this process, with the table that [TableSchema] defines.
///
/// Clients of this process pass it their requests as objects. Other processes, and tests that
/// inject faults into the network, call it over HTTP on a loopback port; [TablePort] can add the
/// address at which containers reach this machine. This server starts when it is needed, and
/// accepts any credentials; [PrivateTable] rejects the requests of web pages. It is assembled here
/// instead of by DynamoDB Local's own `main`, which listens on every network interface, sends
/// telemetry, and prints to standard output.
///
/// Several emulators can run at the same time; those in memory share nothing.
public final class Emulator implements AutoCloseable {
    /// The table's name on this machine.
    public static final String TABLE = "Plaza";

    /// Longer than any local response takes; a request that hangs must fail a test, not block it.
    private static final Duration RESPONSE_TIME_MAX = Duration.ofSeconds(20);

    private static final StaticCredentialsProvider ANY_CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

    /// More than all threads of a test or of the runner use at once, so that no request waits.
    private static final int CONNECTIONS_MAX = 500;

    /// Guards static maps that DynamoDB Local clears and fills whenever it creates a handler:
    /// meanwhile, other servers of this process would reject requests as unknown operations.
    private static final ReadWriteLock HANDLERS = new ReentrantReadWriteLock(true);

    /// The library logs a warning if its jar has no version, as in `plaza.jar`. The log manager may
    /// discard a logger, and its level, without a strong reference.
    private static final Logger SQLITE_LOG = Logger.getLogger("com.almworks.sqlite4java");

    static {
        SQLITE_LOG.setLevel(Level.SEVERE);
        TableDescriptions.install();
    }

    /// The time that the server's threads have to finish when the emulator closes.
    private static final Duration STOP_MAX = Duration.ofMillis(500);

    private final @Nullable DataFolder folder;
    private final @Nullable FreeSpace space;
    private final LocalDynamoDBRequestHandler database;
    private final DynamoDbClient client;
    private final List<AutoCloseable> parts = new ArrayList<>();
    private @Nullable URI endpoint;
    private @Nullable SdkHttpClient http;

    private Emulator(@Nullable DataFolder folder, @Nullable TablePort tablePort) {
        this.folder = folder;
        space = folder == null ? null : FreeSpace.of(folder.path());
        database = database(folder, space);
        client = client(List.of());
        if (tablePort != null) {
            endpoint = started(tablePort);
        }
        try {
            createTable();
        } catch (SdkException fault) {
            close();
            throw folder == null ? fault : folder.unusable(fault);
        }
    }

    /// Creates an empty table in memory.
    public static Emulator inMemory() {
        return open(null, null);
    }

    /// Opens the table whose data is in `folder`, which only this process can use.
    ///
    /// @see #open(Path, TablePort)
    public static Emulator in(Path folder) {
        return open(folder, null);
    }

    /// Opens a table that other programs on this machine can use.
    ///
    /// @param port the port at the loopback address, 0 for any free port
    /// @see #open(Path, TablePort)
    public static Emulator open(@Nullable Path folder, int port) {
        return open(folder, new TablePort(port, null));
    }

    /// Opens a table. Creates the folder and the table if they do not exist.
    ///
    /// @param folder the data folder, or null to keep data in memory
    /// @param tablePort where other programs can use the table; null if only this process can
    /// @throws StartupFailure if the folder, the database or the port cannot be used
    public static Emulator open(@Nullable Path folder, @Nullable TablePort tablePort) {
        if (folder == null) {
            return new Emulator(null, tablePort);
        }
        var data = DataFolder.open(folder);
        try {
            data.checkDatabase();
            return new Emulator(data, tablePort);
        } catch (RuntimeException fault) {
            closeQuietly(data);
            throw fault;
        }
    }

    /// Returns a client without restrictions, for tests and the runner's own work.
    public DynamoDbClient client() {
        return client;
    }

    /// Creates a client whose calls pass through `interceptors` in this order.
    public DynamoDbClient client(List<? extends ExecutionInterceptor> interceptors) {
        return InProcessClient.of(DynamoDbClient.class, database, interceptors);
    }

    /// Creates a client as the deployed functions use it, with a wrapper of the HTTP client,
    /// through which tests inject faults. It is closed with the emulator.
    public synchronized DynamoDbClient client(
            List<? extends ExecutionInterceptor> interceptors,
            UnaryOperator<SdkHttpClient> network) {
        var endpoint = endpoint();
        if (http == null) {
            http =
                    kept(
                            Apache5HttpClient.builder()
                                    .connectionTimeout(RESPONSE_TIME_MAX)
                                    .socketTimeout(RESPONSE_TIME_MAX)
                                    .maxConnections(CONNECTIONS_MAX)
                                    .build());
        }
        return kept(
                DynamoDbClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(ANY_CREDENTIALS)
                        .defaultsMode(DefaultsMode.STANDARD)
                        .httpClient(network.apply(http))
                        .overrideConfiguration(configuration(interceptors))
                        .build());
    }

    /// Creates a client of the table's stream.
    public DynamoDbStreamsClient streams() {
        return InProcessClient.of(DynamoDbStreamsClient.class, database, List.of());
    }

    /// Returns the address at which other processes can use the table.
    public synchronized URI endpoint() {
        if (endpoint == null) {
            endpoint = started(new TablePort(0, null));
        }
        return endpoint;
    }

    /// Whether other processes can use the table.
    public synchronized boolean isOpen() {
        return endpoint != null;
    }

    /// Whether the disk of the data folder has too little space for more data.
    public boolean isFull() {
        return space != null && !space.allowsRequest();
    }

    /// Returns the ARN of the table's stream.
    public String streamArn() {
        return client.describeTable(t -> t.tableName(TABLE)).table().latestStreamArn();
    }

    @Override
    public void close() {
        parts.reversed().forEach(Emulator::closeQuietly);
        database.shutdown();
        if (folder != null) {
            closeQuietly(folder);
        }
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception fault) {
            throw new IllegalStateException("the emulator cannot be stopped", fault);
        }
    }

    private synchronized <T extends AutoCloseable> T kept(T part) {
        parts.add(part);
        return part;
    }

    private static ClientOverrideConfiguration configuration(
            List<? extends ExecutionInterceptor> interceptors) {
        return ClientOverrideConfiguration.builder()
                // as in AWS, plaza.table.Retry retries and the SDK does not
                .retryStrategy(DefaultRetryStrategy.doNotRetry())
                .apiCallAttemptTimeout(RESPONSE_TIME_MAX)
                .executionInterceptors(List.copyOf(interceptors))
                .addExecutionInterceptor(new InvocationDeadline(RESPONSE_TIME_MAX))
                .build();
    }

    private static LocalDynamoDBRequestHandler database(
            @Nullable DataFolder folder, @Nullable FreeSpace space) {
        try {
            return folder == null || space == null
                    ? new DatabaseRequestHandler(null)
                    : new FileRequestHandler(folder.path(), space);
        } catch (DynamoDBLocalServiceException fault) {
            throw new IllegalStateException("DynamoDB Local cannot be started", fault);
        }
    }

    private URI started(TablePort where) {
        try {
            var threads = new QueuedThreadPool(64, 4);
            threads.setDaemon(true);
            threads.setName("dynamodb-local");
            threads.setStopTimeout(STOP_MAX.toMillis());
            var server = new Server(threads);
            var port = connect(server, InetAddress.getLoopbackAddress(), where.port());
            if (where.host() != null && !where.host().equals(InetAddress.getLoopbackAddress())) {
                connect(server, where.host(), port);
            }
            server.setHandler(new PrivateTable(handler(database)));
            server.start();
            kept((AutoCloseable) server::stop);
            return URI.create("http://127.0.0.1:" + port);
        } catch (Exception fault) {
            database.shutdown();
            if (where.port() != 0 && fault instanceof IOException) {
                throw new StartupFailure(
                        "port %d is in use. Choose another one with -Dplaza.tablePort=<port>; 0 chooses any free port."
                                .formatted(where.port()));
            }
            throw new IllegalStateException("DynamoDB Local cannot be started", fault);
        }
    }

    /// Opens a port, and returns its number.
    private static int connect(Server server, InetAddress address, int port) throws IOException {
        var connector = new ServerConnector(server, 1, 1);
        connector.setHost(address.getHostAddress());
        connector.setPort(port);
        connector.open();
        server.addConnector(connector);
        return connector.getLocalPort();
    }

    /// Returns DynamoDB Local's handler, which waits while another one is created.
    static Handler handler(LocalDynamoDBRequestHandler database) {
        HANDLERS.writeLock().lock();
        try {
            return new Handler.Wrapper(new LocalDynamoDBServerHandler(database, null)) {
                @Override
                public boolean handle(Request request, Response response, Callback callback)
                        throws Exception {
                    HANDLERS.readLock().lock();
                    try {
                        return super.handle(request, response, callback);
                    } finally {
                        HANDLERS.readLock().unlock();
                    }
                }
            };
        } finally {
            HANDLERS.writeLock().unlock();
        }
    }

    /// Creates the table without time to live: DynamoDB Local would remove items by the machine's
    /// clock, and its stream would not distinguish these removals from a user's. `TtlSweeper`
    /// removes expired items instead.
    private void createTable() {
        if (client.listTables().tableNames().contains(TABLE)) {
            return;
        }
        client.createTable(tableRequest());
    }

    private static CreateTableRequest tableRequest() {
        var attributes = new LinkedHashSet<String>();
        var globals = new ArrayList<GlobalSecondaryIndex>();
        var locals = new ArrayList<LocalSecondaryIndex>();
        for (var index : Index.values()) {
            attributes.add(index.partitionKey());
            attributes.add(index.sortKey());
            if (index.kind() == Kind.GLOBAL) {
                globals.add(
                        GlobalSecondaryIndex.builder()
                                .indexName(index.indexName())
                                .keySchema(keys(index))
                                .projection(everything())
                                .build());
            } else if (index.kind() == Kind.LOCAL) {
                locals.add(
                        LocalSecondaryIndex.builder()
                                .indexName(index.indexName())
                                .keySchema(keys(index))
                                .projection(everything())
                                .build());
            }
        }
        return CreateTableRequest.builder()
                .tableName(TABLE)
                .attributeDefinitions(attributes.stream().map(Emulator::text).toList())
                .keySchema(keys(Index.TABLE))
                .globalSecondaryIndexes(globals)
                .localSecondaryIndexes(locals)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .streamSpecification(
                        StreamSpecification.builder()
                                .streamEnabled(true)
                                .streamViewType(StreamViewType.fromValue(TableSchema.STREAM_VIEW))
                                .build())
                .build();
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static List<KeySchemaElement> keys(Index index) {
        return List.of(
                KeySchemaElement.builder()
                        .attributeName(index.partitionKey())
                        .keyType(KeyType.HASH)
                        .build(),
                KeySchemaElement.builder()
                        .attributeName(index.sortKey())
                        .keyType(KeyType.RANGE)
                        .build());
    }

    private static Projection everything() {
        return Projection.builder().projectionType(ProjectionType.ALL).build();
    }
}
