package plaza.social.block;

import java.time.Instant;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;

/// Converts blocks and mutes to items and back. Times are epoch milliseconds.
public final class BlockItems {
    private static final String BLOCKED_AT = "blockedAt";
    private static final String MUTED_AT = "mutedAt";

    private BlockItems() {}

    public static Item block(UserId user, UserId blocked, Instant at) {
        return Item.at(SocialKeys.BLOCK.key(user, blocked)).with(BLOCKED_AT, at).build();
    }

    public static Item mute(UserId user, UserId muted, Instant at) {
        return Item.at(SocialKeys.MUTE.key(user, muted)).with(MUTED_AT, at).build();
    }

    public static Entry block(Item item) {
        return SocialKeys.BLOCK.parse(
                item.key(), (_, blocked) -> new Entry(blocked, item.time(BLOCKED_AT)));
    }

    public static Entry mute(Item item) {
        return SocialKeys.MUTE.parse(
                item.key(), (_, muted) -> new Entry(muted, item.time(MUTED_AT)));
    }

    /// Checks that a block or a mute can be read.
    public static void requireReadable(Item item) {
        var _ = SocialKeys.BLOCK.is(item.key()) ? block(item) : mute(item);
    }
}
