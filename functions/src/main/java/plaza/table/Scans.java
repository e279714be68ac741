package plaza.table;

import org.jspecify.annotations.Nullable;

/// Scans of the whole table, which [Table] deliberately lacks. Only Reconcile uses them, because it
/// must also find items that no key leads to.
public interface Scans {
    /// Reads at most `limit` items of all families after `after`, in the order of the table,
    /// eventually consistent.
    ///
    /// @return the items and the next position, which is null at the end of the table
    Page<Item> scan(int limit, Page.@Nullable Position after);
}
