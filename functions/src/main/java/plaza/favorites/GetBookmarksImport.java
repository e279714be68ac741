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
import plaza.id.ImportId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns the progress of a bookmarks import and the problems that it found.
public final class GetBookmarksImport
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Clock clock;

    public GetBookmarksImport() {
        this(Deployment.table(), Deployment.clock());
    }

    public GetBookmarksImport(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var user = request.owner("userId");
        var id = request.path("importId", ImportId::parse);
        var item = table.get(KeySpace.importRecord(user, id));
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("importId", "The import does not exist.").exception();
        }
        return Response.one(ImportRecord.of(id, item).json());
    }
}
