package plaza.social.user;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.key.SocialKeys;
import plaza.table.Query;

/// Returns a user's profile and counts with one Query of the user's item collection. The profile of
/// a protected user has no content for callers who do not follow them.
public final class GetUserInfoByUserId extends ApiFunction {
    public GetUserInfoByUserId() {}

    public GetUserInfoByUserId(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.path("userId", UserId::parse);
        var query = Query.in(SocialKeys.USERS.of(user));
        var gate = new ReaderGate(table, request.caller());
        var items = gate.read(query, UserItems.USER_ITEMS_MAX, null).items();
        var profile = UserItems.profile(user, items);
        var shown = profile == null ? null : Profiles.shown(profile, gate);
        if (shown == null) {
            throw UserProblems.noUser();
        }
        return Profiles.response(ExpandedUsers.profile(request, table, shown), shown);
    }
}
