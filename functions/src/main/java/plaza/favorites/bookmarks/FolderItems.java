package plaza.favorites.bookmarks;

import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.Note;
import plaza.favorites.id.FolderId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.id.UserId;
import plaza.table.Item;

/// Converts folders to items and back.
public final class FolderItems {
    private static final String PARENT = "parent";
    private static final String ORDER = "order";
    private static final String NAME = "name";
    private static final String KIND = "kind";
    private static final String SEPARATORS = "separators";

    private FolderItems() {}

    public static Item folder(UserId user, Folder folder) {
        return Item.at(FavoritesKeys.FOLDER.key(user, folder.id()))
                .with(PARENT, folder.parent().value())
                .with(ORDER, folder.order())
                .with(NAME, folder.name())
                .with(KIND, folder.kind())
                .with(TagItems.TAG_ID, folder.tag(), TagId::value)
                .with(FavoriteItems.NOTE, folder.note(), Note::text)
                .with(SEPARATORS, folder.separators().stream().map(String::valueOf).toList())
                .build();
    }

    public static Folder folder(Item item) {
        return new Folder(
                FavoritesKeys.FOLDER.parse(item.key(), (_, folder) -> folder),
                FolderId.of(item.text(PARENT)),
                item.number(ORDER),
                item.text(NAME),
                item.textOrNull(KIND),
                item.parsedOrNull(TagItems.TAG_ID, TagId::of),
                item.parsedOrNull(FavoriteItems.NOTE, Note::new),
                item.texts(SEPARATORS).stream().map(Long::valueOf).toList());
    }
}
