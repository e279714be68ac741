package plaza.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// A network that injects faults between the SDK's HTTP client and DynamoDB Local, so that the SDK
/// parses errors and notices lost responses exactly as it does in the cloud. A [FaultPlan] decides
/// which requests fail. Every request is recorded.
public final class FaultyNetwork {
    /// A request as it was sent.
    ///
    /// @param operation DynamoDB's name of it
    /// @param number how many requests were recorded before it
    /// @param attempt how many identical requests were recorded before it
    public record SentRequest(String operation, String body, int number, int attempt) {}

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPE = "application/x-amz-json-1.0";

    private final List<SentRequest> sent = new ArrayList<>();
    private FaultPlan plan;
    private int injected;

    public FaultyNetwork() {
        this(FaultPlan.NONE);
    }

    public FaultyNetwork(FaultPlan plan) {
        this.plan = plan;
    }

    /// Discards the record of requests and starts a plan.
    public synchronized void begin(FaultPlan next) {
        sent.clear();
        injected = 0;
        plan = next;
    }

    /// Lets all requests succeed from now on.
    public synchronized void stop() {
        plan = FaultPlan.NONE;
    }

    /// Returns the requests since the plan began.
    public synchronized List<SentRequest> sent() {
        return List.copyOf(sent);
    }

    /// Returns how many requests failed since the plan began.
    public synchronized int injected() {
        return injected;
    }

    /// Returns how often the most repeated request was sent.
    public int attemptsMax() {
        return sent().stream().mapToInt(request -> request.attempt() + 1).max().orElse(0);
    }

    private synchronized SentRequest record(String operation, String body) {
        var attempt =
                (int)
                        sent.stream()
                                .filter(other -> other.operation().equals(operation))
                                .filter(other -> other.body().equals(body))
                                .count();
        var request = new SentRequest(operation, body, sent.size(), attempt);
        sent.add(request);
        return request;
    }

    private synchronized @Nullable Fault faultOf(SentRequest request) {
        var fault = plan.faultOf(request);
        if (fault == null || !fault.fits(request.operation())) {
            return null;
        }
        injected++;
        return fault;
    }

    /// Returns the HTTP client `reliable` behind this network.
    public SdkHttpClient over(SdkHttpClient reliable) {
        return new InterceptedHttpClient(reliable, this::respond);
    }

    private HttpExecuteResponse respond(SdkHttpClient reliable, HttpExecuteRequest request)
            throws IOException {
        var operation = InterceptedHttpClient.operation(request);
        var body = body(request);
        var fault = faultOf(record(operation, body));
        if (fault == null) {
            return reliable.prepareRequest(request).call();
        }
        if (fault == Fault.SOME_UNPROCESSED) {
            return withSomeUnprocessed(reliable, request, operation, body);
        }
        var whole = new byte[0];
        if (fault.comesAfterTheEffect()) {
            try (var lost = reliable.prepareRequest(request).call().responseBody().orElseThrow()) {
                whole = lost.readAllBytes();
            }
        }
        return switch (fault) {
            case RESET, RESET_AFTER_THE_EFFECT -> throw new SocketException("Connection reset");
            case TIMEOUT, TIMEOUT_AFTER_THE_EFFECT ->
                    throw new SocketTimeoutException("Read timed out");
            case TRUNCATED_RESPONSE_AFTER_THE_EFFECT -> response(200, firstHalf(whole));
            default -> response(fault.status(), stream(error(fault, operation, body)));
        };
    }

