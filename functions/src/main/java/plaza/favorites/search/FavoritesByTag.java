package plaza.favorites.search;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagProblems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.log.Log;
import plaza.table.CollectionFull;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Unavailable;

/// Reads a tag's favorites: one Query for the taggings, and one BatchGetItem for the favorites and
/// the tag, all with eventual consistency. Since it reads the favorites themselves, it omits those
/// that were unclipped or untagged. A tag that seems to be missing is read consistently, because
/// its user may have created it a moment ago.
final class FavoritesByTag {
    private final Table table;
    private final Clock clock;

    FavoritesByTag(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Reads a page of the favorites that pass a filter, and updates the tag's access time.
    ///
    /// @throws plaza.http.ProblemException 404 if the tag does not exist
    Page<StoredFavorite> page(
            UserId user, TagId tag, Query query, Page.Ask ask, Predicate<Favorite> filter) {
        var read = new AtomicReference<StoredTag>();
        var page =
                table.page(
                        query,
                        ask,
                        taggings -> withFavorites(user, tag, taggings, filter, read),
                        TaggingItems::taggedFavorite);
        updateAccess(user, read.get());
        return page;
    }

    /// Joins the current taggings with their favorites.
    ///
    /// @param read receives the tag
    private List<Item> withFavorites(
            UserId user,
            TagId tagId,
            List<Item> taggings,
            Predicate<Favorite> filter,
            AtomicReference<StoredTag> read) {
        var tagKey = FavoritesKeys.TAG.key(user, tagId);
        var keys = new ArrayList<Key>();
        keys.add(tagKey);
        taggings.forEach(tagging ->
                keys.add(FavoritesKeys.FAVORITE.key(user, TaggingItems.dataOf(tagging))));
        var found = table.getByKeyEventually(keys);
        var tag =
                TagProblems.requireTag(
                        found.containsKey(tagKey)
                                ? found.get(tagKey)
                                : table.getConsistent(tagKey));
        read.set(tag);
        var joined = new ArrayList<Item>();
        for (var tagging : taggings) {
            var item = found.get(FavoritesKeys.FAVORITE.key(user, TaggingItems.dataOf(tagging)));
            if (item != null) {
                var favorite = FavoriteItems.storedFavorite(item);
                if (TaggingItems.isCurrent(tagging, favorite, tag)
                        && filter.test(favorite.favorite())) {
                    joined.add(item.joinedTo(tagging));
                }
            }
        }
        return joined;
    }

    /// Updates the access time, at most once in [plaza.favorites.tag.Tag#ACCESS_STEP_SECONDS]. If
    /// the update fails, the request still succeeds, since the page matters more.
    private void updateAccess(UserId user, StoredTag read) {
        var now = Instant.ofEpochMilli(clock.millis());
        var tag = read.tag();
        if (!tag.updatesAccessAt(now)) {
            return;
        }
        try {
            var _ =
                    table.write(
                            TagItems.accessed(user, tag.tagId(), now)
                                    .onlyIf(FavoriteItems.hasGeneration(read.generation())));
        } catch (CollectionFull | Unavailable fault) {
            Log.fault("the update of a tag's access time failed", fault);
        }
    }
}
