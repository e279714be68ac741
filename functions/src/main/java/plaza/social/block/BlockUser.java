package plaza.social.block;

import static plaza.table.Condition.absent;

import java.util.ArrayList;
import java.util.HashMap;
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
import plaza.social.follow.FollowEnd;
import plaza.social.follow.FollowItems;
import plaza.social.gate.CountedRow;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
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
        var followers = new HashMap<Key, Item>();
        return table.optimistically(() -> block(user, blocked, followers));
    }

    /// @param followers the edges in lists of followers that earlier attempts found otherwise than
    ///   expected. They are not read, because they are marked only if the follower is suspended
    private Attempt<Response> block(UserId user, UserId blocked, Map<Key, Item> followers) {
        var entry = SocialKeys.BLOCK.key(user, blocked);
        var follows =
                List.of(
                        SocialKeys.FOLLOWEE.key(user, blocked),
                        SocialKeys.FOLLOWEE.key(blocked, user));
        var read =
                table.getByKey(
                        Stream.concat(
                                        Stream.of(
                                                entry,
                                                SocialKeys.GATE.key(user),
                                                SocialKeys.GATE.key(blocked),
                                                SocialKeys.USER_COUNT.key(user),
                                                SocialKeys.USER_COUNT.key(blocked)),
                                        follows.stream())
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
        var counts = new LinkedHashMap<Key, Write.Update>();
        for (var follow : follows) {
            writes.addAll(endOf(follow, read, followers, counts));
        }
        writes.addAll(counts.values());
        return switch (table.transact(writes)) {
            case Outcome.Done() ->
                    Attempt.done(Response.created(BlockJson.BLOCK.of(new Entry(blocked, now))));
            case Outcome.Refused(var key, var found) -> {
                if (SocialKeys.FOLLOWER.is(key)) {
                    followers.put(key, found == null ? Item.at(key).build() : found);
                }
                yield Attempt.tryAgain();
            }
        };
    }

    /// The writes that end a follow, or that check that it does not exist.
    ///
    /// @param follow its entry in the list of followed users
    /// @param followers the entries in lists of followers that are known
    /// @param counts the changes of the counts of users so far, to which those of this follow are
    ///   added: a transaction can change an item once only
    private static List<Write> endOf(
            Key follow,
            Map<Key, Item> read,
            Map<Key, Item> followers,
            Map<Key, Write.Update> counts) {
        var edge = read.get(follow);
        if (edge == null) {
            return List.of(new Write.Check(follow, absent()));
        }
        return SocialKeys.FOLLOWEE.parse(
                follow,
                (follower, followee) -> {
                    var mirror = SocialKeys.FOLLOWER.key(followee, follower);
                    var counted = FollowItems.counted(edge);
                    var other = followers.getOrDefault(mirror, Item.at(mirror).build());
                    var mirrored = FollowItems.counted(other);
                    add(counts, counted.counter(), counted);
                    var counter = Objects.requireNonNull(read.get(mirrored.counter()));
                    add(counts, FollowerCount.key(counter, followee, follower), mirrored);
                    return FollowEnd.deletions(edge, other);
                });
    }

    private static void add(Map<Key, Write.Update> counts, Key key, CountedRow removed) {
        counts.put(
                key,
                counts.getOrDefault(key, Write.Update.of(key))
                        .add(removed.attribute(), removed.removal()));
    }
}
