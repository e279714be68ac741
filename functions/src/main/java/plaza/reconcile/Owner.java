package plaza.reconcile;

import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.KeySpace;

/// The owner of an item, which its partition key names.
public final class Owner {
    private Owner() {}

    public static UserId user(Item item) {
        return UserId.of(KeySpace.ownerPart(item.key().pk()));
    }

    public static PostId post(Item item) {
        return PostId.of(KeySpace.ownerPart(item.key().pk()));
    }

    public static GamerId gamer(Item item) {
        return GamerId.of(KeySpace.ownerPart(item.key().pk()));
    }

    public static FootballerId footballer(Item item) {
        return FootballerId.of(KeySpace.ownerPart(item.key().pk()));
    }
}
