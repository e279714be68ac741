package plaza.social.like;

import java.util.List;
import plaza.evolution.Migration;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.post.OwnLikes;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// Converts likes to items and back. Times are epoch milliseconds.
///
/// Version 2 of a like is in the list of its user's likes, an index; version 1 is not.
public final class LikeItems {
    public static final String LIKED_AT = "likedAt";

    /// How likes are counted.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "like",
                    KeySpace.LIKES,
                    KeySpace.LIKE_LEDGER,
                    KeySpace.POST_COUNTERS,
                    PostCounter.LIKES.attribute(),
                    item -> edge(like(item)),
                    row -> KeySpace.LIKE_LEDGER_ROW.parse(row, LikeItems::edge),
                    counter -> KeySpace.LIKES.of(PostItems.countedPost(counter)),
                    counter -> KeySpace.LIKE_LEDGER.of(PostItems.countedPost(counter)),
                    new CountedEdge.ByUser(
                            KeySpace.LIKED,
                            key -> KeySpace.LIKE.parse(key, (_, user) -> user),
                            item -> like(like(item), item.version())));

    /// Adds the keys of the index that lists the likes of a user.
    public static final Migration BY_USER =
            new Migration(
                    OwnLikes.LISTED,
                    KeySpace.LIKE,
                    2,
                    item -> {
                        var like = like(item);
                        return List.of(Write.Update.of(item.key()).in(likedBy(like), order(like)));
                    },
                    List.of(new Migration.Access(KeySpace.LIKES, Write.Update.class)),
                    "Every like is in the list of its user's likes.");

    private LikeItems() {}

    private static Edge edge(Like like) {
        return edge(like.post(), like.user());
    }

    private static Edge edge(PostId post, UserId user) {
        return new Edge(
                KeySpace.LIKE.key(post, user),
                KeySpace.LIKE_LEDGER_ROW.key(post, user),
                KeySpace.POST_COUNTER.key(post));
    }

    /// A like of the newest version.
    public static Item like(Like like) {
        return like(like, BY_USER.to());
    }

    /// A like of a given version.
    public static Item like(Like like, int version) {
        var item =
                Item.at(KeySpace.LIKE.key(like.post(), like.user()))
                        .with(LIKED_AT, like.likedAt())
                        .version(version);
        return (version < BY_USER.to() ? item : item.in(likedBy(like), order(like))).build();
    }

    private static ItemCollection likedBy(Like like) {
        return KeySpace.LIKED.of(like.user());
    }

    private static String order(Like like) {
        return KeySpace.LIKE_ORDER.of(like.likedAt(), like.post());
    }

    /// The key of the counter of the post that a user likes.
    static Key counterOf(Item like) {
        return KeySpace.LIKE.parse(like.key(), (post, _) -> KeySpace.POST_COUNTER.key(post));
    }

    /// The post that a like is joined to, with its counter.
    static Post joinedPost(Item joined) {
        return KeySpace.LIKE.parse(
                joined.key(),
                (post, _) -> PostItems.post(PostItems.authorIn(joined), post, joined));
    }

    /// Reads a like of any version.
    public static Like like(Item item) {
        return KeySpace.LIKE.parse(
                item.key(), (post, user) -> new Like(post, user, item.time(LIKED_AT)));
    }
}
