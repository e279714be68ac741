package plaza.social.follow;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.user.ExpandedUsers;
import plaza.table.KeySpace;
import plaza.table.Query;

/// Lists the followers of a user, ordered by id.
public final class GetFollowerListByUserId extends PagedFunction {
    public GetFollowerListByUserId() {}

    public GetFollowerListByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.path("userId", UserId::parse);
        var query = Query.in(KeySpace.FOLLOWERS.of(user));
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var page = table.page(query, ask, FollowItems::edge);
        return request.response(
                cursors,
                page,
                expanded.shape(
                        table, page.items(), FollowItems.Edge::user, FollowJson.EXPANDED_FOLLOW));
    }
}
