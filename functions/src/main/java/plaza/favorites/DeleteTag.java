package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;

/// Deletes a tag and frees its name. Readers no longer see it on any favorite; a stream job removes
/// its taggings.
public final class DeleteTag
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final RateLimiter limiter;

    public DeleteTag() {
        this(Deployment.table(), Deployment.limiter());
    }

    public DeleteTag(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var user = request.owner("userId");
        var id = request.path("tagId", TagId::parse);
        table.optimisticallyUntil(() -> delete(user, id));
        return Response.noContent();
    }

    /// @return false if the tag changed meanwhile
    private boolean delete(UserId user, TagId id) {
        var found = table.getConsistent(KeySpace.tag(user, id));
        return found == null
                || table.transact(TagWrites.deletion(user, FavoriteItems.storedTag(found)))
                        instanceof Outcome.Done;
    }
}
