package plaza.social.follow;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Ends the follow of one of the caller's followers, as [UnfollowUser] would end it for the
/// follower.
public final class RemoveFollower extends ApiFunction {
    public RemoveFollower() {}

    public RemoveFollower(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var followee = request.owner("userId");
        var follower = request.path("followerId", UserId::parse);
        var _ = FollowEnd.end(table, follower, followee, followee);
        return Response.noContent();
    }
}
