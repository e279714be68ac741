package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.TagName;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Renames a tag. Taggings refer to the tag's id, so they do not change.
public final class RenameTag
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final RateLimiter limiter;

    public RenameTag() {
        this(Deployment.table(), Deployment.limiter());
    }

    public RenameTag(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::patch);
    }

    private Response patch(Request request) {
        var user = request.owner("userId");
        var id = request.path("tagId", TagId::parse);
        var name = request.body(CreateTag.TAG_NAME).get(CreateTag.TAG_NAME);
        return table.optimistically(() -> rename(user, id, name));
    }

    /// @return null if the tag changed meanwhile
    private @Nullable Response rename(UserId user, TagId id, TagName name) {
        var found = table.getConsistent(KeySpace.tag(user, id));
        if (found == null) {
            throw FavoriteProblems.noTag();
        }
        var renamed = TagWrites.rename(table, user, FavoriteItems.storedTag(found), name);
        return renamed == null ? null : Response.ok(FavoriteJson.TAG.of(renamed));
    }
}
