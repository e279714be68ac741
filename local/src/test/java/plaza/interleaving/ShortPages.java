package plaza.interleaving;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.table.Family;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;

/// A table whose queries of some lists return one item, as a Query does whose next item would
/// exceed 1 MB. Jobs that read these lists then have several slices with few items.
final class ShortPages extends ForwardingTable {
    private static final Set<Family> SHORT =
            Set.of(KeySpace.TAGGED, KeySpace.LARGE_LEAGUES, KeySpace.ALL_GAMERS, KeySpace.POSTS);

    ShortPages(Table table) {
        super(table);
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        var isShort =
                query.collection().index() == TableSchema.Index.TABLE
                        && SHORT.contains(KeySpace.familyOf(query.collection().pk()));
        return super.read(query, isShort ? 1 : limit, after);
    }
}
