package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.lambda.Deployment;
import plaza.social.model.Like;
import plaza.table.Condition;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Makes the caller like a post: one read to know that there is such a post, one conditional write.
/// The count follows through the stream.
///
/// A transaction that checks the post would cost four units instead of one and a half. Without it,
/// a like can arrive just after its post was deleted; the stream, which finds no counter for it,
/// has it erased.
public final class LikePost
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Refusal {
        ALREADY_LIKES
    }

    private final Table table;
    private final Clock clock;

    public LikePost() {
        this(Deployment.table(), Deployment.clock());
    }

    public LikePost(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::put);
    }

    private Response put(Request request) {
        var user = request.owner("userId");
        var post = request.path("postId", PostId::parse);
        if (table.get(KeySpace.likeCount(post)) == null) {
            throw Problem.notFound("postId", "There is no such post.").refusal();
        }
        var like = new Like(post, user, clock.instant());
        var write =
                Write.Put.of(SocialItems.like(like))
                        .onlyIf(Condition.absent(Refusal.ALREADY_LIKES));
        return switch (table.write(write)) {
            case Outcome.Done() -> Response.created(SocialJson.like(like));
            case Outcome.Refused(_, var found) ->
                    Response.ok(SocialJson.like(found == null ? like : SocialItems.like(found)));
        };
    }
}
