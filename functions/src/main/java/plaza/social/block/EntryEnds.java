package plaza.social.block;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// The transactions that end a block or a mute: each deletes the entry and removes it from the
/// gates.
final class EntryEnds {
    private EntryEnds() {}

    /// Reads and ends a block, if it exists.
    ///
    /// @return false if another request has changed a gate in the meantime
    static boolean block(Table table, UserId user, UserId blocked) {
        return block(table, user, blocked, table.getByKey(keysOfBlock(user, blocked)));
    }

    /// What [#block] needs.
    static List<Key> keysOfBlock(UserId user, UserId blocked) {
        return List.of(
                SocialKeys.BLOCK.key(user, blocked),
                SocialKeys.GATE.key(user),
                SocialKeys.GATE.key(blocked));
    }

    static boolean block(Table table, UserId user, UserId blocked, Map<Key, Item> read) {
        var entry = SocialKeys.BLOCK.key(user, blocked);
        if (!read.containsKey(entry)) {
            return true;
        }
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(entry));
        writes.addAll(Gate.in(read, user).removing(Listed.BLOCKS, blocked));
        writes.addAll(Gate.in(read, blocked).removing(Listed.BLOCKED_BY, user));
        return table.transact(writes) instanceof Outcome.Done;
    }

    /// Reads and ends a mute, if it exists.
    ///
    /// @return false if another request has changed the gate or the follow in the meantime
    static boolean mute(Table table, UserId user, UserId muted) {
        return mute(table, user, muted, table.getByKey(keysOfMute(user, muted)));
    }

    /// What [#mute] needs.
    static List<Key> keysOfMute(UserId user, UserId muted) {
        return List.of(
                SocialKeys.MUTE.key(user, muted),
                SocialKeys.FOLLOWEE.key(user, muted),
                SocialKeys.GATE.key(user));
    }

    static boolean mute(Table table, UserId user, UserId muted, Map<Key, Item> read) {
        var entry = SocialKeys.MUTE.key(user, muted);
        if (!read.containsKey(entry)) {
            return true;
        }
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(entry));
        writes.add(marking(SocialKeys.FOLLOWEE.key(user, muted), read, false));
        writes.addAll(Gate.in(read, user).removing(Listed.MUTES, muted));
        return table.transact(writes) instanceof Outcome.Done;
    }

    /// The write that marks a follow as muted or not, or that checks that it does not exist.
    static Write marking(Key follow, Map<Key, Item> read, boolean isMuted) {
        return read.containsKey(follow)
                ? FollowItems.muting(follow, isMuted).onlyIf(Condition.exists())
                : new Write.Check(follow, Condition.absent());
    }
}
