package plaza.social.user;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Write;

/// Creates the caller's profile with all counts at zero, or replaces the name, content and image of
/// an existing profile.
///
/// The read before the write shows whether the profile is new, because a conditional write that
/// fails costs more. An existing profile that keeps its name, the usual case, costs one conditional
/// write. Otherwise a transaction writes the profile with the words of its name
/// ([UserItems#nameWords]), and a new one with its counts.
public final class PutUserInfo extends ApiFunction {
    public static final Field<String> NAME = Field.text("name", UserJson.NAME);
    public static final Field<String> CONTENT = Field.text("content", UserJson.ABOUT).optional();
    public static final Field<String> IMAGE_URL = Field.text("imageUrl", Text.WEB_URL).optional();

    private static final UserCounts NO_COUNTS = new UserCounts(0, 0, 0);

    public PutUserInfo() {}

    public PutUserInfo(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var body = request.body(NAME, CONTENT, IMAGE_URL);
        var info =
                new UserInfo(
                        user,
                        body.get(NAME),
                        body.getOrNull(CONTENT),
                        body.getOrNull(IMAGE_URL),
                        clock.instant());
        return table.optimistically(() -> write(info));
    }

    private Attempt<Response> write(UserInfo info) {
        var before = read(info.user());
        if (before == null) {
            return table.transact(creation(info)) instanceof Outcome.Done
                    ? Attempt.done(response(201, info, NO_COUNTS))
                    : Attempt.tryAgain();
        }
        var after = info.createdAt(before.info().createdAt());
        var isWritten =
                before.info().name().equals(info.name())
                        ? table.write(update(info, info.name())) instanceof Outcome.Done
                        : table.transact(renaming(before.info(), info)) instanceof Outcome.Done;
        return isWritten ? Attempt.done(response(200, after, before.counts())) : Attempt.tryAgain();
    }

    /// The profile and its counts, or null. One Query costs half as much as reading two items.
    private UserItems.@Nullable Profile read(UserId user) {
        var query = Query.in(KeySpace.USERS.of(user)).consistent();
        var items = table.read(query, UserItems.USER_ITEMS_MAX, null).items();
        return UserItems.profile(user, items);
    }

    private static Response response(int status, UserInfo info, UserCounts counts) {
        var profile = new UserItems.Profile(info, counts);
        var response = Response.one(UserJson.USER_PROFILE.of(profile));
        return new Response(status, response.headers(), response.body());
    }

    private static Write update(UserInfo info, String nameBefore) {
        return Write.Update.of(KeySpace.USER_INFO.key(info.user()))
                .set(UserItems.NAME, info.name())
                .setOrRemove(UserItems.CONTENT, info.content())
                .setOrRemove(UserItems.IMAGE_URL, info.imageUrl())
                .onlyIf(attribute(UserItems.NAME).is(nameBefore));
    }

    private static List<Write> creation(UserInfo info) {
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(UserItems.userInfo(info)).onlyIf(absent()));
        writes.add(Write.Put.of(UserItems.userCounts(info.user(), NO_COUNTS)));
        UserItems.nameWords(info).stream().map(Write.Put::of).forEach(writes::add);
        return writes;
    }

    private static List<Write> renaming(UserInfo before, UserInfo info) {
        var writes = new ArrayList<Write>();
        writes.add(update(info, before.name()));
        var old = UserItems.nameWords(before);
        var words = UserItems.nameWords(info);
        if (!words.equals(old)) {
            var kept = words.stream().map(Item::key).collect(Collectors.toSet());
            old.stream()
                    .map(Item::key)
                    .filter(key -> !kept.contains(key))
                    .map(Write.Delete::of)
                    .forEach(writes::add);
            words.stream().map(Write.Put::of).forEach(writes::add);
        }
        return writes;
    }
}
