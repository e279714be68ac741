package plaza.social;

import plaza.http.Json;
import plaza.id.PostId;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.View;

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
