package plaza.favorites.model;

import org.jspecify.annotations.Nullable;
import plaza.id.GenerationId;
import plaza.id.ImportId;

/// A favorite with the data that the table keeps about it.
///
/// @param generation begins when the favorite is clipped and ends when it is unclipped
/// @param addedBy the import that added the favorite, or null if the user clipped it. An import
///   writes the postings of its favorites and counts them; the stream does so for all others.
public record StoredFavorite(
        Favorite favorite, GenerationId generation, @Nullable ImportId addedBy) {
    /// A favorite that a user clips now.
    public static StoredFavorite clipped(Favorite favorite) {
        return new StoredFavorite(favorite, GenerationId.begun(), null);
    }

    /// A favorite that an import adds now.
    public static StoredFavorite imported(Favorite favorite, ImportId by) {
        return new StoredFavorite(favorite, GenerationId.begun(), by);
    }

    /// Replaces the description. Generation, clip time and import remain.
    public StoredFavorite describedBy(Favorite description) {
        return new StoredFavorite(
                description.withClipTime(favorite.clipTime()), generation, addedBy);
    }
}
