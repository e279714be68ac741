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
        var entry = SocialKeys.MUTE.key(user, muted);
        var follow = SocialKeys.FOLLOWEE.key(user, muted);
        var read =
                table.getByKey(
                        List.of(
                                entry,
                                follow,
                                SocialKeys.GATE.key(user),
                                SocialKeys.USER_COUNT.key(user)));
        UserProblems.requireActive(read.get(SocialKeys.USER_COUNT.key(user)));
        if (!read.containsKey(entry)) {
            return true;
        }
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(entry));
        writes.add(MuteUser.marking(follow, read, false));
        writes.addAll(Gate.in(read, user).removing(Listed.MUTES, muted));
        return table.transact(writes) instanceof Outcome.Done;
    }
}
