package plaza.favorites;

import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// Removes a favorite from the caller's collection. No list and no search shows it any longer;
/// stream functions remove its taggings.
public final class UnclipFavorite
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        NOT_CLIPPED
    }

    private final Table table;
    private final RateLimiter limiter;

    public UnclipFavorite() {
        this(Deployment.table(), Deployment.limiter());
    }

    public UnclipFavorite(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var write =
                Write.Delete.of(KeySpace.favorite(user, data))
                        .onlyIf(exists().otherwise(Failure.NOT_CLIPPED));
        var _ = table.write(write);
        return Response.noContent();
    }
}
