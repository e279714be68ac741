package plaza.interleaving;

import java.util.Set;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.key.FavoritesKeys;
import plaza.functions.Catalogue;
import plaza.social.key.SocialKeys;
import plaza.table.Family;
import plaza.table.Query;
import plaza.table.TableSchema;

/// Some lists are read one item at a time, as by a Query whose next item would exceed 1 MB. Jobs
/// that read these lists then have several slices with few items.
final class ShortPages {
    private static final Set<Family> SHORT =
            Set.of(
                    FavoritesKeys.TAGGED,
                    FantasyKeys.LARGE_LEAGUES,
                    FantasyKeys.ALL_GAMERS,
                    SocialKeys.POSTS);

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
