package plaza.lambda;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.regions.Region;

/// Requests to the REST API of an AWS service, signed by the SDK's signer.
///
/// Functions need a few operations of S3 and one of Lambda. The SDK's modules for these services
/// would add 4.6 MB to the libraries, which every function loads.
///
/// @param http the HTTP client; it determines the timeouts
/// @param credentials the credentials of the function's role
/// @param service the name of the service in signatures
/// @param region the region of the service
record SignedRequests(
        SdkHttpClient http, AwsCredentialsProvider credentials, String service, Region region) {
    /// A response.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Response(SdkHttpResponse head, byte[] bytes) {
        /// The body as text.
        String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /// Signs and sends a request.
    ///
    /// @param body the body; empty for none
    Response send(SdkHttpRequest.Builder request, String body) throws IOException {
        if (!body.isEmpty()) {
            var length = body.getBytes(StandardCharsets.UTF_8).length;
            request.putHeader("Content-Length", Integer.toString(length));
            if (request.firstMatchingHeader("Content-Type").isEmpty()) {
                request.putHeader("Content-Type", "application/json");
            }
        }
        var signed =
                AwsV4HttpSigner.create()
                        .sign(r ->
                                r.identity(credentials.resolveCredentials())
                                        .request(request.build())
                                        .payload(ContentStreamProvider.fromUtf8String(body))
                                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                                        .putProperty(AwsV4HttpSigner.REGION_NAME, region.id())
                                        // S3 takes the path as it is
                                        .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                                        .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false));
        var execute = HttpExecuteRequest.builder().request(signed.request());
        if (!body.isEmpty()) {
            signed.payload().ifPresent(execute::contentStreamProvider);
        }
        var response = http.prepareRequest(execute.build()).call();
        var stream = response.responseBody();
        if (stream.isEmpty()) {
            return new Response(response.httpResponse(), new byte[0]);
        }
        try (var bytes = stream.get()) {
            return new Response(response.httpResponse(), bytes.readAllBytes());
        }
    }
}
