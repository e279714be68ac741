package plaza.favorites.bookmarks;

import java.time.Instant;
import java.util.List;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Place;
import plaza.favorites.tag.TagName;
import plaza.rule.Pure;

/// One bookmark of a bookmarks file, parsed.
///
/// @param favorite the favorite to save
/// @param named whether the file gives the dataId; otherwise it is derived from the exact address
/// @param tags no two of them with the same [TagName#normalised()]
/// @param places its folders, each once
/// @param line the bookmark's line in the file, counted from 1
@Pure
public record Bookmark(
        Favorite favorite, boolean named, List<TagName> tags, List<Place> places, int line) {
    /// Tags of one bookmark. One transaction writes a bookmark with its tags: one action for the
    /// favorite and two for each tag, of the 100 that DynamoDB allows.
    public static final int TAGS_MAX = 49;

    public Bookmark {
        tags = List.copyOf(tags);
        places = List.copyOf(places);
        if (tags.size() > TAGS_MAX) {
            throw new IllegalArgumentException("too many tags");
        }
    }

    /// The clip time of a bookmark without a date: before the import, in the order of the file, so
    /// that a list with the newest first shows the bookmarks as the file does.
    static Instant timeWithoutDate(Instant importTime, List<Place> places) {
        return importTime.minusMillis(Place.position(places.getFirst().order()));
    }

    public Bookmark withFavorite(Favorite other) {
        return new Bookmark(other, named, tags, places, line);
    }
}
