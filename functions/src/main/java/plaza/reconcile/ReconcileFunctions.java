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
import plaza.favorites.tag.TaggingItems;
import plaza.social.timeline.PostEdges;
import plaza.table.KeySpace.Family;
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
                                Family.USER,
                                QUERY,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                PUT_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.NAME_WORDS, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.FOLLOWERS, QUERY, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.FOLLOWING, QUERY, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.POSTS, QUERY, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.TIMELINE, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(
                                Family.FAVORITES,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.USAGE, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(Family.LIKE_COUNT, CONDITION_CHECK_ITEM)
                        .grant(Family.TAGS, CONDITION_CHECK_ITEM)
                        .grant(Family.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.TAGGED, PUT_ITEM, DELETE_ITEM)
                        .grant(
                                Family.GAMER,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                PUT_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.ALL_GAMERS, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.LEAGUE, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.LARGE_LEAGUES, BATCH_GET_ITEM, DELETE_ITEM)
                        .grant(Family.STANDINGS, QUERY)
                        .grant(
                                Family.FOOTBALLER,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.GAMEWEEK, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.GAMEWEEK_COPY, BATCH_GET_ITEM, DELETE_ITEM)
                        .grant(Family.JOB, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                        .grant(Family.RECONCILE, GET_ITEM, PUT_ITEM);
        PostEdges.ALL.forEach(edge -> {
            grantChecks(grants, edge);
            grants.grant(edge.counters(), PUT_ITEM, DELETE_ITEM);
        });
        grantChecks(grants, TaggingItems.COUNTED);
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
        if (edge.expires() || edge.generation() != null) {
            grants.grant(edge.ledger(), DELETE_ITEM);
        }
    }
}
