package plaza.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/// Transaction conflicts as DynamoDB has them and DynamoDB Local does not: while one transaction
/// works on an item, another one that contains the item is canceled with the reason
/// TransactionConflict.
public final class TransactionContention {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Set<String> busy = new HashSet<>();
    private final AtomicInteger conflicts = new AtomicInteger();
    private final AtomicInteger transactions = new AtomicInteger();
    private volatile CountDownLatch expected = new CountDownLatch(0);

    /// Makes each transaction last until so many others were canceled, however fast the table is.
    public void expect(int conflicts) {
        expected = new CountDownLatch(conflicts);
    }

    /// Returns how many transactions were canceled.
    public int conflicts() {
        return conflicts.get();
    }

    /// Returns how many transactions were sent, including canceled ones.
    public int transactions() {
        return transactions.get();
    }

    /// Returns the HTTP client `reliable` with these conflicts.
    public SdkHttpClient over(SdkHttpClient reliable) {
        return new InterceptedHttpClient(reliable, this::respond);
    }

    private HttpExecuteResponse respond(SdkHttpClient reliable, HttpExecuteRequest request)
            throws IOException {
        if (!InterceptedHttpClient.operation(request).equals("TransactWriteItems")) {
            return reliable.prepareRequest(request).call();
        }
        transactions.incrementAndGet();
        var keys = keys(request);
        var cause = enter(keys);
        if (cause >= 0) {
            conflicts.incrementAndGet();
            expected.countDown();
            var body = FaultyNetwork.canceled(keys.size(), cause, "TransactionConflict");
            return FaultyNetwork.response(400, new ByteArrayInputStream(body));
        }
        try {
            var response = reliable.prepareRequest(request).call();
            expected.await();
            return response;
        } catch (InterruptedException fault) {
            throw new InterruptedIOException("interrupted before other transactions came");
        } finally {
            leave(keys);
        }
    }

    /// @return -1, or the index of an item that another transaction works on
    private synchronized int enter(List<String> keys) {
        for (var index = 0; index < keys.size(); index++) {
            if (busy.contains(keys.get(index))) {
                return index;
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
            for (var item : JSON.readTree(body).path("TransactItems")) {
                var action = item.elements().next();
                var key = action.has("Item") ? action.path("Item") : action.path("Key");
                keys.add(text(key, "pk") + " " + text(key, "sk"));
            }
            return keys;
        }
    }

    private static String text(JsonNode key, String attribute) {
        return key.path(attribute).path("S").asText();
    }
}
