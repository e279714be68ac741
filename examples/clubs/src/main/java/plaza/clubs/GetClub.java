package plaza.clubs;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a club and its number of members. The stream counts them, usually within a second, and
/// each exactly once.
public final class GetClub extends ApiFunction {
    public GetClub() {}

    public GetClub(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("clubId", ClubId::parse);
        var club = table.get(ClubsKeys.CLUB.key(id));
        if (club == null) {
            throw ClubProblems.noClub();
        }
        return Response.one(ClubJson.CLUB.of(ClubItems.club(club)));
    }
}
