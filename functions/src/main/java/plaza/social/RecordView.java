package plaza.social;

import static plaza.table.Condition.absentOrExpired;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.lambda.Deployment;
import plaza.social.model.View;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Records that a session viewed a post. Within [View#LIFETIME] a session counts once. The stream
/// updates the count.
public final class RecordView
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        ALREADY_VIEWED
    }

    private final Table table;
    private final Clock clock;
    private final RateLimiter limiter;

    public RecordView() {
        this(Deployment.table(), Deployment.clock(), Deployment.limiter());
    }

    public RecordView(Table table, Clock clock, RateLimiter limiter) {
        this.table = table;
        this.clock = clock;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::put);
    }

    private Response put(Request request) {
        var post = request.path("postId", PostId::parse);
        var session = request.path("sessionId", SessionId::parse);
        if (table.get(KeySpace.viewCount(post)) == null) {
            throw SocialProblems.noPost();
        }
        var view = new View(post, session, clock.instant());
        var write =
                Write.Put.of(SocialItems.view(view))
                        .onlyIf(absentOrExpired(view.viewedAt()).otherwise(Failure.ALREADY_VIEWED));
        return switch (table.write(write)) {
            case Outcome.Done() -> Response.created(SocialJson.VIEW.of(view));
            case Outcome.Refused(_, var found) ->
                    Response.ok(SocialJson.VIEW.of(found == null ? view : SocialItems.view(found)));
        };
    }
}
