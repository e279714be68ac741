package plaza.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.id.UserId;
import plaza.lambda.StreamInvoker.Result;
import plaza.table.Unavailable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;

/// The requests to S3 and Lambda, over HTTP to a server that keeps objects and records what it
/// received. It does not verify signatures; the step `redrive` of `infra-cdk/smoke` sends the same
/// requests to AWS.
final class AwsClientsTest {
    private static final int KEYS_MAX = 2;

    private final TreeMap<String, String> objects = new TreeMap<>();
    private final Map<String, String> tags = new HashMap<>();
    private final Map<String, Instant> times = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();

    /// The statuses of the next responses; 200 if empty.
    private final Deque<Integer> statuses = new ArrayDeque<>();

    private final CountDownLatch end = new CountDownLatch(1);
    private Instant now = Instant.parse("2026-11-28T10:00:00Z");
    private String response = "";
    private String functionError = "";
    private boolean responds = true;
    private boolean copies = true;
    private HttpServer server;
    private SdkHttpClient http;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/bucket/", this::s3);
        server.createContext("/2015-03-31/", this::lambda);
        server.start();
        http = client(Duration.ofSeconds(30));
    }

    @AfterEach
    void stop() {
        end.countDown();
        http.close();
        server.stop(0);
    }

    @Test
    void theBucketIsListedInPagesReadAndEmptied() {
        var key = "aws/lambda/m/shardId-1/2026/11/20/2026-11-20T10.00.00-a b&";
        objects.put(key, "{\"text\":\"é\"}");
        objects.put("aws/lambda/n/b", "b");
        objects.put("aws/lambda/n/c", "c");
        objects.put("other", "");

        var first = bucket().keysAfter("");
        assertThat(first).containsExactly(key, "aws/lambda/n/b");
        assertThat(bucket().keysAfter(first.getLast())).containsExactly("aws/lambda/n/c");
        assertThat(bucket().keysAfter("aws/lambda/n/c")).isEmpty();
        assertThat(bucket().read(key)).isEqualTo("{\"text\":\"é\"}");
        bucket().delete(key);
        assertThat(objects).doesNotContainKey(key).hasSize(3);
        assertThat(bucket().read(key)).isNull();
        assertThat(requests)
                .allMatch(request -> request.contains("/us-east-1/s3/aws4_request"))
                .allMatch(request -> request.contains("host;x-amz-content-sha256;x-amz-date"));
    }

    /// Every operation of the bucket.
    private static Stream<Consumer<FailureStore>> operations() {
        return Stream.of(
                bucket -> bucket.keysAfter(""),
                bucket -> bucket.read("aws/lambda/a"),
                bucket -> bucket.delete("aws/lambda/a"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aFaultOfS3IsRetriedThreeTimes(Consumer<FailureStore> operation) {
        objects.put("aws/lambda/a", "a");
        statuses.addAll(List.of(503, 503, 503));
        assertThatThrownBy(() -> operation.accept(bucket())).hasStackTraceContaining("status 503");
        assertThat(statuses).isEmpty();
        assertThat(requests).hasSize(3);

        pauses.clear();
        statuses.addAll(List.of(503, 500));
        operation.accept(bucket());
        assertThat(pauses).hasSize(2).isSorted();
        assertThat(requests).hasSize(6);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aRejectedRequestIsNotRetried(Consumer<FailureStore> operation) {
        statuses.add(403);
        assertThatThrownBy(() -> operation.accept(bucket())).hasMessageContaining("403");
        assertThat(requests).hasSize(1);
    }

    @Test
    void anErasedIdIsFoundByThoseWhoHaveTheKey() {
        for (var user : List.of("ann", "bob", "cid")) {
            erasedIds("secret").remember(UserId.of(user));
        }
        now = now.plusSeconds(7_200);
        erasedIds("secret").remember(UserId.of("dan"));

        var all = erasedIds("secret").since(now.minusSeconds(7_200));
        assertThat(Stream.of("ann", "bob", "cid", "dan", "eve").filter(all))
                .containsExactly("ann", "bob", "cid", "dan");
        assertThat(Stream.of("ann", "dan").filter(erasedIds("secret").since(now)))
                .containsExactly("dan");
        assertThat(Stream.of("ann", "dan").filter(erasedIds("other").since(now))).isEmpty();
        assertThat(objects.toString()).doesNotContain("ann", "bob", "cid", "dan");
    }

    /// The first slice of an erasure may run twice, and a user may return and leave again.
    @Test
    void aUserWhoLeavesAgainIsRememberedWithTheLaterTime() {
        erasedIds("secret").remember(UserId.of("ann"));
        now = now.plus(Duration.ofDays(90));
        erasedIds("secret").remember(UserId.of("ann"));

        assertThat(objects).hasSize(1);
        assertThat(erasedIds("secret").since(now).test("ann")).isTrue();
    }

    @Test
    void anIdThatCannotBeRememberedFailsTheErasure() {
        statuses.add(403);

        assertThatThrownBy(() -> erasedIds("secret").remember(UserId.of("ann")))
                .hasMessageContaining("403");
    }

    @Test
    void theAliasIsInvokedWithTheEvent() {
        response = "{\"batchItemFailures\":[]}";
        var result = invoker().invoke(arn("FanOut:live"), "{\"Records\":[\"é\"]}");

        assertThat(result).isEqualTo(new Result.Returned("{\"batchItemFailures\":[]}"));
        assertThat(requests.getFirst())
                .startsWith(
                        "POST /2015-03-31/functions/FanOut/invocations?Qualifier=live"
                                + " {\"Records\":[\"é\"]}")
                .contains("/us-east-1/lambda/aws4_request");
    }

    @Test
    void everyFailedInvocationIsAResult() {
        functionError = "Unhandled";
        response = "{\"errorType\":\"java.lang.OutOfMemoryError\"}";
        assertThat(invoker().invoke(arn("FanOut"), "{}"))
                .isEqualTo(
                        new Result.Failed(
                                "status 200: {\"errorType\":\"java.lang.OutOfMemoryError\"}"));

        functionError = "";
        response = "";
        statuses.add(429);
        assertThat(invoker().invoke(arn("FanOut"), "{}"))
                .isEqualTo(new Result.Failed("status 429: "));

        responds = false;
        http.close();
        http = client(Duration.ofMillis(100));
        assertThat(invoker().invoke(arn("FanOut"), "{}"))
                .isEqualTo(new Result.Failed("no response: SocketTimeoutException"));
        assertThat(invoker().invoke("FanOut", "{}"))
                .isEqualTo(new Result.Failed("the record names no function"));
    }

    @Test
    void anObjectIsCopiedWithATagThatIsRemovedLater() {
        var store = objectStore();
        objects.put("uploads/a.png", "bytes");

        assertThat(store.copy("uploads/a.png", "images/b.png", "image/png")).isTrue();
        assertThat(store.read("images/b.png")).isEqualTo("bytes".getBytes(StandardCharsets.UTF_8));
        assertThat(tags).containsOnly(Map.entry("images/b.png", "state=new"));
        store.keep("images/b.png");
        assertThat(tags).isEmpty();
        assertThat(objects).containsKey("images/b.png");
        assertThat(store.url("images/b.png")).hasToString("https://media.example.com/images/b.png");
    }

    @Test
    void anObjectThatDoesNotExistIsNeitherReadNorCopiedNorKept() {
        var store = objectStore();

        assertThat(store.read("uploads/a.png")).isNull();
        assertThat(store.copy("uploads/a.png", "images/b.png", "image/png")).isFalse();
        store.keep("images/b.png");
        store.delete("images/b.png");
        assertThat(objects).isEmpty();
    }

    /// S3 sends 200 before it copies, and may then report that it did not.
    @Test
    void aCopyThatFailsAfterItsStatusIsAFailure() {
        objects.put("uploads/a.png", "bytes");
        copies = false;

        assertThatThrownBy(() -> objectStore().copy("uploads/a.png", "images/b.png", "image/png"))
                .hasMessageContaining("did not copy");
    }

    @Test
    void aStoreThatFailsIsUnavailable() {
        statuses.addAll(List.of(503, 500, 503));
        assertThatThrownBy(() -> objectStore().read("uploads/a.png"))
                .isInstanceOf(Unavailable.class);
    }

    private ObjectBucket objectStore() {
        return new ObjectBucket(
                this::s3,
                new PutSigner(() -> AwsBasicCredentials.create("id", "secret"), Region.US_EAST_1),
                URI.create("https://media.example.com"),
                Clock.systemUTC());
    }

    private static SdkHttpClient client(Duration responseTimeMax) {
        return Apache5HttpClient.builder().socketTimeout(responseTimeMax).build();
    }

    private FailureBucket bucket() {
        return new FailureBucket(s3());
    }

    private ErasedIdsBucket erasedIds(String key) {
        return new ErasedIdsBucket(s3(), key);
    }

    private Bucket s3() {
        return new Bucket(signed("s3"), "bucket", url("/bucket"), pauses::add);
    }

    private LambdaInvoker invoker() {
        return new LambdaInvoker(signed("lambda"), url(""));
    }

    private static String arn(String function) {
        return "arn:aws:lambda:us-east-1:000000000000:function:" + function;
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private SignedRequests signed(String service) {
        var credentials =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
        return new SignedRequests(http, credentials, service, Region.US_EAST_1);
    }

    private static String query(HttpExchange exchange) {
        var query = exchange.getRequestURI().getRawQuery();
        return query == null ? "" : query;
    }

    private void copy(HttpExchange exchange, String key) throws IOException {
        var source = exchange.getRequestHeaders().getFirst("x-amz-copy-source");
        var bytes = objects.get(source.substring("/bucket/".length()));
        if (bytes == null) {
            respond(exchange, 404, "<Error><Code>NoSuchKey</Code></Error>");
        } else if (copies) {
            assertThat(exchange.getRequestHeaders().getFirst("x-amz-tagging-directive"))
                    .isEqualTo("REPLACE");
            assertThat(exchange.getRequestHeaders().getFirst("x-amz-metadata-directive"))
                    .isEqualTo("REPLACE");
            assertThat(exchange.getRequestHeaders().getFirst("Content-Type"))
                    .isEqualTo("image/png");
            assertThat(exchange.getRequestHeaders().getFirst("Content-Length")).isEqualTo("0");
            objects.put(key, bytes);
            tags.put(key, exchange.getRequestHeaders().getFirst("x-amz-tagging"));
            respond(exchange, 200, "<CopyObjectResult/>");
        } else {
            respond(exchange, 200, "<Error><Code>InternalError</Code></Error>");
        }
    }

    private void s3(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = record(exchange);
            var key = exchange.getRequestURI().getPath().substring("/bucket/".length());
            var status = statuses.isEmpty() ? 200 : statuses.remove();
            if (status != 200) {
                respond(exchange, status, "");
            } else if (key.isEmpty()) {
                respond(exchange, 200, list(exchange.getRequestURI().getQuery()));
            } else if (exchange.getRequestHeaders().containsKey("x-amz-copy-source")) {
                copy(exchange, key);
            } else if ("tagging".equals(query(exchange).replace("=", ""))) {
                tags.remove(key);
                exchange.sendResponseHeaders(objects.containsKey(key) ? 204 : 404, -1);
            } else if (exchange.getRequestMethod().equals("PUT")) {
                assertThat(exchange.getRequestHeaders().getFirst("Content-Type"))
                        .isEqualTo("text/plain");
                objects.put(key, body);
                times.put(key, now);
                respond(exchange, 200, "");
            } else if (exchange.getRequestMethod().equals("DELETE")) {
                objects.remove(key);
                exchange.sendResponseHeaders(204, -1);
            } else if (objects.containsKey(key)) {
                respond(exchange, 200, objects.get(key));
            } else {
                respond(exchange, 404, "<Error><Code>NoSuchKey</Code></Error>");
            }
        }
    }

    private String list(String query) {
        assertThat(query).contains("list-type=2");
        var prefix = query.split("prefix=", 2)[1].split("&", 2)[0];
        var after = query.contains("start-after=") ? query.split("start-after=", 2)[1] : "";
        return objects.tailMap(after.split("&(?=\\w+=)", 2)[0], false).keySet().stream()
                .filter(key -> key.startsWith(prefix))
                .limit(KEYS_MAX)
                .map(key ->
                        "<Contents><Key>%s</Key><LastModified>%s</LastModified></Contents>"
                                .formatted(key.replace("&", "&amp;"), times.getOrDefault(key, now)))
                .collect(
                        Collectors.joining(
                                "",
                                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><ListBucketResult"
                                        + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">",
                                "</ListBucketResult>"));
    }

    private void lambda(HttpExchange exchange) throws IOException {
        try (exchange) {
            record(exchange);
            if (!responds) {
                end.await();
            }
            if (!functionError.isEmpty()) {
                exchange.getResponseHeaders().add("X-Amz-Function-Error", functionError);
            }
            respond(exchange, statuses.isEmpty() ? 200 : statuses.remove(), response);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private String record(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + body
                        + " "
                        + exchange.getRequestHeaders().getFirst("Authorization"));
        return body;
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