    private static String body(HttpExecuteRequest request) {
        try (var stream = request.contentStreamProvider().orElseThrow().newStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static byte[] error(Fault fault, String operation, String body) throws IOException {
        var error = JSON.createObjectNode();
        if (fault.cancels(operation)) {
            var items = JSON.readTree(body).path("TransactItems").size();
            // any item can be the cause, so that no code relies on the first
            var cause = Math.floorMod(body.hashCode(), items);
            return canceled(items, cause, String.valueOf(fault.code()));
        }
        error.put(
                "__type",
                switch (fault) {
                    case TRANSACTION_CONFLICT, COLLECTION_FULL -> type(fault.code() + "Exception");
                    default -> type(String.valueOf(fault.code()));
                });
        error.put("Message", "injected");
        return JSON.writeValueAsBytes(error);
    }

    /// Returns the body of a canceled transaction.
    ///
    /// @param cause the index of the item for which it is canceled
    static byte[] canceled(int items, int cause, String reason) throws IOException {
        var error = JSON.createObjectNode();
        error.put("__type", type("TransactionCanceledException"));
        error.put("Message", "injected");
        var reasons = error.putArray("CancellationReasons");
        for (var item = 0; item < items; item++) {
            reasons.addObject().put("Code", item == cause ? reason : "None");
        }
        return JSON.writeValueAsBytes(error);
    }

    private static String type(String name) {
        return "com.amazonaws.dynamodb.v20120810#" + name;
    }

    /// Processes the first half of a batch and returns the rest as unprocessed. From a batch of one
    /// item, nothing is processed.
    private static HttpExecuteResponse withSomeUnprocessed(
            SdkHttpClient reliable, HttpExecuteRequest request, String operation, String body)
            throws IOException {
        var writes = operation.equals("BatchWriteItem");
        var whole = (ObjectNode) JSON.readTree(body);
        var tables = (ObjectNode) whole.path("RequestItems");
        var table = tables.fieldNames().next();
        var items = (ArrayNode) (writes ? tables.path(table) : tables.path(table).path("Keys"));
        var processed = JSON.createArrayNode();
        var unprocessed = JSON.createArrayNode();
        for (var item = 0; item < items.size(); item++) {
            (item < items.size() / 2 ? processed : unprocessed).add(items.get(item));
        }
        var response =
                processed.isEmpty()
                        ? JSON.createObjectNode()
                        : send(reliable, request, withItems(whole, table, processed, writes));
        response.set(
                writes ? "UnprocessedItems" : "UnprocessedKeys",
                withItems(whole, table, unprocessed, writes).path("RequestItems"));
        return response(200, stream(JSON.writeValueAsBytes(response)));
    }

    /// Returns the batch `whole` with other items.
    private static ObjectNode withItems(
            ObjectNode whole, String table, JsonNode items, boolean writes) {
        var part = whole.deepCopy();
        if (writes) {
            ((ObjectNode) part.path("RequestItems")).set(table, items);
        } else {
            ((ObjectNode) part.path("RequestItems").path(table)).set("Keys", items);
        }
        return part;
    }

    private static ObjectNode send(
            SdkHttpClient reliable, HttpExecuteRequest request, ObjectNode body)
            throws IOException {
        var bytes = JSON.writeValueAsBytes(body);
        var shorter =
                HttpExecuteRequest.builder()
                        .request(
                                request.httpRequest().toBuilder()
                                        .putHeader("Content-Length", Integer.toString(bytes.length))
                                        .build())
                        .contentStreamProvider(() -> new ByteArrayInputStream(bytes))
                        .build();
        try (var response = reliable.prepareRequest(shorter).call().responseBody().orElseThrow()) {
            return (ObjectNode) JSON.readTree(response);
        }
    }

    private static InputStream stream(byte[] body) {
        return new ByteArrayInputStream(body);
    }

    /// Returns the first half of a response; then the connection breaks.
    private static InputStream firstHalf(byte[] body) {
        return new SequenceInputStream(
                stream(Arrays.copyOf(body, body.length / 2)),
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("Premature EOF");
                    }

                    @Override
                    public int read(byte[] into, int start, int length) throws IOException {
                        return read();
                    }
                });
    }

    static HttpExecuteResponse response(int status, InputStream body) {
        return HttpExecuteResponse.builder()
                .response(
                        SdkHttpResponse.builder()
                                .statusCode(status)
                                .putHeader("content-type", TYPE)
                                .build())
                .responseBody(AbortableInputStream.create(body))
                .build();
    }
}
