package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns the progress of a gameweek's settlement or of its removal: the number of gamers, and how
/// many of them are done or failed. The response is 404 if the gameweek has no settlement.
///
/// The first slice of each shard counts its gamers, so the number is too low until every shard has
/// started.
public final class GetSettlement
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetSettlement() {
        this(Deployment.table());
    }

    public GetSettlement(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var gameweek = request.path("gameweek", Gameweek::parse);
        var item = table.get(KeySpace.gameweek(gameweek));
        if (item == null) {
            throw NotFound.gameweek();
        }
        var state = GameweekItems.gameweek(item);
        if (state.run() == 0 || state.isUnsettled()) {
            throw Problem.notFound("gameweek", "The gameweek is not settled.").exception();
        }
        var shards = table.read(Settlements.reports(gameweek), GamerItems.ALL_GAMERS_SHARDS, null);
        return Response.one(
                SettlementJson.settlement(state, Settlements.counts(shards.items(), state.run())));
    }
}
