package plaza.local.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.local.HttpTestClient.assertProblem;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.local.HttpTestClient;
import plaza.local.SampleFunctions;
import plaza.local.backend.Backend;

final class GatewayTest {
    /// A limit that tests wait for.
    private static final Duration SHORT = Duration.ofMillis(500);

    /// A limit that no test reaches.
    private static final Duration LONG = Duration.ofSeconds(20);

    private static Backend backend;
    private static Gateway gateway;
    private static HttpTestClient client;
    private static String token;

    @BeforeAll
    static void start() throws IOException {
        backend = Backend.inMemory(SampleFunctions.ALL);
        gateway = Gateway.listen(0, backend.api()::respond);
        client = new HttpTestClient(gateway.address());
        token = backend.issuer().token("alice");
    }

    @AfterAll
    static void stop() {
        client.close();
        gateway.close();
        backend.close();
    }

    @Test
    void theEventHasPayloadFormatTwo() {
        var before = Instant.now().toEpochMilli();
        var response =
                client.get("/things/t-1?tag=a%20b&tag=c+d&empty=&flag&x=%C3%A9")
                        .bearing(token)
                        .with("X-Several", "one")
                        .with("X-Several", "two")
                        .with("Cookie", "session=s1; theme=dark")
                        .with("User-Agent", "a client")
                        .send();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("x-sample")).hasValue("yes");
        assertThat(response.headers().allValues("set-cookie"))
                .containsExactly("a=1; Path=/", "b=2");
        var event = HttpTestClient.json(response.body()).path("event");
        assertThat(event.path("version").asText()).isEqualTo("2.0");
        assertThat(event.path("routeKey").asText()).isEqualTo("GET /things/{thingId}");
        assertThat(event.path("rawPath").asText()).isEqualTo("/things/t-1");
        assertThat(event.path("rawQueryString").asText())
                .isEqualTo("tag=a%20b&tag=c+d&empty=&flag&x=%C3%A9");
        assertThat(event.path("queryStringParameters").toString())
                .isEqualTo("{\"tag\":\"a b,c d\",\"empty\":\"\",\"flag\":\"\",\"x\":\"é\"}");
        assertThat(event.path("pathParameters").toString()).isEqualTo("{\"thingId\":\"t-1\"}");
        assertThat(event.path("cookies").toString()).isEqualTo("[\"session=s1\",\"theme=dark\"]");
        assertThat(event.path("headers").path("x-several").asText()).isEqualTo("one,two");
        assertThat(event.path("headers").path("x-forwarded-for").asText()).isEqualTo("127.0.0.1");
        assertThat(event.path("headers").has("cookie")).isFalse();
        assertThat(event.path("headers").fieldNames())
                .toIterable()
                .allSatisfy(name -> assertThat(name).isLowerCase());
        assertThat(event.path("isBase64Encoded").asBoolean()).isFalse();
        assertThat(event.path("body").isNull()).isTrue();
        var context = event.path("requestContext");
        assertThat(context.path("routeKey").asText()).isEqualTo("GET /things/{thingId}");
        assertThat(context.path("stage").asText()).isEqualTo("$default");
        assertThat(context.path("timeEpoch").asLong())
                .isBetween(before, Instant.now().toEpochMilli());
        assertThat(context.path("http").path("method").asText()).isEqualTo("GET");
        assertThat(context.path("http").path("path").asText()).isEqualTo("/things/t-1");
        assertThat(context.path("http").path("userAgent").asText()).isEqualTo("a client");
        assertThat(context.path("requestId").asText()).isNotEmpty();
    }

    @Test
    void claimsAreTextAndArraysAreFlattened() {
        var admin =
                backend.issuer().token("root", List.of("admin", "editors"), Duration.ofMinutes(1));
        var event = client.get("/things/1").bearing(admin).json().path("event");
        var jwt = event.path("requestContext").path("authorizer").path("jwt");
        assertThat(jwt.path("claims").path("sub").asText()).isEqualTo("root");
        assertThat(jwt.path("claims").path("cognito:groups").asText()).isEqualTo("[admin editors]");
        assertThat(jwt.path("claims").path("token_use").asText()).isEqualTo("access");
        assertThat(jwt.path("claims").path("exp").isTextual()).isTrue();
        assertThat(Long.parseLong(jwt.path("claims").path("exp").asText()))
                .isBetween(Instant.now().getEpochSecond(), Instant.now().getEpochSecond() + 60);
        assertThat(jwt.path("scopes").toString()).isEqualTo("[\"plaza/admin\",\"plaza/local\"]");
    }

    @Test
    void segmentsAreDecodedAfterRouting() {
        assertThat(thing("/things/a%23b")).isEqualTo("a#b");
        assertThat(thing("/things/a%2Fb")).isEqualTo("a/b");
        assertThat(thing("/things/%2e%2e")).isEqualTo("..");
        assertThat(thing("/things/a;b=c")).isEqualTo("a;b=c");
        assertThat(thing("/things/%FF")).isEqualTo("\uFFFD");
        assertThat(thing("/things/%C3%A9")).isEqualTo("é");
        assertThat(thing("/things/a+b")).isEqualTo("a+b");
    }

    @Test
    void binaryBodiesAreEncodedInBase64() {
        var json = "{\"a\":\"ü\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(body("application/json", json).path("body").asText()).isEqualTo("{\"a\":\"ü\"}");
        assertThat(body("text/plain;charset=utf-8", json).path("isBase64Encoded").asBoolean())
                .isFalse();
        var binary = body("image/png", json);
        assertThat(binary.path("isBase64Encoded").asBoolean()).isTrue();
        assertThat(Base64.getDecoder().decode(binary.path("body").asText())).isEqualTo(json);
        var invalid = new byte[] {'{', '"', (byte) 0xC3, '"', '}'};
        var broken = body("application/json", invalid);
        assertThat(broken.path("isBase64Encoded").asBoolean()).isTrue();
        assertThat(Base64.getDecoder().decode(broken.path("body").asText())).isEqualTo(invalid);
    }

    @Test
    void theContextHasTheFunctionNameAndTheRemainingTime() {
        var response = client.get("/things/1").bearing(token).json();
        assertThat(response.path("function").asText()).isEqualTo("Echo");
        assertThat(response.path("remainingMillis").asLong())
                .isBetween(1L, Api.FUNCTION_TIMEOUT.toMillis());
    }

    @Test
    void aBase64ResponseIsDecoded() {
        var response = client.get("/bytes").bearing(token).send();
        assertThat(response.body()).isEqualTo("\u0000\u0001\u0002");
        assertThat(response.headers().firstValue("content-type"))
                .hasValue("application/octet-stream");
    }

    @Test
    void theMostSpecificRouteWins() {
        assertThat(client.get("/things/count").bearing(token).send().body()).isEqualTo("count");
        var put = client.ask("PUT", "/things/count").bearing(token).json().path("event");
        assertThat(put.path("pathParameters").path("thingId").asText()).isEqualTo("count");
    }

    @Test
    void unknownPathsReturn404AndUnknownMethods405() {
        for (var path :
                List.of("/nothing", "/things/1/2", "/things/", "//things/1", "/things/1/")) {
            assertProblem(client.get(path).bearing(token).send(), 404, "not-found");
        }
        var other = client.ask("DELETE", "/things/1").bearing(token).send();
        assertProblem(other, 405, "method-not-allowed");
        assertThat(other.headers().firstValue("allow")).hasValue("GET, HEAD, OPTIONS, PUT");
    }

    @Test
    void headReturnsNoBodyAndOptionsNeedsNoToken() {
        var head = client.ask("HEAD", "/things/1").bearing(token).send();
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("content-type")).hasValue("application/json");
        assertThat(head.headers().firstValueAsLong("content-length").orElse(0)).isPositive();
        var options = client.ask("OPTIONS", "/things/1").send();
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(options.headers().firstValue("allow")).hasValue("GET, HEAD, OPTIONS, PUT");
    }

    @Test
    void anExceptionIsNotDisclosedToTheCaller() {
        for (var path : List.of("/failures", "/silence")) {
            var response = client.get(path).bearing(token).send();
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).isEqualTo("{\"message\":\"Internal Server Error\"}");
        }
    }

    @Test
    void bodiesUpToTenMegabytesAreAccepted() {
        var largest = new byte[Gateway.BODY_BYTES_MAX];
        var response =
                client.ask("PUT", "/things/1", largest)
                        .with("content-type", "image/png")
                        .bearing(token)
                        .send();
        assertThat(response.statusCode()).isEqualTo(200);
        var tooLarge = new byte[Gateway.BODY_BYTES_MAX + 1];
        assertProblem(
                client.ask("PUT", "/things/1", tooLarge).bearing(token).send(), 413, "too-large");
    }

    @Test
    void aPercentSignWithoutDigitsReturns400() throws IOException {
        for (var path : List.of("/things/%zz", "/things/%4", "/things/1?q=%")) {
            var response =
                    raw(
                            "GET "
                                    + path
                                    + " HTTP/1.1\r\nHost: x\r\nAuthorization: "
                                    + token
                                    + "\r\nConnection: close\r\n\r\n");
            assertThat(response)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("urn:plaza:problem:malformed");
        }
    }

    @Test
    void theProblemOfAnUnreadableRequestHasItsStatus() throws IOException {
        var head = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
        var tooLong = "x".repeat(Gateway.HEADER_BYTES_MAX);
        for (var request :
                Map.of(
                                "NONSENSE\r\n\r\n",
                                400,
                                "GET / HTTP/1.1\r\n\r\n",
                                400,
                                "PUT /" + head + "Content-Length: x\r\n\r\n",
                                400,
                                "GET /" + tooLong + head + "\r\n",
                                414,
                                "GET /" + head + "Expect: miracles\r\n\r\n",
                                417,
                                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                                426,
                                "GET /" + head + "X-Long: " + tooLong + "\r\n\r\n",
                                431,
                                "GET / HTTP/1.7\r\nHost: x\r\n\r\n",
                                505)
                        .entrySet()) {
            var response = raw(request.getKey());
            assertThat(response).startsWith("HTTP/1.1 " + request.getValue() + " ");
            assertThat(response).contains("Content-Type: application/problem+json");
            var problem = HttpTestClient.json(response.substring(response.indexOf("\r\n\r\n")));
            assertThat(problem.path("status").asInt()).isEqualTo(request.getValue());
            assertThat(problem.path("type").asText())
                    .isEqualTo(
                            request.getValue() == 400
                                    ? "urn:plaza:problem:malformed"
                                    : "about:blank");
        }
    }

    @Test
    void oneConnectionCarriesManyRequests() throws IOException {
        var request = "GET /things/count HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token;
        var response = raw(request + "\r\n\r\n" + request + "\r\nConnection: close\r\n\r\n");
        assertThat(response.split("HTTP/1\\.1 200 OK", -1)).hasSize(3);
    }

    @Test
    void requestsAreProcessedConcurrently() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var responses = new ArrayList<Future<Integer>>();
            for (var party = 0; party < SampleFunctions.Meet.PARTIES; party++) {
                responses.add(
                        threads.submit(
                                () -> client.get("/meetings").bearing(token).send().statusCode()));
            }
            for (var response : responses) {
                assertThat(response.get()).isEqualTo(200);
            }
        }
    }

    /// A machine may have only the loopback address. `127.0.0.2` represents another address: a
    /// server that listens on every address accepts connections on it.
    @Test
    void onlyTheLoopbackAddressIsBound() throws IOException {
        var others = new ArrayList<InetAddress>();
        others.add(InetAddress.getByName("127.0.0.2"));
        for (var network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (var address : Collections.list(network.getInetAddresses())) {
                if (address instanceof Inet4Address && !address.isLoopbackAddress()) {
                    others.add(address);
                }
            }
        }
        for (var address : others) {
            assertThatThrownBy(() -> connect(new InetSocketAddress(address, gateway.port())))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aPortInUseIsReported() {
        assertThatThrownBy(() -> Gateway.listen(gateway.port(), backend.api()::respond))
                .isInstanceOf(IOException.class)
                .satisfiesAnyOf(
                        fault -> assertThat(fault).isInstanceOf(BindException.class),
                        fault -> assertThat(fault).hasCauseInstanceOf(BindException.class));
    }

    @Test
    void aBodyThatArrivesSlowlyIsRejected() throws IOException {
        var header = "PUT /things/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n";
        var limits = new Gateway.Limits(LONG.multipliedBy(2), SHORT, 10);
        try (var slow = Gateway.listen(0, _ -> fine(), limits);
                var client = new SlowClient(slow)) {
            assertTimeout(client.sendsUntilClosed(header));
        }
    }

    @Test
    void aBodyThatStallsIsRejected() throws IOException {
        var header = "PUT /things/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf";
        var limits = new Gateway.Limits(SHORT, LONG, 10);
        try (var slow = Gateway.listen(0, _ -> fine(), limits);
                var client = new SlowClient(slow)) {
            assertTimeout(client.waitsUntilClosed(header));
        }
    }

    @Test
    void aConnectionWithoutARequestIsClosed() throws IOException {
        var limits = new Gateway.Limits(SHORT, LONG, 10);
        try (var slow = Gateway.listen(0, _ -> fine(), limits);
                var silent = new SlowClient(slow)) {
            assertThat(silent.waitsUntilClosed("")).isEmpty();
        }
    }

    @Test
    void aConnectionWhoseHeaderArrivesSlowlyIsClosed() throws IOException {
        var limits = new Gateway.Limits(SHORT, LONG, 10);
        try (var slow = Gateway.listen(0, _ -> fine(), limits)) {
            try (var client = new SlowClient(slow)) {
                assertThat(client.sendsUntilClosed("GET /things/1 HTTP/1.1\r\nX-Slow: ")).isEmpty();
            }
            // the header of a further request on the same connection
            try (var client = new SlowClient(slow)) {
                client.send("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
                client.skipThrough("fine");
                assertThat(client.sendsUntilClosed("GET /things/1 HTTP/1.1\r\nX-Slow: ")).isEmpty();
            }
        }
    }

    @Test
    void connectionsWithoutACompleteHeaderDoNotKeepOthersFromBeingServed() throws IOException {
        var limits = new Gateway.Limits(LONG.multipliedBy(10), LONG, 40);
        var clients = new ArrayList<SlowClient>();
        try (var slow = Gateway.listen(0, _ -> fine(), limits)) {
            for (var count = 0; count < 100; count++) {
                var client = new SlowClient(slow);
                clients.add(client);
                client.send(count % 2 == 0 ? "GET /things/1 HTTP/1.1\r\nX-Slow: " : "");
            }
            try (var other = new SlowClient(slow)) {
                other.send("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThat(other.receives('H')).isTrue();
            }
            assertThat(slow.connections()).isLessThan(40);
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aSlowHandlerIsNotASlowClient() throws IOException {
        Function<ApiRequest, ApiResponse> slowly =
                _ -> {
                    // longer than a client may be idle
                    var end = System.nanoTime() + 2 * SHORT.toNanos();
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return fine();
                };
        var limits = new Gateway.Limits(SHORT, SHORT, 10);
        try (var slow = Gateway.listen(0, slowly, limits);
                var client = new SlowClient(slow)) {
            assertThat(client.waitsUntilClosed("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("fine");
        }
    }

    @Test
    void connectionsAboveTheLimitWaitUntilAnotherCloses() throws IOException {
        var limits = new Gateway.Limits(LONG, LONG, 1);
        try (var gateway = Gateway.listen(0, _ -> fine(), limits);
                var first = new SlowClient(gateway)) {
            first.send("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(first.receives('H')).isTrue();
            try (var second = new SlowClient(gateway)) {
                second.send("GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
                assertThatThrownBy(second::read).isInstanceOf(SocketTimeoutException.class);
                first.disconnect();
                assertThat(second.receives('H')).isTrue();
            }
        }
    }

    private static ApiResponse fine() {
        return ApiResponse.of(200, "text/plain", "fine".getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertTimeout(String response) {
        assertThat(response)
                .startsWith("HTTP/1.1 408 ")
                .containsIgnoringCase("connection: close")
                .contains("application/problem+json")
                .contains("\"title\":\"Request Timeout\",\"status\":408");
    }

    /// A client that sends its request slowly.
    private static final class SlowClient implements AutoCloseable {
        /// The pause between two bytes.
        private static final int PAUSE_MILLIS = 20;

        private final Socket socket;

        SlowClient(Gateway gateway) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
            socket.setSoTimeout(PAUSE_MILLIS);
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        int read() throws IOException {
            return socket.getInputStream().read();
        }

        /// Sends `start` and then byte after byte until the gateway closes the connection. Returns
        /// what the gateway sent.
        String sendsUntilClosed(String start) throws IOException {
            return untilClosed(start, "x");
        }

        String waitsUntilClosed(String start) throws IOException {
            return untilClosed(start, "");
        }

        private String untilClosed(String start, String more) throws IOException {
            send(start);
            var received = new StringBuilder();
            for (var end = System.nanoTime() + LONG.toNanos(); System.nanoTime() < end; ) {
                try {
                    if (received.isEmpty()) {
                        send(more);
                    }
                    var read = read();
                    if (read < 0) {
                        return received.toString();
                    }
                    received.append((char) read);
                } catch (SocketTimeoutException _) {
                    // no response yet: send the next byte
                } catch (SocketException _) {
                    // closed during the transmission of a byte
                    return received.toString();
                }
            }
            throw new AssertionError("the gateway did not close the connection: " + received);
        }

        boolean receives(char expected) throws IOException {
            for (var end = System.nanoTime() + LONG.toNanos(); System.nanoTime() < end; ) {
                try {
                    return read() == expected;
                } catch (SocketTimeoutException _) {
                    // not closed yet
                }
            }
            return false;
        }

        void skipThrough(String end) throws IOException {
            var received = new StringBuilder();
            for (var until = System.nanoTime() + LONG.toNanos(); System.nanoTime() < until; ) {
                try {
                    var read = read();
                    assertThat(read).as("%s", received).isNotNegative();
                    received.append((char) read);
                    if (received.toString().endsWith(end)) {
                        return;
                    }
                } catch (SocketTimeoutException _) {
                    // not received yet
                }
            }
            throw new AssertionError("the gateway did not send " + end + ": " + received);
        }

        void disconnect() throws IOException {
            socket.close();
        }

        @Override
        public void close() throws IOException {
            disconnect();
        }
    }

    private static void connect(InetSocketAddress address) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(address, 2_000);
        }
    }

    private static String thing(String path) {
        var response = backend.call("alice", ApiRequest.of("GET", path));
        var event = HttpTestClient.json(response.text()).path("event");
        return event.path("pathParameters").path("thingId").asText();
    }

    private static JsonNode body(String contentType, byte[] bytes) {
        return client.ask("PUT", "/things/1", bytes)
                .with("content-type", contentType)
                .bearing(token)
                .json()
                .path("event");
    }

    /// Returns the response to bytes that no client library sends.
    private static String raw(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
