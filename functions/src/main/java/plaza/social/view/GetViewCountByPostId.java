package plaza.social.view;

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

/// Returns the view count of a post: the number of sessions that viewed it. The stream updates it.
public final class GetViewCountByPostId extends ApiFunction {
    public GetViewCountByPostId() {}

    public GetViewCountByPostId(Services services) {
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
                ViewJson.VIEW_COUNT.of(
                        new PostJson.Count(post, item.number(PostCounter.VIEWS.attribute()))));
    }
}
