package plaza.favorites;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.BATCH_WRITE_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;

import java.util.List;
import plaza.catalogue.Grant;
import plaza.catalogue.GrantList;
import plaza.favorites.key.FavoritesKeys;

/// What the platform's functions do on the items of this context.
final class FavoritesGrants {
    private FavoritesGrants() {}

    /// The event rules and jobs.
    static List<Grant> ofEvents() {
        return new GrantList()
                .grant(
                        FavoritesKeys.FAVORITES,
                        GET_ITEM,
                        QUERY,
                        BATCH_GET_ITEM,
                        PUT_ITEM,
                        UPDATE_ITEM,
                        DELETE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(FavoritesKeys.FOLDERS, QUERY, BATCH_GET_ITEM, BATCH_WRITE_ITEM)
                .grant(FavoritesKeys.USAGES, GET_ITEM, UPDATE_ITEM)
                .grant(
                        FavoritesKeys.TAGS,
                        GET_ITEM,
                        QUERY,
                        BATCH_GET_ITEM,
                        PUT_ITEM,
                        UPDATE_ITEM,
                        DELETE_ITEM)
                .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                .grant(FavoritesKeys.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(FavoritesKeys.TAGGED, QUERY, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                .grant(FavoritesKeys.FAVORITES_BY_URL, QUERY)
                .grant(FavoritesKeys.IMPORTS, GET_ITEM, UPDATE_ITEM)
                .grant(FavoritesKeys.IMPORT_CHUNKS, GET_ITEM)
                .grant(FavoritesKeys.CHANGES, GET_ITEM, UPDATE_ITEM)
                .list();
    }

    /// The checks and their repairs.
    static List<Grant> ofChecks() {
        return new GrantList()
                .grant(
                        FavoritesKeys.FAVORITES,
                        QUERY,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(FavoritesKeys.USAGES, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                .grant(FavoritesKeys.TAGS, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                .grant(FavoritesKeys.TAG_COUNTS, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM, DELETE_ITEM)
                .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                .grant(FavoritesKeys.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(FavoritesKeys.TAGGED, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .list();
    }

    /// The export of a user.
    static List<Grant> ofExport() {
        return new GrantList()
                .grant(FavoritesKeys.TAGS, QUERY)
                .grant(FavoritesKeys.TAG_COUNTS, BATCH_GET_ITEM)
                .grant(FavoritesKeys.FAVORITES, QUERY)
                .grant(FavoritesKeys.TAGGED, QUERY)
                .grant(FavoritesKeys.FOLDERS, QUERY)
                .list();
    }
}
