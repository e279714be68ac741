package plaza.favorites.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import plaza.id.TagId;

/// A label of a user's own.
///
/// @param createTime when it was created, in whole milliseconds
/// @param lastAccessTime when its favorites were last looked at, in whole milliseconds, as exact as
///   [#ACCESS_STEP_SECONDS] allows; at first the time of creation
public record Tag(TagId tagId, TagName tagName, Instant createTime, Instant lastAccessTime) {
    /// The access time moves at most this often, so that paging through a tag is not a write for
    /// each page.
    public static final int ACCESS_STEP_SECONDS = 60;

    public Tag {
        createTime = createTime.truncatedTo(ChronoUnit.MILLIS);
        lastAccessTime = lastAccessTime.truncatedTo(ChronoUnit.MILLIS);
    }

    /// A new tag, not yet looked at.
    public static Tag created(TagId tagId, TagName tagName, Instant now) {
        return new Tag(tagId, tagName, now, now);
    }

    /// The same tag under another name.
    public Tag renamed(TagName name) {
        return new Tag(tagId, name, createTime, lastAccessTime);
    }

    /// Whether a look at its favorites at this time is to be noted.
    public boolean movesAt(Instant now) {
        return !now.isBefore(lastAccessTime.plusSeconds(ACCESS_STEP_SECONDS));
    }
}
