package plaza.interleaving;

import java.util.Set;
import java.util.stream.Collectors;
import plaza.functions.Catalogue;
import plaza.table.Family;
import plaza.table.Query;
import plaza.table.TableSchema;
import plaza.testkit.ContextKits;

/// Some lists are read one item at a time, as by a Query whose next item would exceed 1 MB. Jobs
/// that read these lists then have several slices with few items.
final class ShortPages {
    private static final Set<Family> SHORT =
            ContextKits.all()
                    .flatMap(kit -> kit.interleavings().shortLists().stream())
                    .collect(Collectors.toSet());

    private ShortPages() {}

    /// The number of items that a query returns at most.
    static int limit(Query query, int limit) {
        return query.collection().index() == TableSchema.Index.TABLE
                        && SHORT.contains(
                                Catalogue.ALL.keySpace().familyOf(query.collection().pk()))
                ? 1
                : limit;
    }
}
