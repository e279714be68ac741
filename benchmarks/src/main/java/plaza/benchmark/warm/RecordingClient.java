package plaza.benchmark.warm;

import java.io.IOException;
import java.util.List;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/// An HTTP client that writes down what passes through it.
record RecordingClient(SdkHttpClient client, List<Exchange> exchanges) implements SdkHttpClient {
    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        var sent = client.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                var answer = sent.call();
                try (var body = answer.responseBody().orElseThrow()) {
                    var exchange = new Exchange(Exchange.target(request), body.readAllBytes());
                    exchanges.add(exchange);
                    return exchange.response(answer.httpResponse());
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
