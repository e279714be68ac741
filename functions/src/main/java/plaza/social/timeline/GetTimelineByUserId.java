package plaza.social.timeline;

import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.post.ExpandedPosts;

/// Lists the posts in the caller's timeline, newest first, or only those newer than the post
/// `since`. [TimelinePosts] reads them.
public final class GetTimelineByUserId extends PagedFunction {
    public static final Parameter<PostId> SINCE =
            Parameter.of(
                    "since", SocialIds.POST, "Only posts above this one, which need not exist.");

    private final TimelinePosts posts = new TimelinePosts(table, clock);

    public GetTimelineByUserId() {}

    public GetTimelineByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var reader = request.owner("userId");
        var ask = request.page(cursors, SINCE, ExpandedPosts.EXPAND);
        var since = request.queryOrNull(SINCE);
        var gate = new ReaderGate(table, reader);
        var expanded = ExpandedPosts.in(request, gate);
        var page = posts.page(reader, since, ask);
        return request.response(cursors, page, expanded.shape(table, page.items()));
    }
}
