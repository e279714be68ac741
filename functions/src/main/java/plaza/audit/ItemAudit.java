package plaza.audit;

import java.util.List;
import java.util.Map;
import plaza.table.Item;
import plaza.table.Key;

/// An audit that compares each item by itself with items whose keys follow from it.
///
/// The related items of all examined items are read in one batch.
public interface ItemAudit extends Audit {
    /// Whether the audit examines this item at all: families mix items of several kinds.
    default boolean covers(Item item, AuditContext context) {
        return true;
    }

    /// Returns the keys of the items that [#compare] needs.
    default List<Key> related(Item item) {
        return List.of();
    }

    /// Returns the differences that one item shows.
    ///
    /// @param related the related items that exist, by key
    List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context);

    @Override
    default List<Drift> audit(List<Item> items, AuditContext context) {
        var covered = items.stream().filter(item -> covers(item, context)).toList();
        var keys = covered.stream().flatMap(item -> related(item).stream()).toList();
        var related = context.related(keys, covered);
        return covered.stream().flatMap(item -> compare(item, related, context).stream()).toList();
    }
}
