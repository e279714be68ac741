package plaza.favorites.favorite;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.DataId;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.text.IsoTime;

/// One thing that a user has saved.
///
/// @param creatorId the Plaza user who created the thing, if any; not the user who saved it
/// @param clipTime when the user saved it, in whole milliseconds, between [IsoTime#MIN] and
///   [IsoTime#MAX]; saving it again does not change the time
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
    /// @throws IllegalArgumentException if the clip time is out of its range
    public Favorite {
        clipTime = clipTime.truncatedTo(ChronoUnit.MILLIS);
        if (clipTime.isBefore(IsoTime.MIN) || clipTime.isAfter(IsoTime.MAX)) {
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
