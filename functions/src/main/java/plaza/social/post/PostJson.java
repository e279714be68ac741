package plaza.social.post;

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

    private static final Shape<Counts> POST_COUNTS =
            Shape.<Counts>named("PostCounts")
                    .with("likeCount", Whole.COUNT, Counts::likes)
                    .with("viewCount", Whole.COUNT, Counts::views);

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

    /// The counts of a post.
    record Counts(long likes, long views) {}

    /// A post with the requested expansions.
    record ExpandedPost(
            Post post,
            UserJson.@Nullable Summary author,
            @Nullable Counts counts,
            @Nullable Boolean isLiked) {}

    /// A count of a post.
    public record Count(PostId post, long count) {}
}
