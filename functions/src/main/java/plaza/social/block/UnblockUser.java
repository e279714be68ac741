package plaza.social.block;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Outcome;
import plaza.table.Write;

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
        var entry = SocialKeys.BLOCK.key(user, blocked);
        var read =
                table.getByKey(
                        List.of(
                                entry,
                                SocialKeys.GATE.key(user),
                                SocialKeys.GATE.key(blocked),
                                SocialKeys.USER_COUNT.key(user)));
        UserProblems.requireActive(read.get(SocialKeys.USER_COUNT.key(user)));
        if (!read.containsKey(entry)) {
            return true;
        }
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(entry));
        writes.addAll(Gate.in(read, user).removing(Listed.BLOCKS, blocked));
        writes.addAll(Gate.in(read, blocked).removing(Listed.BLOCKED_BY, user));
        return table.transact(writes) instanceof Outcome.Done;
    }
}
