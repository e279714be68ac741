package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.table.Page;
import plaza.table.Table;

/// Counts the posts in the caller's timeline that are newer than the post `since`, up to
/// [Page#LIMIT_MAX]. It counts exactly the posts that the timeline shows.
public final class CountNewTimelinePosts
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    static final Parameter<PostId> SINCE = GetTimelineByUserId.SINCE.required();

    private final TimelinePosts posts;

    public CountNewTimelinePosts() {
        this(Deployment.table(), Deployment.clock());
    }

    public CountNewTimelinePosts(Table table, Clock clock) {
        this.posts = new TimelinePosts(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::count);
    }

    private Response count(Request request) {
        var reader = request.owner("userId");
        var since = request.query(SINCE);
        var page = posts.page(reader, since, new Page.Ask(Page.LIMIT_MAX, null));
        return Response.ok(
                SocialJson.NEW_POST_COUNT.of(
                        new SocialJson.NewPosts(page.items().size(), page.next() != null)));
    }
}
