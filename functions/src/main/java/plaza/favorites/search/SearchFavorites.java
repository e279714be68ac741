package plaza.favorites.search;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Searches the caller's favorites by words, tags, type and time, newest first. Without words, it
/// lists the favorites with the given tags, or those without any.
public final class SearchFavorites extends PagedFunction {
    private final FavoriteSearch search = new FavoriteSearch(table);
    private final ExpandedTags tags = new ExpandedTags(table);

    public SearchFavorites() {}

    public SearchFavorites(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors, SearchCriteria.parameters(ExpandedTags.EXPAND));
        var criteria = SearchCriteria.of(request);
        var isExpanded = ExpandedTags.areIn(request);
        var page = search.page(user, criteria, ask);
        return request.response(cursors, page, tags.shape(user, page.items(), isExpanded));
    }
}
