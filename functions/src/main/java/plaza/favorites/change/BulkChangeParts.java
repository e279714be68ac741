package plaza.favorites.change;

import java.util.ArrayList;
import java.util.List;
import plaza.favorites.favorite.FavoriteGeneration;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Table;
import plaza.table.Write;

/// The favorites of a bulk change in parts, each of which is a slice of its job.
final class BulkChangeParts {
    /// Favorites in one part. Tagging them uses about as many units as a slice of an import.
    static final int HITS_MAX = 50;

    private static final String HITS = "hits";

    private BulkChangeParts() {}

    static void write(Table table, UserId user, BulkChange change, List<StoredFavorite> found) {
        var writes = new ArrayList<Write>();
        for (var from = 0; from < found.size(); from += HITS_MAX) {
            var part = found.subList(from, Math.min(found.size(), from + HITS_MAX));
            var key = FavoritesKeys.CHANGE_PART.key(user, change.id(), from / HITS_MAX);
            writes.add(
                    Write.Put.of(
                            Item.at(key)
                                    .with(HITS, part.stream().map(BulkChangeParts::text).toList())
                                    .endingAt(change.createTime().plus(BulkChange.LIFETIME))
                                    .build()));
        }
        table.writeAll(writes);
    }

    private static String text(StoredFavorite favorite) {
        return new FavoriteGeneration(favorite.favorite().dataId(), favorite.generation()).text();
    }

    /// The favorites of one part; empty if it does not exist.
    static List<FavoriteGeneration> read(Table table, UserId user, BulkChangeId id, int number) {
        var part = table.getConsistent(FavoritesKeys.CHANGE_PART.key(user, id, number));
        return part == null
                ? List.of()
                : part.texts(HITS).stream().map(FavoriteGeneration::of).toList();
    }
}
