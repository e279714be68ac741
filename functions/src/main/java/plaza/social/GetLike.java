package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a user's like of a post: whether the user likes it.
///
/// It also reads the post's counter, because the likes of a deleted post are erased only some time
/// after the deletion.
public final class GetLike
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetLike() {
        this(Deployment.table());
    }

    public GetLike(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var post = request.path("postId", PostId::parse);
        var user = request.path("userId", UserId::parse);
        var key = KeySpace.like(post, user);
        var counter = KeySpace.likeCount(post);
        var found = table.getByKeyEventually(List.of(key, counter));
        var like = found.get(key);
        if (like == null || !found.containsKey(counter)) {
            throw Problem.notFound("userId", "The user does not like this post.").exception();
        }
        return Response.one(SocialJson.LIKE.of(SocialItems.like(like)));
    }
}
