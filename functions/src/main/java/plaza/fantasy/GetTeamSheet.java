package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// A gamer's team sheet as he put it, and its points once the gameweek is settled: one item.
///
/// A gameweek for which he put none has none, although his last squad plays again in it.
public final class GetTeamSheet
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetTeamSheet() {
        this(Deployment.table());
    }

    public GetTeamSheet(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::get);
    }

    private Response get(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var gameweek = request.path("gameweek", Gameweek::parse);
        var item = table.get(KeySpace.teamSheet(gamer, gameweek));
        if (item == null) {
            throw Problem.notFound("gameweek", "The gamer put no team sheet for this gameweek.")
                    .refusal();
        }
        return Response.one(FantasyJson.sheet(gamer, FantasyItems.sheet(item)));
    }
}
