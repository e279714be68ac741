package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.GamerId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a gamer with the points of each settled gameweek and their sum. Only the gamer and
/// administrators can see the date of birth and the country.
public final class GetGamer
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetGamer() {
        this(Deployment.table());
    }

    public GetGamer(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var gamer = request.path("gamerId", GamerId::parse);
        var item = table.get(KeySpace.gamer(gamer));
        if (item == null) {
            throw NotFound.gamer();
        }
        var found = GamerItems.gamer(item);
        return Response.one(
                request.isCaller(gamer.value()) || request.isAdmin()
                        ? GamerJson.gamerWithPrivateFields(found)
                        : GamerJson.gamer(found));
    }
}
