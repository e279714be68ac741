package plaza.favorites;

import plaza.context.Readers;
import plaza.favorites.bookmarks.FolderItems;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.change.BulkChange;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;

/// Reads the items of this context as its functions do.
final class FavoritesReaders {
    private FavoritesReaders() {}

    /// A reader for each kind.
    static Readers all() {
        var readers = new Readers();
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
        readers.onlyKeys(
                FavoritesKeys.LISTED_IMPORT,
                FavoritesKeys.IMPORT_CHUNK,
                FavoritesKeys.CHANGE_PART,
                FavoritesKeys.USAGE);
        return readers;
    }
}
