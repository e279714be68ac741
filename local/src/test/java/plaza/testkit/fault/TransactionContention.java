package plaza.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// DynamoDB's own rule about transactions, which DynamoDB Local lacks: while a transaction works on
/// an item, another one that names it is canceled with the reason TransactionConflict.
public final class TransactionContention {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Set<String> busy = new HashSet<>();
    public final AtomicInteger conflicts = new AtomicInteger();
    public final AtomicInteger transactions = new AtomicInteger();

    /// The network `sound` under this rule.
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
        if (!target.endsWith("TransactWriteItems")) {
            return sound.prepareRequest(request).call();
        }
        transactions.incrementAndGet();
        var keys = keys(request);
        var hit = enter(keys);
        if (hit >= 0) {
            conflicts.incrementAndGet();
            return canceled(keys.size(), hit);
        }
        try {
            return sound.prepareRequest(request).call();
        } finally {
            leave(keys);
        }
    }

    /// @return -1, or the place of an item that somebody else is working on
    private synchronized int enter(List<String> keys) {
        for (var place = 0; place < keys.size(); place++) {
            if (busy.contains(keys.get(place))) {
                return place;
            }
        }
        busy.addAll(keys);
        return -1;
    }

    private synchronized void leave(List<String> keys) {
        keys.forEach(busy::remove);
    }

    private static List<String> keys(HttpExecuteRequest request) throws IOException {
        try (var body = request.contentStreamProvider().orElseThrow().newStream()) {
            var keys = new ArrayList<String>();
            for (var part : JSON.readTree(body).path("TransactItems")) {
                var action = part.elements().next();
                var key = action.has("Item") ? action.path("Item") : action.path("Key");
                keys.add(text(key, "pk") + " " + text(key, "sk"));
            }
            return keys;
        }
    }

    private static String text(JsonNode key, String attribute) {
        return key.path(attribute).path("S").asText();
    }

    private static HttpExecuteResponse canceled(int parts, int hit) throws IOException {
        var error = JSON.createObjectNode();
        error.put("__type", "com.amazonaws.dynamodb.v20120810#TransactionCanceledException");
        error.put("Message", "injected");
        var reasons = error.putArray("CancellationReasons");
        for (var part = 0; part < parts; part++) {
            reasons.addObject().put("Code", part == hit ? "TransactionConflict" : "None");
        }
        return HttpExecuteResponse.builder()
                .response(
                        SdkHttpResponse.builder()
                                .statusCode(400)
                                .putHeader("content-type", "application/x-amz-json-1.0")
                                .build())
                .responseBody(
                        AbortableInputStream.create(
                                new ByteArrayInputStream(JSON.writeValueAsBytes(error))))
                .build();
    }
}
