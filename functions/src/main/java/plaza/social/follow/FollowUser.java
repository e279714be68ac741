package plaza.social.follow;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserItems;
import plaza.social.user.UserProblems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Transaction;
import plaza.table.Write;

/// Makes the caller follow a user: one transaction writes both edges and both counts, so that lists
/// and counts always agree.
///
/// When A follows B, A's *following* list and count grow, and B's *follower* list and count grow.
///
/// A follow that exists is found by a read, because a cancelled transaction would cost twelve write
/// units. The read is strongly consistent: a copy from before an unfollow would lose this follow.
/// Another read finds whether the caller mutes the user, which the new edge states.
///
/// The transaction checks that neither user blocks the other. A read of a gate before it would be
/// cheaper, but would miss a block that is made at the same moment.
public final class FollowUser extends ApiFunction {
    private enum Failure {
        NO_SUCH_FOLLOWEE,
        NO_SUCH_FOLLOWER,
        ALREADY_FOLLOWS,
        BLOCKED
    }

    public FollowUser() {}

    public FollowUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var follower = request.owner("userId");
        var followee = request.path("followeeId", UserId::parse);
        if (follower.equals(followee)) {
            throw Problem.ruleBroken("followeeId", "You cannot follow yourself.").exception();
        }
        var existing = table.getConsistent(KeySpace.FOLLOWEE.key(follower, followee));
        if (existing != null) {
            return existing(existing);
        }
        var isMuted = table.getConsistent(KeySpace.MUTE.key(follower, followee)) != null;
        var follow = new Follow(follower, followee, clock.instant());
        var outcome =
                FollowerCount.change(
                        table,
                        followee,
                        follower,
                        1,
                        exists(),
                        count -> transaction(count, follow, isMuted));
        return switch (outcome) {
            case Outcome.Done() -> Response.created(FollowJson.following(follow));
            case Outcome.Refused(var failure, var found) ->
                    switch (failure) {
                        case NO_SUCH_FOLLOWEE, BLOCKED -> throw UserProblems.noUser("followeeId");
                        case NO_SUCH_FOLLOWER -> throw UserProblems.noProfile();
                        case ALREADY_FOLLOWS ->
                                found == null
                                        ? Response.ok(FollowJson.following(follow))
                                        : existing(found);
                    };
        };
    }

    /// The follow as it was made the first time.
    private static Response existing(Item edge) {
        return Response.ok(FollowJson.FOLLOW.of(FollowItems.edge(edge)));
    }

    private static Transaction<Failure> transaction(
            Write followerCount, Follow follow, boolean isMuted) {
        return new Transaction<Failure>()
                .add(followerCount, Failure.NO_SUCH_FOLLOWEE)
                .add(
                        UserItems.count(follow.follower(), UserItems.FOLLOWING_COUNT, 1)
                                .onlyIf(exists()),
                        Failure.NO_SUCH_FOLLOWER)
                .add(
                        Write.Put.of(FollowItems.following(follow, isMuted)).onlyIf(absent()),
                        Failure.ALREADY_FOLLOWS)
                .add(unblocked(follow.followee(), follow.follower()), Failure.BLOCKED)
                .add(unblocked(follow.follower(), follow.followee()), Failure.BLOCKED)
                .add(Write.Put.of(FollowItems.follower(follow)));
    }

    private static Write unblocked(UserId user, UserId other) {
        return new Write.Check(KeySpace.BLOCK.key(user, other), absent());
    }
}
