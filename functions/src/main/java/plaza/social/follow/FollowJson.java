package plaza.social.follow;

import plaza.http.Ids;
import plaza.http.Json;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.social.user.UserJson;

/// Converts follows to JSON.
public final class FollowJson {
    public static final Shape<FollowItems.Edge> FOLLOW =
            Shape.<FollowItems.Edge>named("Follow")
                    .with("userId", Ids.USER, FollowItems.Edge::user)
                    .with("followedAt", Text.TIME, FollowItems.Edge::followedAt);

    public static final Shape<UserJson.ExpandedUser<FollowItems.Edge>> EXPANDED_FOLLOW =
            UserJson.expanded("ExpandedFollow", FOLLOW);

    /// A request, as its list has it.
    public static final Shape<FollowRequest> REQUEST =
            Shape.<FollowRequest>named("FollowRequest")
                    .with("userId", Ids.USER, FollowRequest::requester)
                    .with("requestedAt", Text.TIME, FollowRequest::requestedAt);

    public static final Shape<UserJson.ExpandedUser<FollowRequest>> EXPANDED_REQUEST =
            UserJson.expanded("ExpandedFollowRequest", REQUEST);

    /// A request, as the requester receives it.
    public static final Shape<FollowRequest> REQUESTED =
            Shape.<FollowRequest>named("RequestedFollow")
                    .with("userId", Ids.USER, FollowRequest::followee)
                    .with("requestedAt", Text.TIME, FollowRequest::requestedAt)
                    .with("state", Text.words("requested"), _ -> "requested");

    private FollowJson() {}

    /// The entry that a follow adds to the follower's following list.
    static Json following(Follow follow) {
        return FOLLOW.of(new FollowItems.Edge(follow.followee(), follow.followedAt()));
    }
}
