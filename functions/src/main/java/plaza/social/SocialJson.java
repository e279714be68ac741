package plaza.social;

import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.View;
import plaza.table.Item;

/// Converts the records of the social context to JSON.
final class SocialJson {
    private SocialJson() {}

    static Json user(SocialItems.Profile profile) {
        var info = profile.info();
        var counts = profile.counts();
        return Json.object()
                .with("userId", info.user().value())
                .with("name", info.name())
                .with("content", info.content())
                .with("imageUrl", info.imageUrl())
                .with("createdAt", info.createdAt())
                .with("followerCount", counts.followers())
                .with("followingCount", counts.following())
                .with("postCount", counts.posts());
    }

    /// A user beside a post or in a list.
    ///
    /// @param info the item of the profile, or null if the user has none
    static Json summary(UserId user, @Nullable Item info) {
        return Json.object()
                .with("userId", user.value())
                .with("name", info == null ? null : info.text(SocialItems.NAME))
                .with("imageUrl", info == null ? null : info.textOrNull(SocialItems.IMAGE_URL));
    }

    static Json counts(long likes, long views) {
        return Json.object().with("likeCount", likes).with("viewCount", views);
    }

    /// Whether the caller likes a post.
    static Json liked(boolean liked) {
        return Json.object().with("liked", liked);
    }

    /// Whether the caller follows a user, and the user the caller.
    static Json follows(boolean following, boolean followedBy) {
        return Json.object().with("following", following).with("followedBy", followedBy);
    }

    static Json edge(SocialItems.Edge edge) {
        return Json.object()
                .with("userId", edge.user().value())
                .with("followedAt", edge.followedAt());
    }

    /// The entry that a follow adds to the follower's following list.
    static Json following(Follow follow) {
        return edge(new SocialItems.Edge(follow.followee(), follow.followedAt()));
    }

    static Json post(Post post) {
        return Json.object()
                .with("userId", post.author().value())
                .with("postId", post.id().value())
                .with("content", post.content())
                .with("imageUrl", post.imageUrl())
                .with("timestamp", post.timestamp())
                .with("editedAt", post.editedAt());
    }

    /// The number of new posts, and whether there are more.
    static Json newPosts(int count, boolean more) {
        return Json.object().with("count", count).with("more", more);
    }

    static Json like(Like like) {
        return Json.object().with("userId", like.user().value()).with("likedAt", like.likedAt());
    }

    static Json likeCount(PostId post, long count) {
        return Json.object().with("postId", post.value()).with("likeCount", count);
    }

    static Json viewCount(PostId post, long count) {
        return Json.object().with("postId", post.value()).with("viewCount", count);
    }

    static Json view(View view) {
        return Json.object()
                .with("postId", view.post().value())
                .with("sessionId", view.session().value())
                .with("viewedAt", view.viewedAt());
    }
}
