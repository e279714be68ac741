package plaza.favorites.search;

import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.SortOrder;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Lists a tag's favorites by clip time, newest first by default.
public final class ListFavoritesByTag extends PagedFunction {
    private final FavoritesByTag favorites = new FavoritesByTag(table, clock);
    private final ExpandedTags tags = new ExpandedTags(table);

    public ListFavoritesByTag() {}

    public ListFavoritesByTag(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var tag = request.path("tagId", TagId::parse);
        var ask = request.page(cursors, SortOrder.PARAMETER, ExpandedTags.EXPAND);
        var query =
                SortOrder.of(request, SortOrder.DESCENDING)
                        .in(FavoritesKeys.TAGGED_BY_TAG.of(user, tag));
        var isExpanded = ExpandedTags.areIn(request);
        var page = favorites.page(user, tag, query, ask, _ -> true);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
