package plaza.social.post;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.IfMatch;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Audience;
import plaza.social.id.PostId;
import plaza.social.image.Image;
import plaza.social.key.SocialKeys;
import plaza.social.upload.ImageJson;
import plaza.social.upload.ImageJson.SentImage;
import plaza.social.upload.StoredImages;
import plaza.social.upload.Uploads;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Write;

/// Edits a post: one read of the post and its author, and one write on condition that the post
/// still has the version and the audience that were read. As in a JSON merge patch (RFC 7396),
/// absent fields remain, and null removes the image or all uploaded images.
///
/// With `If-Match`, only a version that the caller has seen is edited; any other returns 412. An
/// edit that changes nothing succeeds for every version, as RFC 9110 (13.1.1) allows, and writes
/// nothing. A repeated request whose first attempt succeeded therefore does not fail.
///
/// If the edit adds or removes images, the write is a transaction that also starts the jobs that
/// keep or delete their objects.
///
/// Timelines contain references to posts, so an edit need not be delivered.
public final class EditPost extends ApiFunction {
    public static final Field<String> CONTENT = CreatePost.CONTENT.replaceable();

    public static final Field<List<SentImage>> IMAGES = ImageJson.IMAGES.optional();

    private final Uploads uploads;
    private final Jobs jobs;

    public EditPost() {
        this(Services.deployed());
    }

    public EditPost(Services services) {
        super(services);
        uploads = new Uploads(services);
        jobs = new Jobs(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var body = request.body(CONTENT, CreatePost.IMAGE_URL, IMAGES);
        var ifMatch = request.ifMatch();
        return table.optimistically(() -> edit(author, id, body, ifMatch));
    }

    private Attempt<Response> edit(UserId author, PostId id, Body body, IfMatch ifMatch) {
        var key = SocialKeys.POST.key(author, id);
        var counts = SocialKeys.USER_COUNT.key(author);
        var read = table.getByKey(List.of(key, counts));
        UserProblems.requireActive(read.get(counts));
        var item = read.get(key);
        if (item == null) {
            throw PostProblems.noPost();
        }
        var now = clock.instant();
        var post = PostItems.post(item);
        var content = body.getOrNull(CONTENT);
        var edited =
                post.edited(
                        content == null ? post.content() : content,
                        body.contains(CreatePost.IMAGE_URL)
                                ? body.getOrNull(CreatePost.IMAGE_URL)
                                : post.imageUrl(),
                        body.contains(IMAGES) ? images(author, body, post) : post.images(),
                        now);
        if (edited.equals(post)) {
            return Attempt.done(response(post));
        }
        ifMatch.require("post", tag(post)::equals);
        var write =
                PostItems.edit(edited, now)
                        .onlyIf(
                                attribute(PostItems.VERSION)
                                        .is(post.version())
                                        .and(Audience.isStill(item)));
        var writes = new ArrayList<Write>(List.of(write));
        writes.addAll(StoredImages.jobs(post.imageNames(), edited.imageNames(), jobs));
        return table.writeTogether(writes) instanceof Outcome.Done
                ? Attempt.done(response(edited))
                : Attempt.tryAgain();
    }

    private List<Image> images(UserId author, Body body, Post post) {
        var sent = Objects.requireNonNullElse(body.getOrNull(IMAGES), List.<SentImage>of());
        return uploads.images(author, sent, post.images());
    }

    private static Response response(Post post) {
        return Response.ok(PostJson.POST.of(post)).tagged(tag(post));
    }

    private static String tag(Post post) {
        return Long.toString(post.version());
    }
}
