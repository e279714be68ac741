package plaza.audit;

import java.util.List;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;
import plaza.tally.CountedEdge;

/// Compares the counters of edges with their ledgers.
public record CountAudit(CountedEdge counted) implements ItemAudit {
    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        return Counter.of(counted, item).compare(context);
    }
}
