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

/// An HTTP client that sends nothing and returns canned responses of DynamoDB. With it, requests
/// are built and signed, and responses are parsed, before a snapshot and without a table.
final class CannedResponses implements SdkHttpClient {
    private static final String CONDITION_FAILED =
            """
            {"__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}\
            """;
    private static final String FOUND =
            """
            {"Items": [{"pk": {"S": "none"}, "sk": {"S": "none"}, "ttl": {"N": "1"}}], "Count": 1,
             "Item": {"pk": {"S": "none"}, "sk": {"S": "none"}, "flag": {"BOOL": true}}}\
            """;

    private @Nullable URI endpoint;

    /// The endpoint of the last request.
    URI endpoint() {
        if (endpoint == null) {
            throw new IllegalStateException("there was no request yet");
        }
        return endpoint;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        endpoint = request.httpRequest().getUri().resolve("/");
        var target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        return target.endsWith(".DeleteItem")
                ? response(400, CONDITION_FAILED)
                : response(200, FOUND);
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    private static ExecutableHttpRequest response(int status, String body) {
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
                // The call returns immediately.
            }
        };
    }
}
