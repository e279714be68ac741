package plaza.benchmark.cost;

import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.Units;
import plaza.social.SocialItems;

/// What a like would cost if the ledger's rows of a post lay together in its count item, by
/// arithmetic: that design was weighed, not built (docs/decisions.md).
final class PackedLedger {
    private static final UserId USER = UserId.of("user%022d".formatted(1));
    private static final PostId POST = PostId.of("post%022d".formatted(1));

    /// A list's or map's own bytes for an element, a state, and the digits of a sequence number as
    /// they come: 21 to 40, here those of a young stream.
    private static final int ELEMENT_BYTES = 1 + 1 + 21;

    private static final int UNIT_BYTES = 1_024;

    private PackedLedger() {}

    /// One edge's entry: whose, on or off, and at which sequence number.
    static int entryBytes() {
        return USER.value().length() + ELEMENT_BYTES;
    }

    /// The count item with so many entries.
    static int itemBytes(int entries) {
        var empty = SocialItems.likeCount(POST, USER, 3_000_000_000L);
        return Units.size(empty.attributes()) + "ledger".length() + 3 + entries * entryBytes();
    }

    /// What one update of the count item costs while it holds so many entries.
    static int updateUnits(int entries) {
        return Math.ceilDiv(itemBytes(entries), UNIT_BYTES);
    }

    /// The write units of a like of `likes` that come in one batch to a post without others in its
    /// ledger: the edge, and its share of one plain update.
    static double unitsOfALike(int likes) {
        return 1 + (double) updateUnits(likes) / likes;
    }

    /// The write units of a like that comes alone, on a post with so many entries already.
    static double unitsOfALoneLike(int entries) {
        return 1 + updateUnits(entries + 1);
    }

    /// How many entries fit before an update costs more than `units`.
    static int entriesWithin(int units) {
        return (units * UNIT_BYTES - itemBytes(0)) / entryBytes();
    }
}
