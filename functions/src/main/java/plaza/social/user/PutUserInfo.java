package plaza.social.user;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.IfMatch;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.image.Image;
import plaza.social.key.SocialKeys;
import plaza.social.upload.ImageJson;
import plaza.social.upload.Uploads;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Write;

/// Creates the caller's profile with all counts at zero, or replaces the name, content and image of
/// an existing profile.
///
/// The read before the write shows whether the profile is new, because a conditional write that
/// fails costs more. An existing profile that keeps the words of its name, the usual case, costs
/// one conditional write. Otherwise a transaction writes the profile with the words of its name
/// ([UserItems#nameWords]), and a new one with its counts.
///
/// An upload replaces the image, whatever `imageUrl` is. An uploaded image is deleted when another
/// one replaces it, by a job that the transaction starts.
///
/// The profile also states whether the user's posts are protected. If that changes, the transaction
/// changes the [Standing] and starts the job that copies it to the posts.
///
/// With `If-Match`, only a profile in which the user has written what the caller has seen is
/// replaced; any other, and one that does not exist, returns 412. The counts do not matter
/// ([Profiles#response]). The write then has a condition on all that the user has written. A
/// request that changes nothing succeeds for every version, as RFC 9110 (13.1.1) allows. A repeated
/// request whose first attempt succeeded therefore does not fail.
public final class PutUserInfo extends ApiFunction {
    public static final Field<String> NAME = Field.text("name", UserJson.NAME);
    public static final Field<String> CONTENT = Field.text("content", UserJson.ABOUT).optional();
    public static final Field<String> IMAGE_URL = Field.text("imageUrl", Text.WEB_URL).optional();

    public static final Field<String> IMAGE_UPLOAD_ID =
            Field.text("imageUploadId", ImageJson.UPLOAD_ID).optional();

    public static final Field<Boolean> PROTECTED = Field.flag("protected").optional();

    private final Jobs jobs;
    private final Uploads uploads;

    public PutUserInfo() {
        this(Services.deployed());
    }

    public PutUserInfo(Services services) {
        super(services);
        jobs = new Jobs(table, clock);
        uploads = new Uploads(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var body = request.body(NAME, CONTENT, IMAGE_URL, IMAGE_UPLOAD_ID, PROTECTED);
        var info =
                new UserInfo(
                        user,
                        body.get(NAME),
                        body.getOrNull(CONTENT),
                        body.getOrNull(IMAGE_URL),
                        clock.instant());
        var isProtected = Objects.requireNonNullElse(body.getOrNull(PROTECTED), false);
        var uploadId = body.getOrNull(IMAGE_UPLOAD_ID);
        var ifMatch = request.ifMatch();
        return table.optimistically(() -> write(info, uploadId, isProtected, ifMatch));
    }

    private Attempt<Response> write(
            UserInfo sent, @Nullable String uploadId, boolean isProtected, IfMatch ifMatch) {
        var items = read(sent.user());
        var before = UserItems.profile(sent.user(), items);
        if (before == null) {
            if (ifMatch.isSent()) {
                // of a user who has left, the counts may remain
                var counts = SocialKeys.USER_COUNT.key(sent.user());
                items.stream()
                        .filter(item -> item.key().equals(counts))
                        .forEach(UserProblems::requireActive);
            }
            ifMatch.requireAbsent("profile");
            return create(withImage(sent, uploadId, List.of()), isProtected);
        }
        var standing = before.standing();
        if (standing.isSuspended()) {
            throw UserProblems.inactive(standing);
        }
        var info = withImage(sent, uploadId, before.info().images());
        var saved = info.createdAt(before.info().createdAt());
        if (!saved.equals(before.info()) || standing.isProtected() != isProtected) {
            ifMatch.require("profile", tag -> Profiles.isVersion(tag, before));
        }
        var isStill =
                ifMatch.isSent()
                        ? UserItems.isContentStill(before.info())
                        : UserItems.isImageStill(before.info());
        var writes =
                ProfileWrites.change(
                        before.info(), info, standing.isProtected(), isProtected, isStill, jobs);
        if (standing.isProtected() != isProtected) {
            writes.addAll(standing.protecting(info.user(), isProtected, jobs));
        } else if (writes.size() > 1) {
            // new words of a suspended user would not have their mark
            writes.add(new Write.Check(SocialKeys.USER_COUNT.key(info.user()), standing.isStill()));
        }
        return table.writeTogether(writes) instanceof Outcome.Done
                ? Attempt.done(response(200, saved, before.counts(), isProtected))
                : Attempt.tryAgain();
    }

    /// The profile with the image of an upload, if there is one. Otherwise, an uploaded image
    /// remains if its URL is sent back.
    private UserInfo withImage(UserInfo sent, @Nullable String uploadId, List<Image> before) {
        if (uploadId != null) {
            return sent.with(
                    uploads.image(sent.user(), uploadId, null, before, IMAGE_UPLOAD_ID.name()));
        }
        return before.stream()
                .filter(image -> image.url().equals(sent.imageUrl()))
                .findFirst()
                .map(sent::with)
                .orElse(sent);
    }

    /// Creates the profile, unless the user has left and their id is not free yet.
    private Attempt<Response> create(UserInfo info, boolean isProtected) {
        return switch (table.transact(ProfileWrites.creation(info, isProtected, jobs))) {
            case Outcome.Done() -> Attempt.done(response(201, info, UserCounts.NONE, isProtected));
            case Outcome.Refused(var key, var found) -> {
                if (key.equals(SocialKeys.USER_COUNT.key(info.user()))) {
                    throw UserProblems.inactive(found);
                }
                yield Attempt.tryAgain();
            }
        };
    }

    /// The items of the profile and its counts. One Query costs half as much as reading two items.
    private List<Item> read(UserId user) {
        var query = Query.in(SocialKeys.USERS.of(user)).consistent();
        return table.read(query, UserItems.USER_ITEMS_MAX, null).items();
    }

    private static Response response(
            int status, UserInfo info, UserCounts counts, boolean isProtected) {
        var profile =
                new UserItems.Profile(
                        info, counts, new Standing(isProtected, false, false, null, 0));
        return Profiles.response(UserJson.USER_PROFILE.of(profile), profile).withStatus(status);
    }
}
