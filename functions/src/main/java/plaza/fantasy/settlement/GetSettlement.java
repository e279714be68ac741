package plaza.fantasy.settlement;

import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekProblems;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns the progress of a gameweek's settlement or of its removal: the number of gamers, and how
/// many of them are done or failed. The response is 404 if the gameweek has no settlement.
///
/// The first slice of each shard counts its gamers, so the number is absent until every shard has
/// started.
public final class GetSettlement extends ApiFunction {
    public GetSettlement() {}

    public GetSettlement(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gameweek = request.path("gameweek", Gameweek::parse);
        var item = GameweekProblems.requireGameweek(table.get(FantasyKeys.GAMEWEEK.key(gameweek)));
        var state = GameweekItems.gameweek(item);
        if (state.run() == 0 || state.isUnsettled()) {
            throw Problem.notFound("gameweek", "The gameweek is not settled.").exception();
        }
        var shards = table.read(Settlements.reports(gameweek), GamerItems.ALL_GAMERS_SHARDS, null);
        return Response.one(SettlementJson.settlement(state, shards.items()));
    }
}
