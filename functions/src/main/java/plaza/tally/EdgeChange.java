package plaza.tally;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Key;
import plaza.table.Write;

/// One change of a counted edge, from one stream record.
///
/// @param counter the item that counts such edges
/// @param attribute the attribute of the counter
/// @param ledger the edge's row in the ledger
/// @param on whether the edge exists after the change
/// @param weight how many the edge counts as while it exists
/// @param sequence the position of the change in the history of the edge
/// @param closedAt the time of the last change of the edge, after which the ledger row is kept for
///   [Ledger#LIFETIME]; null while another change is expected, because that change needs the row
/// @param uncounted the writes if the counter does not exist (any more), which remove an edge that
///   arrived too late
/// @param consequences what else is written with the count; null if there is nothing
public record EdgeChange(
        Key counter,
        String attribute,
        Key ledger,
        boolean on,
        long weight,
        SequenceNumber sequence,
        @Nullable Instant closedAt,
        List<Write> uncounted,
        @Nullable Consequences consequences) {
    /// The changes that one transaction can count: those of one count.
    public record Group(Key counter, String attribute) {}

    public Group group() {
        return new Group(counter, attribute);
    }
}
