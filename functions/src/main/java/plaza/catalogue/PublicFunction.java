package plaza.catalogue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;

/// A function behind a route that admits callers without a token.
///
/// Such a function has no permission on the table, so that it can reveal nothing but its own jar,
/// and its route has a rate of its own, so that requests to it do not use up the rate of the API.
///
/// @param handler its class
/// @param method the HTTP method
/// @param path the route
/// @param summary what the function does, as a short imperative
/// @param requestsPerSecond the steady rate of all callers together
/// @param burstRequests the requests that can arrive at once above the steady rate
public record PublicFunction(
        Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> handler,
        String method,
        String path,
        String summary,
        int requestsPerSecond,
        int burstRequests)
        implements FunctionRow {
    /// Method and path as API Gateway writes them.
    public String routeKey() {
        return method + " " + path;
    }

    @Override
    public List<Grant> grants() {
        return List.of();
    }
}
