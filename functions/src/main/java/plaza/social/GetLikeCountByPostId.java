package plaza.social;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.KeySpace;

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
        var item = table.get(KeySpace.likeCount(post));
        if (item == null) {
            throw SocialProblems.noPost();
        }
        return Response.one(
                SocialJson.LIKE_COUNT.of(
                        new SocialJson.Count(post, item.number(SocialItems.LIKE_COUNT))));
    }
}
