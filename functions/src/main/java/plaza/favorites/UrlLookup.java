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

/// Looks up favorites by their address.
final class UrlLookup {
    /// Favorites of one page, whose addresses differ in no more than their fragments and the like,
    /// among which [#exact] looks for an address: at most 50 RRU.
    private static final int EXACT_LOOKS_MAX = 50;

    private UrlLookup() {}

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

    /// The newest favorite with exactly this address, or null. Of more than [#EXACT_LOOKS_MAX]
    /// favorites of one page the older ones are not looked at.
    static @Nullable Favorite exact(Table table, UserId user, SavedUrl url) {
        return page(table, user, url, new Page.Ask(EXACT_LOOKS_MAX, null)).items().stream()
                .filter(favorite -> Objects.equals(url, favorite.contentUrl()))
                .findFirst()
                .orElse(null);
    }

    private static List<Item> saved(Table table, UserId user, SavedUrl url, List<Item> postings) {
        var postingsByPlace = new LinkedHashMap<Key, Item>();
        for (var posting : postings) {
            var data = KeySpace.dataOf(posting.key());
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
