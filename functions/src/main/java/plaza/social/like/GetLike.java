package plaza.social.like;

import java.util.List;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.user.UserProblems;

/// Returns a user's like of a post: whether the user likes it.
///
/// It also reads the post's counter, because the likes of a deleted post are erased only some time
/// after the deletion.
public final class GetLike extends ApiFunction {
    public GetLike() {}

    public GetLike(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var user = request.path("userId", UserId::parse);
        var key = SocialKeys.LIKE.key(post, user);
        var gate = new ReaderGate(table, request.caller());
        var found =
                gate.with(() ->
                        table.getByKeyEventually(List.of(key, SocialKeys.POST_COUNTER.key(post))));
        var like = found.get(key);
        var counter = found.get(SocialKeys.POST_COUNTER.key(post));
        var sight =
                counter == null ? Sight.HIDDEN : gate.sight(PostItems.authorIn(counter), counter);
        if (sight == Sight.PROTECTED) {
            throw UserProblems.onlyForFollowers();
        }
        if (like == null
                || sight == Sight.HIDDEN
                || gate.listed(List.of(like), _ -> user).isEmpty()) {
            throw Problem.notFound("userId", "The user does not like this post.").exception();
        }
        return Response.one(LikeJson.LIKE.of(LikeItems.like(like)));
    }
}
