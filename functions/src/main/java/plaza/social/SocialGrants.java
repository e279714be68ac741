package plaza.social;

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
import plaza.social.key.SocialKeys;
import plaza.social.standing.MarkedRows;
import plaza.social.timeline.PostEdges;

/// What the platform's functions do on the items of this context.
final class SocialGrants {
    private SocialGrants() {}

    /// The event rules and jobs.
    static List<Grant> ofEvents() {
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
                                SocialKeys.NOTICES,
                                GET_ITEM,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                DELETE_ITEM,
                                BATCH_WRITE_ITEM)
                        .grant(SocialKeys.POST_COUNTERS, GET_ITEM)
                        .grant(
                                SocialKeys.REPLIES,
                                QUERY,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                BATCH_WRITE_ITEM);
        for (var rows : MarkedRows.ALL) {
            grants.grant(rows.list(), QUERY).grant(rows.family(), BATCH_GET_ITEM, UPDATE_ITEM);
        }
        for (var edge : PostEdges.ALL) {
            grants.grant(edge.edges(), QUERY, BATCH_WRITE_ITEM)
                    .grant(edge.ledger(), QUERY, BATCH_WRITE_ITEM);
        }
        return grants.list();
    }

    /// The checks and their repairs.
    static List<Grant> ofChecks() {
        var grants =
                new GrantList()
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
                                SocialKeys.REQUESTS,
                                BATCH_GET_ITEM,
                                UPDATE_ITEM,
                                CONDITION_CHECK_ITEM)
                        .grant(SocialKeys.LIKES, QUERY)
                        .grant(
                                SocialKeys.NOTICES,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                UPDATE_ITEM,
                                DELETE_ITEM)
                        .grant(SocialKeys.REPORTED, BATCH_GET_ITEM, UPDATE_ITEM);
        MarkedRows.ALL.forEach(rows -> grants.grant(rows.family(), UPDATE_ITEM));
        PostEdges.ALL.forEach(edge -> grants.grant(edge.counters(), PUT_ITEM, DELETE_ITEM));
        return grants.list();
    }

    /// The removals of an erasure that do more than delete one item.
    static List<Grant> ofErasure() {
        return new GrantList()
                .grant(SocialKeys.USERS, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM, DELETE_ITEM)
                .grant(SocialKeys.NAME_WORDS, DELETE_ITEM)
                .grant(SocialKeys.FOLLOWERS, GET_ITEM, DELETE_ITEM)
                .grant(
                        SocialKeys.FOLLOWING,
                        GET_ITEM,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        DELETE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(SocialKeys.BLOCKS, GET_ITEM, BATCH_GET_ITEM, DELETE_ITEM)
                .grant(SocialKeys.MUTES, GET_ITEM, BATCH_GET_ITEM, DELETE_ITEM)
                .grant(SocialKeys.POSTS, GET_ITEM, DELETE_ITEM)
                .grant(SocialKeys.POST_COUNTERS, UPDATE_ITEM, DELETE_ITEM)
                .grant(SocialKeys.REPLIES, GET_ITEM, DELETE_ITEM)
                .grant(SocialKeys.REPORTED, DELETE_ITEM)
                .grant(SocialKeys.REPORTS, QUERY, DELETE_ITEM)
                .list();
    }

    /// The same of items that only the scan finds.
    static List<Grant> ofErasureScan() {
        return new GrantList()
                .grant(SocialKeys.USERS, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                .grant(SocialKeys.POSTS, CONDITION_CHECK_ITEM)
                .grant(SocialKeys.POST_COUNTERS, GET_ITEM)
                .grant(SocialKeys.LIKES, CONDITION_CHECK_ITEM)
                .grant(SocialKeys.LIKE_LEDGER, DELETE_ITEM)
                .grant(SocialKeys.NOTICES, PUT_ITEM, DELETE_ITEM)
                .list();
    }

    /// The export of a user.
    static List<Grant> ofExport() {
        return new GrantList()
                .grant(SocialKeys.USERS, QUERY)
                .grant(SocialKeys.FOLLOWING, QUERY)
                .grant(SocialKeys.FOLLOWERS, QUERY)
                .grant(SocialKeys.REQUESTS, QUERY)
                .grant(SocialKeys.BLOCKS, QUERY)
                .grant(SocialKeys.MUTES, QUERY)
                .grant(SocialKeys.POSTS, QUERY)
                .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                .grant(SocialKeys.LIKED, QUERY)
                .list();
    }
}
