package plaza.social.check;

import java.util.List;
import plaza.audit.DerivedItemsAudit;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;

/// Compares the two entries of each follow, which are written in one transaction. The list of
/// followed users is the source: the follower sees it, and every timeline is read with it.
record FollowEdgesAudit() implements DerivedItemsAudit {
    @Override
    public boolean isSource(Item item) {
        return SocialKeys.FOLLOWEE.is(item.key());
    }

    @Override
    public List<Item> derived(Item following) {
        var edge = FollowItems.edge(following);
        var follower = SocialKeys.FOLLOWING.parse(following.key());
        return List.of(FollowItems.follower(new Follow(follower, edge.user(), edge.followedAt())));
    }

    @Override
    public Key source(Item follower) {
        return SocialKeys.FOLLOWER.parse(
                follower.key(), (followee, user) -> SocialKeys.FOLLOWEE.key(user, followee));
    }
}
