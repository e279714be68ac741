package plaza.favorites;

import static plaza.table.Condition.attribute;

import java.time.Instant;
import java.util.List;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.tally.EdgeChange;
import plaza.tally.SequenceNumber;

/// What of the favorites context is counted through the stream: how many favorites a tag has.
public final class TagEdgeChanges {
    private TagEdgeChanges() {}

    /// A tagged row that came or went. It counts for one life of its tag only; when that is over,
    /// so is its counter, and [TaggingJobs#erase] removes what is left.
    ///
    /// @param at when it did
    public static EdgeChange tagged(
            UserId user,
            TagId tag,
            GenerationId tagGeneration,
            DataId data,
            boolean on,
            SequenceNumber sequence,
            Instant at) {
        return new EdgeChange(
                KeySpace.tag(user, tag),
                FavoriteItems.FAVORITE_COUNT,
                attribute(FavoriteItems.GENERATION).is(tagGeneration.value()),
                KeySpace.tagLedger(user, tag, tagGeneration, data),
                on,
                sequence,
                on ? null : at,
                List.of());
    }
}
