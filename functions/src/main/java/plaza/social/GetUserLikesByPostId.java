package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.social.model.Like;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the users who like a post, ordered by id.
public final class GetUserLikesByPostId
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;

    public GetUserLikesByPostId() {
        this(Deployment.table(), Deployment.cursors());
    }

    public GetUserLikesByPostId(Table table, Cursors cursors) {
        this.table = table;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var post = request.path("postId", PostId::parse);
        var query = Query.in(KeySpace.likesOf(post));
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var page = table.page(query, ask, SocialItems::like);
        return request.response(
                cursors,
                page,
                expanded.shape(table, page.items(), Like::user, SocialJson.EXPANDED_LIKE));
    }
}
