package plaza.social.like;

import plaza.social.post.PostCounter;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// Converts likes to items and back. Times are epoch milliseconds.
public final class LikeItems {
    public static final String LIKED_AT = "likedAt";

    /// How likes are counted.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "like",
                    KeySpace.LIKES,
                    KeySpace.LIKE_LEDGER,
                    KeySpace.LIKE_COUNTS,
                    PostCounter.LIKES.attribute(),
                    LikeItems::edge,
                    counter -> KeySpace.LIKES.of(KeySpace.LIKE_COUNT.parse(counter.key())),
                    counter -> KeySpace.LIKE_LEDGER.of(KeySpace.LIKE_COUNT.parse(counter.key())));

    private LikeItems() {}

    private static Edge edge(Key key) {
        var kind = KeySpace.LIKE.is(key) ? KeySpace.LIKE : KeySpace.LIKE_LEDGER_ROW;
        return kind.parse(
                key,
                (post, user) ->
                        new Edge(
                                KeySpace.LIKE.key(post, user),
                                KeySpace.LIKE_LEDGER_ROW.key(post, user),
                                KeySpace.LIKE_COUNT.key(post)));
    }

    public static Item like(Like like) {
        return Item.at(KeySpace.LIKE.key(like.post(), like.user()))
                .with(LIKED_AT, like.likedAt())
                .build();
    }

    public static Like like(Item item) {
        return KeySpace.LIKE.parse(
                item.key(), (post, user) -> new Like(post, user, item.time(LIKED_AT)));
    }
}
