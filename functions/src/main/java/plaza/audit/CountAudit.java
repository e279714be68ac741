package plaza.audit;

import java.util.List;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;
import plaza.tally.CountedEdge;

/// Compares the counters of edges with their ledgers.
public record CountAudit(CountedEdge counted) implements ItemAudit {
    /// Returns the check that a count is the number of active ledger rows.
    public static Check check(CountedEdge counted) {
        return Check.ofCounts(
                        counted.name() + "Counts", new CountAudit(counted), counted.counters())
                .rule("A %s count is the number of active ledger rows.".formatted(counted.name()))
                .repair("sets the count, if it has not moved or been repaired since");
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        return Counter.of(counted, item).compare(context);
    }
}
