package plaza.social.follow;

import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.ExpandedUsers;
import plaza.table.Item;
import plaza.table.Query;

/// Lists the requests to follow the caller, newest first, without those of suspended users.
public final class ListFollowRequests extends PagedFunction {
    public ListFollowRequests() {}

    public ListFollowRequests(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var query = Query.in(SocialKeys.REQUESTS_BY_TIME.of(user)).descending().consistent();
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var page = table.page(query, ask, this::ofActive, FollowRequestItems::request);
        return request.response(
                cursors,
                page,
                expanded.shape(
                        table,
                        page.items(),
                        FollowRequest::requester,
                        FollowJson.EXPANDED_REQUEST));
    }

    private List<Item> ofActive(List<Item> requests) {
        var found =
                table.getByKeyEventually(
                        requests.stream()
                                .map(item ->
                                        SocialKeys.USER_COUNT.key(
                                                FollowRequestItems.request(item).requester()))
                                .toList());
        return requests.stream()
                .filter(item -> {
                    var requester = FollowRequestItems.request(item).requester();
                    var counts = found.get(SocialKeys.USER_COUNT.key(requester));
                    return !Standing.of(counts).isSuspended();
                })
                .toList();
    }
}
