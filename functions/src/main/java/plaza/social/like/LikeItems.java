package plaza.social.like;

import plaza.table.Item;
import plaza.table.KeySpace;

/// Converts likes to items and back. Times are epoch milliseconds.
public final class LikeItems {
    public static final String LIKED_AT = "likedAt";

    private LikeItems() {}

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
