package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a post. Its version is the entity tag.
///
/// With expansions the response has no entity tag, because they change without a new version.
public final class GetPost
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetPost() {
        this(Deployment.table());
    }

    public GetPost(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var author = request.path("userId", UserId::parse);
        var id = request.path("postId", PostId::parse);
        var expanded = ExpandedPosts.in(request);
        var item = table.get(KeySpace.post(author, id));
        if (item == null) {
            throw SocialProblems.noPost();
        }
        var post = SocialItems.post(item);
        var response = Response.ok(expanded.shape(table, List.of(post)).apply(post));
        return expanded.isEmpty() ? response.tagged(Long.toString(post.version())) : response;
    }
}
