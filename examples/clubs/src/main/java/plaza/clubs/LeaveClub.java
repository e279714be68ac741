package plaza.clubs;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Write;

/// Ends the caller's membership of a club. The stream updates the count.
public final class LeaveClub extends ApiFunction {
    public LeaveClub() {}

    public LeaveClub(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var club = request.path("clubId", ClubId::parse);
        var user = request.owner("userId");
        var _ = table.write(Write.Delete.of(ClubsKeys.MEMBER.key(club, user)));
        return Response.noContent();
    }
}
