package plaza.social;

import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import plaza.http.Http;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// Deletes a post: one transaction deletes the post and its counters and decrements the author's
/// count of posts. No reader sees the post any more; the stream triggers the removal of its likes,
/// views and timeline entries.
public final class DeletePost
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        NO_SUCH_POST
    }

    private final Table table;
    private final RateLimiter limiter;

    public DeletePost() {
        this(Deployment.table(), Deployment.limiter());
    }

    public DeletePost(Table table, RateLimiter limiter) {
        this.table = table;
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var _ = table.transact(writes(author, id));
        return Response.noContent();
    }

    private static List<Write> writes(UserId author, PostId id) {
        return List.of(
                Write.Delete.of(KeySpace.post(author, id))
                        .onlyIf(exists().otherwise(Failure.NO_SUCH_POST)),
                Write.Delete.of(KeySpace.likeCount(id)),
                Write.Delete.of(KeySpace.viewCount(id)),
                SocialItems.count(author, SocialItems.POST_COUNT, -1));
    }
}
