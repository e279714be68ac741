package plaza.social.follow;

import static plaza.table.Condition.exists;

import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserItems;
import plaza.table.KeySpace;
import plaza.table.Transaction;
import plaza.table.Write;

/// Ends a follow: one transaction deletes both edges and updates both counts. The caller's timeline
/// hides the followee's posts immediately; the stream triggers the removal of their entries.
public final class UnfollowUser extends ApiFunction {
    public UnfollowUser() {}

    public UnfollowUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var follower = request.owner("userId");
        var followee = request.path("followeeId", UserId::parse);
        // A read finds that there is no follow, for less than a cancelled transaction. Users cannot
        // follow themselves.
        if (table.getConsistent(KeySpace.FOLLOWEE.key(follower, followee)) != null) {
            var _ =
                    FollowerCount.change(
                            table,
                            followee,
                            follower,
                            -1,
                            null,
                            count -> Transaction.of(writes(follower, followee, count)));
        }
        return Response.noContent();
    }

    private static List<Write> writes(UserId follower, UserId followee, Write followerCount) {
        return List.of(
                Write.Delete.of(KeySpace.FOLLOWEE.key(follower, followee)).onlyIf(exists()),
                Write.Delete.of(KeySpace.FOLLOWER.key(followee, follower)),
                followerCount,
                UserItems.count(follower, UserItems.FOLLOWING_COUNT, -1));
    }
}
