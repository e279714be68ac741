package plaza.table;

import org.jspecify.annotations.Nullable;

/// Scans of the whole table, which [Table] deliberately lacks. Only Reconcile and Migrate use them,
/// because they must also find items that no key leads to.
public interface Scans {
    /// One of several parts of the table that can be read independently.
    ///
    /// @param number from 0
    /// @param total 1 to 1,000,000; AWS, API reference, "Scan"
    record Segment(int number, int total) {
        public static final Segment WHOLE = new Segment(0, 1);
    }

    /// How the items of a scan are read. A consistent scan costs twice as much.
    enum Consistency {
        EVENTUAL,
        STRONG
    }

    /// Reads at most `limit` items of all families after `after`, in the order of the table, with
    /// eventual consistency.
    ///
    /// @return the items and the next position, which is null at the end of the table
    default Page<Item> scan(int limit, Page.@Nullable Position after) {
        return scan(Segment.WHOLE, Consistency.EVENTUAL, limit, after);
    }

    /// Reads at most `limit` items of a segment after `after`.
    ///
    /// @return the items and the next position, which is null at the end of the segment
    Page<Item> scan(
            Segment segment, Consistency consistency, int limit, Page.@Nullable Position after);
}
