package plaza.social.follow;

import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserItems;
import plaza.social.user.UserProblems;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Transaction;
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
        table.optimisticallyUntil(
                () -> end(table, follower, followee, follower) || withdraw(follower, followee));
        return Response.noContent();
    }

    /// Ends the request for a follow that does not exist.
    ///
    /// @return false if the request has just been accepted
    private boolean withdraw(UserId follower, UserId followee) {
        var request = KeySpace.REQUEST.key(followee, follower);
        if (table.getConsistent(request) == null) {
            return true;
        }
        UserProblems.requireActive(table.get(KeySpace.USER_COUNT.key(follower)));
        return table.write(Write.Delete.of(request).onlyIf(exists())) instanceof Outcome.Done;
    }

    /// Ends a follow if it exists. A read finds that there is none, for less than a cancelled
    /// transaction. Users cannot follow themselves.
    ///
    /// @param caller the follower or the followee
    /// @return whether the follow existed
    /// @throws plaza.http.ProblemException 403 if the caller is suspended
    static boolean end(Table table, UserId follower, UserId followee, UserId caller) {
        if (table.getConsistent(KeySpace.FOLLOWEE.key(follower, followee)) == null) {
            return false;
        }
        var counts = KeySpace.USER_COUNT.key(caller);
        var outcome =
                FollowerCount.change(
                        table,
                        followee,
                        follower,
                        -1,
                        table::get,
                        (_, change) -> Transaction.of(writes(follower, followee, change, counts)));
        if (outcome instanceof Outcome.Refused(var key, _) && key.equals(counts)) {
            throw UserProblems.suspended();
        }
        return true;
    }

    private static List<Write> writes(
            UserId follower, UserId followee, Write.Update followerCount, Key callersCounts) {
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(KeySpace.FOLLOWEE.key(follower, followee)).onlyIf(exists()));
        writes.add(Write.Delete.of(KeySpace.FOLLOWER.key(followee, follower)));
        for (var count :
                List.of(followerCount, UserItems.count(follower, UserItems.FOLLOWING_COUNT, -1))) {
            writes.add(
                    count.key().equals(callersCounts) ? count.onlyIf(Standing.isActive()) : count);
        }
        return writes;
    }
}
