package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Gameweek;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a gameweek's deadline and status: open, closed or settled.
public final class GetGameweek
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Clock clock;

    public GetGameweek() {
        this(Deployment.table(), Deployment.clock());
    }

    public GetGameweek(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
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
        return Response.one(GameweekJson.gameweek(GameweekItems.gameweek(item), clock.instant()));
    }
}
