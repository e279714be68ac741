package plaza.benchmark.growth;

import java.time.Instant;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Units;
import plaza.social.EdgeChanges;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.Post;
import plaza.social.model.TimelineEntry;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;

/// The sizes of items in bytes, with ids of 26 characters and a post of 140 characters.
final class Sizes {
    private static final UserId ANN = UserId.of("user%022d".formatted(1));
    private static final UserId BEN = UserId.of("user%022d".formatted(2));
    private static final PostId POST_ID = PostId.of("post%022d".formatted(1));
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00.123Z");

    static final int POST =
            of(SocialItems.post(new Post(ANN, POST_ID, "x".repeat(140), null, NOW, null, 1)));
    static final int ENTRY =
            of(SocialItems.timelineEntry(new TimelineEntry(BEN, ANN, POST_ID, NOW)));
    static final int EDGE = of(SocialItems.follower(new Follow(BEN, ANN, NOW)));
    static final int LIKE = of(SocialItems.like(new Like(POST_ID, ANN, NOW)));

    static final int LEDGER_ROW =
            of(
                    Ledger.row(
                            EdgeChanges.like(
                                    POST_ID,
                                    ANN,
                                    true,
                                    SequenceNumber.ZERO,
                                    NOW,
                                    Write.Delete.of(KeySpace.like(POST_ID, ANN)))));

    private Sizes() {}

    static int of(Item item) {
        return Units.size(item.attributes());
    }
}
