package plaza.social.follow;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;

/// Lists the users that a user follows, ordered by id.
public final class GetFollowingListByUserId extends PagedFunction {
    public GetFollowingListByUserId() {}

    public GetFollowingListByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        return FollowList.page(request, cursors, table, SocialKeys.FOLLOWING);
    }
}
