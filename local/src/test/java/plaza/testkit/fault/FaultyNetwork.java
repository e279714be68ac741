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
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// A network with faults: it stands where the SDK's HTTP client hands over to the wire, so that the
/// SDK's reading of errors and lost answers is the one of the cloud. What is to go wrong is a
/// [Plan]'s business; every request is noted.
public final class FaultyNetwork {
    /// Decides what happens to a request.
    @FunctionalInterface
    public interface Plan {
        Plan NONE = _ -> null;

        @Nullable Fault next(Sent request);
    }

    /// A request as it was sent.
    ///
    /// @param operation DynamoDB's name of it
    /// @param body what it asks
    /// @param number how many were sent before it since the notes began
    /// @param attempt how often the very same was sent before it since then
    public record Sent(String operation, String body, int number, int attempt) {}

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPE = "application/x-amz-json-1.0";

    private final List<Sent> sent = new ArrayList<>();
    private Plan plan = Plan.NONE;

    /// Begins new notes, under a plan.
    public synchronized void begin(Plan next) {
        sent.clear();
        plan = next;
    }

    /// What was sent since the notes began.
    public synchronized List<Sent> sent() {
        return List.copyOf(sent);
    }

    /// The most often that one request was sent.
    public int attemptsMax() {
        return sent().stream().mapToInt(request -> request.attempt() + 1).max().orElse(0);
    }

    private synchronized Sent note(String operation, String body) {
        var attempt =
                (int)
                        sent.stream()
                                .filter(other -> other.operation().equals(operation))
                                .filter(other -> other.body().equals(body))
                                .count();
        var request = new Sent(operation, body, sent.size(), attempt);
        sent.add(request);
        return request;
    }

    private synchronized @Nullable Fault next(Sent request) {
        var fault = plan.next(request);
        return fault != null && fault.fits(request.operation()) ? fault : null;
    }

    /// The network `sound` with these faults.
    public SdkHttpClient over(SdkHttpClient sound) {
        return new SdkHttpClient() {
            @Override
            public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
                return new ExecutableHttpRequest() {
                    @Override
                    public HttpExecuteResponse call() throws IOException {
                        return answer(sound, request);
                    }

                    @Override
                    public void abort() {}
                };
            }

            @Override
            public void close() {}
        };
    }

    private HttpExecuteResponse answer(SdkHttpClient sound, HttpExecuteRequest request)
            throws IOException {
        var target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
        var operation = target.substring(target.indexOf('.') + 1);
        var body = body(request);
        var fault = next(note(operation, body));
        if (fault == null) {
            return sound.prepareRequest(request).call();
        }
        if (fault == Fault.SOME_UNPROCESSED) {
            return withSomeUnprocessed(sound, request, operation, body);
        }
        var whole = new byte[0];
        if (fault.comesAfterTheEffect()) {
            try (var lost = sound.prepareRequest(request).call().responseBody().orElseThrow()) {
                whole = lost.readAllBytes();
            }
        }
        return switch (fault) {
            case RESET, RESET_AFTER_THE_EFFECT -> throw new SocketException("Connection reset");
            case TIMEOUT, TIMEOUT_AFTER_THE_EFFECT ->
                    throw new SocketTimeoutException("Read timed out");
            case ANSWER_CUT_SHORT_AFTER_THE_EFFECT -> response(200, cut(whole));
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
            var reasons = JSON.createArrayNode();
            var parts = JSON.readTree(body).path("TransactItems").size();
            // any part may be the one, so that no reader gets used to the first
            var hit = Math.floorMod(body.hashCode(), parts);
            for (var part = 0; part < parts; part++) {
                reasons.addObject().put("Code", part == hit ? fault.code() : "None");
            }
            error.put("__type", type("TransactionCanceledException"));
            error.set("CancellationReasons", reasons);
        } else if (fault == Fault.TRANSACTION_CONFLICT) {
            error.put("__type", type("TransactionConflictException"));
        } else {
            error.put("__type", type(String.valueOf(fault.code())));
        }
        error.put("Message", "injected");
        return JSON.writeValueAsBytes(error);
    }

    private static String type(String name) {
        return "com.amazonaws.dynamodb.v20120810#" + name;
    }

    /// Does the first half of a batch and hands back the rest; of a batch of one nothing is done.
    private static HttpExecuteResponse withSomeUnprocessed(
            SdkHttpClient sound, HttpExecuteRequest request, String operation, String body)
            throws IOException {
        var writes = operation.equals("BatchWriteItem");
        var asked = (ObjectNode) JSON.readTree(body);
        var tables = (ObjectNode) asked.path("RequestItems");
        var table = tables.fieldNames().next();
        var items = (ArrayNode) (writes ? tables.path(table) : tables.path(table).path("Keys"));
        var done = JSON.createArrayNode();
        var left = JSON.createArrayNode();
        for (var place = 0; place < items.size(); place++) {
            (place < items.size() / 2 ? done : left).add(items.get(place));
        }
        var answer =
                done.isEmpty()
                        ? JSON.createObjectNode()
                        : processed(sound, request, of(asked, table, done, writes));
        answer.set(
                writes ? "UnprocessedItems" : "UnprocessedKeys",
                of(asked, table, left, writes).path("RequestItems"));
        return response(200, stream(JSON.writeValueAsBytes(answer)));
    }

    private static ObjectNode of(ObjectNode asked, String table, JsonNode items, boolean writes) {
        var part = asked.deepCopy();
        if (writes) {
            ((ObjectNode) part.path("RequestItems")).set(table, items);
        } else {
            ((ObjectNode) part.path("RequestItems").path(table)).set("Keys", items);
        }
        return part;
    }

    private static ObjectNode processed(
            SdkHttpClient sound, HttpExecuteRequest request, ObjectNode part) throws IOException {
        var bytes = JSON.writeValueAsBytes(part);
        var shorter =
                HttpExecuteRequest.builder()
                        .request(
                                request.httpRequest().toBuilder()
                                        .putHeader("Content-Length", Integer.toString(bytes.length))
                                        .build())
                        .contentStreamProvider(() -> new ByteArrayInputStream(bytes))
                        .build();
        try (var answer = sound.prepareRequest(shorter).call().responseBody().orElseThrow()) {
            return (ObjectNode) JSON.readTree(answer);
        }
    }

    private static InputStream stream(byte[] body) {
        return new ByteArrayInputStream(body);
    }

    /// The first half of an answer; then the connection is gone.
    private static InputStream cut(byte[] body) {
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

    private static HttpExecuteResponse response(int status, InputStream body) {
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
