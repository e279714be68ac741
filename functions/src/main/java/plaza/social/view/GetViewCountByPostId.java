package plaza.social.view;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.post.CounterItems;
import plaza.social.post.PostCounter;
import plaza.social.post.PostJson;
import plaza.social.post.PostProblems;
import plaza.table.KeySpace;

/// Returns the view count of a post: the number of sessions that viewed it. The stream updates it.
public final class GetViewCountByPostId extends ApiFunction {
    private final CounterItems counters;

    public GetViewCountByPostId() {
        this(Deployment.services());
    }

    public GetViewCountByPostId(Services services) {
        super(services);
        counters = CounterItems.of(services.migrations());
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var gate = new ReaderGate(table, request.caller());
        var found = gate.with(() -> counters.read(table, post));
        var _ = PostProblems.requireSeen(found.get(KeySpace.POST_COUNTER.key(post)), gate);
        return Response.one(
                ViewJson.VIEW_COUNT.of(
                        new PostJson.Count(
                                post, CounterItems.count(PostCounter.VIEWS, post, found))));
    }
}
