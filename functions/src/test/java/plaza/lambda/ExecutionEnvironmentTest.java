package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.crac.Context;
import org.crac.Resource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import plaza.http.Cursors;
import plaza.id.UserId;
import plaza.log.Log;
import plaza.social.key.SocialKeys;
import plaza.testkit.invocation.TestClock;

/// Tests an execution environment from its initialisation through a snapshot to its requests.
/// [FakeAws] replaces AWS, and a loopback server provides the credentials as the container's
/// endpoint does.
@Isolated("the cold start flag is state of the process")
final class ExecutionEnvironmentTest {
    private static final List<String> PROPERTIES =
            List.of("aws.region", "aws.containerCredentialsFullUri");
    private static final Map<String, @Nullable String> BEFORE = new HashMap<>();
    private static final AtomicInteger CREDENTIALS_READ = new AtomicInteger();

    private static HttpServer credentials;

    private final FakeAws aws = new FakeAws();
    private final Hooks hooks = new Hooks();
    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final List<RandomGenerator> sources = new ArrayList<>();

    @BeforeAll
    static void serveCredentials() throws IOException {
        credentials =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        credentials.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        CREDENTIALS_READ.incrementAndGet();
                        var json =
                                """
                                {"AccessKeyId": "id", "SecretAccessKey": "key", "Token": "token",
                                 "Expiration": "2999-01-01T00:00:00Z"}
                                """
                                        .getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, json.length);
                        exchange.getResponseBody().write(json);
                    }
                });
        credentials.start();
        PROPERTIES.forEach(name -> BEFORE.put(name, System.getProperty(name)));
        System.setProperty("aws.region", "us-east-1");
        System.setProperty(
                "aws.containerCredentialsFullUri",
                "http://127.0.0.1:" + credentials.getAddress().getPort() + "/");
    }

    @AfterAll
    static void stop() {
        credentials.stop(0);
        BEFORE.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    @BeforeEach
    void reset() {
        CREDENTIALS_READ.set(0);
    }

    @Test
    void theSnapshotHooksAreRegisteredOnce() {
        var _ = environment(Map.of());
        assertThat(hooks.registered).hasSize(1);
    }

    /// The only request before a snapshot is an unsigned GET to the endpoint of DynamoDB.
    @Test
    void initialisationAndPrimingReadNoCredentials() throws Exception {
        var environment = environment(Map.of());
        var _ = environment.table();
        var _ = environment.scans();
        var _ = Services.cursors(environment);
        var _ = environment.ulids();
        assertThat(aws.sent()).isEmpty();

        hooks.checkpoint();

        assertThat(aws.operations())
                .containsExactly("GET https://dynamodb.us-east-1.amazonaws.com/");
        assertThat(aws.sent()).noneMatch(FakeAws.Sent::signed);
        assertThat(CREDENTIALS_READ).hasValue(0);
    }

    /// A function without a table does not connect to DynamoDB.
    @Test
    void onlyUsedDependenciesArePrimed() throws Exception {
        var _ = environment(Map.of());
        hooks.checkpoint();
        assertThat(aws.sent()).isEmpty();
    }

    @Test
    void tableAndScansAccessTheConfiguredTable() {
        var environment = environment(Map.of());
        assertThat(environment.table().get(SocialKeys.USER_INFO.key(UserId.of("ann")))).isNull();
        assertThat(environment.scans().scan(5, null).items()).isEmpty();
        assertThat(aws.operations()).containsExactly("GetItem", "Scan");
        assertThat(aws.sent())
                .allMatch(FakeAws.Sent::signed)
                .allMatch(sent -> sent.body().contains("\"TableName\":\"plaza-table\""));
        assertThat(CREDENTIALS_READ).hasPositiveValue();
    }

    /// The keys are in the environment, before a snapshot and in each copy.
    @Test
    void cursorsNeedNoRequestToAws() throws Exception {
        var cursors = Services.cursors(environment(Map.of()));
        assertThat(pages(cursors)).isEqualTo(200);
        hooks.checkpoint();
        hooks.restore();
        assertThat(pages(cursors)).isEqualTo(200);
        assertThat(aws.sent()).isEmpty();
        assertThat(CREDENTIALS_READ).hasValue(0);
    }

    @Test
    void theClientsOfRedriveUseTheRegionalEndpoints() {
        var environment = environment(Map.of("PLAZA_FAILURES", "failures"));
        assertThat(environment.failures().read("aws/lambda/a b")).isEqualTo("{}");
        assertThat(
                        environment
                                .streamInvoker()
                                .invoke("arn:aws:lambda:us-east-1:1:function:FanOut:live", "[]"))
                .isEqualTo(new StreamInvoker.Result.Returned("{}"));
        assertThat(aws.operations())
                .containsExactly(
                        "GET https://failures.s3.us-east-1.amazonaws.com/aws/lambda/a%20b",
                        "POST https://lambda.us-east-1.amazonaws.com/2015-03-31/functions/FanOut/invocations?Qualifier=live");
        assertThat(aws.sent()).allMatch(FakeAws.Sent::signed);
    }

    /// `infra-cdk/env-vars --local` sets an empty name. Without its file, `sam local` sets the
    /// logical id of the bucket, which could be a bucket of another account.
    @Test
    void withoutTheNameOfABucketRedriveSendsNoRequest() {
        assertThat(environment(Map.of("PLAZA_FAILURES", "")).failures())
                .isSameAs(FailureStore.NONE);
        for (var name :
                List.of("Failures8A3E1A2F", "FailuresBucket", "a/b", "x", "evil.example:1")) {
            assertThatThrownBy(environment(Map.of("PLAZA_FAILURES", name))::failures)
                    .as(name)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("PLAZA_FAILURES must be the name of a bucket");
        }
        assertThat(aws.operations()).isEmpty();
    }

    @Test
    void aFunctionWithPagesRequiresCursorKeys() {
        var settings = Settings.from(Map.of("PLAZA_TABLE", "plaza-table"));
        var environment = new ExecutionEnvironment(settings, clock, this::source, _ -> aws, hooks);
        assertThatThrownBy(() -> Services.cursors(environment))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PLAZA_CURSOR_KEYS");
    }

    @Test
    void aRestoredCopyRenewsTheRandomSourceAndForgetsTheLastId() throws Exception {
        var ids = environment(Map.of()).ulids();
        var last = ids.next().id();
        hooks.checkpoint();
        assertThat(sources).hasSize(1);
        hooks.restore();
        assertThat(sources).hasSize(2);
        var next = ids.next().id();
        // the same millisecond, but not the last id plus a step
        assertThat(next.substring(0, 10)).isEqualTo(last.substring(0, 10));
        assertThat(next.substring(10, 18)).isNotEqualTo(last.substring(10, 18));
    }

    @Test
    void theFirstInvocationOfARestoredCopyIsAColdStart() throws Exception {
        var _ = Services.of(environment(Map.of()));
        hooks.checkpoint();
        assertThat(isColdStart()).isFalse();
        hooks.restore();
        assertThat(isColdStart()).isTrue();
        assertThat(isColdStart()).isFalse();
    }

    private static boolean isColdStart() {
        var lines = new ArrayList<String>();
        var _ = Log.to(lines::add, HttpPriming::handle);
        assertThat(lines).hasSize(1);
        return lines.getFirst().contains("\"cold_start\":true");
    }

    /// Requests two pages, and returns the status of the second.
    private static int pages(Cursors cursors) {
        return HttpPriming.page(cursors).getStatusCode();
    }

    private ExecutionEnvironment environment(Map<String, String> variables) {
        var all = new HashMap<>(variables);
        all.put("PLAZA_TABLE", "plaza-table");
        all.put("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1/");
        all.put("PLAZA_CURSOR_KEYS", Base64.getEncoder().encodeToString(new byte[32]));
        return new ExecutionEnvironment(Settings.from(all), clock, this::source, _ -> aws, hooks);
    }

    private RandomGenerator source() {
        var source = new SplittableRandom(sources.size());
        sources.add(source);
        return source;
    }

    /// The runtime's list of snapshot hooks.
    private static final class Hooks extends Context<Resource> {
        private final List<Resource> registered = new ArrayList<>();

        @Override
        public void register(Resource resource) {
            registered.add(resource);
        }

        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) {
            throw new UnsupportedOperationException();
        }

        void checkpoint() throws Exception {
            for (var resource : registered) {
                resource.beforeCheckpoint(this);
            }
        }

        void restore() throws Exception {
            for (var resource : registered) {
                resource.afterRestore(this);
            }
        }
    }
}
