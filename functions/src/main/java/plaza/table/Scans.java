package plaza.table;

import org.jspecify.annotations.Nullable;

/// Reading the whole table, whatever its keys: what [Table] leaves out on purpose. Only Reconcile
/// has it, for it alone must find what no key leads to.
public interface Scans {
    /// At most `limit` items after `after`, of all families, in the table's own order, eventually
    /// consistent.
    ///
    /// @return the items, and where to go on, or null where the table ended
    Page<Item> scan(int limit, Page.@Nullable Position after);
}
