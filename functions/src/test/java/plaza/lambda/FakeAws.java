package plaza.lambda;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// An HTTP client that opens no connection, records every request and responds like DynamoDB.
final class FakeAws implements SdkHttpClient {
    /// A recorded request.
    ///
    /// @param operation the operation of the service, or method and URL if there is none
    /// @param signed whether it is signed, which requires credentials
    record Sent(String operation, boolean signed, String body) {}

    private final List<Sent> sent = new CopyOnWriteArrayList<>();

    List<Sent> sent() {
        return sent;
    }

    List<String> operations() {
        return sent.stream().map(Sent::operation).toList();
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        var http = request.httpRequest();
        var target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        var operation =
                target.isEmpty()
                        ? http.method() + " " + http.getUri()
                        : target.substring(target.indexOf('.') + 1);
        sent.add(
                new Sent(
                        operation,
                        http.firstMatchingHeader("Authorization").isPresent(),
                        body(request)));
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder().statusCode(200).build())
                        .responseBody(
                                AbortableInputStream.create(
                                        new ByteArrayInputStream(
                                                "{}".getBytes(StandardCharsets.UTF_8))))
                        .build();
            }

            @Override
            public void abort() {
                // The response is available immediately.
            }
        };
    }

    private static String body(HttpExecuteRequest request) {
        var provider = request.contentStreamProvider();
        if (provider.isEmpty()) {
            return "";
        }
        try (var stream = provider.get().newStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
