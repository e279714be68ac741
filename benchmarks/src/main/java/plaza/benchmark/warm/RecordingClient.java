package plaza.benchmark.warm;

import java.io.IOException;
import java.util.List;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/// An HTTP client that records the requests and responses of another client.
record RecordingClient(SdkHttpClient client, List<Exchange> exchanges) implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        var sent = client.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                var response = sent.call();
                try (var body = response.responseBody().orElseThrow()) {
                    var exchange = new Exchange(RecordedRequest.of(request), body.readAllBytes());
                    exchanges.add(exchange);
                    return exchange.response(response.httpResponse());
                }
            }

            @Override
            public void abort() {
                sent.abort();
            }
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
