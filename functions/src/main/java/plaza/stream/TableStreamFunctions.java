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
import plaza.catalogue.StreamFunction.EventName;
import plaza.catalogue.StreamFunction;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.key.FavoritesKeys;
import plaza.social.key.SocialKeys;
import plaza.social.standing.MarkedRows;
import plaza.social.timeline.PostEdges;
import plaza.table.PlatformKeys;
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
        grants.grant(PlatformKeys.JOBS, PUT_ITEM);
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
                        .grant(SocialKeys.FOLLOWERS, QUERY)
                        .grant(
                                SocialKeys.FOLLOWING,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(SocialKeys.POSTS, GET_ITEM, QUERY, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(
                                SocialKeys.USERS,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(
                                SocialKeys.POST_COUNTERS,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(SocialKeys.NAME_WORDS, BATCH_GET_ITEM, UPDATE_ITEM)
                        .grant(SocialKeys.TIMELINE, QUERY, BATCH_WRITE_ITEM, DELETE_ITEM)
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
                        .grant(PlatformKeys.JOBS, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM);
        for (var rows : MarkedRows.ALL) {
            grants.grant(rows.list(), QUERY).grant(rows.family(), BATCH_GET_ITEM, UPDATE_ITEM);
        }
        for (var edge : PostEdges.ALL) {
            grants.grant(edge.edges(), QUERY, BATCH_WRITE_ITEM)
                    .grant(edge.ledger(), QUERY, BATCH_WRITE_ITEM);
        }
        grants.grant(SocialKeys.REPLIES, QUERY, BATCH_GET_ITEM, UPDATE_ITEM, BATCH_WRITE_ITEM);
        return new StreamFunction(
                FanOut.class,
                "Deliver posts to timelines, count favorites, settle gameweeks and clean up after"
                        + " deletions",
                List.of(
                        filter(
                                SocialKeys.POSTS.streamPattern()
                                        + ", "
                                        + SocialKeys.FOLLOWING.streamPattern(),
                                INSERT,
                                REMOVE),
                        filter(FavoritesKeys.FAVORITES.streamPattern(), INSERT, REMOVE),
                        filter(FavoritesKeys.TAGS.streamPattern(), REMOVE),
                        filter(
                                FantasyKeys.GAMERS.streamPattern(),
                                FantasyKeys.MEMBERSHIP.streamPattern(),
                                INSERT,
                                REMOVE),
                        filter(PlatformKeys.JOBS.streamPattern(), INSERT, MODIFY)),
                // large enough that posts behind the first records reach the function, see FanOut
                100,
                0,
                grants.list());
    }
}
