package plaza.reconcile.social;

import java.util.List;
import plaza.audit.DerivedItemsAudit;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Compares the two entries of each follow, which are written in one transaction. The list of
/// followed users is the source: the follower sees it, and every timeline is read with it.
record FollowEdgesAudit() implements DerivedItemsAudit {
    @Override
    public boolean isSource(Item item) {
        return KeySpace.FOLLOWEE.is(item.key());
    }

    @Override
    public List<Item> derived(Item following) {
        var edge = FollowItems.edge(following);
        var follower = KeySpace.FOLLOWING.parse(following.key());
        return List.of(FollowItems.follower(new Follow(follower, edge.user(), edge.followedAt())));
    }

    @Override
    public Key source(Item follower) {
        return KeySpace.FOLLOWER.parse(
                follower.key(), (followee, user) -> KeySpace.FOLLOWEE.key(user, followee));
    }
}
