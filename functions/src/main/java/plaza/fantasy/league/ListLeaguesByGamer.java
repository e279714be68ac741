package plaza.fantasy.league;

import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Lists the leagues of a gamer, in the order of their ids.
public final class ListLeaguesByGamer extends PagedFunction {
    public ListLeaguesByGamer() {}

    public ListLeaguesByGamer(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var query = FantasyKeys.MEMBERSHIP.query(gamer);
        var page = table.page(query, request.page(cursors), LeagueItems::membership);
        return request.response(cursors, page, LeagueJson::membership);
    }
}
