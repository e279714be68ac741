package plaza.favorites.favorite;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import plaza.id.DataId;
import plaza.id.UserId;
import plaza.rule.Pure;

/// One thing that a user has saved.
///
/// @param creatorId the Plaza user who created the thing, if any; not the user who saved it
/// @param clipTime when the user saved it, in whole milliseconds, between [#CLIP_TIME_MIN] and
///   [#CLIP_TIME_MAX]; saving it again does not change the time
@Pure
public record Favorite(
        DataId dataId,
        DataType dataType,
        Title title,
        @Nullable SavedUrl contentUrl,
        @Nullable SavedUrl thumbnailUrl,
        @Nullable UserId creatorId,
        @Nullable Note note,
        Instant clipTime) {
    /// The Unix epoch, which bookmarks files also write for "unknown".
    public static final Instant CLIP_TIME_MIN = Instant.EPOCH;

    /// The last time with a year of four digits, as keys require.
    public static final Instant CLIP_TIME_MAX = Instant.parse("9999-12-31T23:59:59.999Z");

    /// @throws IllegalArgumentException if the clip time is out of its range
    public Favorite {
        clipTime = clipTime.truncatedTo(ChronoUnit.MILLIS);
        if (clipTime.isBefore(CLIP_TIME_MIN) || clipTime.isAfter(CLIP_TIME_MAX)) {
            throw new IllegalArgumentException("the clip time is out of range");
        }
    }

    public Favorite withClipTime(Instant time) {
        return new Favorite(
                dataId, dataType, title, contentUrl, thumbnailUrl, creatorId, note, time);
    }

    public Favorite withId(DataId id) {
        return new Favorite(
                id, dataType, title, contentUrl, thumbnailUrl, creatorId, note, clipTime);
    }

    public Favorite withTitle(Title text) {
        return new Favorite(
                dataId, dataType, text, contentUrl, thumbnailUrl, creatorId, note, clipTime);
    }

    public Favorite withNote(Note text) {
        return new Favorite(
                dataId, dataType, title, contentUrl, thumbnailUrl, creatorId, text, clipTime);
    }
}
