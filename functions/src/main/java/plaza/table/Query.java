package plaza.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A query of one item collection.
///
/// @param prefix the beginning of the sort keys; empty for all items
/// @param above only items with a greater sort key; empty for all items. Not together with a
///   prefix, because DynamoDB accepts one condition
/// @param backward whether the highest sort key comes first
/// @param strong whether the read is strongly consistent (twice the price; not possible on a global
///   index)
/// @param aliveAt items that have expired at this time are skipped; null to include all items
public record Query(
        ItemCollection collection,
        String prefix,
        String above,
        boolean backward,
        boolean strong,
        @Nullable Instant aliveAt) {
    public Query {
        if (!prefix.isEmpty() && !above.isEmpty()) {
            throw new IllegalArgumentException("a query has one condition on the sort key");
        }
    }

    public static Query in(ItemCollection collection) {
        return new Query(collection, "", "", false, false, null);
    }

    public Query beginningWith(String start) {
        return new Query(collection, start, above, backward, strong, aliveAt);
    }

    /// The items with a greater sort key.
    public Query above(String text) {
        return new Query(collection, prefix, text, backward, strong, aliveAt);
    }

    public Query descending() {
        return new Query(collection, prefix, above, true, strong, aliveAt);
    }

    public Query consistent() {
        return new Query(collection, prefix, above, backward, true, aliveAt);
    }

    public Query aliveAt(Instant now) {
        return new Query(collection, prefix, above, backward, strong, now);
    }
}
