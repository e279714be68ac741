package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import plaza.http.Http;
import plaza.http.Ids;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.text.Malformed;

/// Returns the profiles and counts of up to a hundred users, in the order of the ids. Users without
/// a profile are left out, and an id that is repeated counts once.
///
/// It reads two items of each user, so more than fifty users need two requests, which are sent at
/// the same time.
public final class GetUsersByIds
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private static final int IDS_MAX = 100;

    static final Parameter<Set<UserId>> IDS =
            Parameter.of(
                            "ids",
                            new Schema.Array<>(Ids.USER, 1, IDS_MAX),
                            "The users, separated by commas.",
                            GetUsersByIds::ids)
                    .required();

    private final Table table;

    public GetUsersByIds() {
        this(Deployment.table());
    }

    public GetUsersByIds(Table table) {
        this.table = table;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::get);
    }

    private Response get(Request request) {
        var users = request.query(IDS);
        var keys =
                users.stream()
                        .flatMap(user ->
                                Stream.of(KeySpace.userInfo(user), KeySpace.userCount(user)))
                        .toList();
        var found = table.getByKeyEventually(keys);
        var profiles = new ArrayList<SocialItems.Profile>();
        for (var user : users) {
            var items =
                    Stream.of(KeySpace.userInfo(user), KeySpace.userCount(user))
                            .filter(found::containsKey)
                            .map(found::get)
                            .toList();
            var profile = SocialItems.profile(user, items);
            if (profile != null) {
                profiles.add(profile);
            }
        }
        return Response.items(profiles, SocialJson.USER_PROFILE::of);
    }

    private static Set<UserId> ids(String text) {
        var ids = List.of(text.split(",", -1));
        if (ids.size() > IDS_MAX) {
            throw new Malformed("must contain at most " + IDS_MAX + " ids, separated by commas");
        }
        var users = new LinkedHashSet<UserId>();
        ids.forEach(id -> users.add(UserId.parse(id)));
        return users;
    }
}
