package plaza.benchmark.warm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import software.amazon.awssdk.http.AbortableInputStream;
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
                var target =
                        request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
                try (var stream = answer.responseBody().orElseThrow()) {
                    var body = stream.readAllBytes();
                    exchanges.add(new Exchange(target, body));
                    return HttpExecuteResponse.builder()
                            .response(answer.httpResponse())
                            .responseBody(
                                    AbortableInputStream.create(new ByteArrayInputStream(body)))
                            .build();
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
