package plaza.audit;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import plaza.table.Item;
import plaza.table.Key;

/// Compares counters with the lists that they count.
///
/// @param counters creates the counter that an item contains
public record CounterAudit(Function<Item, Counter> counters) implements ItemAudit {
    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        return counters.apply(item).compare(context);
    }
}
