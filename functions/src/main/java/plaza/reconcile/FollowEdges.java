package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;

/// [Check#FOLLOW_EDGES]. Both halves are written in one transaction.
record FollowEdges(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var halves = new LinkedHashMap<Item, Key>();
        for (var item : items) {
            var owner = UserId.of(KeySpace.ownerPart(item.key().pk()));
            var other = KeySpace.edgeUser(item.key().sk());
            halves.put(
                    item,
                    isFollowing(item)
                            ? KeySpace.follower(other, owner)
                            : KeySpace.following(other, owner));
        }
        var there = desk.read(halves.values());
        var drift = new ArrayList<Drift>();
        halves.forEach((half, other) -> {
            if (!there.containsKey(other)) {
                drift.add(isFollowing(half) ? missing(half, other) : surplus(half, other));
            }
        });
        return drift;
    }

    private static Drift missing(Item following, Key follower) {
        var edge = SocialItems.edge(following);
        var followerId = UserId.of(KeySpace.ownerPart(following.key().pk()));
        var follow = new Follow(followerId, edge.user(), edge.followedAt());
        return new Drift(
                Check.FOLLOW_EDGES,
                following.key(),
                follower,
                "the other half of a follow",
                "nothing",
                version(following),
                List.of(
                        AuditContext.present(following.key()),
                        AuditContext.ifAbsent(Write.Put.of(SocialItems.follower(follow)))));
    }

    private static Drift surplus(Item follower, Key following) {
        return new Drift(
                Check.FOLLOW_EDGES,
                follower.key(),
                follower.key(),
                "nothing, for nobody follows",
                "one half of a follow",
                version(follower),
                List.of(
                        AuditContext.absent(following),
                        AuditContext.onlyIf(
                                Write.Delete.of(follower.key()),
                                new Predicate.NumberIs(
                                        SocialItems.FOLLOWED_AT,
                                        follower.number(SocialItems.FOLLOWED_AT)))));
    }

    private static String version(Item edge) {
        return Long.toString(edge.number(SocialItems.FOLLOWED_AT));
    }

    private static boolean isFollowing(Item edge) {
        return KeySpace.familyOf(edge.key().pk()) == Family.FOLLOWING;
    }
}
