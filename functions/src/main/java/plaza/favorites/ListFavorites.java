package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;

/// Lists the caller's favorites by clip time, newest first by default.
public final class ListFavorites
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final ExpandedTags tags;
    private final Cursors cursors;

    public ListFavorites() {
        this(Deployment.table(), Deployment.cursors());
    }

    public ListFavorites(Table table, Cursors cursors) {
        this.table = table;
        this.tags = new ExpandedTags(table);
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors, SortOrder.PARAMETER, ExpandedTags.EXPAND);
        var query =
                SortOrder.of(request, SortOrder.DESCENDING).in(KeySpace.favoritesByClipTime(user));
        var isExpanded = ExpandedTags.areIn(request);
        var page = table.page(query, ask, FavoriteItems::storedFavorite);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
