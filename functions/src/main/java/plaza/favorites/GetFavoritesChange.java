package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.ChangeId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns the progress of a bulk change of favorites.
public final class GetFavoritesChange
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Clock clock;

    public GetFavoritesChange() {
        this(Deployment.table(), Deployment.clock());
    }

    public GetFavoritesChange(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var user = request.owner("userId");
        var id = request.path("changeId", ChangeId::parse);
        var item = table.get(KeySpace.changeRecord(user, id));
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("changeId", "The change does not exist.").exception();
        }
        return Response.one(ChangeRecord.of(id, item).json());
    }
}
