package plaza.fantasy.gamer;

import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a gamer with the points of each settled gameweek and their sum. Only the gamer and
/// administrators can see the date of birth and the country.
public final class GetGamer extends ApiFunction {
    public GetGamer() {}

    public GetGamer(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var item = table.get(FantasyKeys.GAMER.key(gamer));
        if (item == null) {
            throw GamerProblems.noGamer();
        }
        var found = GamerItems.gamer(item);
        return Response.one(
                request.isCaller(gamer.value()) || request.isAdmin()
                        ? GamerJson.gamerWithPrivateFields(found)
                        : GamerJson.gamer(found));
    }
}
