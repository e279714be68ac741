package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Returns the caller's profile and counts with one Query of the caller's item collection.
public final class GetMe
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetMe() {
        this(Deployment.table());
    }

    public GetMe(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var user = request.caller();
        var query = Query.in(KeySpace.user(user));
        var items = table.read(query, SocialItems.USER_ITEMS_MAX, null).items();
        var profile = SocialItems.profile(user, items);
        if (profile == null) {
            throw SocialProblems.noProfile();
        }
        return Response.one(SocialJson.USER_PROFILE.of(profile));
    }
}
