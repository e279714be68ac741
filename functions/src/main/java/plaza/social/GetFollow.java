package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns the entry of a user in another user's following list: whether the one follows the other.
public final class GetFollow
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetFollow() {
        this(Deployment.table());
    }

    public GetFollow(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var follower = request.path("userId", UserId::parse);
        var followee = request.path("followeeId", UserId::parse);
        var item = table.get(KeySpace.following(follower, followee));
        if (item == null) {
            throw Problem.notFound("followeeId", "The user does not follow this user.").exception();
        }
        return Response.one(SocialJson.FOLLOW.of(SocialItems.edge(item)));
    }
}
