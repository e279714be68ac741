package plaza.social.like;

import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.social.id.SocialIds;
import plaza.social.post.PostCounter;
import plaza.social.post.PostJson;
import plaza.social.user.UserJson;

/// Converts likes to JSON.
public final class LikeJson {
    public static final Shape<Like> LIKE =
            Shape.<Like>named("Like")
                    .with("userId", Ids.USER, Like::user)
                    .with("likedAt", Text.TIME, Like::likedAt);

    /// A like among those of its user.
    public static final Shape<Like> LIKED =
            Shape.<Like>named("LikedPost")
                    .with("postId", SocialIds.POST, Like::post)
                    .with("likedAt", Text.TIME, Like::likedAt);

    public static final Shape<UserJson.ExpandedUser<Like>> EXPANDED_LIKE =
            UserJson.expanded("ExpandedLike", LIKE);

    public static final Shape<PostJson.Count> LIKE_COUNT =
            PostJson.count("LikeCount", PostCounter.LIKES);

    private LikeJson() {}
}
