package plaza.social.follow;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserItems;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Transaction;
import plaza.table.Write;

/// The transactions that begin a follow or request it.
///
/// They check that neither user blocks the other, and that a follow states whether the follower
/// mutes the followee. A read of a gate before them would be cheaper, but would miss a block or a
/// mute that is made at the same moment.
final class FollowWrites {
    enum Failure {
        /// The followee does not exist, or their standing has changed.
        OTHER_FOLLOWEE,
        /// The follower does not exist or is suspended.
        NO_FOLLOWER,
        /// The follow, or the request for it, exists.
        EXISTS,
        NO_REQUEST,
        BLOCKED,
        /// The follower has muted the followee, or ended that, in the meantime.
        MUTE_CHANGED
    }

    private FollowWrites() {}

    /// Begins a follow.
    ///
    /// @param counts the counts of the followee, or null
    /// @param change the change of their number of followers
    /// @param followee the condition on the followee. A divided number is another item than the
    ///   standing, which its writers then only read
    static Transaction<Failure> follow(
            Follow follow,
            boolean isMuted,
            @Nullable Item counts,
            Write.Update change,
            Condition followee) {
        var isDivided = counts != null && FollowerCount.isDivided(counts);
        var mute = SocialKeys.MUTE.key(follow.follower(), follow.followee());
        return unblocked(follow.follower(), follow.followee())
                .add(new Write.Check(mute, isMuted ? exists() : absent()), Failure.MUTE_CHANGED)
                .add(isDivided ? change : change.onlyIf(followee), Failure.OTHER_FOLLOWEE)
                .add(
                        UserItems.count(follow.follower(), UserItems.FOLLOWING_COUNT, 1)
                                .onlyIf(Standing.existsActive()),
                        Failure.NO_FOLLOWER)
                .add(
                        Write.Put.of(FollowItems.following(follow, isMuted)).onlyIf(absent()),
                        Failure.EXISTS)
                .add(Write.Put.of(FollowItems.follower(follow)));
    }

    /// Requests a follow of a protected user.
    static Transaction<Failure> request(FollowRequest request, Standing followee) {
        return unblocked(request.requester(), request.followee())
                .add(
                        new Write.Check(
                                SocialKeys.USER_COUNT.key(request.followee()), followee.isStill()),
                        Failure.OTHER_FOLLOWEE)
                .add(
                        new Write.Check(
                                SocialKeys.USER_COUNT.key(request.requester()),
                                Standing.existsActive()),
                        Failure.NO_FOLLOWER)
                .add(
                        new Write.Check(
                                SocialKeys.FOLLOWEE.key(request.requester(), request.followee()),
                                absent()),
                        Failure.EXISTS)
                .add(
                        Write.Put.of(FollowRequestItems.request(request)).onlyIf(absent()),
                        Failure.EXISTS);
    }

    private static Transaction<Failure> unblocked(UserId user, UserId other) {
        return new Transaction<Failure>()
                .add(new Write.Check(SocialKeys.BLOCK.key(user, other), absent()), Failure.BLOCKED)
                .add(new Write.Check(SocialKeys.BLOCK.key(other, user), absent()), Failure.BLOCKED);
    }
}
