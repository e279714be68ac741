package plaza.social.report;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostProblems;
import plaza.table.Attempt;

/// Shows a post again that an administrator has hidden. A repeated call changes nothing.
public final class RestorePost extends ApiFunction {
    private final Moderation moderation;

    public RestorePost() {
        this(Services.deployed());
    }

    public RestorePost(Services services) {
        super(services);
        moderation = new Moderation(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var id = request.path("postId", PostId::parse);
        return table.optimistically(() -> restore(id));
    }

    private Attempt<Response> restore(PostId id) {
        var counter = table.getConsistent(SocialKeys.POST_COUNTER.key(id));
        if (counter == null) {
            throw PostProblems.noPost();
        }
        return moderation.perform(moderation.hiding(counter, false));
    }
}
