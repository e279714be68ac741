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
import plaza.table.Query;
import plaza.table.Table;

/// Returns a user's profile and counts with one Query of the user's item collection.
public final class GetUserInfoByUserId
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetUserInfoByUserId() {
        this(Deployment.table());
    }

    public GetUserInfoByUserId(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var user = request.path("userId", UserId::parse);
        var query = Query.in(KeySpace.user(user));
        var items = table.read(query, SocialItems.USER_ITEMS_MAX, null).items();
        var profile = SocialItems.profile(user, items);
        if (profile == null) {
            throw Problem.notFound("userId", "The user does not exist.").exception();
        }
        return Response.one(SocialJson.USER_PROFILE.of(profile));
    }
}
