package plaza.favorites;

import java.time.Instant;
import java.util.List;
import plaza.id.DataId;
import plaza.id.LifeId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition.Test;
import plaza.table.KeySpace;
import plaza.tally.Sequence;
import plaza.tally.Tally;

/// What of the favorites context is counted through the stream: how many favorites a tag has.
public final class TagTallies {
    private TagTallies() {}

    /// A tagged row that came or went. It counts for one life of its tag only; when that is over,
    /// so is its counter, and [TaggedRows#erase] removes what is left.
    ///
    /// @param at when it did
    public static Tally tagged(
            UserId user,
            TagId tag,
            LifeId tagLife,
            DataId data,
            boolean on,
            Sequence sequence,
            Instant at) {
        return new Tally(
                KeySpace.tag(user, tag),
                FavoriteItems.FAVORITE_COUNT,
                new Test.TextIs(FavoriteItems.LIFE, tagLife.value()),
                KeySpace.tagLedger(user, tag, tagLife, data),
                on,
                sequence,
                on ? null : at,
                List.of());
    }
}
