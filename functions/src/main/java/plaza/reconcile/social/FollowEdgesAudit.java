package plaza.reconcile.social;

import java.util.List;
import plaza.reconcile.DerivedItemsAudit;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
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
        var edge = SocialItems.edge(following);
        var follower = KeySpace.userOf(following.key());
        return List.of(SocialItems.follower(new Follow(follower, edge.user(), edge.followedAt())));
    }

    @Override
    public Key source(Item follower) {
        return KeySpace.following(
                KeySpace.otherUserOf(follower.key()), KeySpace.userOf(follower.key()));
    }
}
