package plaza.reconcile.social;

import java.util.List;
import plaza.audit.DerivedItemsAudit;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// Compares the two entries of each follow, which are written in one transaction. The list of
/// followed users is the source: the follower sees it, and every timeline is read with it.
record FollowEdgesAudit() implements DerivedItemsAudit {
    @Override
    public boolean isSource(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.FOLLOWING;
    }

    @Override
    public List<Item> derived(Item following) {
        var edge = FollowItems.edge(following);
        var follower = KeySpace.userOf(following.key());
        return List.of(FollowItems.follower(new Follow(follower, edge.user(), edge.followedAt())));
    }

    @Override
    public Key source(Item follower) {
        return KeySpace.following(
                KeySpace.otherUserOf(follower.key()), KeySpace.userOf(follower.key()));
    }
}
