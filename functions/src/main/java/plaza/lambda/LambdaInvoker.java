package plaza.lambda;

import java.io.IOException;
import java.net.URI;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/// Invokes functions through Lambda's
/// [Invoke](https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html). An event needs no
/// splitting: a mapping sends at most 6 MB, which is also the limit of this operation.
final class LambdaInvoker implements StreamInvoker {
    /// The parts of a function's ARN before its name: `arn:aws:lambda:region:account:function`.
    private static final int NAME = 6;

    private static final int REASON_CHARACTERS_MAX = 300;

    private final SignedRequests requests;
    private final URI endpoint;

    /// @param endpoint the endpoint of Lambda, without a slash at the end
    LambdaInvoker(SignedRequests requests, URI endpoint) {
        this.requests = requests;
        this.endpoint = endpoint;
    }

    @Override
    public Result invoke(String functionArn, String event) {
        var parts = functionArn.split(":", -1);
        if (parts.length <= NAME) {
            return new Result.Failed("the record names no function");
        }
        var request =
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(endpoint)
                        .encodedPath("/2015-03-31/functions/" + parts[NAME] + "/invocations");
        if (parts.length > NAME + 1) {
            request.putRawQueryParameter("Qualifier", parts[NAME + 1]);
        }
        try {
            var response = requests.send(request, event);
            var isReturned =
                    response.head().isSuccessful()
                            && response.head()
                                    .firstMatchingHeader("X-Amz-Function-Error")
                                    .isEmpty();
            return isReturned
                    ? new Result.Returned(response.body())
                    : new Result.Failed(reason(response));
        } catch (IOException fault) {
            return new Result.Failed("no response: " + fault.getClass().getSimpleName());
        }
    }

    private static String reason(SignedRequests.Response response) {
        var body = response.body();
        return "status "
                + response.head().statusCode()
                + ": "
                + body.substring(0, Math.min(body.length(), REASON_CHARACTERS_MAX));
    }
}
