package plaza.social.block;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserItems;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
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
        return table.optimistically(() -> block(user, blocked));
    }

    private Attempt<Response> block(UserId user, UserId blocked) {
        var entry = KeySpace.BLOCK.key(user, blocked);
        var follows =
                List.of(KeySpace.FOLLOWEE.key(user, blocked), KeySpace.FOLLOWEE.key(blocked, user));
        var read =
                table.getByKey(
                        Stream.concat(
                                        Stream.of(
                                                entry,
                                                KeySpace.GATE.key(user),
                                                KeySpace.GATE.key(blocked),
                                                KeySpace.USER_COUNT.key(user),
                                                KeySpace.USER_COUNT.key(blocked)),
                                        follows.stream())
                                .toList());
        var existing = read.get(entry);
        if (existing != null) {
            return Attempt.done(Response.ok(BlockJson.BLOCK.of(BlockItems.block(existing))));
        }
        UserProblems.requireProfile(read.get(KeySpace.USER_COUNT.key(user)));
        var gate = Gate.in(read, user);
        UserProblems.requireSeen(
                read.get(KeySpace.USER_COUNT.key(blocked)),
                gate.hasAny(table, blocked, Listed.BLOCKED_BY),
                "blockedId");
        var now = clock.instant();
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(BlockItems.block(user, blocked, now)).onlyIf(absent()));
        writes.add(Write.Delete.of(KeySpace.REQUEST.key(user, blocked)));
        writes.add(Write.Delete.of(KeySpace.REQUEST.key(blocked, user)));
        writes.addAll(gate.adding(Listed.BLOCKS, blocked));
        writes.addAll(Gate.in(read, blocked).adding(Listed.BLOCKED_BY, user));
        var counts = new LinkedHashMap<Key, Write.Update>();
        for (var follow : follows) {
            writes.addAll(endOf(follow, read, counts));
        }
        writes.addAll(counts.values());
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Response.created(BlockJson.BLOCK.of(new Entry(blocked, now))))
                : Attempt.tryAgain();
    }

    /// The writes that end a follow, or that check that it does not exist.
    ///
    /// @param follow its entry in the list of followed users
    /// @param counts the changes of the counts of users so far, to which those of this follow are
    ///   added: a transaction can change an item once only
    private static List<Write> endOf(
            Key follow, Map<Key, Item> read, Map<Key, Write.Update> counts) {
        if (!read.containsKey(follow)) {
            return List.of(new Write.Check(follow, absent()));
        }
        return KeySpace.FOLLOWEE.parse(
                follow,
                (follower, followee) -> {
                    add(counts, KeySpace.USER_COUNT.key(follower), UserItems.FOLLOWING_COUNT);
                    var counted = read.get(KeySpace.USER_COUNT.key(followee));
                    add(
                            counts,
                            FollowerCount.key(Objects.requireNonNull(counted), followee, follower),
                            UserItems.FOLLOWER_COUNT);
                    return List.of(
                            Write.Delete.of(follow).onlyIf(exists()),
                            Write.Delete.of(KeySpace.FOLLOWER.key(followee, follower)));
                });
    }

    private static void add(Map<Key, Write.Update> counts, Key key, String attribute) {
        counts.put(key, counts.getOrDefault(key, Write.Update.of(key)).add(attribute, -1));
    }
}
