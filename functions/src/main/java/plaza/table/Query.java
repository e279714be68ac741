package plaza.table;

import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A query of one item collection.
///
/// @param prefix the beginning of the sort keys; empty for all items
/// @param above only items with a greater sort key; empty for all items
/// @param least only items with this sort key or a greater one; empty for all items
/// @param greatest only items with this sort key or a lesser one; empty for all items
/// @param backward whether the highest sort key comes first
/// @param strong whether the read is strongly consistent (twice the price; not possible on a global
///   index)
/// @param aliveAt items that have expired at this time are skipped; null to include all items
public record Query(
        ItemCollection collection,
        String prefix,
        String above,
        String least,
        String greatest,
        boolean backward,
        boolean strong,
        @Nullable Instant aliveAt) {
    public Query {
        // DynamoDB accepts one
        if (Stream.of(prefix, above, least).filter(text -> !text.isEmpty()).count() > 1) {
            throw new IllegalArgumentException("a query has one condition on the sort key");
        }
    }

    public static Query in(ItemCollection collection) {
        return new Query(collection, "", "", "", "", false, false, null);
    }

    public Query beginningWith(String start) {
        return new Query(collection, start, above, least, greatest, backward, strong, aliveAt);
    }

    /// The items with a greater sort key.
    public Query above(String text) {
        return new Query(collection, prefix, text, least, greatest, backward, strong, aliveAt);
    }

    /// The items between two sort keys, both included.
    public Query between(String first, String last) {
        return new Query(collection, prefix, above, first, last, backward, strong, aliveAt);
    }

    public Query descending() {
        return new Query(collection, prefix, above, least, greatest, true, strong, aliveAt);
    }

    public Query consistent() {
        return new Query(collection, prefix, above, least, greatest, backward, true, aliveAt);
    }

    /// The same query with strong consistency, except that of a global index, which has none.
    public Query consistentIfPossible() {
        return collection.index().kind() == TableSchema.Kind.GLOBAL ? this : consistent();
    }

    public Query aliveAt(Instant now) {
        return new Query(collection, prefix, above, least, greatest, backward, strong, now);
    }
}
