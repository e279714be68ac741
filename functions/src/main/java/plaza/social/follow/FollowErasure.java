package plaza.social.follow;

import plaza.id.UserId;
import plaza.leaving.Erasing;
import plaza.social.key.SocialKeys;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;

/// The end of the follows of a user who leaves, in both directions.
public final class FollowErasure {
    private FollowErasure() {}

    /// Ends the follow of an edge in a list of followers.
    public static long follower(Item edge, Erasing erasing) {
        return SocialKeys.FOLLOWER.parse(
                edge.key(), (followee, follower) -> end(follower, followee, erasing));
    }

    /// Ends the follow of an edge in a list of followed users.
    public static long followee(Item edge, Erasing erasing) {
        return SocialKeys.FOLLOWEE.parse(
                edge.key(), (follower, followee) -> end(follower, followee, erasing));
    }

    private static long end(UserId follower, UserId followee, Erasing erasing) {
        return erasing.table().optimistically(() -> tryEnd(follower, followee, erasing));
    }

    /// @return the number of edges that were deleted
    private static Attempt<Long> tryEnd(UserId follower, UserId followee, Erasing erasing) {
        var table = erasing.table();
        var following = table.getConsistent(SocialKeys.FOLLOWEE.key(follower, followee));
        var mirror = SocialKeys.FOLLOWER.key(followee, follower);
        if (following == null) {
            // an edge without its mirror is in no number that could be right
            return Attempt.done(erasing.delete(mirror));
        }
        var other = table.getConsistent(mirror);
        var unmarked = Item.at(mirror).build();
        var outcome =
                FollowDeletion.perform(table, following, other == null ? unmarked : other, null);
        return outcome instanceof Outcome.Done
                ? Attempt.done(other == null ? 1L : 2L)
                : Attempt.tryAgain();
    }
}
