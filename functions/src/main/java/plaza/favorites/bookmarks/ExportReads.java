package plaza.favorites.bookmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Reads what an export of a user's collection contains.
record ExportReads(Table table, UserId user) {
    /// The maximum number of exported tags of one favorite; an import accepts fewer.
    private static final int TAGS_MAX = 1_000;

    /// Items in one read; one Query reads at most 1 MB.
    private static final int READ_MAX = 5_000;

    /// Queries that run at the same time.
    private static final int CONCURRENCY_MAX = 16;

    /// The favorites of a page.
    Page<Item> favorites(Page.@Nullable Position after, int limit) {
        return table.page(byClipTime(), new Page.Ask(limit, after), Function.identity());
    }

    /// The favorites from a position on, until they fill a file or the collection ends.
    Page<Item> favoritesUntil(int fileBytes, Page.@Nullable Position after) {
        var items = new ArrayList<Item>();
        var untagged = new BookmarksExport(BookmarksExport.Layout.TAGS, List.of(), Map.of());
        var bytes = 0L;
        var from = after;
        do {
            var page = table.read(byClipTime(), READ_MAX, from);
            items.addAll(page.items());
            for (var item : page.items()) {
                bytes += untagged.written(FavoriteItems.storedFavorite(item), List.of()).bytes();
            }
            from = page.next();
        } while (from != null && bytes < fileBytes);
        return new Page<>(items, from);
    }

    private Query byClipTime() {
        return Query.in(FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(user)).descending();
    }

    List<Folder> folders() {
        return readAll(FavoritesKeys.FOLDERS.of(user)).stream().map(FolderItems::folder).toList();
    }

    Map<TagId, StoredTag> tags() {
        return TagItems.byId(readAll(FavoritesKeys.TAGS.of(user)));
    }

    /// The taggings of a few favorites: one Query for each.
    Map<DataId, List<Item>> taggingsOf(List<Item> favorites) {
        return byFavorite(
                favorites,
                item -> {
                    var data = FavoritesKeys.FAVORITE.parse(item.key(), (_, id) -> id);
                    var query = Query.in(FavoritesKeys.TAGGED.of(user, data));
                    return table.read(query, TAGS_MAX, null).items();
                });
    }

    /// The taggings of all favorites: one Query for each tag.
    Map<DataId, List<Item>> taggingsUnder(List<TagId> tags) {
        return byFavorite(tags, tag -> readAll(FavoritesKeys.TAGGED_BY_TAG.of(user, tag)));
    }

    private <T> Map<DataId, List<Item>> byFavorite(List<T> of, Function<T, List<Item>> read) {
        var byFavorite = new HashMap<DataId, List<Item>>();
        for (var taggings : table.concurrently(CONCURRENCY_MAX, of, read)) {
            for (var tagging : taggings) {
                byFavorite
                        .computeIfAbsent(TaggingItems.dataOf(tagging), _ -> new ArrayList<>())
                        .add(tagging);
            }
        }
        return byFavorite;
    }

    private List<Item> readAll(ItemCollection collection) {
        return table.readAll(Query.in(collection), READ_MAX);
    }
}
