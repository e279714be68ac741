package plaza.job;

import java.util.SortedMap;
import plaza.table.ItemCollection;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// Deletes all items of several collections, one slice at a time: the end of what belongs to
/// something that was deleted.
public final class CollectionErasure {
    private CollectionErasure() {}

    /// Runs one slice.
    ///
    /// @param collections the collections by their names in cursors
    /// @param cursor where the slice begins: the name of a collection and the position in it; empty
    ///   for the first slice
    /// @param itemsMax the number of items that a slice deletes at most
    public static Progress slice(
            Table table,
            SortedMap<String, ItemCollection> collections,
            Texts cursor,
            int itemsMax) {
        var first = cursor.isEmpty() ? collections.firstKey() : cursor.text();
        var from = cursor.position();
        var remaining = itemsMax;
        for (var current : collections.tailMap(first).entrySet()) {
            var name = current.getKey();
            if (remaining <= 0) {
                return Progress.more(name);
            }
            var slice = table.read(Query.in(current.getValue()).consistent(), remaining, from);
            table.writeAll(
                    slice.items().stream()
                            .<Write>map(item -> Write.Delete.of(item.key()))
                            .toList());
            if (slice.next() != null) {
                return Progress.more(name, slice.next());
            }
            remaining -= slice.items().size();
            from = null;
        }
        return new Progress.Finished();
    }
}
