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
import plaza.social.timeline.PostEdges;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.tally.CountedEdge;

/// The rows of the functions behind the table's stream.
public final class TableStreamFunctions {
    public static final List<StreamFunction> ALL = List.of(aggregateCounts(), fanOut());

    private TableStreamFunctions() {}

    private static StreamFunction aggregateCounts() {
        var grants = new GrantList();
        for (var edge : AggregateCounts.EDGES) {
            grants.grant(edge.ledger(), BATCH_GET_ITEM, PUT_ITEM)
                    .grant(edge.counters(), UPDATE_ITEM);
        }
        grants.grant(Family.JOB, PUT_ITEM);
        return new StreamFunction(
                AggregateCounts.class,
                "Count likes, views and tagged favorites exactly once",
                AggregateCounts.EDGES.stream()
                        .map(edge -> filter(edge.edges().streamPattern(), events(edge)))
                        .toList(),
                1_000,
                1,
                grants.list());
    }

    /// Only an edge that expires, or whose counter has generations, is ever replaced.
    private static EventName[] events(CountedEdge edge) {
        if (edge.expires()) {
            return new EventName[] {INSERT, MODIFY};
        }
        return edge.generation() == null
                ? new EventName[] {INSERT, REMOVE}
                : new EventName[] {INSERT, MODIFY, REMOVE};
    }

    private static StreamFunction fanOut() {
        var grants =
                new GrantList()
                        .grant(Family.FOLLOWERS, QUERY)
                        .grant(Family.FOLLOWING, GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.POSTS, GET_ITEM, QUERY, BATCH_GET_ITEM)
                        .grant(Family.TIMELINE, QUERY, BATCH_WRITE_ITEM, DELETE_ITEM)
                        .grant(
                                Family.FAVORITES,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.FOLDERS, QUERY, BATCH_GET_ITEM, BATCH_WRITE_ITEM)
                        .grant(Family.USAGE, GET_ITEM, UPDATE_ITEM)
                        .grant(
                                Family.TAGS,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.TAGGED, QUERY, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM)
                        .grant(Family.TAGGED_BY_TAG, QUERY)
                        .grant(Family.TAG_LEDGER, QUERY, BATCH_WRITE_ITEM)
                        .grant(Family.FAVORITES_BY_URL, QUERY)
                        .grant(Family.IMPORT, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.IMPORT_CHUNK, GET_ITEM)
                        .grant(Family.CHANGE, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.ALL_GAMERS, QUERY)
                        .grant(Family.GAMER, BATCH_GET_ITEM, QUERY, UPDATE_ITEM, DELETE_ITEM)
                        .grant(Family.GAMEWEEK, GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM)
                        .grant(Family.STANDINGS, QUERY)
                        .grant(
                                Family.LEAGUE,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(Family.LARGE_LEAGUES, QUERY, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.JOB, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM);
        for (var edge : PostEdges.ALL) {
            grants.grant(edge.edges(), QUERY, BATCH_WRITE_ITEM)
                    .grant(edge.ledger(), QUERY, BATCH_WRITE_ITEM);
        }
        return new StreamFunction(
                FanOut.class,
                "Deliver posts to timelines, count favorites, settle gameweeks and clean up after"
                        + " deletions",
                List.of(
                        filter(
                                Family.POSTS.streamPattern()
                                        + ", "
                                        + Family.FOLLOWING.streamPattern(),
                                INSERT,
                                REMOVE),
                        filter(Family.FAVORITES.streamPattern(), INSERT, MODIFY, REMOVE),
                        filter(Family.TAGS.streamPattern(), REMOVE),
                        filter(
                                Family.GAMER.streamPattern(),
                                KeySpace.membershipStreamPattern(),
                                INSERT,
                                REMOVE),
                        filter(Family.JOB.streamPattern(), INSERT, MODIFY)),
                // large enough that posts behind the first records reach the function, see FanOut
                100,
                0,
                grants.list());
    }
}
