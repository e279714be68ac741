package plaza.favorites.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import plaza.id.DataId;
import plaza.id.UserId;

/// One thing a user has saved.
///
/// @param creatorId who made the thing, if that is a user known here; not who saved it
/// @param clipTime when it was saved, in whole milliseconds, between [#CLIP_TIME_MIN] and
///   [#CLIP_TIME_MAX]; saving the same thing again does not change it
public record Favorite(
        DataId dataId,
        DataType dataType,
        Title title,
        @Nullable SavedUrl contentUrl,
        @Nullable SavedUrl thumbnailUrl,
        @Nullable UserId creatorId,
        @Nullable Note note,
        Instant clipTime) {
    /// No collection is older than the Unix epoch, which bookmark files write for "unknown".
    public static final Instant CLIP_TIME_MIN = Instant.EPOCH;

    /// The last time that is written with a year of four digits, as keys need.
    public static final Instant CLIP_TIME_MAX = Instant.parse("9999-12-31T23:59:59.999Z");

    /// @throws IllegalArgumentException if the clip time is out of its range
    public Favorite {
        clipTime = clipTime.truncatedTo(ChronoUnit.MILLIS);
        if (clipTime.isBefore(CLIP_TIME_MIN) || clipTime.isAfter(CLIP_TIME_MAX)) {
            throw new IllegalArgumentException("the clip time is out of range");
        }
    }

    /// The same thing, saved at another time.
    public Favorite clippedAt(Instant time) {
        return new Favorite(
                dataId, dataType, title, contentUrl, thumbnailUrl, creatorId, note, time);
    }

    /// The same thing under another id.
    public Favorite under(DataId id) {
        return new Favorite(
                id, dataType, title, contentUrl, thumbnailUrl, creatorId, note, clipTime);
    }

    /// The same thing under another title.
    public Favorite titled(Title text) {
        return new Favorite(
                dataId, dataType, text, contentUrl, thumbnailUrl, creatorId, note, clipTime);
    }

    /// The same thing with a note.
    public Favorite noted(Note text) {
        return new Favorite(
                dataId, dataType, title, contentUrl, thumbnailUrl, creatorId, text, clipTime);
    }

    /// What of it can be found by a search.
    public SearchText searchText() {
        return SearchText.of(title, contentUrl, note);
    }
}
