package plaza.social.follow;

import java.util.List;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.key.SocialKeys;
import plaza.social.user.Subject;

/// Returns the entry of a user in another user's following list: whether the one follows the other.
public final class GetFollow extends ApiFunction {
    public GetFollow() {}

    public GetFollow(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var follower = request.path("userId", UserId::parse);
        var followee = request.path("followeeId", UserId::parse);
        var gate = new ReaderGate(table, request.caller());
        var subject = new Subject(table, follower, gate);
        var edge = subject.get(SocialKeys.FOLLOWEE.key(follower, followee));
        // the followee can see the follow anyway, in their list of followers
        if (!followee.equals(request.caller()) || subject.sight() != Sight.PROTECTED) {
            subject.requireSeen();
        }
        if (edge == null || gate.listed(List.of(edge), _ -> followee).isEmpty()) {
            throw Problem.notFound("followeeId", "The user does not follow this user.").exception();
        }
        return Response.one(FollowJson.FOLLOW.of(FollowItems.edge(edge)));
    }
}
