package plaza.social.user;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;
import plaza.table.Query;

/// Returns the caller's profile and counts with one Query of the caller's item collection.
public final class GetMe extends ApiFunction {
    public GetMe() {}

    public GetMe(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.caller();
        var query = Query.in(SocialKeys.USERS.of(user));
        var items = table.read(query, UserItems.USER_ITEMS_MAX, null).items();
        var profile = UserItems.profile(user, items);
        if (profile == null) {
            throw UserProblems.noProfile();
        }
        return Profiles.response(ExpandedUsers.profile(request, table, profile), profile);
    }
}
