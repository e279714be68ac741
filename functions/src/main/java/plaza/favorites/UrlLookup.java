package plaza.favorites;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.SavedUrl;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Finds favorites by their address.
final class UrlLookup {
    /// Favorites with the same normalised address that [#exact] compares: at most 50 read request
    /// units.
    private static final int EXACT_CANDIDATES_MAX = 50;

    private UrlLookup() {}

    /// The favorites with the same normalised address, newest first. Each is checked, because a
    /// posting can be older than the favorite.
    static Page<Favorite> page(Table table, UserId user, SavedUrl url, Page.Ask ask) {
        var query =
                Query.in(KeySpace.termsOf(user))
                        .beginningWith(KeySpace.termPrefix(KeySpace.urlTerm(url.fingerprint())))
                        .descending();
        return table.page(
                query,
                ask,
                postings -> saved(table, user, url, postings),
                FavoriteItems::postedFavorite);
    }

    /// The newest favorite with exactly this address, or null. If more than [#EXACT_CANDIDATES_MAX]
    /// favorites have the normalised address, the older ones are ignored.
    static @Nullable Favorite exact(Table table, UserId user, SavedUrl url) {
        return page(table, user, url, new Page.Ask(EXACT_CANDIDATES_MAX, null)).items().stream()
                .filter(favorite -> Objects.equals(url, favorite.contentUrl()))
                .findFirst()
                .orElse(null);
    }

    private static List<Item> saved(Table table, UserId user, SavedUrl url, List<Item> postings) {
        var postingsByFavorite = new LinkedHashMap<Key, Item>();
        for (var posting : postings) {
            var data = KeySpace.dataOf(posting.key());
            postingsByFavorite.put(KeySpace.favorite(user, data), posting);
        }
        var saved = new ArrayList<Item>();
        for (var item : table.getAll(List.copyOf(postingsByFavorite.keySet()))) {
            var favorite = FavoriteItems.favorite(item);
            var posting = postingsByFavorite.get(item.key());
            if (posting != null
                    && favorite.contentUrl() != null
                    && favorite.contentUrl().normalised().equals(url.normalised())
                    && KeySpace.clipOrderOf(posting.key())
                            .equals(FavoriteItems.clipOrder(favorite))) {
                saved.add(FavoriteItems.joined(posting, item));
            }
        }
        return saved;
    }
}
