package plaza.social.like;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Outcome;
import plaza.table.Write;

/// Removes the caller's like. The stream updates the count. The likes of suspended users are
/// marked.
public final class UnlikePost extends ApiFunction {
    public UnlikePost() {}

    public UnlikePost(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var post = request.path("postId", PostId::parse);
        UserProblems.requireActive(table.get(SocialKeys.USER_COUNT.key(user)));
        var delete = Write.Delete.of(SocialKeys.LIKE.key(post, user)).onlyIf(Standing.isActive());
        if (table.write(delete) instanceof Outcome.Refused) {
            throw UserProblems.inactive(table.getConsistent(SocialKeys.USER_COUNT.key(user)));
        }
        return Response.noContent();
    }
}
