package plaza.social.block;

import java.util.ArrayList;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;

/// Ends a block: one transaction deletes the entry and removes it from both gates. The follows that
/// the block ended do not come back. If the other user blocks the caller as well, their block
/// stays.
public final class UnblockUser extends ApiFunction {
    public UnblockUser() {}

    public UnblockUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var blocked = request.path("blockedId", UserId::parse);
        table.optimisticallyUntil(() -> unblock(user, blocked));
        return Response.noContent();
    }

    private boolean unblock(UserId user, UserId blocked) {
        var counts = SocialKeys.USER_COUNT.key(user);
        var keys = new ArrayList<>(EntryEnds.keysOfBlock(user, blocked));
        keys.add(counts);
        var read = table.getByKey(keys);
        UserProblems.requireActive(read.get(counts));
        return EntryEnds.block(table, user, blocked, read);
    }
}
