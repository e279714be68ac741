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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.local.emulator.Emulator;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context.BeforeExecution;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/// One read handler, and the calls that it makes. [WarmPathBenchmark] runs it, for there must be
/// answers: the system property `plaza.replay` names the folder.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WarmPath {
    /// The time of the handlers, here and when the answers were written down: some of what they ask
    /// depends on it.
    static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    /// A function of the Catalogue.
    @Param("GetPost")
    public String function = "";

    private DynamoDbClient client;
    private RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler;
    private APIGatewayV2HTTPEvent event;
    private Context context;
    private List<SdkRequest> calls = List.of();

    /// Lets the handler run once, to see which calls it makes.
    @Setup
    public void prepare() throws IOException {
        var seen = new ArrayList<SdkRequest>();
        var answers = Exchange.read(Path.of(System.getProperty("plaza.replay"), function));
        var row = TestBed.row(function);
        event = SampleEvents.http(row);
        context = new TestContext(function, seconds(600));
        try (var watched = client(new ReplayClient(answers), List.of(noting(seen)))) {
            succeed(handler(row.handler(), watched).handleRequest(event, context));
        }
        calls = List.copyOf(seen);
        client = client(new ReplayClient(answers), List.of());
        handler = handler(row.handler(), client);
    }

    @TearDown
    public void close() {
        client.close();
    }

    /// From the event to the answer with its JSON text.
    @Benchmark
    public APIGatewayV2HTTPResponse handler() {
        return handler.handleRequest(event, context);
    }

    /// The same calls, and nothing else.
    @Benchmark
    public void calls(Blackhole answers) {
        for (var call : calls) {
            answers.consume(
                    switch (call) {
                        case GetItemRequest get -> client.getItem(get);
                        case BatchGetItemRequest get -> client.batchGetItem(get);
                        case QueryRequest query -> client.query(query);
                        default -> throw new IllegalStateException("not a read");
                    });
        }
    }

    static void succeed(APIGatewayV2HTTPResponse response) {
        if (response.getStatusCode() != 200) {
            throw new IllegalStateException("the sample event is answered " + response);
        }
    }

    /// A handler on a client, by the constructor that takes parts.
    @SuppressWarnings("unchecked")
    static RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler(
            Class<?> type, DynamoDbClient client) {
        var constructor =
                Arrays.stream(type.getConstructors())
                        .max(Comparator.comparingInt(each -> each.getParameterCount()))
                        .orElseThrow();
        var parts =
                Arrays.stream(constructor.getParameterTypes())
                        .map(part -> part(part, client))
                        .toArray();
        try {
            return (RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>)
                    constructor.newInstance(parts);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(fault);
        }
    }

    private static Object part(Class<?> type, DynamoDbClient client) {
        var clock = Clock.fixed(NOW, ZoneOffset.UTC);
        if (type == Table.class) {
            return new DynamoDbTable(client, Emulator.TABLE, Retry.standard());
        }
        if (type == Clock.class) {
            return clock;
        }
        if (type == Cursors.class) {
            var keyring = new Keyring(List.of(new Secret(1, new byte[32])));
            Supplier<Keyring> keyrings = () -> keyring;
            return new Cursors(keyrings, clock);
        }
        throw new IllegalArgumentException("no read handler took " + type + " before");
    }

    static DynamoDbClient client(SdkHttpClient http, List<ExecutionInterceptor> interceptors) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create("http://0.0.0.0"))
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create("local", "local")))
                .httpClient(http)
                .overrideConfiguration(o ->
                        o.retryStrategy(DefaultRetryStrategy.doNotRetry())
                                .executionInterceptors(interceptors))
                .build();
    }

    private static ExecutionInterceptor noting(List<SdkRequest> requests) {
        return new ExecutionInterceptor() {
            @Override
            public void beforeExecution(BeforeExecution call, ExecutionAttributes attributes) {
                requests.add(call.request());
            }
        };
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }
}
