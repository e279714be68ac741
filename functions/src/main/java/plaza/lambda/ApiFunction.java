package plaza.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.table.Table;

/// A function behind a route of the API. It connects Lambda to an access pattern: a subclass has a
/// method from [Request] to [Response], and two constructors: one for Lambda, and one with the
/// services.
///
/// [Http#handle] turns exceptions of an access pattern into responses.
public abstract class ApiFunction
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    protected final Table table;
    protected final Clock clock;
    private final RateLimiter limiter;

    /// Creates a deployed function.
    protected ApiFunction() {
        this(Services.deployed());
    }

    protected ApiFunction(Services services) {
        table = services.table();
        clock = services.clock();
        limiter = services.limiter();
    }

    /// Responds to a request that its rate limit admits.
    protected abstract Response handle(Request request);

    /// Returns how many tokens of the rate limit a request takes, 0 if it writes nothing. It may be
    /// invalid.
    protected int tokens(Request request) {
        return 1;
    }

    @Override
    public final APIGatewayV2HTTPResponse handleRequest(
            APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::tokens, this::handle);
    }
}
