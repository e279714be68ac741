package plaza.social;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.Condition;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;

/// Changes a post's content, and its image where the body names it (null takes it away), in one
/// conditional write. It is a transaction, of that write alone, because the version is counted up:
/// sent again after its answer was lost, a plain update would count twice, or find the version that
/// it had made itself and answer 412.
///
/// With `If-Match` only the version that the caller has seen is changed, else 412. Timelines hold
/// references, so an edit shows there at once.
public final class EditPost
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        NOT_AS_EXPECTED
    }

    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,17}");

    private final Table table;
    private final Clock clock;

    public EditPost() {
        this(Deployment.table(), Deployment.clock());
    }

    public EditPost(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::patch);
    }

    private Response patch(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var body = request.body(CreatePost.CONTENT, CreatePost.IMAGE_URL);
        var edit =
                SocialItems.edited(
                        author,
                        id,
                        body.get(CreatePost.CONTENT),
                        body.contains(CreatePost.IMAGE_URL),
                        body.getOrNull(CreatePost.IMAGE_URL),
                        clock.instant());
        return switch (table.transact(List.of(edit.onlyIf(unchanged(request))))) {
            case Outcome.Done() -> answer(author, id);
            case Outcome.Refused(_, var found) -> {
                if (found == null) {
                    throw gone();
                }
                throw Problem.of(
                                Problem.Kind.PRECONDITION_FAILED,
                                "The post has another version than If-Match names.")
                        .exception();
            }
        };
    }

    /// The post exists and, if the request has `If-Match`, has a version that it names.
    private static Condition unchanged(Request request) {
        var tags = request.ifMatchOrNull();
        if (tags == null || tags.contains("*")) {
            return exists().otherwise(Failure.NOT_AS_EXPECTED);
        }
        var versions = new ArrayList<Long>();
        for (var tag : tags) {
            if (VERSION.matcher(tag).matches()) {
                versions.add(Long.valueOf(tag));
            }
        }
        // No tag of ours among them: version 0 is never reached.
        return attribute(SocialItems.VERSION)
                .isIn(versions.isEmpty() ? List.of(0L) : versions)
                .otherwise(Failure.NOT_AS_EXPECTED);
    }

    private Response answer(UserId author, PostId id) {
        var item = table.getConsistent(KeySpace.post(author, id));
        if (item == null) {
            throw gone();
        }
        var post = SocialItems.post(item);
        return Response.ok(SocialJson.post(post)).tagged(Long.toString(post.version()));
    }

    private static plaza.http.ProblemException gone() {
        return Problem.notFound("postId", "The post does not exist.").exception();
    }
}
