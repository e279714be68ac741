package plaza.reconcile.favorites;

import java.util.List;
import plaza.favorites.FavoriteItems;
import plaza.reconcile.DerivedItemsAudit;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// Compares favorites with their search postings. A favorite is not found by a term whose posting
/// is missing; a superfluous posting costs the search a read.
record SearchPostingsAudit() implements DerivedItemsAudit {
    @Override
    public boolean isSource(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.FAVORITES;
    }

    @Override
    public List<Item> derived(Item favorite) {
        var owner = KeySpace.userOf(favorite.key());
        return FavoriteItems.postings(owner, FavoriteItems.favorite(favorite)).stream()
                .map(FavoriteItems::posting)
                .toList();
    }

    @Override
    public Key source(Item posting) {
        var data = KeySpace.dataOf(posting.key());
        return KeySpace.favorite(KeySpace.userOf(posting.key()), data);
    }
}
