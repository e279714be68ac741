package plaza.social.follow;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.http.Ids;
import plaza.http.Json;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.user.UserJson;
import plaza.table.Item;

/// Converts follows to JSON.
public final class FollowJson {
    public static final Shape<FollowItems.Edge> FOLLOW =
            Shape.<FollowItems.Edge>named("Follow")
                    .with("userId", Ids.USER, FollowItems.Edge::user)
                    .with("followedAt", Text.TIME, FollowItems.Edge::followedAt);

    /// A follow as an export has it. Lists hide it while the other user is suspended.
    public static final Shape<Item> KEPT_FOLLOW =
            Shape.<Item>named("KeptFollow")
                    .all(FOLLOW, FollowItems::edge)
                    .optional(
                            "hidden",
                            Flag.TRUE,
                            edge -> Standing.isOfSuspended(edge) ? true : null);

    public static final Shape<UserJson.ExpandedUser<FollowItems.Edge>> EXPANDED_FOLLOW =
            UserJson.expanded("ExpandedFollow", FOLLOW);

    /// A request, as its list has it.
    public static final Shape<FollowRequest> REQUEST =
            Shape.<FollowRequest>named("FollowRequest")
                    .with("userId", Ids.USER, FollowRequest::requester)
                    .with("requestedAt", Text.TIME, FollowRequest::requestedAt);

    public static final Shape<UserJson.ExpandedUser<FollowRequest>> EXPANDED_REQUEST =
            UserJson.expanded("ExpandedFollowRequest", REQUEST);

    /// The follow or the request that a user has begun. It is one shape, because generated clients
    /// have one type for all successes of an operation.
    public static final Shape<Begun> BEGUN =
            Shape.<Begun>named("BegunFollow")
                    .with("userId", Ids.USER, Begun::followee)
                    .optional("followedAt", Text.TIME, Begun::followedAt)
                    .optional("requestedAt", Text.TIME, Begun::requestedAt)
                    .optional(
                            "state",
                            Text.words("requested"),
                            begun -> begun.requestedAt() == null ? null : "requested");

    private FollowJson() {}

    /// A follow or a request: one of the times is null.
    public record Begun(
            UserId followee, @Nullable Instant followedAt, @Nullable Instant requestedAt) {}

    static Json requested(FollowRequest request) {
        return BEGUN.of(new Begun(request.followee(), null, request.requestedAt()));
    }

    /// The entry that a follow adds to the follower's following list.
    static Json following(FollowItems.Edge edge) {
        return BEGUN.of(new Begun(edge.user(), edge.followedAt(), null));
    }
}
