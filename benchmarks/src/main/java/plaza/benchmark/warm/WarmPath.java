package plaza.benchmark.warm;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import plaza.dynamodb.DynamoDbTable;
import plaza.lambda.Services;
import plaza.local.emulator.Emulator;
import plaza.table.Retry;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;
import plaza.testkit.invocation.TestServices;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// A JMH benchmark of one read handler. It needs recorded responses in the folder that the system
/// property `plaza.replay` names; [WarmPathBenchmark] records them and runs it.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WarmPath {
    /// The time of the handlers, both here and while the responses are recorded, because some
    /// requests depend on it.
    static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    /// The name of a function in the Catalogue.
    @Param("GetPost")
    public String function = "";

    private DynamoDbClient client;
    private RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler;
    private APIGatewayV2HTTPEvent event;
    private Context context;

    /// Runs the handler once, because a failure would be measured as well.
    @Setup
    public void prepare() throws IOException {
        var row = TestBed.row(function);
        event = SampleEvents.http(row);
        context = new TestContext(function, Duration.ofMinutes(10));
        var exchanges = Exchange.read(Path.of(System.getProperty("plaza.replay"), function));
        client = client(new ReplayClient(exchanges));
        handler = handler(row.handler(), client);
        requireSuccess(handler());
    }

    @TearDown
    public void close() {
        client.close();
    }

    /// Measures the handler from the event to the response with its JSON text.
    @Benchmark
    public APIGatewayV2HTTPResponse handler() {
        return handler.handleRequest(event, context);
    }

    static void requireSuccess(APIGatewayV2HTTPResponse response) {
        if (response.getStatusCode() != 200) {
            throw new IllegalStateException("The sample event failed: " + response);
        }
    }

    /// Creates a handler that uses a client.
    static RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler(
            Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> type,
            DynamoDbClient client) {
        var table = new DynamoDbTable(client, Emulator.TABLE, Retry.standard());
        var services = TestServices.of(table, Clock.fixed(NOW, ZoneOffset.UTC));
        try {
            return type.getConstructor(Services.class).newInstance(services);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
    }

    static DynamoDbClient client(SdkHttpClient http) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create("http://0.0.0.0"))
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create("local", "local")))
                .httpClient(http)
                .overrideConfiguration(o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
    }
}
