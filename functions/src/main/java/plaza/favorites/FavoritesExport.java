package plaza.favorites;

import static plaza.leaving.ContextExport.Omission.DERIVED;
import static plaza.leaving.ContextExport.Omission.TEMPORARY;

import java.util.List;
import java.util.Map;
import java.util.Set;
import plaza.favorites.bookmarks.FolderItems;
import plaza.favorites.bookmarks.FolderJson;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.Place;
import plaza.favorites.id.FolderId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.search.ExpandedTags;
import plaza.favorites.search.FoundJson;
import plaza.favorites.tag.TagCounts;
import plaza.favorites.tag.TagJson;
import plaza.http.Schema;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.leaving.ContextExport;
import plaza.leaving.ExportedKind;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Query;
import plaza.table.Table;

/// What an export contains of this context.
public final class FavoritesExport implements ContextExport {
    private static final Shape<Kept> FAVORITE =
            Shape.<Kept>named("KeptFavorite")
                    .all(FoundJson.EXPANDED_FAVORITE, Kept::favorite)
                    .with("folderIds", Schema.Array.of(FolderJson.FOLDER_ID), Kept::folders)
                    .with("folderOrders", Schema.Array.of(Schema.Whole.ANY), Kept::orders);

    /// A favorite with its tags and its places in folders.
    private record Kept(FoundJson.ExpandedFavorite favorite, List<Place> places) {
        private List<FolderId> folders() {
            return places.stream().map(Place::folder).toList();
        }

        private List<Number> orders() {
            return places.stream().<Number>map(Place::order).toList();
        }
    }

    @Override
    public List<ExportedKind<?>> kinds() {
        return List.of(
                ExportedKind.joined(
                        "tag",
                        "ExportedTag",
                        Set.of(FavoritesKeys.TAG, FavoritesKeys.TAG_COUNT),
                        user -> Query.in(FavoritesKeys.TAGS.of(user)),
                        TagCounts::stored,
                        TagJson.TAG),
                ExportedKind.joined(
                        "favorite",
                        "ExportedFavorite",
                        Set.of(FavoritesKeys.FAVORITE, FavoritesKeys.TAGGED_FAVORITE),
                        user -> Query.in(FavoritesKeys.FAVORITES.of(user)),
                        FavoritesExport::favorites,
                        FAVORITE),
                ExportedKind.of(
                        "folder",
                        "ExportedFolder",
                        FavoritesKeys.FOLDER,
                        user -> Query.in(FavoritesKeys.FOLDERS.of(user)),
                        FolderItems::folder,
                        FolderJson.FOLDER));
    }

    private static List<Kept> favorites(Table table, UserId user, List<Item> items) {
        var stored = items.stream().map(FavoriteItems::storedFavorite).toList();
        var expanded = ExpandedTags.of(table, user, stored);
        return stored.stream()
                .map(favorite -> new Kept(expanded.apply(favorite), favorite.places()))
                .toList();
    }

    @Override
    public Map<ItemKind, Omission> omitted() {
        return Map.of(
                FavoritesKeys.TAG_NAME, DERIVED,
                FavoritesKeys.USAGE, DERIVED,
                FavoritesKeys.IMPORT_RECORD, TEMPORARY,
                FavoritesKeys.LISTED_IMPORT, TEMPORARY,
                FavoritesKeys.IMPORT_CHUNK, TEMPORARY,
                FavoritesKeys.CHANGE_RECORD, TEMPORARY,
                FavoritesKeys.CHANGE_PART, TEMPORARY);
    }
}
