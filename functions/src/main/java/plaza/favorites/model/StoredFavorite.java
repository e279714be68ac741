package plaza.favorites.model;

import org.jspecify.annotations.Nullable;
import plaza.id.GenerationId;
import plaza.id.ImportId;

/// A favorite as it is kept: with the life that began when it was clipped and ends when it is
/// unclipped.
///
/// @param addedBy the import that added it, or null where the user clipped it. That import also
///   writes its postings and counts it, which the stream does otherwise.
public record StoredFavorite(
        Favorite favorite, GenerationId generation, @Nullable ImportId addedBy) {
    /// A favorite just clipped.
    public static StoredFavorite begun(Favorite favorite) {
        return new StoredFavorite(favorite, GenerationId.begun(), null);
    }

    /// A favorite just added by an import.
    public static StoredFavorite added(Favorite favorite, ImportId by) {
        return new StoredFavorite(favorite, GenerationId.begun(), by);
    }

    /// The same clip, of the thing as it is described now; generation, clip time and import stay.
    public StoredFavorite describedBy(Favorite description) {
        return new StoredFavorite(description.clippedAt(favorite.clipTime()), generation, addedBy);
    }
}
