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
import plaza.table.Table;
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
        end(table, follower, followee);
        return Response.noContent();
    }

    /// Ends a follow if it exists. A read finds that there is none, for less than a cancelled
    /// transaction. Users cannot follow themselves.
    static void end(Table table, UserId follower, UserId followee) {
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
    }

    private static List<Write> writes(UserId follower, UserId followee, Write followerCount) {
        return List.of(
                Write.Delete.of(KeySpace.FOLLOWEE.key(follower, followee)).onlyIf(exists()),
                Write.Delete.of(KeySpace.FOLLOWER.key(followee, follower)),
                followerCount,
                UserItems.count(follower, UserItems.FOLLOWING_COUNT, -1));
    }
}
