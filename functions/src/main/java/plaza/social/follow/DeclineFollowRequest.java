package plaza.social.follow;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Write;

/// Declines a request to follow the caller. The requester can ask again.
public final class DeclineFollowRequest extends ApiFunction {
    public DeclineFollowRequest() {}

    public DeclineFollowRequest(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var requester = request.path("requesterId", UserId::parse);
        UserProblems.requireActive(table.get(SocialKeys.USER_COUNT.key(user)));
        var _ = table.write(Write.Delete.of(SocialKeys.REQUEST.key(user, requester)));
        return Response.noContent();
    }
}
