package plaza.benchmark.warm;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// An HTTP client without a network. It reads each request and returns recorded responses in their
/// order; after the last it starts again with the first. Not thread-safe.
final class ReplayClient implements SdkHttpClient {
    private static final SdkHttpResponse OK =
            SdkHttpResponse.builder()
                    .statusCode(200)
                    .putHeader("Content-Type", "application/x-amz-json-1.0")
                    .build();

    private final List<Exchange> exchanges;
    private int next;

    ReplayClient(List<Exchange> exchanges) {
        this.exchanges = exchanges;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return replay(request);
            }

            @Override
            public void abort() {
                // a replayed call never waits
            }
        };
    }

    private HttpExecuteResponse replay(HttpExecuteRequest request) throws IOException {
        var exchange = exchanges.get(next);
        next = (next + 1) % exchanges.size();
        var target = Exchange.target(request);
        if (!target.equals(exchange.target())) {
            throw new IOException("Expected " + exchange.target() + " but received " + target);
        }
        try (var body = request.contentStreamProvider().orElseThrow().newStream()) {
            body.transferTo(OutputStream.nullOutputStream());
        }
        return exchange.response(OK);
    }

    @Override
    public void close() {
        // holds no resources
    }
}
