package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Returns a favorite.
public final class GetFavorite
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;

    public GetFavorite() {
        this(Deployment.table());
    }

    public GetFavorite(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var item = table.get(KeySpace.favorite(user, data));
        if (item == null) {
            throw FavoriteProblems.noFavorite();
        }
        return Response.one(FavoriteJson.FAVORITE.of(FavoriteItems.favorite(item)));
    }
}
