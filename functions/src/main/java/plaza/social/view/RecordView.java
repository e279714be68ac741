package plaza.social.view;

import plaza.http.ProblemException;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostProblems;
import plaza.table.Outcome;

/// Records that a session viewed a post. Within [View#LIFETIME] a session counts once. The stream
/// updates the count. A post that was written a moment ago is found as well.
///
/// A view that [ViewSampling] leaves out writes nothing. Its response is that of a repetition.
public final class RecordView extends ApiFunction {
    private final ViewSampling sampling;

    public RecordView() {
        this(Services.deployed(), ViewSampling.from(Deployment.environment()));
    }

    public RecordView(Services services, ViewSampling sampling) {
        super(services);
        this.sampling = sampling;
    }

    @Override
    protected int tokens(Request request) {
        try {
            return sampling.weight(post(request), session(request));
        } catch (ProblemException _) {
            return 1; // handle rejects the request
        }
    }

    @Override
    protected Response handle(Request request) {
        var post = post(request);
        var session = session(request);
        var gate = new ReaderGate(table, request.caller());
        var _ =
                PostProblems.requireSeen(
                        gate.with(() -> table.find(SocialKeys.POST_COUNTER.key(post))), gate);
        var weight = sampling.weight(post, session);
        var view = new View(post, session, clock.instant(), weight);
        if (weight == 0) {
            return Response.ok(ViewJson.VIEW.of(view));
        }
        return switch (table.write(ViewItems.recorded(view))) {
            case Outcome.Done() -> Response.created(ViewJson.VIEW.of(view));
            case Outcome.Refused(_, var found) ->
                    Response.ok(ViewJson.VIEW.of(found == null ? view : ViewItems.view(found)));
        };
    }

    private static PostId post(Request request) {
        return request.path("postId", PostId::parse);
    }

    private static SessionId session(Request request) {
        return request.path("sessionId", SessionId::parse);
    }
}
