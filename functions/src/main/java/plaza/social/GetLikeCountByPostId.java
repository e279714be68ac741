package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns the like count of a post. The stream updates it, usually within a second, and counts
/// each like exactly once.
public final class GetLikeCountByPostId
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetLikeCountByPostId() {
        this(Deployment.table());
    }

    public GetLikeCountByPostId(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var post = request.path("postId", PostId::parse);
        var item = table.get(KeySpace.likeCount(post));
        if (item == null) {
            throw SocialProblems.noPost();
        }
        return Response.one(
                SocialJson.LIKE_COUNT.of(
                        new SocialJson.Count(post, item.number(SocialItems.LIKE_COUNT))));
    }
}
