package plaza.lambda;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// An HTTP client that sends nothing and answers as DynamoDB would about an item that is not there,
/// so that requests can be built, signed, answered and read before a snapshot without a table.
final class CannedResponses implements SdkHttpClient {
    private static final String REFUSED =
            """
            {"__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}\
            """;
    private static final String FOUND =
            """
            {"Items": [{"pk": {"S": "none"}, "sk": {"S": "none"}, "ttl": {"N": "1"}}], "Count": 1,
             "Item": {"pk": {"S": "none"}, "sk": {"S": "none"}, "flag": {"BOOL": true}}}\
            """;

    private @Nullable URI endpoint;

    /// Where the last request would have gone.
    URI endpoint() {
        if (endpoint == null) {
            throw new IllegalStateException("nothing was asked yet");
        }
        return endpoint;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        endpoint = request.httpRequest().getUri().resolve("/");
        var target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        return target.endsWith(".DeleteItem") ? answer(400, REFUSED) : answer(200, FOUND);
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    private static ExecutableHttpRequest answer(int status, String body) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                var bytes = body.getBytes(StandardCharsets.UTF_8);
                return HttpExecuteResponse.builder()
                        .response(
                                SdkHttpResponse.builder()
                                        .statusCode(status)
                                        .putHeader("Content-Type", "application/x-amz-json-1.0")
                                        .putHeader("Content-Length", Integer.toString(bytes.length))
                                        .build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                        .build();
            }

            @Override
            public void abort() {
                // It is over at once.
            }
        };
    }
}
