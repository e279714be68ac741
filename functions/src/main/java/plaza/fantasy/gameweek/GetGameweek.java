package plaza.fantasy.gameweek;

import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns a gameweek's deadline and status: open, closed or settled.
public final class GetGameweek extends ApiFunction {
    public GetGameweek() {}

    public GetGameweek(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gameweek = request.path("gameweek", Gameweek::parse);
        var item = GameweekProblems.requireGameweek(table.get(FantasyKeys.GAMEWEEK.key(gameweek)));
        return Response.one(GameweekJson.gameweek(GameweekItems.gameweek(item), clock.instant()));
    }
}
