package plaza.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    public @Nullable Item getConsistent(Key key) {
        return isWeakened(key.pk()) ? get(key) : super.getConsistent(key);
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
        var read = !isLiked(query) && isWeakened(query.collection().pk()) ? eventual(query) : query;
        return switch (design) {
            case RANGE_CUT ->
                    query.least().isEmpty() ? super.read(query, limit, after) : cut(query, limit);
            case LIKES_CUT -> isLiked(query) ? cut(query, limit) : super.read(query, limit, after);
            case LIKES_AFTER_SECOND ->
                    super.read(isLiked(query) ? afterSecond(query) : query, limit, after);
            default -> super.read(read, limit, after);
        };
    }

    private Page<Item> cut(Query query, int limit) {
        return new Page<>(super.read(query, limit, null).items(), null);
    }

    private static boolean isLiked(Query query) {
        return query.collection().pk().startsWith("Liked#");
    }

    /// The likes after the second of the oldest post.
    private static Query afterSecond(Query query) {
        var since = Instant.ofEpochMilli(Long.parseLong(query.above())).plus(Duration.ofMinutes(1));
        return Query.in(query.collection())
                .descending()
                .above(KeySpace.likedSince(since.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
    }

    private boolean isWeakened(String pk) {
        return switch (design) {
            case OWN_POSTS_EVENTUAL -> KeySpace.familyOf(pk) == KeySpace.POSTS;
            case FOLLOWS_EVENTUAL -> KeySpace.familyOf(pk) == KeySpace.FOLLOWING;
            case GATE_EVENTUAL -> KeySpace.familyOf(pk) == KeySpace.USERS;
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
