package plaza.social.post;

import java.util.LinkedHashSet;
import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Key;

/// Returns a post whose author the caller does not name. The response is that of [GetPost].
///
/// The key of a post contains its author, whom the post's counter names. The first read finds this
/// counter and what the post's id is enough to find, the second one the post, its author and
/// whether they are protected or suspended now.
public final class GetPostById extends ApiFunction {
    public GetPostById() {}

    public GetPostById(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("postId", PostId::parse);
        var gate = new ReaderGate(table, request.caller());
        var expanded = ExpandedPosts.in(request, gate);
        var byId = expanded.readById(table, id);
        var named = byId.counter();
        var found = byId.found();
        var key = PostItems.postOf(named);
        var author = PostItems.authorIn(named);
        var byAuthor = new LinkedHashSet<Key>(List.of(key, SocialKeys.USER_COUNT.key(author)));
        byAuthor.addAll(expanded.keys(author));
        PostItems.ancestors(named).stream()
                .limit(1)
                .forEach(parent -> byAuthor.addAll(expanded.parentKeys(parent)));
        found.putAll(table.getByKeyEventually(byAuthor));
        PostProblems.requireSeen(author, found, gate);
        var item = found.get(key);
        if (item == null) {
            throw PostProblems.noPost();
        }
        var post = PostItems.post(item);
        return expanded.response(post, expanded.completed(table, List.of(post), found));
    }
}
