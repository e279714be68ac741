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
import plaza.social.model.UserCounts;
import plaza.social.model.UserInfo;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Who a user is, with his three counts: one Query of his item collection.
public final class GetUserInfoByUserId
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// The collection holds info and count; room for what may join them.
    private static final int ITEMS_MAX = 10;

    private final Table table;

    public GetUserInfoByUserId() {
        this(Deployment.table());
    }

    public GetUserInfoByUserId(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::get);
    }

    private Response get(Request request) {
        var user = request.path("userId", UserId::parse);
        var items = table.read(Query.in(KeySpace.user(user)), ITEMS_MAX, null).items();
        UserInfo info = null;
        var counts = new UserCounts(0, 0, 0);
        for (var item : items) {
            if (item.key().equals(KeySpace.userInfo(user))) {
                info = SocialItems.userInfo(item);
            } else if (item.key().equals(KeySpace.userCount(user))) {
                counts = SocialItems.userCounts(item);
            }
        }
        if (info == null) {
            throw Problem.notFound("userId", "There is no such user.").refusal();
        }
        return Response.one(SocialJson.user(info, counts));
    }
}
