package plaza.social.standing;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.gate.CountedRow;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.tally.CountedEdge;

/// Rows that name users and are marked while the user whom they name is suspended, so that a list
/// of many users needs no read for each of them. The job that marks them, its grants and the check
/// derive from this declaration.
///
/// @param stage their name in the cursors of stored jobs
/// @param list a list that each user has, with an item for each row that names the user
/// @param rowOf returns the key of the row for an item of this list
/// @param kind the rows
/// @param userIn reads the user whom a row names from its key
/// @param counted returns how a row is counted, or null if the stream counts it
public record MarkedRows(
        String stage,
        Family.Of1<UserId> list,
        Function<Item, Key> rowOf,
        ItemKind kind,
        Function<Key, UserId> userIn,
        Function<Item, @Nullable CountedRow> counted) {
    private static final MarkedRows OF_FOLLOWERS =
            new MarkedRows(
                    "FOLLOWERS",
                    SocialKeys.FOLLOWERS,
                    follower ->
                            SocialKeys.FOLLOWER.parse(
                                    follower.key(),
                                    (user, other) -> SocialKeys.FOLLOWEE.key(other, user)),
                    SocialKeys.FOLLOWEE,
                    row -> SocialKeys.FOLLOWEE.parse(row, (_, followee) -> followee),
                    FollowItems::counted);

    private static final MarkedRows OF_FOLLOWED_USERS =
            new MarkedRows(
                    "FOLLOWING",
                    SocialKeys.FOLLOWING,
                    followee ->
                            SocialKeys.FOLLOWEE.parse(
                                    followee.key(),
                                    (user, other) -> SocialKeys.FOLLOWER.key(other, user)),
                    SocialKeys.FOLLOWER,
                    row -> SocialKeys.FOLLOWER.parse(row, (_, follower) -> follower),
                    FollowItems::counted);

    /// All rows, in the order of the job: follows in both directions, and the edges of posts that
    /// an index lists. The words of a user's name follow from the profile instead of a list.
    public static final List<MarkedRows> ALL =
            Stream.concat(
                            Stream.of(OF_FOLLOWERS, OF_FOLLOWED_USERS),
                            PostEdges.ALL.stream().flatMap(MarkedRows::of))
                    .toList();

    private static Stream<MarkedRows> of(CountedEdge edge) {
        var byUser = edge.byUser();
        return byUser == null
                ? Stream.of()
                : Stream.of(
                        new MarkedRows(
                                PostEdges.stage(edge),
                                byUser.list(),
                                Item::key,
                                edge.edges().kinds().getFirst(),
                                byUser.userIn(),
                                _ -> null));
    }

    /// The family of the rows.
    public Family family() {
        return kind.family();
    }
}
