package plaza.social.post;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.PostId;
import plaza.social.image.Image;
import plaza.social.image.ImageName;
import plaza.text.TextRule;

/// A post.
///
/// @param imageUrl the URL of an image elsewhere, or null
/// @param images the images that its author uploaded
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
        List<Image> images,
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

    /// A post without uploaded images that replies to no other.
    public Post(
            UserId author,
            PostId id,
            String content,
            @Nullable String imageUrl,
            Instant timestamp,
            @Nullable Instant editedAt,
            long version) {
        this(author, id, content, imageUrl, List.of(), timestamp, editedAt, version, null);
    }

    /// A new post.
    public static Post written(
            UserId author,
            Ulids.Stamp stamp,
            String content,
            @Nullable String imageUrl,
            List<Image> images,
            @Nullable Parent parent) {
        return new Post(
                author,
                PostId.of(stamp.id()),
                content,
                imageUrl,
                images,
                stamp.time(),
                null,
                1,
                parent);
    }

    /// The post with other content or images; the post itself if all is as it is.
    Post edited(
            String newContent, @Nullable String newImageUrl, List<Image> newImages, Instant now) {
        return content.equals(newContent)
                        && Objects.equals(imageUrl, newImageUrl)
                        && images.equals(newImages)
                ? this
                : new Post(
                        author,
                        id,
                        newContent,
                        newImageUrl,
                        newImages,
                        timestamp,
                        now,
                        version + 1,
                        parent);
    }

    /// The names of the uploaded images.
    public List<ImageName> imageNames() {
        return images.stream().map(Image::name).toList();
    }

    /// Whether the post is in timelines. Replies are not, except those to one's own posts.
    public boolean isInTimelines() {
        return parent == null || parent.isOwn();
    }
}
