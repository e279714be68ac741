package plaza.social.follow;

import static plaza.table.Condition.absent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.CountedRow;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// The follows between two users in both directions, which a block ends in its own transaction.
public final class FollowsBetween {
    /// The entries in the lists of followed users.
    private final List<Key> keys;

    /// The entries in lists of followers that an earlier attempt found otherwise than expected.
    /// They are not read, because they are marked only if the follower is suspended.
    private final Map<Key, Item> followers = new HashMap<>();

    public FollowsBetween(UserId user, UserId other) {
        keys = List.of(SocialKeys.FOLLOWEE.key(user, other), SocialKeys.FOLLOWEE.key(other, user));
    }

    /// The keys of the items to read.
    public List<Key> keys() {
        return keys;
    }

    /// The writes that end the follows, or that check that they do not exist.
    ///
    /// @param read the items at [#keys] and the counts of both users
    public List<Write> ends(Map<Key, Item> read) {
        var writes = new ArrayList<Write>();
        // a transaction can change an item once only
        var counts = new LinkedHashMap<Key, Write.Update>();
        for (var key : keys) {
            var edge = read.get(key);
            if (edge == null) {
                writes.add(new Write.Check(key, absent()));
            } else {
                var follower = SocialKeys.FOLLOWING.parse(key);
                var followee = SocialKeys.FOLLOWEE.parse(key, (_, user) -> user);
                var mirror = SocialKeys.FOLLOWER.key(followee, follower);
                var counted = FollowItems.counted(edge);
                var other = followers.getOrDefault(mirror, Item.at(mirror).build());
                var mirrored = FollowItems.counted(other);
                add(counts, counted.counter(), counted);
                var counter = Objects.requireNonNull(read.get(mirrored.counter()));
                add(counts, FollowerCount.key(counter, followee, follower), mirrored);
                writes.addAll(FollowDeletion.deletions(edge, other));
            }
        }
        writes.addAll(counts.values());
        return writes;
    }

    private static void add(Map<Key, Write.Update> counts, Key key, CountedRow removed) {
        counts.put(
                key,
                counts.getOrDefault(key, Write.Update.of(key))
                        .add(removed.attribute(), removed.removal()));
    }

    /// Keeps an entry in a list of followers that is otherwise than expected.
    ///
    /// @param key the key of the item whose condition does not hold
    /// @param found that item, or null if it does not exist
    public void refused(Key key, @Nullable Item found) {
        if (SocialKeys.FOLLOWER.is(key)) {
            followers.put(key, found == null ? Item.at(key).build() : found);
        }
    }
}
