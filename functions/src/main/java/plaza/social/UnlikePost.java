package plaza.social;

import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// Removes the caller's like. The stream updates the count.
public final class UnlikePost
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        DOES_NOT_LIKE
    }

    private final Table table;
    private final RateLimiter limiter;

    public UnlikePost() {
        this(Deployment.table(), Deployment.limiter());
    }

    public UnlikePost(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var user = request.owner("userId");
        var post = request.path("postId", PostId::parse);
        var write =
                Write.Delete.of(KeySpace.like(post, user))
                        .onlyIf(exists().otherwise(Failure.DOES_NOT_LIKE));
        var _ = table.write(write);
        return Response.noContent();
    }
}
