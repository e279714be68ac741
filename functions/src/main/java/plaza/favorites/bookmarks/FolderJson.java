package plaza.favorites.bookmarks;

import java.util.List;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.FolderId;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts folders to JSON.
public final class FolderJson {
    public static final Text<FolderId> FOLDER_ID =
            Text.id(FolderId::of, FolderId::value, "Lot0pJ-s7s_fWjVSSyFHOo");

    /// A folder as an export has it; no other response contains folders. Orders are those of the
    /// entries of a folder ([plaza.favorites.favorite.Place]).
    public static final Shape<Folder> FOLDER =
            Shape.<Folder>named("Folder")
                    .with("folderId", FOLDER_ID, Folder::id)
                    .with("parentId", FOLDER_ID, Folder::parent)
                    .with("order", Whole.ANY, Folder::order)
                    .with("name", Text.plain("Sea"), Folder::name)
                    .optional("browserFolder", Text.plain("PERSONAL_TOOLBAR_FOLDER"), Folder::kind)
                    .optional("tagId", FavoritesIds.TAG, Folder::tag)
                    .optional("note", FavoriteParsers.NOTE, Folder::note)
                    .with(
                            "separators",
                            Schema.Array.of(Whole.ANY),
                            folder -> List.copyOf(folder.separators()));

    private FolderJson() {}
}
