package plaza.social.follow;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.user.ExpandedUsers;
import plaza.social.user.UserProblems;
import plaza.table.KeySpace;
import plaza.table.Query;

/// Lists the users that a user follows, ordered by id.
public final class GetFollowingListByUserId extends PagedFunction {
    public GetFollowingListByUserId() {}

    public GetFollowingListByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.path("userId", UserId::parse);
        var query = Query.in(KeySpace.FOLLOWING.of(user));
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var gate = new ReaderGate(table, request.caller());
        var page =
                table.page(
                        query,
                        ask,
                        gate::read,
                        edges -> gate.visible(edges, edge -> FollowItems.edge(edge).user()),
                        FollowItems::edge);
        if (gate.hides(user)) {
            throw UserProblems.noUser();
        }
        return request.response(
                cursors,
                page,
                expanded.shape(
                        table, page.items(), FollowItems.Edge::user, FollowJson.EXPANDED_FOLLOW));
    }
}
