package plaza.social.block;

import static plaza.table.Condition.absent;

import java.util.ArrayList;
import java.util.stream.Stream;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.follow.FollowsBetween;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Outcome;
import plaza.table.Write;

/// Blocks a user: one transaction writes the entry and both gates, and ends the follows in both
/// directions with their counts, and the requests for follows.
///
/// A consistent read finds what exists, and the transaction fails if it has changed: a follow that
/// does not exist is checked, too, so that no follow begins at the same moment. The stream triggers
/// the removal of the timeline entries, which the ended follows hide.
public final class BlockUser extends ApiFunction {
    public BlockUser() {}

    public BlockUser(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var blocked = request.path("blockedId", UserId::parse);
        if (user.equals(blocked)) {
            throw Problem.ruleBroken("blockedId", "You cannot block yourself.").exception();
        }
        var follows = new FollowsBetween(user, blocked);
        return table.optimistically(() -> block(user, blocked, follows));
    }

    private Attempt<Response> block(UserId user, UserId blocked, FollowsBetween follows) {
        var entry = SocialKeys.BLOCK.key(user, blocked);
        var read =
                table.getByKey(
                        Stream.concat(
                                        Stream.of(
                                                entry,
                                                SocialKeys.GATE.key(user),
                                                SocialKeys.GATE.key(blocked),
                                                SocialKeys.USER_COUNT.key(user),
                                                SocialKeys.USER_COUNT.key(blocked)),
                                        follows.keys().stream())
                                .toList());
        var existing = read.get(entry);
        if (existing != null) {
            return Attempt.done(Response.ok(BlockJson.BLOCK.of(BlockItems.block(existing))));
        }
        UserProblems.requireProfile(read.get(SocialKeys.USER_COUNT.key(user)));
        var gate = Gate.in(read, user);
        UserProblems.requireSeen(
                read.get(SocialKeys.USER_COUNT.key(blocked)),
                gate.hasAny(table, blocked, Listed.BLOCKED_BY),
                "blockedId");
        var now = clock.instant();
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(BlockItems.block(user, blocked, now)).onlyIf(absent()));
        writes.add(Write.Delete.of(SocialKeys.REQUEST.key(user, blocked)));
        writes.add(Write.Delete.of(SocialKeys.REQUEST.key(blocked, user)));
        writes.addAll(gate.adding(Listed.BLOCKS, blocked));
        writes.addAll(Gate.in(read, blocked).adding(Listed.BLOCKED_BY, user));
        writes.addAll(follows.ends(read));
        return switch (table.transact(writes)) {
            case Outcome.Done() ->
                    Attempt.done(Response.created(BlockJson.BLOCK.of(new Entry(blocked, now))));
            case Outcome.Refused(var key, var found) -> {
                follows.refused(key, found);
                yield Attempt.tryAgain();
            }
        };
    }
}
