package plaza.social.follow;

import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Transaction;
import plaza.table.Write;

/// The transaction that deletes both edges of a follow and updates both counts.
final class FollowDeletion {
    private FollowDeletion() {}

    /// Ends a follow.
    ///
    /// @param following the edge in the list of followees
    /// @param follower the edge in the list of followers
    /// @param callersCounts the counts of the caller, who must not be suspended; null if there is
    ///   no caller
    static Outcome<Key> perform(
            Table table, Item following, Item follower, @Nullable Key callersCounts) {
        var counted = FollowItems.counted(following);
        var mirrored = FollowItems.counted(follower);
        return FollowerCount.change(
                table,
                SocialKeys.FOLLOWERS.parse(follower.key()),
                SocialKeys.FOLLOWING.parse(following.key()),
                mirrored.removal(),
                table::get,
                (_, followerCount) -> {
                    var followingCount =
                            Write.Update.of(counted.counter())
                                    .add(counted.attribute(), counted.removal());
                    var writes = new ArrayList<>(deletions(following, follower));
                    writes.add(ofActive(followerCount, callersCounts));
                    writes.add(ofActive(followingCount, callersCounts));
                    return Transaction.of(writes);
                });
    }

    /// The deletions of both edges, on the condition that the follow exists and that each edge is
    /// still marked, or not, as when it was read.
    ///
    /// @param following the edge in the list of followees
    /// @param follower the edge in the list of followers
    static List<Write> deletions(Item following, Item follower) {
        return List.of(
                Write.Delete.of(following.key())
                        .onlyIf(exists().and(FollowItems.counted(following).isStill())),
                Write.Delete.of(follower.key()).onlyIf(FollowItems.counted(follower).isStill()));
    }

    /// The change of a count, on the condition that the caller is not suspended if it is theirs.
    private static Write ofActive(Write.Update count, @Nullable Key callersCounts) {
        return count.key().equals(callersCounts) ? count.onlyIf(Standing.isActive()) : count;
    }
}
