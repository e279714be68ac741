package plaza.social.post;

import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.social.user.UserItems;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Deletes a post: one transaction deletes the post and its counter and decrements the author's
/// count of posts. No reader sees the post any more; the stream triggers the removal of its likes,
/// views and timeline entries.
public final class DeletePost extends ApiFunction {
    private final CounterItems counters;

    public DeletePost() {
        this(Deployment.services());
    }

    public DeletePost(Services services) {
        super(services);
        counters = CounterItems.of(services.migrations());
    }

    @Override
    protected Response handle(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var _ = table.transact(writes(author, id));
        return Response.noContent();
    }

    private List<Write> writes(UserId author, PostId id) {
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(KeySpace.POST.key(author, id)).onlyIf(exists()));
        counters.keys(id).forEach(counter -> writes.add(Write.Delete.of(counter)));
        writes.add(UserItems.count(author, UserItems.POST_COUNT, -1));
        return writes;
    }
}
