package plaza.social;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.List;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.social.model.UserCounts;
import plaza.social.model.UserInfo;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.WebUrl;

/// Says who the caller is: the first time it makes the user, with all counts at zero; later it
/// replaces name, content and image whole.
///
/// An existing user, the usual case, costs one conditional write; only when that finds nobody is
/// the user made, info and counts in one transaction.
public final class PutUserInfo
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        NO_SUCH_USER,
        ALREADY_THERE
    }

    public static final Field<String> NAME = Field.text("name", UserInfo.NAME::parse);
    public static final Field<String> CONTENT =
            Field.text("content", UserInfo.CONTENT::parse).optional();
    public static final Field<String> IMAGE_URL = Field.text("imageUrl", WebUrl::parse).optional();

    private final Table table;
    private final Clock clock;

    public PutUserInfo() {
        this(Deployment.table(), Deployment.clock());
    }

    public PutUserInfo(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::put);
    }

    private Response put(Request request) {
        var user = request.owner("userId");
        var body = request.body(NAME, CONTENT, IMAGE_URL);
        var info =
                new UserInfo(
                        user,
                        body.get(NAME),
                        body.getOrNull(CONTENT),
                        body.getOrNull(IMAGE_URL),
                        clock.instant());
        if (table.write(change(info)) instanceof Outcome.Done) {
            return answer(user, 200);
        }
        var made = table.transact(creation(info)) instanceof Outcome.Done;
        if (!made) {
            // Somebody else made the user in between; now it is there to be changed.
            var _ = table.write(change(info));
        }
        return answer(user, made ? 201 : 200);
    }

    private static Write change(UserInfo info) {
        return Write.Update.of(KeySpace.userInfo(info.user()))
                .set(SocialItems.NAME, info.name())
                .setOrRemove(SocialItems.CONTENT, info.content())
                .setOrRemove(SocialItems.IMAGE_URL, info.imageUrl())
                .onlyIf(exists().otherwise(Failure.NO_SUCH_USER));
    }

    private static List<Write> creation(UserInfo info) {
        return List.of(
                Write.Put.of(SocialItems.userInfo(info))
                        .onlyIf(absent().otherwise(Failure.ALREADY_THERE)),
                Write.Put.of(SocialItems.userCounts(info.user(), new UserCounts(0, 0, 0))));
    }

    /// The user as he is now, read consistently: one Query costs half of what two items cost.
    private Response answer(UserId user, int status) {
        var query = Query.in(KeySpace.user(user)).consistent();
        var items = table.read(query, SocialItems.USER_ITEMS_MAX, null).items();
        var profile = SocialItems.profile(user, items);
        if (profile == null) {
            throw new IllegalStateException("a user who was written is not there");
        }
        var json = SocialJson.user(profile);
        return status == 201 ? Response.created(json) : Response.ok(json);
    }
}
