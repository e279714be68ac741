package plaza.favorites.tag;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import plaza.favorites.id.TagId;
import plaza.rule.Pure;

/// A user's own label for favorites.
///
/// @param createTime in whole milliseconds
/// @param lastAccessTime when the user last listed the tag's favorites, in whole milliseconds and
///   within [#ACCESS_STEP_SECONDS]; initially the creation time
@Pure
public record Tag(TagId tagId, TagName tagName, Instant createTime, Instant lastAccessTime) {
    /// The shortest time between two updates of the access time, so that paging through a tag does
    /// not write for each page.
    public static final int ACCESS_STEP_SECONDS = 60;

    public Tag {
        createTime = createTime.truncatedTo(ChronoUnit.MILLIS);
        lastAccessTime = lastAccessTime.truncatedTo(ChronoUnit.MILLIS);
    }

    public static Tag created(TagId tagId, TagName tagName, Instant now) {
        return new Tag(tagId, tagName, now, now);
    }

    public Tag renamed(TagName name) {
        return new Tag(tagId, name, createTime, lastAccessTime);
    }

    /// Whether an access at this time updates the access time.
    public boolean updatesAccessAt(Instant now) {
        return !now.isBefore(lastAccessTime.plusSeconds(ACCESS_STEP_SECONDS));
    }
}
