package plaza.favorites.model;

import plaza.id.LifeId;

/// A favorite as it is kept: with the life that began when it was clipped and ends when it is
/// unclipped.
public record Clip(Favorite favorite, LifeId life) {
    /// A favorite just clipped.
    public static Clip begun(Favorite favorite) {
        return new Clip(favorite, LifeId.begun());
    }

    /// The same clip, of the thing as it is described now; life and clip time stay.
    public Clip describedBy(Favorite description) {
        return new Clip(description.clippedAt(favorite.clipTime()), life);
    }
}
