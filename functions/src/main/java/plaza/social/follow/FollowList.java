package plaza.social.follow;

import plaza.http.Cursors;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.user.ExpandedUsers;
import plaza.social.user.Subject;
import plaza.table.Family;
import plaza.table.Query;
import plaza.table.Table;

/// Reads a page of the followers of a user, or of the users whom a user follows: those whom the
/// caller sees, ordered by id.
final class FollowList {
    private FollowList() {}

    /// Returns the page that a request asks for.
    ///
    /// @param list the followers or the followees
    /// @throws plaza.http.ProblemException 404 if the caller does not see the user, 403 if the user
    ///   shows their follows to followers only
    static Response page(Request request, Cursors cursors, Table table, Family.Of1<UserId> list) {
        var user = request.path("userId", UserId::parse);
        var query = Query.in(list.of(user));
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var gate = new ReaderGate(table, request.caller());
        var subject = new Subject(table, user, gate);
        var page =
                table.page(
                        query,
                        ask,
                        subject::read,
                        edges -> gate.listed(edges, edge -> FollowItems.edge(edge).user()),
                        FollowItems::edge);
        subject.requireSeen();
        return request.response(
                cursors,
                page,
                expanded.shape(
                        table, page.items(), FollowItems.Edge::user, FollowJson.EXPANDED_FOLLOW));
    }
}
