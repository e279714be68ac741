package plaza.social.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.PostIds;
import plaza.id.UserId;
import plaza.text.TextRule;

/// A post.
///
/// @param imageUrl a picture, or null
/// @param timestamp when it was written
/// @param editedAt when it was last changed, or null
/// @param version 1 when new, one more with each edit; the entity tag
public record Post(
        UserId author,
        PostId id,
        String content,
        @Nullable String imageUrl,
        Instant timestamp,
        @Nullable Instant editedAt,
        long version) {
    /// Eight kilobytes keep a page of a hundred posts below the megabyte that one Query reads.
    public static final TextRule CONTENT = TextRule.lines(2_000, 8_000);

    /// A post as it is first written.
    public static Post written(
            UserId author, PostIds.Stamp stamp, String content, @Nullable String imageUrl) {
        return new Post(author, stamp.id(), content, imageUrl, stamp.time(), null, 1);
    }
}
