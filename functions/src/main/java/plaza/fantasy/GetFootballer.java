package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.FootballerId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a footballer with the current price and the points of the season.
public final class GetFootballer
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetFootballer() {
        this(Deployment.table());
    }

    public GetFootballer(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var footballer = request.path("footballerId", FootballerId::parse);
        var item = table.get(KeySpace.footballer(footballer));
        if (item == null) {
            throw NotFound.footballer();
        }
        return Response.one(FootballerJson.footballer(FootballerItems.footballer(item)));
    }
}
