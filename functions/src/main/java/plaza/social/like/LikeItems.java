package plaza.social.like;

import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// Converts likes to items and back. Times are epoch milliseconds.
public final class LikeItems {
    public static final String LIKED_AT = "likedAt";

    /// How likes are counted.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "like",
                    Family.LIKES,
                    Family.LIKE_LEDGER,
                    Family.LIKE_COUNT,
                    PostItems.LIKE_COUNT,
                    LikeItems::edge,
                    counter -> KeySpace.likesOf(KeySpace.postOf(counter.key())),
                    counter -> KeySpace.likeLedgerOf(KeySpace.postOf(counter.key())));

    private LikeItems() {}

    private static Edge edge(Key key) {
        var post = KeySpace.postOf(key);
        var user = KeySpace.userOf(key);
        return new Edge(
                KeySpace.like(post, user),
                KeySpace.likeLedger(post, user),
                KeySpace.likeCount(post));
    }

    public static Item like(Like like) {
        return Item.at(KeySpace.like(like.post(), like.user()))
                .with(LIKED_AT, like.likedAt())
                .build();
    }

    public static Like like(Item item) {
        return new Like(
                KeySpace.postOf(item.key()), KeySpace.userOf(item.key()), item.time(LIKED_AT));
    }
}
