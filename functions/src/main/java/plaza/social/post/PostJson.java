package plaza.social.post;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Ids;
import plaza.http.Schema.Array;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.image.Image;
import plaza.social.upload.ImageJson;
import plaza.social.user.UserJson;
import plaza.text.Malformed;

/// Converts posts and their counts to JSON.
public final class PostJson {
    static final Text<String> CONTENT =
            Text.of(
                    Post.CONTENT,
                    Mentions::parseContent,
                    Function.identity(),
                    "Fog over the harbour.");

    /// The post to which a post replies, without its author.
    public static final Shape<PostId> REPLIED =
            Shape.<PostId>named("InReplyTo").with("postId", SocialIds.POST, id -> id);

    /// The post to which a post replies, in a request.
    static final Field<PostId> IN_REPLY_TO =
            Field.object("inReplyTo", REPLIED, PostJson::parseParent);

    /// The post to which a post replies, and its author if they were requested and are known.
    private static final Shape<Parent> PARENT =
            Shape.<Parent>named("Parent")
                    .with("postId", SocialIds.POST, Parent::post)
                    .optional(ExpandedPosts.AUTHOR, UserJson.USER_SUMMARY, Parent::author);

    private static final Array<Image> IMAGES = new Array<>(ImageJson.IMAGE, 1, Image.COUNT_MAX);

    public static final Shape<Post> POST =
            Shape.<Post>named("Post")
                    .with("userId", Ids.USER, Post::author)
                    .with("postId", SocialIds.POST, Post::id)
                    .with("content", CONTENT, Post::content)
                    .optional("imageUrl", Text.WEB_URL, Post::imageUrl)
                    .optional("images", IMAGES, PostJson::imagesOrNull)
                    .with("timestamp", Text.TIME, Post::timestamp)
                    .optional("editedAt", Text.TIME, Post::editedAt)
                    .optional("inReplyTo", PARENT, Parent::of);

    private static final Shape<Map<PostCounter, Long>> POST_COUNTS = postCounts();

    /// Whether the caller likes a post.
    private static final Shape<Boolean> OWN_LIKE =
            Shape.<Boolean>named("OwnLike").with("liked", Flag.ANY, liked -> liked);

    public static final Shape<ExpandedPost> EXPANDED_POST =
            Shape.<ExpandedPost>named("ExpandedPost")
                    .all(POST, ExpandedPost::post)
                    .optional("inReplyTo", PARENT, ExpandedPost::parent)
                    .optional(ExpandedPosts.AUTHOR, UserJson.USER_SUMMARY, ExpandedPost::author)
                    .optional(ExpandedPosts.COUNTS, POST_COUNTS, ExpandedPost::counts)
                    .optional(ExpandedPosts.MINE, OWN_LIKE, ExpandedPost::isLiked);

    /// A post as an export has it.
    public static final Shape<Kept> KEPT_POST =
            Shape.<Kept>named("KeptPost")
                    .all(POST, Kept::post)
                    .with("version", Whole.COUNT, kept -> kept.post().version())
                    .with(ExpandedPosts.COUNTS, POST_COUNTS, Kept::counts);

    private PostJson() {}

    private static @Nullable List<Image> imagesOrNull(Post post) {
        return post.images().isEmpty() ? null : post.images();
    }

    private static PostId parseParent(JsonNode object) {
        if (object.size() != 1 || !object.path("postId").isTextual()) {
            throw new Malformed("must be an object with one property, the string `postId`");
        }
        return PostId.parse(object.path("postId").textValue());
    }

    private static Shape<Map<PostCounter, Long>> postCounts() {
        var shape = Shape.<Map<PostCounter, Long>>named("PostCounts");
        for (var counter : PostCounter.values()) {
            shape =
                    shape.with(
                            counter.attribute(),
                            Whole.COUNT,
                            counts -> counts.getOrDefault(counter, 0L));
        }
        return shape;
    }

    /// The shape of one count of a post.
    ///
    /// @param name the name of the schema
    public static Shape<Count> count(String name, PostCounter counter) {
        return Shape.<Count>named(name)
                .with("postId", SocialIds.POST, Count::post)
                .with(counter.attribute(), Whole.COUNT, Count::count);
    }

    /// A post with the requested expansions.
    ///
    /// @param parent the post to which it replies, with its author if requested
    public record ExpandedPost(
            Post post,
            @Nullable Parent parent,
            UserJson.@Nullable Summary author,
            @Nullable Map<PostCounter, Long> counts,
            @Nullable Boolean isLiked) {}

    /// The post to which a post replies.
    ///
    /// @param author its author; null if they were not requested or the post does not exist
    public record Parent(PostId post, UserJson.@Nullable Summary author) {
        private static @Nullable Parent of(Post reply) {
            var parent = reply.parent();
            return parent == null ? null : new Parent(parent.post(), null);
        }
    }

    /// A post with its counts.
    public record Kept(Post post, Map<PostCounter, Long> counts) {}

    /// A count of a post.
    public record Count(PostId post, long count) {}
}
