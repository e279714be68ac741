package plaza.favorites.tag;

import static plaza.table.Condition.attribute;

import java.time.Instant;
import java.util.List;
import plaza.favorites.favorite.FavoriteItems;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.tally.EdgeChange;
import plaza.tally.SequenceNumber;

/// The edges of the favorites context that the stream counts: the favorites of a tag.
public final class TagEdgeChanges {
    private TagEdgeChanges() {}

    /// A tagging that was created or removed. It counts only for one generation of its tag.
    /// Afterwards its counter no longer exists, and [TaggingJobs#erase] removes the remaining
    /// ledger.
    ///
    /// @param at the time of the change
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
                TagItems.FAVORITE_COUNT,
                attribute(FavoriteItems.GENERATION).is(tagGeneration.value()),
                KeySpace.tagLedger(user, tag, tagGeneration, data),
                on,
                sequence,
                on ? null : at,
                List.of());
    }
}
