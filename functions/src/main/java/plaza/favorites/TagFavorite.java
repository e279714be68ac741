package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.id.TagId;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Tags a favorite: one read to know what both are, one transaction that ties them together and
/// checks that they still are there. The tag's count follows through the stream.
public final class TagFavorite
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final TaggingWrites tagging;

    public TagFavorite() {
        this(Deployment.table());
    }

    public TagFavorite(Table table) {
        this.tagging = new TaggingWrites(table);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::put);
    }

    private Response put(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var tag = request.path("tagId", TagId::parse);
        return switch (tagging.tag(user, data, tag)) {
            case TAGGED -> Response.created(FavoriteJson.tagged(data, tag));
            case ALREADY_TAGGED -> Response.ok(FavoriteJson.tagged(data, tag));
            case NO_FAVORITE ->
                    throw Problem.notFound("dataId", "The favorite does not exist.").exception();
            case NO_TAG -> throw Problem.notFound("tagId", "The tag does not exist.").exception();
            case TAG_MERGING ->
                    throw Problem.conflict("tagId", "The tag is being merged into another tag.")
                            .exception();
        };
    }
}
