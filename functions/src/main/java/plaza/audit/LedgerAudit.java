package plaza.audit;

import static plaza.audit.Repair.asRead;
import static plaza.audit.Repair.onlyIf;
import static plaza.audit.Repair.require;
import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;

/// Compares edges with their ledger rows.
///
/// A repair counts what the stream should have counted, and keeps the row's sequence number. If the
/// lost record arrives after all, it is newer than the row, finds the state that it requests, and
/// leaves the counter unchanged.
///
/// @param edges creates the edge of an item, which is the edge itself or its ledger row
public record LedgerAudit(Function<Item, CountedEdge> edges) implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        var edge = edges.apply(item);
        return List.of(edge.key(), edge.ledgerRow(), edge.counter());
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var edge = edges.apply(item);
        if (!edge.isCounted(related.get(edge.counter()))) {
            return edge.uncounted(item, context);
        }
        var found = related.get(edge.key());
        var row = related.get(edge.ledgerRow());
        var exists = edge.matches(found);
        var isActive = row != null && row.flag(Ledger.ON);
        // The edge reports that its row is not active, and an active row reports that its edge does
        // not exist, so that each difference is reported once.
        var isRow = item.key().equals(edge.ledgerRow());
        return isActive != exists && isActive == isRow && edge.isDecidable(exists, context.now())
                ? List.of(drift(item, edge, isRow ? found : item, row, context))
                : List.of();
    }

    private static Drift drift(
            Item anchor,
            CountedEdge edge,
            @Nullable Item found,
            @Nullable Item row,
            AuditContext context) {
        var isActive = row != null && row.flag(Ledger.ON);
        var sequence = row == null ? SequenceNumber.ZERO : Ledger.sequence(row);
        var rowWrite =
                row != null && isActive
                        ? edge.deactivation(row, context.now())
                        : Write.Put.of(
                                Ledger.row(edge.ledgerRow(), true, sequence, edge.closedAt()));
        var count = Write.Update.of(edge.counter()).add(edge.countAttribute(), isActive ? -1 : 1);
        return Drift.wrong(
                        anchor,
                        isActive
                                ? "no active ledger row, because the edge does not exist"
                                : "an active ledger row, because the edge exists",
                        isActive ? "an active ledger row" : "no active ledger row",
                        require(edge.key(), asRead(found)),
                        onlyIf(unmoved(row), rowWrite),
                        onlyIf(edge.counted(), count))
                .about(edge.ledgerRow())
                .atVersion(sequence.text() + (found == null ? "" : found.numbers()));
    }

    /// Holds while a row has the state in which it was read. An inactive row expires and an active
    /// one does not, so the sequence number and the expiry together are its state.
    static Predicate unmoved(@Nullable Item row) {
        return row == null
                ? absent()
                : attribute(Ledger.SEQUENCE)
                        .is(row.text(Ledger.SEQUENCE))
                        .and(attribute(TableSchema.TTL).isStill(row.numberOrNull(TableSchema.TTL)));
    }
}
