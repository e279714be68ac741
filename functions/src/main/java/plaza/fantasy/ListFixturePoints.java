package plaza.fantasy;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Query;

/// Lists the points of a footballer in the fixtures of a gameweek, by fixtureId.
public final class ListFixturePoints extends PagedFunction {
    public ListFixturePoints() {}

    public ListFixturePoints(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var footballer = request.path("footballerId", FootballerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var query =
                Query.in(KeySpace.footballerItems(footballer))
                        .beginningWith(KeySpace.fixturePrefix(gameweek));
        var page = table.page(query, request.page(cursors), FixtureItems::fixturePoints);
        return request.response(
                cursors, page, points -> FixtureJson.fixturePoints(footballer, gameweek, points));
    }
}
