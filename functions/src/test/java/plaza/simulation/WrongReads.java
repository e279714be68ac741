package plaza.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// A table that changes the reads of a timeline into those of a [WrongDesign].
final class WrongReads extends ForwardingTable {
    private final WrongDesign design;

    WrongReads(Table table, WrongDesign design) {
        super(table);
        this.design = design;
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        var eventual = keys.stream().filter(key -> isWeakened(key.pk())).toList();
        if (eventual.isEmpty()) {
            return super.getAll(keys);
        }
        var items = new ArrayList<>(getAllEventually(eventual));
        items.addAll(super.getAll(keys.stream().filter(key -> !isWeakened(key.pk())).toList()));
        return items;
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        var read = isWeakened(query.collection().pk()) ? eventual(query) : query;
        var page = super.read(read, limit, after);
        return design == WrongDesign.RANGE_CUT && !query.least().isEmpty()
                ? new Page<>(page.items(), null)
                : page;
    }

    private boolean isWeakened(String pk) {
        return switch (design) {
            case OWN_POSTS_EVENTUAL -> KeySpace.familyOf(pk) == KeySpace.POSTS;
            case FOLLOWS_EVENTUAL -> KeySpace.familyOf(pk) == KeySpace.FOLLOWING;
            default -> false;
        };
    }

    static Query eventual(Query query) {
        return new Query(
                query.collection(),
                query.prefix(),
                query.above(),
                query.least(),
                query.greatest(),
                query.backward(),
                false,
                query.aliveAt());
    }
}
