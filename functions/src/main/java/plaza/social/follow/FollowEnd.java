package plaza.social.follow;

import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Table;

/// The end of a follow: one transaction deletes both edges and updates both counts.
///
/// The follower or the followee ends a follow. A block ends the follows in both directions, in its
/// own transaction ([FollowsBetween]).
final class FollowEnd {
    private FollowEnd() {}

    /// Ends a follow if it exists. A read finds that there is none, for less than a cancelled
    /// transaction. Users cannot follow themselves.
    ///
    /// The edge in the list of followers is not read, because it is marked only if the follower is
    /// suspended. The transaction checks that.
    ///
    /// @param caller the follower or the followee
    /// @return whether the follow existed
    /// @throws plaza.http.ProblemException 403 if the caller is suspended
    static boolean end(Table table, UserId follower, UserId followee, UserId caller) {
        var followeeKey = SocialKeys.FOLLOWEE.key(follower, followee);
        var followerKey = SocialKeys.FOLLOWER.key(followee, follower);
        var following = table.getConsistent(followeeKey);
        if (following == null) {
            return false;
        }
        var unmarked = Item.at(followerKey).build();
        if (!hasEnded(table, following, unmarked, caller)) {
            table.optimisticallyUntil(() -> {
                var edge = table.getConsistent(followeeKey);
                var other = table.getConsistent(followerKey);
                return edge == null
                        || hasEnded(table, edge, other == null ? unmarked : other, caller);
            });
        }
        return true;
    }

    /// Ends a follow.
    ///
    /// @param following the edge in the list of followees
    /// @param follower the edge in the list of followers
    /// @return false if an edge has been marked, or its mark removed, since it was read
    private static boolean hasEnded(Table table, Item following, Item follower, UserId caller) {
        var counts = SocialKeys.USER_COUNT.key(caller);
        return switch (FollowDeletion.perform(table, following, follower, counts)) {
            case Outcome.Done() -> true;
            case Outcome.Refused(var key, var found) -> {
                if (key.equals(counts)) {
                    throw UserProblems.inactive(found);
                }
                yield key.equals(following.key()) && found == null;
            }
        };
    }
}
