package plaza.social.report;

import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;

/// Ends the suspension of a user. A repeated call changes nothing.
public final class RestoreUser extends ApiFunction {
    private final Moderation moderation;

    public RestoreUser() {
        this(Services.deployed());
    }

    public RestoreUser(Services services) {
        super(services);
        moderation = new Moderation(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var user = request.path("userId", UserId::parse);
        return table.optimistically(() -> restore(user));
    }

    private Attempt<Response> restore(UserId user) {
        var counts = table.getConsistent(SocialKeys.USER_COUNT.key(user));
        if (counts == null || Standing.of(counts).isErased()) {
            throw UserProblems.noUser();
        }
        return moderation.perform(moderation.suspending(user, counts, false));
    }
}
