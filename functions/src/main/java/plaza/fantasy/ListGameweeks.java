package plaza.fantasy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the gameweeks with their deadlines, by number.
public final class ListGameweeks
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Cursors cursors;
    private final Clock clock;

    public ListGameweeks() {
        this(Deployment.table(), Deployment.cursors(), Deployment.clock());
    }

    public ListGameweeks(Table table, Cursors cursors, Clock clock) {
        this.table = table;
        this.cursors = cursors;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var ask = request.page(cursors);
        var now = clock.instant();
        var page = table.page(Query.in(KeySpace.gameweeks()), ask, GameweekItems::gameweek);
        return request.response(cursors, page, gameweek -> GameweekJson.gameweek(gameweek, now));
    }
}
