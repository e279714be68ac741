package plaza.favorites.clip;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.tag.TagReplacement;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A change of an existing favorite: its description, its tags, or both in one transaction.
///
/// @param item the favorite as it was read
/// @param replacement the favorite with its new description
/// @param tags the tags that it receives, or null if they remain
record FavoriteChange(
        UserId user, Item item, StoredFavorite replacement, @Nullable TagReplacement tags) {
    /// Whether the favorite has this description and these tags already.
    boolean isDone() {
        return replacement.equals(FavoriteItems.storedFavorite(item)) && tagWrites().isEmpty();
    }

    /// Writes the change on condition that the favorite is as it was read.
    ///
    /// @return false if it is not, or if its tags must be read again
    boolean write(Table table) {
        var update =
                FavoriteItems.redescribing(item, FavoriteItems.favorite(user, replacement))
                        .onlyIf(FavoriteItems.isDescribedAsIn(item));
        if (tags == null) {
            return table.write(update) instanceof Outcome.Done;
        }
        if (tags.removeSurplus(table, replacement)) {
            return false;
        }
        update =
                update.onlyIf(
                        FavoriteItems.isDescribedAsIn(item).and(FavoriteItems.isTaggedAsIn(item)));
        var writes = new ArrayList<Write>(tagWrites());
        if (writes.isEmpty()) {
            return table.write(update) instanceof Outcome.Done;
        }
        writes.addFirst(FavoriteItems.retagging(update, item));
        return table.transact(writes) instanceof Outcome.Done;
    }

    private List<Write> tagWrites() {
        return tags == null ? List.of() : tags.writes(replacement);
    }
}
