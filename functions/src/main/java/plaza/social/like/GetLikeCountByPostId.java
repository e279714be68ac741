package plaza.social.like;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostJson;
import plaza.social.post.PostProblems;

/// Returns the like count of a post. The stream updates it, usually within a second, and counts
/// each like exactly once.
public final class GetLikeCountByPostId extends ApiFunction {
    public GetLikeCountByPostId() {}

    public GetLikeCountByPostId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var gate = new ReaderGate(table, request.caller());
        var item =
                PostProblems.requireSeen(
                        gate.with(() -> table.get(SocialKeys.POST_COUNTER.key(post))), gate);
        return Response.one(
                LikeJson.LIKE_COUNT.of(
                        new PostJson.Count(post, item.number(PostCounter.LIKES.attribute()))));
    }
}
