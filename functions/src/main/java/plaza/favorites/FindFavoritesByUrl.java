package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.Objects;
import plaza.favorites.model.SavedUrl;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.UrlMatch;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Finds the caller's favorites with a URL, newest first. URLs are compared in their normalised
/// form; each favorite states how its URL matches ([UrlMatch]).
public final class FindFavoritesByUrl
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    static final Parameter<SavedUrl> URL =
            Parameter.of("url", FavoriteParsers.URL, "The URL.").required();

    private final Table table;
    private final ExpandedTags tags;
    private final Cursors cursors;

    public FindFavoritesByUrl() {
        this(Deployment.table(), Deployment.cursors());
    }

    public FindFavoritesByUrl(Table table, Cursors cursors) {
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
        var ask = request.page(cursors, URL, ExpandedTags.EXPAND);
        var url = request.query(URL);
        var isExpanded = ExpandedTags.areIn(request);
        var page = UrlLookup.page(table, user, url, ask);
        var expanded = tags.expanded(user, page.items(), isExpanded);
        return request.response(
                cursors,
                page,
                favorite ->
                        FavoriteJson.FOUND_FAVORITE.of(
                                new FavoriteJson.FoundFavorite(
                                        expanded.apply(favorite), match(url, favorite))));
    }

    private static UrlMatch match(SavedUrl url, StoredFavorite found) {
        return url.match(Objects.requireNonNull(found.favorite().contentUrl()));
    }
}
