package plaza.social.follow;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Write;

/// Makes the caller follow a user: one transaction writes both edges and both counts, so that lists
/// and counts always agree. If the user is protected, it writes a request instead.
///
/// When A follows B, A's *following* list and count grow, and B's *follower* list and count grow.
///
/// A follow that exists is found by a read, because a cancelled transaction would cost 14 write
/// units. The read is strongly consistent: a copy from before an unfollow would lose this follow.
/// Another read finds whether the caller mutes the user, which the new edge states, and whether the
/// caller has requested the follow.
///
/// Whether the user is protected is read with the number of followers, with eventual consistency,
/// and before the request. The transaction checks it; if it has changed, all is read again.
public final class FollowUser extends ApiFunction {
    public FollowUser() {}

    public FollowUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request call) {
        var follower = call.owner("userId");
        var followee = call.path("followeeId", UserId::parse);
        if (follower.equals(followee)) {
            throw Problem.ruleBroken("followeeId", "You cannot follow yourself.").exception();
        }
        var follow = new Follow(follower, followee, clock.instant());
        return table.optimistically(
                () -> attempt(follow, table::get), () -> attempt(follow, table::getConsistent));
    }

    /// Begins a follow, or requests it.
    ///
    /// A request is looked for after the standing was read, and the transaction expects that the
    /// standing has not changed since. So no request is written in between that the follow would
    /// leave: requests are written only while the followee is protected.
    ///
    /// @param read reads the counts of the followee, which have the standing
    private Attempt<Response> attempt(Follow follow, Function<Key, @Nullable Item> read) {
        var existing =
                table.getConsistent(SocialKeys.FOLLOWEE.key(follow.follower(), follow.followee()));
        var counts = read.apply(SocialKeys.USER_COUNT.key(follow.followee()));
        var standing = Standing.of(counts);
        if (standing.isSuspended()) {
            throw UserProblems.noUser("followeeId");
        }
        if (existing != null) {
            return Attempt.done(Response.ok(FollowJson.following(FollowItems.edge(existing))));
        }
        var mute = SocialKeys.MUTE.key(follow.follower(), follow.followee());
        var request = SocialKeys.REQUEST.key(follow.followee(), follow.follower());
        var found = table.getByKey(List.of(mute, request));
        var earlier = found.get(request);
        if (standing.isProtected()) {
            return earlier == null ? request(follow, standing) : repeated(follow, earlier);
        }
        var isMuted = found.containsKey(mute);
        var outcome =
                FollowerCount.change(
                        table,
                        follow.followee(),
                        follow.follower(),
                        1,
                        FollowerCount.known(counts, read),
                        (latest, change) -> {
                            var writes =
                                    FollowWrites.follow(
                                            follow,
                                            isMuted,
                                            latest,
                                            change,
                                            standing.isUnchanged());
                            return earlier == null
                                    ? writes
                                    : writes.add(Write.Delete.of(earlier.key()));
                        });
        var edge = new FollowItems.Edge(follow.followee(), follow.followedAt());
        return response(outcome, Response.created(FollowJson.following(edge)));
    }

    private Attempt<Response> request(Follow follow, Standing standing) {
        var request = new FollowRequest(follow.follower(), follow.followee(), follow.followedAt());
        return response(
                table.transact(FollowWrites.request(request, standing)), requested(request));
    }

    /// Returns an earlier request if the followee is still protected.
    private Attempt<Response> repeated(Follow follow, Item earlier) {
        var counts = table.getConsistent(SocialKeys.USER_COUNT.key(follow.followee()));
        return Standing.of(counts).isProtected()
                ? Attempt.done(requested(FollowRequestItems.request(earlier)))
                : Attempt.tryAgain();
    }

    private static Response requested(FollowRequest request) {
        return Response.accepted(FollowJson.requested(request));
    }

    /// Returns the response of a transaction, or decides about the item whose condition does not
    /// hold.
    private static Attempt<Response> response(
            Outcome<FollowWrites.Failure> outcome, Response done) {
        return switch (outcome) {
            case Outcome.Done() -> Attempt.done(done);
            case Outcome.Refused(var failure, var refused) ->
                    switch (failure) {
                        case OTHER_FOLLOWEE -> {
                            if (refused == null) {
                                throw UserProblems.noUser("followeeId");
                            }
                            yield Attempt.tryAgain();
                        }
                        case BLOCKED, NO_REQUEST -> throw UserProblems.noUser("followeeId");
                        case NO_FOLLOWER -> {
                            UserProblems.requireActive(refused);
                            throw UserProblems.noProfile();
                        }
                        // the next attempt finds the follow, the request or the mute
                        case EXISTS, MUTE_CHANGED -> Attempt.tryAgain();
                    };
        };
    }
}
