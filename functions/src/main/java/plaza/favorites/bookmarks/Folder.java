package plaza.favorites.bookmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Note;
import plaza.favorites.id.FolderId;
import plaza.favorites.id.TagId;
import plaza.rule.Pure;

/// A folder of a bookmarks file, which an export writes again.
///
/// @param order the position among the entries of its parent
/// @param name the exact name; empty if the browser has a folder without one
/// @param kind the attribute that marks one of a browser's own folders, or null
/// @param tag the tag that the folder's bookmarks received, or null if its name is not a tag
/// @param separators the positions of the separators among its entries
@Pure
public record Folder(
        FolderId id,
        FolderId parent,
        long order,
        String name,
        @Nullable String kind,
        @Nullable TagId tag,
        @Nullable Note note,
        List<Long> separators) {
    /// Separators in one folder; a menu with more is not usable, and a folder is one item.
    public static final int SEPARATORS_MAX = 1_000;

    public Folder {
        separators = List.copyOf(separators);
    }

    public Folder withTag(@Nullable TagId other) {
        return new Folder(id, parent, order, name, kind, other, note, separators);
    }

    public Folder withSeparators(List<Long> others) {
        return new Folder(id, parent, order, name, kind, tag, note, others);
    }
}
