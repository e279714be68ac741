package plaza.social.view;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostProblems;
import plaza.table.Outcome;

/// Records that a session viewed a post. Within [View#LIFETIME] a session counts once. The stream
/// updates the count. A post that was written a moment ago is found as well.
public final class RecordView extends ApiFunction {
    public RecordView() {}

    public RecordView(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var post = request.path("postId", PostId::parse);
        var session = request.path("sessionId", SessionId::parse);
        var gate = new ReaderGate(table, request.caller());
        var _ =
                PostProblems.requireSeen(
                        gate.with(() -> table.find(SocialKeys.POST_COUNTER.key(post))), gate);
        var view = new View(post, session, clock.instant());
        return switch (table.write(ViewItems.recorded(view))) {
            case Outcome.Done() -> Response.created(ViewJson.VIEW.of(view));
            case Outcome.Refused(_, var found) ->
                    Response.ok(ViewJson.VIEW.of(found == null ? view : ViewItems.view(found)));
        };
    }
}
