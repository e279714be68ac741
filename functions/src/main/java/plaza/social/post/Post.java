package plaza.social.post;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.PostIds;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// A post.
///
/// @param imageUrl the URL of an image, or null
/// @param timestamp when it was created
/// @param editedAt when it was last edited, or null
/// @param version 1 for a new post; each edit increments it. It is the entity tag.
@Pure
public record Post(
        UserId author,
        PostId id,
        String content,
        @Nullable String imageUrl,
        Instant timestamp,
        @Nullable Instant editedAt,
        long version) {
    /// The limit of 8 kB keeps a page of a hundred posts below the 1 MB that one Query reads.
    public static final TextRule CONTENT = TextRule.lines(2_000, 8_000);

    /// A new post.
    public static Post written(
            UserId author, PostIds.Stamp stamp, String content, @Nullable String imageUrl) {
        return new Post(author, stamp.id(), content, imageUrl, stamp.time(), null, 1);
    }
}
