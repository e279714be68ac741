package plaza.social.post;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Ids;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.PostId;
import plaza.social.user.UserJson;

/// Converts posts and their counts to JSON.
public final class PostJson {
    static final Text<String> CONTENT = Text.of(Post.CONTENT, "Fog over the harbour.");

    public static final Shape<Post> POST =
            Shape.<Post>named("Post")
                    .with("userId", Ids.USER, Post::author)
                    .with("postId", Ids.POST, Post::id)
                    .with("content", CONTENT, Post::content)
                    .optional("imageUrl", Text.WEB_URL, Post::imageUrl)
                    .with("timestamp", Text.TIME, Post::timestamp)
                    .optional("editedAt", Text.TIME, Post::editedAt);

    private static final Shape<Map<PostCounter, Long>> POST_COUNTS = postCounts();

    /// Whether the caller likes a post.
    private static final Shape<Boolean> OWN_LIKE =
            Shape.<Boolean>named("OwnLike").with("liked", Flag.ANY, liked -> liked);

    public static final Shape<ExpandedPost> EXPANDED_POST =
            Shape.<ExpandedPost>named("ExpandedPost")
                    .all(POST, ExpandedPost::post)
                    .optional(ExpandedPosts.AUTHOR, UserJson.USER_SUMMARY, ExpandedPost::author)
                    .optional(ExpandedPosts.COUNTS, POST_COUNTS, ExpandedPost::counts)
                    .optional(ExpandedPosts.MINE, OWN_LIKE, ExpandedPost::isLiked);

    private PostJson() {}

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
                .with("postId", Ids.POST, Count::post)
                .with(counter.attribute(), Whole.COUNT, Count::count);
    }

    /// A post with the requested expansions.
    record ExpandedPost(
            Post post,
            UserJson.@Nullable Summary author,
            @Nullable Map<PostCounter, Long> counts,
            @Nullable Boolean isLiked) {}

    /// A count of a post.
    public record Count(PostId post, long count) {}
}
