package plaza.social.post;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Audience;
import plaza.social.user.UserProblems;
import plaza.table.Condition;
import plaza.table.KeySpace;
import plaza.table.Outcome;

/// Edits a post's content, and its image if the body contains it (null removes it), in one
/// conditional write.
///
/// The write is a transaction of its own because it increments the version. If the response to a
/// plain update were lost, the retry would increment the version twice, or find the version that
/// the first attempt wrote and return 412.
///
/// With `If-Match`, only a version that the caller has seen is edited; any other returns 412. The
/// posts of suspended users have the audience author.
///
/// Timelines contain references to posts, so an edit need not be delivered.
public final class EditPost extends ApiFunction {
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,17}");

    public EditPost() {}

    public EditPost(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var body = request.body(CreatePost.CONTENT, CreatePost.IMAGE_URL);
        var edit =
                PostItems.edited(
                        author,
                        id,
                        body.get(CreatePost.CONTENT),
                        body.contains(CreatePost.IMAGE_URL),
                        body.getOrNull(CreatePost.IMAGE_URL),
                        clock.instant());
        var condition = unchanged(request).and(Audience.isActive());
        return switch (table.transact(List.of(edit.onlyIf(condition)))) {
            case Outcome.Done() -> current(author, id);
            case Outcome.Refused(_, var found) -> {
                if (found == null) {
                    throw PostProblems.noPost();
                }
                if (Audience.copied(found) == Audience.AUTHOR) {
                    throw UserProblems.suspended();
                }
                throw Problem.of(
                                Problem.Kind.PRECONDITION_FAILED,
                                "The post has changed since the version in `If-Match`. Read it again.")
                        .exception();
            }
        };
    }

    /// The post exists and, if the request has `If-Match`, has one of its versions.
    private static Condition unchanged(Request request) {
        var tags = request.ifMatchOrNull();
        if (tags == null || tags.contains("*")) {
            return exists();
        }
        var versions = new ArrayList<Long>();
        for (var tag : tags) {
            if (VERSION.matcher(tag).matches()) {
                versions.add(Long.valueOf(tag));
            }
        }
        // Without a valid version nothing may match. No post has version 0.
        return attribute(PostItems.VERSION).isIn(versions.isEmpty() ? List.of(0L) : versions);
    }

    private Response current(UserId author, PostId id) {
        var item = table.getConsistent(KeySpace.POST.key(author, id));
        if (item == null) {
            throw PostProblems.noPost();
        }
        var post = PostItems.post(item);
        return Response.ok(PostJson.POST.of(post)).tagged(Long.toString(post.version()));
    }
}
