package plaza.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A question to one item collection.
///
/// @param collection where
/// @param prefix what the sort keys must begin with; empty for all
/// @param backward whether the highest sort key comes first
/// @param strong whether every write that was acknowledged before must be seen (double price; not
///   on a global index)
/// @param aliveAt items whose `ttl` has passed at this time are left out before they count; null to
///   take all
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
