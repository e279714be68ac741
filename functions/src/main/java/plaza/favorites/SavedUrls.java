package plaza.favorites;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.SavedUrl;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Looks up favorites by their address.
final class SavedUrls {
    private SavedUrls() {}

    /// Those with the same address in normalised form, newest first; each is checked, as a posting
    /// may be older than the favorite.
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

    private static List<Item> saved(Table table, UserId user, SavedUrl url, List<Item> postings) {
        var postingsByPlace = new LinkedHashMap<Key, Item>();
        for (var posting : postings) {
            var data = KeySpace.dataOf(KeySpace.clipOrderOf(posting.key()));
            postingsByPlace.put(KeySpace.favorite(user, data), posting);
        }
        var saved = new ArrayList<Item>();
        for (var item : table.getAll(List.copyOf(postingsByPlace.keySet()))) {
            var favorite = FavoriteItems.favorite(item);
            var posting = postingsByPlace.get(item.key());
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
