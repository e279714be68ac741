package plaza.testkit.fault;

import java.io.IOException;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/// An HTTP client that lets an [Interceptor] produce each response.
record InterceptedHttpClient(SdkHttpClient reliable, Interceptor interceptor)
        implements SdkHttpClient {
    /// Produces a response itself or with the client `reliable`.
    @FunctionalInterface
    interface Interceptor {
        HttpExecuteResponse respond(SdkHttpClient reliable, HttpExecuteRequest request)
                throws IOException;
    }

    /// Returns DynamoDB's name of the operation that a request calls.
    static String operation(HttpExecuteRequest request) {
        var target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
        return target.substring(target.indexOf('.') + 1);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return interceptor.respond(reliable, request);
            }

            @Override
            public void abort() {}
        };
    }

    /// Leaves the shared client open: the emulator closes it.
    @Override
    public void close() {}
}
