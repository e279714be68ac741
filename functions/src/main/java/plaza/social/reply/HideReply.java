package plaza.social.reply;

import java.util.List;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Gate;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.post.PostProblems;
import plaza.social.user.UserProblems;
import plaza.table.Outcome;
import plaza.table.Table;

/// Hides a reply from the list of the replies to a post, for all readers. Only the author of the
/// post can do so. The reply itself and the replies to it stay.
public final class HideReply extends ApiFunction {
    public HideReply() {}

    public HideReply(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        return change(request, table, true);
    }

    /// Hides or shows a reply of a request.
    ///
    /// @throws plaza.http.ProblemException 404 if the caller does not see the post or the reply,
    ///   403 if another user wrote the post
    static Response change(Request request, Table table, boolean isHidden) {
        var parent = request.path("postId", PostId::parse);
        var reply = request.path("replyId", PostId::parse);
        var counterKey = SocialKeys.POST_COUNTER.key(parent);
        var entryKey = SocialKeys.REPLY.key(parent, reply);
        var found =
                table.getByKey(
                        List.of(
                                counterKey,
                                entryKey,
                                SocialKeys.GATE.key(request.caller()),
                                SocialKeys.USER_COUNT.key(request.caller())));
        UserProblems.requireActive(found.get(SocialKeys.USER_COUNT.key(request.caller())));
        var gate = new ReaderGate(table, Gate.in(found, request.caller()));
        var counter = PostProblems.requireSeen(found.get(counterKey), gate);
        if (!PostItems.authorIn(counter).equals(request.caller())) {
            throw Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "Only the author of a post can hide replies to it.")
                    .exception();
        }
        var entry = found.get(entryKey);
        if (entry == null
                || gate.hides(PostItems.authorIn(entry), entry)
                || table.write(ReplyItems.hiding(entryKey, isHidden)) instanceof Outcome.Refused) {
            throw Problem.notFound("replyId", "The reply does not exist.").exception();
        }
        return Response.noContent();
    }
}
