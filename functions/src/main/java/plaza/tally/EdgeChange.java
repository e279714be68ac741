package plaza.tally;

import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition.Predicate;
import plaza.table.Key;
import plaza.table.Write;

/// One change of one counted edge, as the stream brought it.
///
/// @param counter the item that counts such edges
/// @param attribute its attribute
/// @param alive what must hold of the counter for it to count the edge: that it is there, and where
///   its id can be used again, that it still is the one the edge belongs to
/// @param ledger the edge's own row in the ledger
/// @param on whether the edge is there after the change
/// @param sequence the change's place in the history of the edge
/// @param closedAt when the last change of the edge happened, from which time the ledger row is
///   kept for [Ledger#LIFETIME]; null while another change is expected, because its row must exist
/// @param uncounted what to write when there is no counter (any more), so that nothing is left of
///   an edge that came too late
public record EdgeChange(
        Key counter,
        String attribute,
        Predicate alive,
        Key ledger,
        boolean on,
        SequenceNumber sequence,
        @Nullable Instant closedAt,
        List<Write> uncounted) {
    /// What can be counted in one transaction: changes of one counter.
    public record Group(Key counter, Predicate alive) {}

    /// An edge of a counter whose id is never used again.
    public EdgeChange(
            Key counter,
            String attribute,
            Key ledger,
            boolean on,
            SequenceNumber sequence,
            @Nullable Instant closedAt,
            List<Write> uncounted) {
        this(counter, attribute, exists(), ledger, on, sequence, closedAt, uncounted);
    }

    public Group group() {
        return new Group(counter, alive);
    }
}
