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
import plaza.table.Table;

/// Searches the caller's favorites by words, tags, type and time, newest first. Without words, it
/// lists the favorites with the given tags, or those without any.
public final class SearchFavorites
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final FavoriteSearch search;
    private final ExpandedTags tags;
    private final Cursors cursors;

    public SearchFavorites() {
        this(Deployment.table(), Deployment.cursors());
    }

    public SearchFavorites(Table table, Cursors cursors) {
        this.search = new FavoriteSearch(table);
        this.tags = new ExpandedTags(table);
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors, SearchCriteria.parameters(ExpandedTags.EXPAND));
        var criteria = SearchCriteria.of(request);
        var isExpanded = ExpandedTags.areIn(request);
        var page = search.page(user, criteria, ask);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
