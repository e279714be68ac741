package plaza.favorites.search;

import java.util.Objects;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.favorite.UrlMatch;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;

/// Finds the caller's favorites with a URL, newest first. URLs are compared in their normalised
/// form; each favorite states how its URL matches ([UrlMatch]).
public final class FindFavoritesByUrl extends PagedFunction {
    public static final Parameter<SavedUrl> URL =
            Parameter.of("url", FavoriteParsers.URL, "The URL.").required();

    private final ExpandedTags tags = new ExpandedTags(table);

    public FindFavoritesByUrl() {}

    public FindFavoritesByUrl(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
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
                        FoundJson.FOUND_FAVORITE.of(
                                new FoundJson.FoundFavorite(
                                        expanded.apply(favorite), match(url, favorite))));
    }

    private static UrlMatch match(SavedUrl url, StoredFavorite found) {
        return url.match(Objects.requireNonNull(found.favorite().contentUrl()));
    }
}
