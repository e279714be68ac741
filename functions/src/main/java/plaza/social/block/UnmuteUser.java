package plaza.social.block;

import java.util.ArrayList;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;

/// Ends a mute: one transaction deletes the entry, removes it from the caller's gate, and removes
/// the mark on the follow.
public final class UnmuteUser extends ApiFunction {
    public UnmuteUser() {}

    public UnmuteUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var muted = request.path("mutedId", UserId::parse);
        table.optimisticallyUntil(() -> unmute(user, muted));
        return Response.noContent();
    }

    private boolean unmute(UserId user, UserId muted) {
        var counts = SocialKeys.USER_COUNT.key(user);
        var keys = new ArrayList<>(EntryEnds.keysOfMute(user, muted));
        keys.add(counts);
        var read = table.getByKey(keys);
        UserProblems.requireActive(read.get(counts));
        return EntryEnds.mute(table, user, muted, read);
    }
}
