package plaza.social.follow;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Write;

/// Makes the caller follow a user: one transaction writes both edges and both counts, so that lists
/// and counts always agree. If the user is protected, it writes a request instead.
///
/// When A follows B, A's *following* list and count grow, and B's *follower* list and count grow.
///
/// A follow that exists is found by a read, because a cancelled transaction would cost twelve write
/// units. The read is strongly consistent: a copy from before an unfollow would lose this follow.
/// Another read finds whether the caller mutes the user, which the new edge states, and whether the
/// caller has requested the follow.
///
/// Whether the user is protected is read with the number of followers, with eventual consistency.
/// The transaction checks it; if it has changed, a consistent read decides.
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
        var existing = table.getConsistent(KeySpace.FOLLOWEE.key(follower, followee));
        if (existing != null) {
            return existing(existing);
        }
        var mute = KeySpace.MUTE.key(follower, followee);
        var request = KeySpace.REQUEST.key(followee, follower);
        var found = table.getByKey(List.of(mute, request));
        var earlier = found.get(request);
        if (earlier != null && standing(followee).isProtected()) {
            return requested(FollowRequestItems.request(earlier));
        }
        var follow = new Follow(follower, followee, clock.instant());
        var attempt = begin(follow, found.containsKey(mute), earlier, table::get);
        return attempt instanceof Attempt.Done<Response>(var response)
                ? response
                : table.optimistically(() ->
                        begin(follow, found.containsKey(mute), earlier, table::getConsistent));
    }

    private Standing standing(UserId user) {
        return Standing.of(table.getConsistent(KeySpace.USER_COUNT.key(user)));
    }

    /// Begins a follow, or requests it.
    ///
    /// @param request the request from when the user was protected, or null. The follow ends it
    /// @param read reads the counts of the followee
    private Attempt<Response> begin(
            Follow follow,
            boolean isMuted,
            @Nullable Item request,
            Function<Key, @Nullable Item> read) {
        var standing = new AtomicReference<>(Standing.OPEN);
        var asked = new FollowRequest(follow.follower(), follow.followee(), follow.followedAt());
        var outcome =
                FollowerCount.change(
                        table,
                        follow.followee(),
                        follow.follower(),
                        1,
                        read,
                        (counts, change) -> {
                            standing.set(Standing.of(counts));
                            if (standing.get().isSuspended()) {
                                throw UserProblems.noUser("followeeId");
                            }
                            if (standing.get().isProtected()) {
                                return FollowWrites.request(asked, standing.get());
                            }
                            var writes =
                                    FollowWrites.follow(
                                            follow,
                                            isMuted,
                                            counts,
                                            change,
                                            standing.get().isStill());
                            return request == null
                                    ? writes
                                    : writes.add(Write.Delete.of(request.key()));
                        });
        var isRequest = standing.get().isProtected();
        return switch (outcome) {
            case Outcome.Done() ->
                    Attempt.done(
                            isRequest
                                    ? requested(asked)
                                    : Response.created(FollowJson.following(follow)));
            case Outcome.Refused(var failure, var found) ->
                    switch (failure) {
                        case OTHER_FOLLOWEE -> {
                            if (found == null) {
                                throw UserProblems.noUser("followeeId");
                            }
                            yield Attempt.tryAgain();
                        }
                        case BLOCKED, NO_REQUEST -> throw UserProblems.noUser("followeeId");
                        case NO_FOLLOWER -> {
                            UserProblems.requireActive(found);
                            throw UserProblems.noProfile();
                        }
                        case EXISTS ->
                                Attempt.done(
                                        isRequest
                                                ? requested(
                                                        found == null
                                                                ? asked
                                                                : FollowRequestItems.request(found))
                                                : found == null
                                                        ? Response.ok(FollowJson.following(follow))
                                                        : existing(found));
                    };
        };
    }

    /// The follow as it was made the first time.
    private static Response existing(Item edge) {
        return Response.ok(FollowJson.FOLLOW.of(FollowItems.edge(edge)));
    }

    private static Response requested(FollowRequest request) {
        return Response.accepted(FollowJson.REQUESTED.of(request));
    }
}
