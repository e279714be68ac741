package plaza.benchmark.warm;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// An HTTP client without a network. It reads each request and returns the response that was
/// recorded for it, in any order, because functions send some requests at the same time.
final class ReplayClient implements SdkHttpClient {
    private static final SdkHttpResponse OK =
            SdkHttpResponse.builder()
                    .statusCode(200)
                    .putHeader("Content-Type", "application/x-amz-json-1.0")
                    .build();

    private final Map<RecordedRequest, Exchange> exchanges;

    ReplayClient(List<Exchange> exchanges) {
        this.exchanges =
                exchanges.stream()
                        .collect(
                                Collectors.toMap(
                                        Exchange::request, Function.identity(), (one, _) -> one));
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
        var received = RecordedRequest.of(request);
        var exchange = exchanges.get(received);
        if (exchange == null) {
            throw new IOException("Received a request that was not recorded: " + received);
        }
        return exchange.response(OK);
    }

    @Override
    public void close() {
        // holds no resources
    }
}
