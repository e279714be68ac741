package plaza.benchmark.growth;

import java.time.Instant;
import plaza.id.UserId;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.table.Item;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;
import plaza.units.Units;

/// The sizes of items in bytes, with ids of 26 characters and a post of 140 characters.
final class Sizes {
    private static final UserId ANN = UserId.of("user%022d".formatted(1));
    private static final UserId BEN = UserId.of("user%022d".formatted(2));
    private static final PostId POST_ID = PostId.of("post%022d".formatted(1));
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00.123Z");

    static final int POST =
            of(PostItems.post(new Post(ANN, POST_ID, "x".repeat(140), null, NOW, null, 1)));
    static final int ENTRY =
            of(TimelineItems.timelineEntry(new TimelineEntry(BEN, ANN, POST_ID, NOW)));
    static final int EDGE = of(FollowItems.follower(new Follow(BEN, ANN, NOW)));
    static final int LIKE = of(LikeItems.like(new Like(POST_ID, ANN, NOW)));

    static final int LEDGER_ROW =
            of(
                    Ledger.row(
                            SocialKeys.LIKE_LEDGER_ROW.key(POST_ID, ANN),
                            true,
                            SequenceNumber.ZERO,
                            null));

    private Sizes() {}

    static int of(Item item) {
        return Units.size(item.attributes());
    }
}
