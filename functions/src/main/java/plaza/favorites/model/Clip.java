package plaza.favorites.model;

import org.jspecify.annotations.Nullable;
import plaza.id.ImportId;
import plaza.id.LifeId;

/// A favorite as it is kept: with the life that began when it was clipped and ends when it is
/// unclipped.
///
/// @param addedBy the import that added it, or null where the user clipped it. That import also
///   writes its postings and counts it, which the stream does otherwise.
public record Clip(Favorite favorite, LifeId life, @Nullable ImportId addedBy) {
    /// A favorite just clipped.
    public static Clip begun(Favorite favorite) {
        return new Clip(favorite, LifeId.begun(), null);
    }

    /// A favorite just added by an import.
    public static Clip added(Favorite favorite, ImportId by) {
        return new Clip(favorite, LifeId.begun(), by);
    }

    /// The same clip, of the thing as it is described now; life, clip time and import stay.
    public Clip describedBy(Favorite description) {
        return new Clip(description.clippedAt(favorite.clipTime()), life, addedBy);
    }
}
