package plaza.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A query of one item collection.
///
/// @param prefix the beginning of the sort keys; empty for all items
/// @param backward whether the highest sort key comes first
/// @param strong whether the read is strongly consistent (twice the price; not possible on a global
///   index)
/// @param aliveAt items that have expired at this time are skipped; null to include all items
public record Query(
        ItemCollection collection,
        String prefix,
        boolean backward,
        boolean strong,
        @Nullable Instant aliveAt) {
    public static Query in(ItemCollection collection) {
        return new Query(collection, "", false, false, null);
    }

    public Query beginningWith(String start) {
        return new Query(collection, start, backward, strong, aliveAt);
    }

    public Query descending() {
        return new Query(collection, prefix, true, strong, aliveAt);
    }

    public Query consistent() {
        return new Query(collection, prefix, backward, true, aliveAt);
    }

    public Query aliveAt(Instant now) {
        return new Query(collection, prefix, backward, strong, now);
    }
}
