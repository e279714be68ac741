package plaza.social.post;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.PostId;
import plaza.text.TextRule;

/// A post.
///
/// @param imageUrl the URL of an image, or null
/// @param timestamp when it was created
/// @param editedAt when it was last edited, or null
/// @param version 1 for a new post; each edit increments it. It is the entity tag.
/// @param parent the post to which it replies, or null
@Pure
public record Post(
        UserId author,
        PostId id,
        String content,
        @Nullable String imageUrl,
        Instant timestamp,
        @Nullable Instant editedAt,
        long version,
        @Nullable Parent parent) {
    /// The limit of 8 kB keeps a page of a hundred posts below the 1 MB that one Query reads.
    public static final TextRule CONTENT = TextRule.lines(2_000, 8_000);

    /// The post to which a post replies.
    ///
    /// @param isOwn whether the author of the reply wrote it
    public record Parent(PostId post, boolean isOwn) {}

    /// A post that replies to no other.
    public Post(
            UserId author,
            PostId id,
            String content,
            @Nullable String imageUrl,
            Instant timestamp,
            @Nullable Instant editedAt,
            long version) {
        this(author, id, content, imageUrl, timestamp, editedAt, version, null);
    }

    /// A new post.
    public static Post written(
            UserId author,
            Ulids.Stamp stamp,
            String content,
            @Nullable String imageUrl,
            @Nullable Parent parent) {
        return new Post(
                author, PostId.of(stamp.id()), content, imageUrl, stamp.time(), null, 1, parent);
    }

    /// The post with another content or image; the post itself if both are as they are.
    Post edited(String newContent, @Nullable String newImageUrl, Instant now) {
        return content.equals(newContent) && Objects.equals(imageUrl, newImageUrl)
                ? this
                : new Post(
                        author, id, newContent, newImageUrl, timestamp, now, version + 1, parent);
    }

    /// Whether the post is in timelines. Replies are not, except those to one's own posts.
    public boolean isInTimelines() {
        return parent == null || parent.isOwn();
    }
}
