package plaza.favorites;

import org.jspecify.annotations.Nullable;
import plaza.event.Event;
import plaza.event.ItemChange;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.id.UserId;
import plaza.table.Item;

/// What the changes of this context's items mean.
public sealed interface FavoritesEvent extends Event {
    /// A favorite was clipped (`before` is null) or unclipped (`after` is null). Those of one
    /// invocation are counted together.
    record FavoriteChanged(
            UserId user,
            DataId data,
            @Nullable StoredFavorite before,
            @Nullable StoredFavorite after)
            implements FavoritesEvent {
        @Override
        public Priority priority() {
            return Priority.TOGETHER;
        }

        /// Whether an import added the favorite. It has then counted the favorite as well.
        boolean isImported() {
            return before == null && after != null && after.addedBy() != null;
        }
    }

    /// A tag was deleted.
    ///
    /// @param tag its last state
    record TagDeleted(UserId user, StoredTag tag) implements FavoritesEvent {}

    /// Reads the change of an item; null if nothing follows from it.
    static @Nullable FavoritesEvent ofOrNull(ItemChange change) {
        if (FavoritesKeys.FAVORITE.is(change.key())) {
            return FavoritesKeys.FAVORITE.parse(
                    change.key(),
                    (user, data) ->
                            new FavoriteChanged(
                                    user,
                                    data,
                                    storedOrNull(change.before()),
                                    storedOrNull(change.after())));
        }
        var removed = change.removedOrNull();
        return removed != null && FavoritesKeys.TAG.is(change.key())
                ? new TagDeleted(
                        FavoritesKeys.TAGS.parse(change.key()), TagItems.storedTag(removed))
                : null;
    }

    private static @Nullable StoredFavorite storedOrNull(@Nullable Item item) {
        return item == null ? null : FavoriteItems.storedFavorite(item);
    }
}
