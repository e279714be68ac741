package plaza.interleaving;

import java.util.Set;
import plaza.table.Family;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.TableSchema;

/// Some lists are read one item at a time, as by a Query whose next item would exceed 1 MB. Jobs
/// that read these lists then have several slices with few items.
final class ShortPages {
    private static final Set<Family> SHORT =
            Set.of(KeySpace.TAGGED, KeySpace.LARGE_LEAGUES, KeySpace.ALL_GAMERS, KeySpace.POSTS);

    private ShortPages() {}

    /// The number of items that a query returns at most.
    static int limit(Query query, int limit) {
        return query.collection().index() == TableSchema.Index.TABLE
                        && SHORT.contains(KeySpace.familyOf(query.collection().pk()))
                ? 1
                : limit;
    }
}
