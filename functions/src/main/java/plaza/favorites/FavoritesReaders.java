package plaza.favorites;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import plaza.favorites.bookmarks.FolderItems;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.change.BulkChange;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.table.Item;
import plaza.table.ItemKind;

/// Reads the items of this context as its functions do.
final class FavoritesReaders {
    private FavoritesReaders() {}

    /// A reader for each kind. Of some kinds only the keys are read: the items have no attributes,
    /// or attributes that only one class writes and reads.
    static Map<ItemKind, Consumer<Item>> all() {
        var readers = new HashMap<ItemKind, Consumer<Item>>();

        readers.put(FavoritesKeys.FAVORITE, FavoriteItems::storedFavorite);
        readers.put(FavoritesKeys.TAG, TagItems::storedTag);
        readers.put(FavoritesKeys.TAG_NAME, TagItems::tagOfName);
        readers.put(FavoritesKeys.TAG_COUNT, TagCountItems::count);
        readers.put(FavoritesKeys.TAGGED_FAVORITE, TaggingItems::isUnchanged);
        readers.put(FavoritesKeys.FOLDER, FolderItems::folder);
        readers.put(
                FavoritesKeys.IMPORT_RECORD,
                item ->
                        FavoritesKeys.IMPORT_RECORD.parse(
                                item.key(), (_, id) -> ImportRecord.of(id, item)));
        readers.put(
                FavoritesKeys.CHANGE_RECORD,
                item ->
                        FavoritesKeys.CHANGE_RECORD.parse(
                                item.key(), (_, id) -> BulkChange.of(id, item)));
        for (var kind :
                List.of(
                        FavoritesKeys.LISTED_IMPORT,
                        FavoritesKeys.IMPORT_CHUNK,
                        FavoritesKeys.CHANGE_PART,
                        FavoritesKeys.USAGE)) {
            readers.put(kind, Item::key);
        }

        return readers;
    }
}
