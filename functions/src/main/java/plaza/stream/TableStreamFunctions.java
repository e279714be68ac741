package plaza.stream;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.BATCH_WRITE_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.MODIFY;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;
import static plaza.catalogue.StreamFunction.filter;

import java.util.List;
import plaza.catalogue.GrantList;
import plaza.catalogue.StreamFunction;
import plaza.catalogue.StreamFunction.EventName;
import plaza.social.standing.MarkedRows;
import plaza.social.timeline.PostEdges;
import plaza.table.KeySpace;
import plaza.tally.CountedEdge;

/// The rows of the functions behind the table's stream.
public final class TableStreamFunctions {
    public static final List<StreamFunction> ALL = List.of(aggregateCounts(), fanOut());

    private TableStreamFunctions() {}

    private static StreamFunction aggregateCounts() {
        var grants = new GrantList();
        for (var edge : PostEdges.ALL) {
            grants.grant(edge.ledger(), BATCH_GET_ITEM, PUT_ITEM)
                    .grant(edge.counters(), UPDATE_ITEM);
            if (!edge.expires()) {
                // the end of an edge that expires is not counted
                grants.grant(edge.counters(), GET_ITEM);
            }
        }
        grants.grant(KeySpace.JOBS, PUT_ITEM);
        return new StreamFunction(
                AggregateCounts.class,
                "Count likes and views exactly once",
                PostEdges.ALL.stream()
                        .map(edge -> filter(edge.edges().streamPattern(), events(edge)))
                        .toList(),
                1_000,
                1,
                grants.list());
    }

    /// Only an edge that expires is ever replaced, and only one that is hidden with its user
    /// changes.
    private static EventName[] events(CountedEdge edge) {
        if (edge.expires()) {
            return new EventName[] {INSERT, MODIFY};
        }
        return edge.byUser() == null
                ? new EventName[] {INSERT, REMOVE}
                : new EventName[] {INSERT, MODIFY, REMOVE};
    }

    private static StreamFunction fanOut() {
        var grants =
                new GrantList()
                        .grant(KeySpace.FOLLOWERS, QUERY)
                        .grant(
                                KeySpace.FOLLOWING,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.POSTS, GET_ITEM, QUERY, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(
                                KeySpace.USERS,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                KeySpace.POST_COUNTERS,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.NAME_WORDS, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.TIMELINE, QUERY, BATCH_WRITE_ITEM, DELETE_ITEM)
                        .grant(
                                KeySpace.FAVORITES,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.FOLDERS, QUERY, BATCH_GET_ITEM, BATCH_WRITE_ITEM)
                        .grant(KeySpace.USAGES, GET_ITEM, UPDATE_ITEM)
                        .grant(
                                KeySpace.TAGS,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(KeySpace.TAG_COUNTS, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                        .grant(KeySpace.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(KeySpace.TAGGED, QUERY, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(KeySpace.TAGGED_BY_TAG, QUERY)
                        .grant(KeySpace.FAVORITES_BY_URL, QUERY)
                        .grant(KeySpace.IMPORTS, GET_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.IMPORT_CHUNKS, GET_ITEM)
                        .grant(KeySpace.CHANGES, GET_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.ALL_GAMERS, QUERY)
                        .grant(KeySpace.GAMERS, BATCH_GET_ITEM, QUERY, UPDATE_ITEM, DELETE_ITEM)
                        .grant(KeySpace.GAMEWEEKS, GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM)
                        .grant(KeySpace.STANDINGS, QUERY)
                        .grant(
                                KeySpace.LEAGUES,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(KeySpace.LARGE_LEAGUES, QUERY, PUT_ITEM, DELETE_ITEM)
                        .grant(KeySpace.JOBS, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM);
        for (var rows : MarkedRows.ALL) {
            grants.grant(rows.list(), QUERY).grant(rows.family(), BATCH_GET_ITEM, UPDATE_ITEM);
        }
        for (var edge : PostEdges.ALL) {
            grants.grant(edge.edges(), QUERY, BATCH_WRITE_ITEM)
                    .grant(edge.ledger(), QUERY, BATCH_WRITE_ITEM);
        }
        grants.grant(KeySpace.REPLIES, QUERY, BATCH_GET_ITEM, UPDATE_ITEM, BATCH_WRITE_ITEM);
        return new StreamFunction(
                FanOut.class,
                "Deliver posts to timelines, count favorites, settle gameweeks and clean up after"
                        + " deletions",
                List.of(
                        filter(
                                KeySpace.POSTS.streamPattern()
                                        + ", "
                                        + KeySpace.FOLLOWING.streamPattern(),
                                INSERT,
                                REMOVE),
                        filter(KeySpace.FAVORITES.streamPattern(), INSERT, REMOVE),
                        filter(KeySpace.TAGS.streamPattern(), REMOVE),
                        filter(
                                KeySpace.GAMERS.streamPattern(),
                                KeySpace.MEMBERSHIP.streamPattern(),
                                INSERT,
                                REMOVE),
                        filter(KeySpace.JOBS.streamPattern(), INSERT, MODIFY)),
                // large enough that posts behind the first records reach the function, see FanOut
                100,
                0,
                grants.list());
    }
}
