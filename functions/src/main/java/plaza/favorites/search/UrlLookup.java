package plaza.favorites.search;

import java.util.List;
import java.util.Objects;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Finds favorites by their address: one Query of a global index, whose keys each favorite
/// contains.
public final class UrlLookup {
    /// Favorites with the same normalised address that [#exactBefore] compares: at most a page.
    private static final int EXACT_CANDIDATES_MAX = 50;

    private UrlLookup() {}

    /// The favorites with the same normalised address, newest first.
    static Page<StoredFavorite> page(Table table, UserId user, SavedUrl url, Page.Ask ask) {
        var query =
                Query.in(FavoritesKeys.FAVORITES_BY_URL.of(user, url.fingerprint())).descending();
        return table.page(query, ask, FavoriteItems::storedFavorite);
    }

    /// The favorites with exactly this address that existed before an import, newest first. If more
    /// than [#EXACT_CANDIDATES_MAX] favorites have the normalised address, the older ones are
    /// ignored.
    ///
    /// The favorites that the import itself has added are left out, because the index contains them
    /// only after some time: the result of the import must not depend on that time.
    public static List<Favorite> exactBefore(Table table, UserId user, ImportId by, SavedUrl url) {
        return page(table, user, url, new Page.Ask(EXACT_CANDIDATES_MAX, null)).items().stream()
                .filter(stored -> !by.equals(stored.addedBy()))
                .map(StoredFavorite::favorite)
                .filter(favorite -> Objects.equals(url, favorite.contentUrl()))
                .toList();
    }
}
