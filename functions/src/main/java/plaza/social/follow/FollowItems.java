package plaza.social.follow;

import java.time.Instant;
import plaza.id.UserId;
import plaza.social.gate.CountedRow;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Converts follows to items and back. Times are epoch milliseconds.
public final class FollowItems {
    public static final String FOLLOWED_AT = "followedAt";

    /// Marks the edge of a follower who mutes the followee.
    private static final String MUTED = "muted";

    private FollowItems() {}

    /// The edge in the followee's follower list.
    public static Item follower(Follow follow) {
        return Item.at(SocialKeys.FOLLOWER.key(follow.followee(), follow.follower()))
                .with(FOLLOWED_AT, follow.followedAt())
                .build();
    }

    /// The edge in the follower's following list.
    public static Item following(Follow follow) {
        return following(follow, false);
    }

    /// The edge in the follower's following list, with the mark of a followee whom they mute.
    static Item following(Follow follow, boolean isMuted) {
        var edge =
                Item.at(SocialKeys.FOLLOWEE.key(follow.follower(), follow.followee()))
                        .with(FOLLOWED_AT, follow.followedAt());
        return (isMuted ? edge.with(MUTED, true) : edge).build();
    }

    /// The update that marks an edge of a following list as muted or not.
    public static Write.Update muting(Key edge, boolean isMuted) {
        return Write.Update.of(edge).setOrRemove(MUTED, isMuted);
    }

    /// Whether a follower mutes the followee.
    public static boolean isMuted(Item following) {
        return following.flag(MUTED);
    }

    /// The follow of an edge in a following list.
    public static Follow follow(Item following) {
        return SocialKeys.FOLLOWEE.parse(
                following.key(),
                (follower, followee) ->
                        new Follow(follower, followee, following.time(FOLLOWED_AT)));
    }

    /// The other user and the time of an edge from either list.
    public static Edge edge(Item item) {
        return new Edge(otherUser(item.key()), item.time(FOLLOWED_AT));
    }

    /// The other user of an edge from either list.
    private static UserId otherUser(Key edge) {
        var kind = SocialKeys.FOLLOWER.is(edge) ? SocialKeys.FOLLOWER : SocialKeys.FOLLOWEE;
        return kind.parse(edge, (_, other) -> other);
    }

    /// How an edge is counted: as a follower or a followee of the user in whose list it is, unless
    /// the other user is suspended.
    public static CountedRow counted(Item edge) {
        var isFollower = SocialKeys.FOLLOWER.is(edge.key());
        var owner = (isFollower ? SocialKeys.FOLLOWERS : SocialKeys.FOLLOWING).parse(edge.key());
        return new CountedRow(
                SocialKeys.USER_COUNT.key(owner),
                isFollower ? UserItems.FOLLOWER_COUNT : UserItems.FOLLOWING_COUNT,
                !Standing.isOfSuspended(edge),
                Standing.isMarkStill(edge));
    }

    /// An entry in a follower or following list.
    public record Edge(UserId user, Instant followedAt) {}
}
