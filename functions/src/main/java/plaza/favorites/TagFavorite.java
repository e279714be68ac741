package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.id.TagId;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Tags a favorite: one read of favorite and tag, and one transaction that writes the tagging on
/// condition that both are unchanged. The stream updates the tag's count.
public final class TagFavorite
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final TaggingWrites taggings;
    private final RateLimiter limiter;

    public TagFavorite() {
        this(Deployment.table(), Deployment.limiter());
    }

    public TagFavorite(Table table, RateLimiter limiter) {
        this.taggings = new TaggingWrites(table);
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::put);
    }

    private Response put(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var tag = request.path("tagId", TagId::parse);
        return switch (taggings.tag(user, data, tag)) {
            case TAGGED ->
                    Response.created(FavoriteJson.TAGGING.of(new FavoriteJson.Tagging(data, tag)));
            case ALREADY_TAGGED ->
                    Response.ok(FavoriteJson.TAGGING.of(new FavoriteJson.Tagging(data, tag)));
            case NO_FAVORITE -> throw FavoriteProblems.noFavorite();
            case NO_TAG -> throw FavoriteProblems.noTag();
            case TAG_MERGING -> throw FavoriteProblems.tagMerging();
        };
    }
}
