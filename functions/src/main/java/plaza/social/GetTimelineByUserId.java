package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Ids;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Lists the posts in the caller's timeline, newest first, or only those newer than the post
/// `since`. [TimelinePosts] reads them.
public final class GetTimelineByUserId
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    static final Parameter<PostId> SINCE =
            Parameter.of("since", Ids.POST, "Only posts above this one, which need not exist.");

    private final Table table;
    private final TimelinePosts posts;
    private final Cursors cursors;

    public GetTimelineByUserId() {
        this(Deployment.table(), Deployment.clock(), Deployment.cursors());
    }

    public GetTimelineByUserId(Table table, Clock clock, Cursors cursors) {
        this.table = table;
        this.posts = new TimelinePosts(table, clock);
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var reader = request.owner("userId");
        var ask = request.page(cursors, SINCE, ExpandedPosts.EXPAND);
        var since = request.queryOrNull(SINCE);
        var expanded = ExpandedPosts.in(request);
        var page = posts.page(reader, since, ask);
        return request.response(cursors, page, expanded.shape(table, page.items()));
    }
}
