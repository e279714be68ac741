package plaza.reconcile;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;

import java.util.List;
import plaza.catalogue.GrantList;
import plaza.catalogue.ScheduledFunction;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.key.FavoritesKeys;
import plaza.social.key.SocialKeys;
import plaza.context.Contexts;
import plaza.social.standing.MarkedRows;
import plaza.social.timeline.PostEdges;
import plaza.table.PlatformKeys;
import plaza.tally.CountedEdge;

/// The row of the function that audits the table.
public final class ReconcileFunctions {
    public static final ScheduledFunction RECONCILE = reconcile();
    public static final List<ScheduledFunction> ALL = List.of(RECONCILE);

    private ReconcileFunctions() {}

    private static ScheduledFunction reconcile() {
        var grants =
                new GrantList()
                        .scan(Contexts.registered().keySpace())
                        .grant(
                                SocialKeys.USERS,
                                QUERY,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                PUT_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(SocialKeys.MUTES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(
                                SocialKeys.NAME_WORDS,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(
                                SocialKeys.FOLLOWERS,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(
                                SocialKeys.FOLLOWING,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                SocialKeys.POSTS,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                SocialKeys.REPLIES,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(SocialKeys.TIMELINE, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(
                                FavoritesKeys.FAVORITES,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(FavoritesKeys.USAGES, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(SocialKeys.REQUESTS, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(SocialKeys.REPORTED, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(SocialKeys.POST_COUNTERS, CONDITION_CHECK_ITEM)
                        .grant(
                                FavoritesKeys.TAGS,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                FavoritesKeys.TAG_COUNTS,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                        .grant(FavoritesKeys.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(FavoritesKeys.TAGGED, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
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
                        .grant(
                                FantasyKeys.GAMEWEEKS,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(FantasyKeys.GAMEWEEK_COPIES, BATCH_GET_ITEM, DELETE_ITEM)
                        .grant(PlatformKeys.JOBS, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                        .grant(PlatformKeys.RECONCILE, GET_ITEM, PUT_ITEM);
        MarkedRows.ALL.forEach(rows -> grants.grant(rows.family(), UPDATE_ITEM));
        PostEdges.ALL.forEach(edge -> {
            grantChecks(grants, edge);
            grants.grant(edge.counters(), PUT_ITEM, DELETE_ITEM);
        });
        return new ScheduledFunction(
                Reconcile.class,
                "Check derived items against their sources and repair them on request",
                // the first invocation starts a run, the others continue it
                "cron(0/15 1-5 ? * SUN *)",
                "{\"scheduled\":true}",
                false,
                grants.list());
    }

    private static void grantChecks(GrantList grants, CountedEdge edge) {
        grants.grant(edge.edges(), BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(edge.ledger(), QUERY, BATCH_GET_ITEM, PUT_ITEM)
                .grant(edge.counters(), GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM);
        if (edge.expires()) {
            grants.grant(edge.ledger(), DELETE_ITEM);
        }
    }
}
