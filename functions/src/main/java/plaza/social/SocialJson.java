package plaza.social;

import org.jspecify.annotations.Nullable;
import plaza.http.Ids;
import plaza.http.Json;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.UserInfo;
import plaza.social.model.View;
import plaza.table.Item;

/// Converts the records of the social context to JSON.
final class SocialJson {
    static final Text<String> NAME = Text.of(UserInfo.NAME, "Alice");
    static final Text<String> ABOUT = Text.of(UserInfo.CONTENT, "I take pictures of lighthouses.");
    static final Text<String> CONTENT = Text.of(Post.CONTENT, "Fog over the harbour.");

    static final Shape<SocialItems.Profile> USER_PROFILE =
            Shape.<SocialItems.Profile>named("UserProfile")
                    .with("userId", Ids.USER, profile -> profile.info().user())
                    .with("name", NAME, profile -> profile.info().name())
                    .optional("content", ABOUT, profile -> profile.info().content())
                    .optional("imageUrl", Text.WEB_URL, profile -> profile.info().imageUrl())
                    .with("createdAt", Text.TIME, profile -> profile.info().createdAt())
                    .with("followerCount", Whole.COUNT, profile -> profile.counts().followers())
                    .with("followingCount", Whole.COUNT, profile -> profile.counts().following())
                    .with("postCount", Whole.COUNT, profile -> profile.counts().posts());

    /// A user beside a post or in a list.
    private static final Shape<Summary> USER_SUMMARY =
            Shape.<Summary>named("UserSummary")
                    .with("userId", Ids.USER, Summary::user)
                    .optional("name", NAME, Summary::nameOrNull)
                    .optional("imageUrl", Text.WEB_URL, Summary::imageUrlOrNull);

    static final Shape<SocialItems.Edge> FOLLOW =
            Shape.<SocialItems.Edge>named("Follow")
                    .with("userId", Ids.USER, SocialItems.Edge::user)
                    .with("followedAt", Text.TIME, SocialItems.Edge::followedAt);

    static final Shape<Like> LIKE =
            Shape.<Like>named("Like")
                    .with("userId", Ids.USER, Like::user)
                    .with("likedAt", Text.TIME, Like::likedAt);

    /// Whether the caller follows a user, and the user the caller.
    private static final Shape<Mine> MINE =
            Shape.<Mine>named("OwnFollows")
                    .with("following", Flag.ANY, Mine::following)
                    .with("followedBy", Flag.ANY, Mine::followedBy);

    static final Shape<ExpandedUser<SocialItems.Edge>> EXPANDED_FOLLOW =
            expanded("ExpandedFollow", FOLLOW);
    static final Shape<ExpandedUser<Like>> EXPANDED_LIKE = expanded("ExpandedLike", LIKE);

    static final Shape<Post> POST =
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

    static final Shape<ExpandedPost> EXPANDED_POST =
            Shape.<ExpandedPost>named("ExpandedPost")
                    .all(POST, ExpandedPost::post)
                    .optional(ExpandedPosts.AUTHOR, USER_SUMMARY, ExpandedPost::author)
                    .optional(ExpandedPosts.COUNTS, POST_COUNTS, ExpandedPost::counts)
                    .optional(ExpandedPosts.MINE, OWN_LIKE, ExpandedPost::isLiked);

    static final Shape<NewPosts> NEW_POST_COUNT =
            Shape.<NewPosts>named("NewPostCount")
                    .with("count", Whole.COUNT, NewPosts::count)
                    .with("more", Flag.ANY, NewPosts::more);

    static final Shape<Count> LIKE_COUNT =
            Shape.<Count>named("LikeCount")
                    .with("postId", Ids.POST, Count::post)
                    .with("likeCount", Whole.COUNT, Count::count);

    static final Shape<Count> VIEW_COUNT =
            Shape.<Count>named("ViewCount")
                    .with("postId", Ids.POST, Count::post)
                    .with("viewCount", Whole.COUNT, Count::count);

    static final Shape<View> VIEW =
            Shape.<View>named("View")
                    .with("postId", Ids.POST, View::post)
                    .with("sessionId", Ids.SESSION, View::session)
                    .with("viewedAt", Text.TIME, View::viewedAt);

    private SocialJson() {}

    /// A user beside a post or in a list.
    ///
    /// @param info the item of the profile, or null if the user has none
    record Summary(UserId user, @Nullable Item info) {
        private @Nullable String nameOrNull() {
            return info == null ? null : info.text(SocialItems.NAME);
        }

        private @Nullable String imageUrlOrNull() {
            return info == null ? null : info.textOrNull(SocialItems.IMAGE_URL);
        }
    }

    /// Whether the caller follows a user, and the user the caller.
    record Mine(boolean following, boolean followedBy) {}

    /// A row of a list of users, with the requested expansions.
    record ExpandedUser<T>(T row, @Nullable Summary user, @Nullable Mine mine) {}

    /// The counts of a post.
    record Counts(long likes, long views) {}

    /// A post with the requested expansions.
    record ExpandedPost(
            Post post,
            @Nullable Summary author,
            @Nullable Counts counts,
            @Nullable Boolean isLiked) {}

    /// The number of new posts, and whether there are more.
    record NewPosts(int count, boolean more) {}

    /// A count of a post.
    record Count(PostId post, long count) {}

    private static <T> Shape<ExpandedUser<T>> expanded(String name, Shape<T> row) {
        return Shape.<ExpandedUser<T>>named(name)
                .all(row, ExpandedUser::row)
                .optional(ExpandedUsers.USER, USER_SUMMARY, ExpandedUser::user)
                .optional(ExpandedUsers.MINE, MINE, ExpandedUser::mine);
    }

    /// The entry that a follow adds to the follower's following list.
    static Json following(Follow follow) {
        return FOLLOW.of(new SocialItems.Edge(follow.followee(), follow.followedAt()));
    }
}
