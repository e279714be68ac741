package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.LeagueId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a league's name and owner. Only the owner can see the code of a private league.
public final class GetLeague
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetLeague() {
        this(Deployment.table());
    }

    public GetLeague(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var id = request.path("leagueId", LeagueId::parse);
        var league = LeagueItems.leagueOrNull(table.get(KeySpace.league(id)));
        if (league == null) {
            throw NotFound.league();
        }
        return Response.one(
                request.isCaller(league.owner().value())
                        ? LeagueJson.ownLeague(league)
                        : LeagueJson.league(league));
    }
}
