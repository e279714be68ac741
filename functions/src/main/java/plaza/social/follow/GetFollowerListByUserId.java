package plaza.social.follow;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;

/// Lists the followers of a user, ordered by id.
public final class GetFollowerListByUserId extends PagedFunction {
    public GetFollowerListByUserId() {}

    public GetFollowerListByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        return FollowList.page(request, cursors, table, SocialKeys.FOLLOWERS);
    }
}
