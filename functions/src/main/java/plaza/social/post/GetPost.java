package plaza.social.post;

import java.util.List;
import java.util.Map;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.user.Subject;
import plaza.social.user.UserProblems;

/// Returns a post. Its version is the entity tag.
public final class GetPost extends ApiFunction {
    public GetPost() {}

    public GetPost(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var author = request.path("userId", UserId::parse);
        var id = request.path("postId", PostId::parse);
        var gate = new ReaderGate(table, request.caller());
        var expanded = ExpandedPosts.in(request, gate);
        var subject = new Subject(table, author, gate);
        var item = subject.get(SocialKeys.POST.key(author, id));
        var sight = subject.sight();
        if (sight == Sight.PROTECTED) {
            throw UserProblems.onlyForFollowers();
        }
        if (sight == Sight.HIDDEN || item == null || gate.sight(author, item) == Sight.HIDDEN) {
            throw PostProblems.noPost();
        }
        var post = PostItems.post(item);
        return expanded.response(post, expanded.read(table, List.of(post), Map.of()));
    }
}
