package plaza.social.follow;

import static plaza.table.Condition.exists;

import java.util.List;
import plaza.http.Problem;
import plaza.http.ProblemException;
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
import plaza.table.Outcome;
import plaza.table.Write;

/// Accepts a request to follow the caller: the transaction that begins the follow, as that of
/// [FollowUser] does, deletes the request.
///
/// So a request is accepted once, and not at the same moment as it is withdrawn or a block ends it.
public final class AcceptFollowRequest extends ApiFunction {
    public AcceptFollowRequest() {}

    public AcceptFollowRequest(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request call) {
        var user = call.owner("userId");
        var requester = call.path("requesterId", UserId::parse);
        return table.optimistically(() -> accept(user, requester));
    }

    private Attempt<Response> accept(UserId user, UserId requester) {
        var request = SocialKeys.REQUEST.key(user, requester);
        var mute = SocialKeys.MUTE.key(requester, user);
        var found = table.getByKey(List.of(request, mute, SocialKeys.USER_COUNT.key(user)));
        var known = found.get(SocialKeys.USER_COUNT.key(user));
        UserProblems.requireActive(known);
        if (!found.containsKey(request)) {
            throw noRequest();
        }
        var follow = new Follow(requester, user, clock.instant());
        var outcome =
                FollowerCount.change(
                        table,
                        user,
                        requester,
                        1,
                        FollowerCount.known(known, table::get),
                        (counts, change) ->
                                FollowWrites.follow(
                                                follow,
                                                found.containsKey(mute),
                                                counts,
                                                change,
                                                Standing.existsActive())
                                        .add(
                                                Write.Delete.of(request).onlyIf(exists()),
                                                FollowWrites.Failure.NO_REQUEST));
        return switch (outcome) {
            case Outcome.Done() ->
                    Attempt.done(
                            Response.created(
                                    FollowJson.FOLLOW.of(
                                            new FollowItems.Edge(requester, follow.followedAt()))));
            case Outcome.Refused(var failure, var refused) ->
                    switch (failure) {
                        case OTHER_FOLLOWEE -> throw UserProblems.inactive(refused);
                        case NO_FOLLOWER, EXISTS, BLOCKED, NO_REQUEST -> throw noRequest();
                        case MUTE_CHANGED -> Attempt.tryAgain();
                    };
        };
    }

    private static ProblemException noRequest() {
        return Problem.notFound("requesterId", "The user does not ask to follow you.").exception();
    }
}
