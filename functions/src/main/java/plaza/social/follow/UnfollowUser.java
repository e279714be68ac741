package plaza.social.follow;

import static plaza.table.Condition.exists;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Outcome;
import plaza.table.Write;

/// Ends a follow: one transaction deletes both edges and updates both counts. The caller's timeline
/// hides the followee's posts immediately; the stream triggers the removal of their entries.
/// Without a follow, it withdraws the request for one.
public final class UnfollowUser extends ApiFunction {
    public UnfollowUser() {}

    public UnfollowUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var follower = request.owner("userId");
        var followee = request.path("followeeId", UserId::parse);
        table.optimisticallyUntil(() ->
                FollowEnd.end(table, follower, followee, follower) || withdraw(follower, followee));
        return Response.noContent();
    }

    /// Ends the request for a follow that does not exist.
    ///
    /// @return false if the request has just been accepted
    private boolean withdraw(UserId follower, UserId followee) {
        var request = SocialKeys.REQUEST.key(followee, follower);
        if (table.getConsistent(request) == null) {
            return true;
        }
        UserProblems.requireActive(table.get(SocialKeys.USER_COUNT.key(follower)));
        return table.write(Write.Delete.of(request).onlyIf(exists())) instanceof Outcome.Done;
    }
}
