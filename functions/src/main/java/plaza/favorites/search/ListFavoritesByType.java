package plaza.favorites.search;

import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.SortOrder;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Lists the caller's favorites of one type by clip time, newest first by default.
public final class ListFavoritesByType extends PagedFunction {
    private final ExpandedTags tags = new ExpandedTags(table);

    public ListFavoritesByType() {}

    public ListFavoritesByType(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var type = request.path("dataType", FavoriteParsers.DATA_TYPE.parse());
        var ask = request.page(cursors, SortOrder.PARAMETER, ExpandedTags.EXPAND);
        var query =
                SortOrder.of(request, SortOrder.DESCENDING)
                        .in(FavoritesKeys.FAVORITES_BY_TYPE.of(user, type.wireName()));
        var isExpanded = ExpandedTags.areIn(request);
        var page = table.page(query, ask, FavoriteItems::storedFavorite);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
