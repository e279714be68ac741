package plaza.tally;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Key;
import plaza.table.Write;

/// One change of one counted edge, as the stream brought it.
///
/// @param counter the item that counts such edges
/// @param attribute its attribute
/// @param ledger the edge's own row in the ledger
/// @param on whether the edge is there after the change
/// @param sequence the change's place in the history of the edge
/// @param ledgerEnd when the ledger row may be forgotten: never while the edge is on, or its end
///   would be counted as nothing
/// @param uncounted what to write when there is no counter (any more), so that nothing is left of
///   an edge that came too late
public record Tally(
        Key counter,
        String attribute,
        Key ledger,
        boolean on,
        Sequence sequence,
        @Nullable Instant ledgerEnd,
        List<Write> uncounted) {}
