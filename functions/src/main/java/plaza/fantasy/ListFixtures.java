package plaza.fantasy;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;
import plaza.table.Query;

/// Lists the declared fixtures of a gameweek, in the order of their ids.
public final class ListFixtures extends PagedFunction {
    public ListFixtures() {}

    public ListFixtures(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gameweek = request.path("gameweek", Gameweek::parse);
        var query =
                Query.in(KeySpace.gameweekItems(gameweek))
                        .beginningWith(KeySpace.declaredFixturePrefix());
        var page = table.page(query, request.page(cursors), FixtureItems::fixture);
        return request.response(cursors, page, fixture -> FixtureJson.fixture(gameweek, fixture));
    }
}
