package plaza.social.block;

import static plaza.table.Condition.absent;

import java.util.ArrayList;
import java.util.List;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Write;

/// Mutes a user: one transaction writes the entry, the caller's gate, and a mark on the follow if
/// the caller follows the user. A timeline reads the follows of its authors anyway, so that it
/// hides muted authors without another read.
public final class MuteUser extends ApiFunction {
    public MuteUser() {}

    public MuteUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var muted = request.path("mutedId", UserId::parse);
        if (user.equals(muted)) {
            throw Problem.ruleBroken("mutedId", "You cannot mute yourself.").exception();
        }
        return table.optimistically(() -> mute(user, muted));
    }

    private Attempt<Response> mute(UserId user, UserId muted) {
        var entry = SocialKeys.MUTE.key(user, muted);
        var follow = SocialKeys.FOLLOWEE.key(user, muted);
        var read =
                table.getByKey(
                        List.of(
                                entry,
                                follow,
                                SocialKeys.GATE.key(user),
                                SocialKeys.USER_COUNT.key(user),
                                SocialKeys.USER_COUNT.key(muted)));
        var existing = read.get(entry);
        if (existing != null) {
            return Attempt.done(Response.ok(BlockJson.MUTE.of(BlockItems.mute(existing))));
        }
        UserProblems.requireProfile(read.get(SocialKeys.USER_COUNT.key(user)));
        var gate = Gate.in(read, user);
        UserProblems.requireSeen(
                read.get(SocialKeys.USER_COUNT.key(muted)),
                gate.hasAny(table, muted, Listed.BLOCKS, Listed.BLOCKED_BY),
                "mutedId");
        var now = clock.instant();
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(BlockItems.mute(user, muted, now)).onlyIf(absent()));
        writes.add(EntryEnds.marking(follow, read, true));
        writes.addAll(gate.adding(Listed.MUTES, muted));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Response.created(BlockJson.MUTE.of(new Entry(muted, now))))
                : Attempt.tryAgain();
    }
}
