package plaza.clubs;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Query;

/// Lists the members of a club, newest first. A page without members needs a second read, which
/// finds out whether there is such a club.
///
/// The index lists who joined before version 2 of their item only after the migration.
public final class ListClubMembers extends PagedFunction {
    public ListClubMembers() {}

    public ListClubMembers(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var club = request.path("clubId", ClubId::parse);
        var query = Query.in(ClubsKeys.MEMBERS_BY_TIME.of(club)).descending();
        var page = table.page(query, request.page(cursors), MemberItems::member);
        if (page.items().isEmpty() && table.getConsistent(ClubsKeys.CLUB.key(club)) == null) {
            throw ClubProblems.noClub();
        }
        return request.response(cursors, page, ClubJson.MEMBER::of);
    }
}
