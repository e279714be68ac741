package plaza.social.post;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostWrites.CreationFailure;
import plaza.social.upload.ImageJson;
import plaza.social.upload.ImageJson.SentImage;
import plaza.social.upload.Uploads;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;

/// Creates a post: one transaction writes the post, its counter and the author's count of posts.
/// The stream delivers the post to the followers' timelines.
///
/// The transaction of a reply also writes its entry in the list of the parent's replies and counts
/// it in the parent's counter, so that list and count always agree. A read of this counter before
/// finds the posts above the parent, whose ids the reply stores.
///
/// The transaction also checks the author's standing, from which the post has its audience. It
/// expects an open standing, because most users have one, and a read beforehand would make every
/// post more expensive.
///
/// Uploaded images are copied before the transaction ([Uploads]), so that no post ever names an
/// object that does not exist.
///
/// With an `Idempotency-Key`, the same transaction stores the response. A repeated request, even a
/// simultaneous one, receives the stored response and creates no second post.
public final class CreatePost extends ApiFunction {
    public static final Field<String> CONTENT = Field.text("content", PostJson.CONTENT);
    public static final Field<String> IMAGE_URL = Field.text("imageUrl", Text.WEB_URL).optional();
    public static final Field<List<SentImage>> IMAGES = ImageJson.NEW_IMAGES.optional();
    public static final Field<PostId> IN_REPLY_TO = PostJson.IN_REPLY_TO.optional();

    private final Ulids ulids;
    private final Uploads uploads;

    public CreatePost() {
        this(Services.deployed());
    }

    public CreatePost(Services services) {
        super(services);
        ulids = services.ulids().get();
        uploads = new Uploads(services);
    }

    @Override
    protected Response handle(Request request) {
        // a stored response has no entity tag, but it is of the first version as well
        return created(request).tagged("1");
    }

    private Response created(Request request) {
        var author = request.owner("userId");
        var body = request.body(CONTENT, IMAGE_URL, IMAGES, IN_REPLY_TO);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var inReplyTo = body.getOrNull(IN_REPLY_TO);
        var parent = inReplyTo == null ? null : parentOrNull(inReplyTo, author);
        if (inReplyTo != null && parent == null) {
            var earlier = idempotency.storedOrNull(table);
            if (earlier == null) {
                throw PostProblems.noParent();
            }
            return earlier;
        }
        var sent = Objects.requireNonNullElse(body.getOrNull(IMAGES), List.<SentImage>of());
        if (!sent.isEmpty()) {
            // a repeated request copies nothing
            var earlier = idempotency.storedOrNull(table);
            if (earlier != null) {
                return earlier;
            }
        }
        var post =
                Post.written(
                        author,
                        ulids.next(),
                        body.get(CONTENT),
                        body.getOrNull(IMAGE_URL),
                        uploads.images(author, sent, List.of()),
                        parent == null ? null : PostItems.parentOfReply(parent, author));
        var response =
                Response.created(PostJson.POST.of(post))
                        .with("location", request.rawPath() + "/" + post.id());
        return table.optimistically(
                () -> create(idempotency, response, post, parent, Standing.OPEN));
    }

    /// Creates the post with the audience of the expected standing. If the author's standing is not
    /// open, as expected first, it is the expected one of a second transaction.
    private Attempt<Response> create(
            Idempotency idempotency,
            Response response,
            Post post,
            @Nullable Item parent,
            Standing expected) {
        return idempotency.transact(
                table,
                response,
                PostWrites.creation(post, parent, expected),
                refused -> {
                    if (refused.failure() == CreationFailure.NO_PARENT) {
                        throw PostProblems.noParent();
                    }
                    var counts = refused.found();
                    UserProblems.requireProfile(counts);
                    return expected.equals(Standing.OPEN)
                            ? create(idempotency, response, post, parent, Standing.of(counts))
                            : Attempt.tryAgain();
                });
    }

    /// The counter of a post, which names its author and the posts above it; null if the caller may
    /// not see the post.
    private @Nullable Item parentOrNull(PostId post, UserId caller) {
        var gate = new ReaderGate(table, caller);
        var counter = gate.with(() -> table.find(SocialKeys.POST_COUNTER.key(post)));
        return counter == null || gate.sight(PostItems.authorIn(counter), counter) != Sight.SEEN
                ? null
                : counter;
    }
}
