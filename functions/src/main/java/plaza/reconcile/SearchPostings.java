package plaza.reconcile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import plaza.favorites.FavoriteItems;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;

/// [Check#SEARCH_POSTINGS]. A favorite is not found by a term whose posting is missing; a posting
/// too many proposes what the search then drops.
record SearchPostings(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        lookAtFavorites(items.stream().filter(SearchPostings::isFavorite).toList(), drift);
        lookAtPostings(items.stream().filter(item -> !isFavorite(item)).toList(), drift);
        return drift;
    }

    private void lookAtFavorites(List<Item> favorites, List<Drift> drift) {
        var wanted = new LinkedHashMap<Key, Item>();
        for (var favorite : favorites) {
            postings(favorite).forEach(posting -> wanted.put(posting, favorite));
        }
        wanted.keySet().removeAll(desk.read(wanted.keySet()).keySet());
        wanted.forEach((posting, favorite) -> drift.add(missing(posting, favorite)));
    }

    private void lookAtPostings(List<Item> postings, List<Drift> drift) {
        var there = desk.read(postings.stream().map(SearchPostings::favoriteOf).toList());
        var wanted = new HashMap<Key, Set<Key>>();
        there.forEach((key, favorite) -> wanted.put(key, postings(favorite)));
        for (var posting : postings) {
            var favorite = favoriteOf(posting);
            if (!wanted.getOrDefault(favorite, Set.of()).contains(posting.key())) {
                drift.add(stale(posting, favorite, there));
            }
        }
    }

    private static Drift missing(Key posting, Item favorite) {
        return new Drift(
                Check.SEARCH_POSTINGS,
                favorite.key(),
                posting,
                "a posting of a favorite",
                "nothing",
                "",
                List.of(
                        AuditContext.asRead(favorite.key(), favorite),
                        AuditContext.ifAbsent(Write.Put.of(FavoriteItems.posting(posting)))));
    }

    private static Drift stale(Item posting, Key favorite, Map<Key, Item> there) {
        return new Drift(
                Check.SEARCH_POSTINGS,
                posting.key(),
                posting.key(),
                "nothing, for no favorite has the term",
                "a posting",
                "",
                List.of(
                        AuditContext.asRead(favorite, there.get(favorite)),
                        AuditContext.ifPresent(Write.Delete.of(posting.key()))));
    }

    private static Set<Key> postings(Item favorite) {
        return new LinkedHashSet<>(
                FavoriteItems.postings(owner(favorite), FavoriteItems.favorite(favorite)));
    }

    private static Key favoriteOf(Item posting) {
        var data = KeySpace.dataOf(KeySpace.clipOrderOf(posting.key()));
        return KeySpace.favorite(owner(posting), data);
    }

    private static boolean isFavorite(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.FAVORITES;
    }

    private static UserId owner(Item item) {
        return UserId.of(KeySpace.ownerPart(item.key().pk()));
    }
}
