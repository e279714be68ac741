package plaza.favorites.search;

import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.SortOrder;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Lists the caller's favorites by clip time, newest first by default.
public final class ListFavorites extends PagedFunction {
    private final ExpandedTags tags = new ExpandedTags(table);

    public ListFavorites() {}

    public ListFavorites(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors, SortOrder.PARAMETER, ExpandedTags.EXPAND);
        var query =
                SortOrder.of(request, SortOrder.DESCENDING)
                        .in(FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(user));
        var isExpanded = ExpandedTags.areIn(request);
        var page = table.page(query, ask, FavoriteItems::storedFavorite);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
