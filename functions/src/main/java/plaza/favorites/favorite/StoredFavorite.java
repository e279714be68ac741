package plaza.favorites.favorite;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.rule.Pure;

/// A favorite with the data that the table keeps about it.
///
/// @param generation begins when the favorite is clipped and ends when it is unclipped
/// @param addedBy the import that added the favorite, or null if the user clipped or changed it. An
///   import counts its favorites; the stream counts all others.
/// @param places where the favorite was in the bookmarks files that contained it
@Pure
public record StoredFavorite(
        Favorite favorite,
        GenerationId generation,
        @Nullable ImportId addedBy,
        List<Place> places) {
    public StoredFavorite {
        places = List.copyOf(places);
    }

    /// A favorite that a user clips now.
    public static StoredFavorite clipped(Favorite favorite) {
        return new StoredFavorite(favorite, GenerationId.begun(), null, List.of());
    }

    /// A favorite that an import adds now.
    public static StoredFavorite imported(Favorite favorite, ImportId by, List<Place> places) {
        return new StoredFavorite(favorite, GenerationId.begun(), by, places);
    }

    /// Replaces the description. Generation, clip time and places remain. A favorite that the user
    /// changes is theirs, no longer the import's.
    public StoredFavorite describedBy(Favorite description) {
        if (description.withClipTime(favorite.clipTime()).equals(favorite)) {
            return this;
        }
        return new StoredFavorite(
                description.withClipTime(favorite.clipTime()), generation, null, places);
    }
}
