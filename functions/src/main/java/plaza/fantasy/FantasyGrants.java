package plaza.fantasy;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;

import java.util.List;
import plaza.catalogue.Grant;
import plaza.catalogue.GrantList;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.PlatformKeys;

/// What the platform's functions do on the items of this context.
final class FantasyGrants {
    private FantasyGrants() {}

    /// The event rules and jobs.
    static List<Grant> ofEvents() {
        return new GrantList()
                .grant(FantasyKeys.ALL_GAMERS, QUERY)
                .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM, QUERY, UPDATE_ITEM, DELETE_ITEM)
                .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM)
                .grant(FantasyKeys.STANDINGS, QUERY)
                .grant(
                        FantasyKeys.LEAGUES,
                        GET_ITEM,
                        BATCH_GET_ITEM,
                        PUT_ITEM,
                        UPDATE_ITEM,
                        DELETE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(FantasyKeys.LARGE_LEAGUES, QUERY, PUT_ITEM, DELETE_ITEM)
                .list();
    }

    /// The checks and their repairs.
    static List<Grant> ofChecks() {
        return new GrantList()
                .grant(
                        FantasyKeys.GAMERS,
                        QUERY,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        PUT_ITEM,
                        DELETE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(FantasyKeys.ALL_GAMERS, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(FantasyKeys.LEAGUES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(FantasyKeys.LARGE_LEAGUES, BATCH_GET_ITEM, DELETE_ITEM)
                .grant(FantasyKeys.STANDINGS, QUERY)
                .grant(
                        FantasyKeys.FOOTBALLERS,
                        QUERY,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(FantasyKeys.GAMEWEEKS, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM)
                .grant(FantasyKeys.GAMEWEEK_COPIES, BATCH_GET_ITEM, DELETE_ITEM)
                .list();
    }

    /// The removals of an erasure.
    static List<Grant> ofErasure() {
        return new GrantList()
                .grant(
                        FantasyKeys.GAMERS,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        DELETE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(FantasyKeys.ALL_GAMERS, BATCH_GET_ITEM, DELETE_ITEM)
                .grant(FantasyKeys.LEAGUES, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                .grant(FantasyKeys.STANDINGS, QUERY)
                .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(PlatformKeys.ERASURES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .list();
    }

    /// The export of a user.
    static List<Grant> ofExport() {
        return new GrantList()
                .grant(FantasyKeys.GAMERS, QUERY)
                .grant(FantasyKeys.LEAGUES, BATCH_GET_ITEM)
                .list();
    }
}
