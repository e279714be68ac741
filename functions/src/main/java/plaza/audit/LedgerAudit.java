package plaza.audit;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.asRead;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;

/// Compares edges with their ledger rows.
///
/// A repair counts what the stream should have counted, and keeps the row's sequence number. If the
/// lost record arrives after all, it is newer than the row, finds the state that it requests, and
/// leaves the counter unchanged.
public record LedgerAudit(CountedEdge counted) implements ItemAudit {
    /// An edge or a row that expires within this time proves nothing.
    private static final Duration MARGIN = Duration.ofHours(1);

    /// Returns the check that edges and ledger rows agree.
    public static Check check(CountedEdge counted) {
        var audit = new LedgerAudit(counted);
        return Check.ofLists(counted.name() + "Ledger", audit, counted.edges(), counted.ledger())
                .eventually()
                .rule(
                        (counted.expires()
                                        ? "Every %s has a ledger row of its weight, and vice versa, until one expires."
                                        : "Every %s that counts has an active ledger row, and vice versa.")
                                .formatted(counted.name()))
                .repair("changes row and counter in one transaction");
    }

    @Override
    public List<Key> related(Item item) {
        var edge = counted.of(item);
        return List.of(edge.key(), edge.row(), edge.counter());
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var edge = counted.of(item);
        var isRow = item.key().equals(edge.row());
        var counter = related.get(edge.counter());
        if (counter == null) {
            return List.of(); // a leftover of a deleted post
        }
        var found = related.get(edge.key());
        var row = related.get(edge.row());
        var weight = found == null ? 0 : weight(found, edge);
        var isActive = Ledger.counted(row) > 0;
        // The edge reports that its row is not active, and an active row reports that its edge does
        // not exist, so that each difference is reported once.
        return Ledger.counted(row) != weight
                        && isActive == isRow
                        && isDecidable(edge, weight > 0, context.now())
                ? List.of(drift(item, edge, counter, isRow ? found : item, weight, row, context))
                : List.of();
    }

    /// How many an edge that was found counts as. A later edge with the same key has a row of its
    /// own.
    private long weight(Item found, Edge edge) {
        return counted.isCounted(found) && counted.of(found).row().equals(edge.row())
                ? Ledger.weight(found)
                : 0;
    }

    /// Whether edge and row both still show what happened. Expired items prove nothing.
    private boolean isDecidable(Edge edge, boolean exists, Instant now) {
        var lifetime = counted.lifetime();
        var madeAt = edge.madeAt();
        return lifetime == null
                || madeAt == null
                || now.plus(MARGIN).isBefore(madeAt.plus(exists ? Ledger.LIFETIME : lifetime));
    }

    private Drift drift(
            Item anchor,
            Edge edge,
            Item counter,
            @Nullable Item found,
            long weight,
            @Nullable Item row,
            AuditContext context) {
        var sequence = row == null ? SequenceNumber.ZERO : Ledger.sequence(row);
        var rowWrite =
                weight == 0
                        ? deactivation(edge, sequence, context.now())
                        : Write.Put.of(
                                Ledger.row(edge.row(), true, weight, sequence, edge.madeAt()));
        var count =
                Write.Update.of(counter.key())
                        .add(counted.attribute(), weight - Ledger.counted(row));
        return Drift.wrong(
                        anchor,
                        weight == 0
                                ? "no active ledger row, because the edge does not exist"
                                : "an active ledger row%s, because the edge exists"
                                        .formatted(ofWeight(weight)),
                        Ledger.counted(row) == 0
                                ? "no active ledger row"
                                : "an active ledger row" + ofWeight(Ledger.counted(row)),
                        new Write.Check(edge.key(), asRead(found)),
                        rowWrite.onlyIf(unmoved(row)),
                        count.onlyIf(exists()))
                .about(edge.row())
                .atVersion(sequence.text() + (found == null ? "" : found.numbers()));
    }

    private static String ofWeight(long weight) {
        return weight == 1 ? "" : " of weight " + weight;
    }

    /// Rows of edges that expire are always active.
    private Write deactivation(Edge edge, SequenceNumber sequence, Instant now) {
        return counted.expires()
                ? Write.Delete.of(edge.row())
                : Write.Put.of(Ledger.row(edge.row(), false, sequence, now));
    }

    /// Holds while a row has the state in which it was read. An inactive row expires and an active
    /// one does not, so the sequence number, the expiry and the weight together are its state.
    static Condition unmoved(@Nullable Item row) {
        return row == null
                ? absent()
                : attribute(Ledger.SEQUENCE)
                        .is(row.text(Ledger.SEQUENCE))
                        .and(attribute(TableSchema.TTL).isStill(row.numberOrNull(TableSchema.TTL)))
                        .and(attribute(Ledger.WEIGHT).isStill(row.numberOrNull(Ledger.WEIGHT)));
    }
}
