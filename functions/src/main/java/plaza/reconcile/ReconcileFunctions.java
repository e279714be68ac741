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
import plaza.social.standing.MarkedRows;
import plaza.social.timeline.PostEdges;
import plaza.table.KeySpace;
import plaza.tally.CountedEdge;

/// The row of the function that audits the table.
public final class ReconcileFunctions {
    public static final ScheduledFunction RECONCILE = reconcile();
    public static final List<ScheduledFunction> ALL = List.of(RECONCILE);

    private ReconcileFunctions() {}

    private static ScheduledFunction reconcile() {
        var grants =
                new GrantList()
                        .scan()
                        .grant(
                                KeySpace.USERS,
                                QUERY,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                PUT_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.BLOCKS, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(KeySpace.MUTES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(
                                KeySpace.NAME_WORDS,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(
                                KeySpace.FOLLOWERS,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(
                                KeySpace.FOLLOWING,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                KeySpace.POSTS,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                KeySpace.REPLIES,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(KeySpace.TIMELINE, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(
                                KeySpace.FAVORITES,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.USAGES, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.REQUESTS, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.REPORTED, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.POST_COUNTERS, CONDITION_CHECK_ITEM)
                        .grant(KeySpace.TAGS, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                        .grant(
                                KeySpace.TAG_COUNTS,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(KeySpace.TAGGED_BY_TAG, QUERY)
                        .grant(KeySpace.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(KeySpace.TAGGED, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(
                                KeySpace.GAMERS,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                PUT_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.ALL_GAMERS, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(KeySpace.LEAGUES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(KeySpace.LARGE_LEAGUES, BATCH_GET_ITEM, DELETE_ITEM)
                        .grant(KeySpace.STANDINGS, QUERY)
                        .grant(
                                KeySpace.FOOTBALLERS,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                KeySpace.GAMEWEEKS,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(KeySpace.GAMEWEEK_COPIES, BATCH_GET_ITEM, DELETE_ITEM)
                        .grant(KeySpace.JOBS, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.RECONCILE, GET_ITEM, PUT_ITEM);
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
