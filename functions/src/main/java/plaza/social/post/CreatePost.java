package plaza.social.post;

import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.PostIds;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.social.user.UserItems;
import plaza.social.user.UserProblems;
import plaza.table.Transaction;
import plaza.table.Write;

/// Creates a post: one transaction writes the post, its counter and the author's count of posts.
/// The stream delivers the post to the followers' timelines.
///
/// With an `Idempotency-Key`, the same transaction stores the response. A repeated request, even a
/// simultaneous one, receives the stored response and creates no second post.
public final class CreatePost extends ApiFunction {
    public static final Field<String> CONTENT = Field.text("content", PostJson.CONTENT);
    public static final Field<String> IMAGE_URL = Field.text("imageUrl", Text.WEB_URL).optional();

    private final PostIds postIds;
    private final int counterVersion;

    public CreatePost() {
        this(Deployment.services());
    }

    public CreatePost(Services services) {
        super(services);
        postIds = services.postIds().get();
        counterVersion = services.migrations().written(PostItems.ONE_COUNTER);
    }

    @Override
    protected Response handle(Request request) {
        var author = request.owner("userId");
        var body = request.body(CONTENT, IMAGE_URL);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var post =
                Post.written(author, postIds.next(), body.get(CONTENT), body.getOrNull(IMAGE_URL));
        var response =
                Response.created(PostJson.POST.of(post))
                        .with("location", request.rawPath() + "/" + post.id());
        var created =
                table.optimistically(() ->
                        idempotency.transact(
                                table,
                                response,
                                Transaction.of(writes(post)),
                                _ -> {
                                    throw UserProblems.noProfile();
                                }));
        // a stored response has no entity tag, but it is of the first version as well
        return created.tagged(Long.toString(post.version()));
    }

    private List<Write> writes(Post post) {
        var writes = new ArrayList<Write>();
        writes.add(UserItems.count(post.author(), UserItems.POST_COUNT, 1).onlyIf(exists()));
        writes.add(Write.Put.of(PostItems.post(post)));
        for (var counter : PostItems.newCounters(post.id(), post.author(), counterVersion)) {
            writes.add(Write.Put.of(counter));
        }
        return writes;
    }
}
