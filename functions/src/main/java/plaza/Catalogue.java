package plaza;

import static plaza.Catalogue.Action.BATCH_GET_ITEM;
import static plaza.Catalogue.Action.BATCH_WRITE_ITEM;
import static plaza.Catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.Catalogue.Action.DELETE_ITEM;
import static plaza.Catalogue.Action.GET_ITEM;
import static plaza.Catalogue.Action.PUT_ITEM;
import static plaza.Catalogue.Action.QUERY;
import static plaza.Catalogue.Action.SCAN;
import static plaza.Catalogue.Action.UPDATE_ITEM;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.DeleteFixture;
import plaza.fantasy.GetFootballer;
import plaza.fantasy.GetGamer;
import plaza.fantasy.GetGameweek;
import plaza.fantasy.GetLeague;
import plaza.fantasy.GetLeagueStandings;
import plaza.fantasy.GetLeagueStandingsAround;
import plaza.fantasy.GetSettlement;
import plaza.fantasy.GetTeamSheet;
import plaza.fantasy.JoinLeague;
import plaza.fantasy.LeaveLeague;
import plaza.fantasy.ListFixtures;
import plaza.fantasy.ListFootballersByPosition;
import plaza.fantasy.ListLeaguesByGamer;
import plaza.fantasy.PutFixture;
import plaza.fantasy.PutFixturePoints;
import plaza.fantasy.PutFootballer;
import plaza.fantasy.PutGamer;
import plaza.fantasy.PutGameweek;
import plaza.fantasy.PutLeague;
import plaza.fantasy.PutTeamSheet;
import plaza.fantasy.SettleGameweek;
import plaza.fantasy.UnsettleGameweek;
import plaza.favorites.ClipFavorite;
import plaza.favorites.CreateTag;
import plaza.favorites.DeleteTag;
import plaza.favorites.ExportBookmarks;
import plaza.favorites.FindFavoritesByUrl;
import plaza.favorites.GetBookmarksImport;
import plaza.favorites.GetFavorite;
import plaza.favorites.ImportBookmarks;
import plaza.favorites.ListFavorites;
import plaza.favorites.ListFavoritesByTag;
import plaza.favorites.ListFavoritesByTagAndType;
import plaza.favorites.ListFavoritesByType;
import plaza.favorites.ListTags;
import plaza.favorites.ListTagsByFavorite;
import plaza.favorites.MergeTag;
import plaza.favorites.RenameTag;
import plaza.favorites.SearchFavorites;
import plaza.favorites.TagFavorite;
import plaza.favorites.UnclipFavorite;
import plaza.favorites.UntagFavorite;
import plaza.http.Field;
import plaza.http.Request;
import plaza.reconcile.Reconcile;
import plaza.social.CreatePost;
import plaza.social.DeletePost;
import plaza.social.EditPost;
import plaza.social.FollowUser;
import plaza.social.GetFollowerListByUserId;
import plaza.social.GetFollowingListByUserId;
import plaza.social.GetLikeCountByPostId;
import plaza.social.GetPost;
import plaza.social.GetPostListByUserId;
import plaza.social.GetTimelineByUserId;
import plaza.social.GetUserInfoByUserId;
import plaza.social.GetUserLikesByPostId;
import plaza.social.GetViewCountByPostId;
import plaza.social.LikePost;
import plaza.social.PutUserInfo;
import plaza.social.RecordView;
import plaza.social.UnfollowUser;
import plaza.social.UnlikePost;
import plaza.stream.AggregateCounts;
import plaza.stream.FanOut;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;

/// The whole system on one page: every function with its route, who may call it, what of the table
/// it may touch, and what it costs.
///
/// The stack, the local gateway, the README's table, the OpenAPI document and the tests are derived
/// from here; nothing is listed a second time. The functions themselves never load this class.
public final class Catalogue {
    /// What tokens are issued for: the part of every scope before its name.
    public static final String RESOURCE_SERVER = "plaza";

    /// The name of the scope of all admin routes, and of the group whose members get it.
    public static final String ADMIN_SCOPE = Request.ADMIN_GROUP;

    /// Who may call a function.
    public enum Who {
        /// The user that the path names.
        OWN,
        /// Any signed-in user.
        ANY,
        /// A member of the group `admin`.
        ADMIN
    }

    /// What must exist before a caller may write. The rule: a write that other users can see under
    /// the caller's name needs that name to exist. Private things (favorites), anonymous ones
    /// (views) and the removal of one's own things need nothing.
    public enum Needs {
        /// Nothing; a change of one's own things answers 404 where they do not exist.
        NOTHING,
        /// The caller's profile, which PutUserInfo writes.
        PROFILE,
        /// The caller's gamer, which PutGamer writes. A gamer needs no profile: contexts do not
        /// depend on each other.
        GAMER
    }

    /// What a function may do to items; the names of IAM's actions.
    public enum Action {
        GET_ITEM("dynamodb:GetItem"),
        BATCH_GET_ITEM("dynamodb:BatchGetItem"),
        QUERY("dynamodb:Query"),
        PUT_ITEM("dynamodb:PutItem"),
        UPDATE_ITEM("dynamodb:UpdateItem"),
        DELETE_ITEM("dynamodb:DeleteItem"),
        CONDITION_CHECK_ITEM("dynamodb:ConditionCheckItem"),
        BATCH_WRITE_ITEM("dynamodb:BatchWriteItem"),
        SCAN("dynamodb:Scan");

        private final String iam;

        Action(String iam) {
            this.iam = iam;
        }

        /// The action's name in a policy.
        public String iam() {
            return iam;
        }
    }

    /// One permission: an action on the items of one family, in the table or in one index.
    public record Grant(Action action, Index index, Family family) {}

    /// What one call costs, in the case that `when` describes. Tests measure that case and compare
    /// exactly.
    ///
    /// @param readUnits read request units
    /// @param writeUnits write request units
    /// @param roundTrips requests to DynamoDB
    /// @param when the case
    public record Budget(double readUnits, double writeUnits, int roundTrips, String when) {}

    /// One function behind the API.
    ///
    /// @param handler its class
    /// @param method the HTTP method
    /// @param path the route's template
    /// @param who who may call it
    /// @param needs what must exist before a caller may write; null where it only reads
    /// @param pattern the access pattern in words
    /// @param body the fields of its JSON body; empty where it takes none
    /// @param grants all it may do to the table
    /// @param budget what a call costs
    /// @param pages whether it answers pages, and so needs the cursor keys
    public record HttpFunction(
            Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
                    handler,
            String method,
            String path,
            Who who,
            @Nullable Needs needs,
            String pattern,
            List<Field<?>> body,
            List<Grant> grants,
            Budget budget,
            boolean pages)
            implements Function {
        /// Method and path as API Gateway writes them.
        public String routeKey() {
            return method + " " + path;
        }

        /// The scope that a token needs for the route, as tokens carry it.
        public String scope() {
            return RESOURCE_SERVER + "/" + scopeName();
        }

        /// The scope's name: one for each context, and one for the admin routes of all of them.
        public String scopeName() {
            return who == Who.ADMIN ? ADMIN_SCOPE : context();
        }

        HttpFunction grant(Family family, Action... actions) {
            return grant(family, family.index(), actions);
        }

        HttpFunction grant(Family family, Index index, Action... actions) {
            return new HttpFunction(
                    handler,
                    method,
                    path,
                    who,
                    needs,
                    pattern,
                    body,
                    with(grants, family, index, actions),
                    budget,
                    pages);
        }

        HttpFunction needs(Needs needed) {
            return new HttpFunction(
                    handler, method, path, who, needed, pattern, body, grants, budget, pages);
        }

        HttpFunction does(String accessPattern) {
            return new HttpFunction(
                    handler, method, path, who, needs, accessPattern, body, grants, budget, pages);
        }

        HttpFunction takes(Field<?>... fields) {
            return new HttpFunction(
                    handler,
                    method,
                    path,
                    who,
                    needs,
                    pattern,
                    List.of(fields),
                    grants,
                    budget,
                    pages);
        }

        HttpFunction costs(double readUnits, double writeUnits, int roundTrips, String when) {
            return new HttpFunction(
                    handler,
                    method,
                    path,
                    who,
                    needs,
                    pattern,
                    body,
                    grants,
                    new Budget(readUnits, writeUnits, roundTrips, when),
                    pages);
        }

        HttpFunction paged() {
            return new HttpFunction(
                    handler, method, path, who, needs, pattern, body, grants, budget, true);
        }
    }

    /// One function behind the table's stream.
    ///
    /// @param handler its class
    /// @param filters patterns of the event source mapping; a record that matches one of them is
    ///   delivered
    /// @param batchSize the most records in one invocation
    /// @param windowSeconds how long the mapping gathers a batch
    /// @param grants all it may do to the table
    public record StreamFunction(
            Class<? extends RequestHandler<DynamodbEvent, StreamsEventResponse>> handler,
            String pattern,
            List<String> filters,
            int batchSize,
            int windowSeconds,
            List<Grant> grants)
            implements Function {
        /// How often a failed batch is tried again before it is given up. With Lambda's growing
        /// waits between tries this outlasts a minute of trouble; a record that still fails is not
        /// going to succeed by itself.
        public static final int RETRIES_MAX = 8;

        /// How old a record may get while it is retried: an outage may last an afternoon, well
        /// inside the 24 hours after which the stream forgets.
        public static final Duration RECORD_AGE_MAX = Duration.ofHours(6);

        StreamFunction does(String accessPattern) {
            return new StreamFunction(
                    handler, accessPattern, filters, batchSize, windowSeconds, grants);
        }

        /// Lets records of these kinds of events through whose partition key fits.
        StreamFunction filter(String partitionKeys, String eventNames) {
            return filter(
                    "{\"eventName\": [%s], \"dynamodb\": {\"Keys\": {\"pk\": {\"S\": [%s]}}}}"
                            .formatted(eventNames, partitionKeys));
        }

        /// Lets records of these kinds of events through whose keys both fit.
        StreamFunction filter(String partitionKeys, String sortKeys, String eventNames) {
            return filter(
                    "{\"eventName\": [%s], \"dynamodb\": {\"Keys\": {\"pk\": {\"S\": [%s]}, \"sk\": {\"S\": [%s]}}}}"
                            .formatted(eventNames, partitionKeys, sortKeys));
        }

        private StreamFunction filter(String pattern) {
            return new StreamFunction(
                    handler,
                    this.pattern,
                    Stream.concat(filters.stream(), Stream.of(pattern)).toList(),
                    batchSize,
                    windowSeconds,
                    grants);
        }

        StreamFunction batches(int size, int seconds) {
            return new StreamFunction(handler, pattern, filters, size, seconds, grants);
        }

        StreamFunction grant(Family family, Action... actions) {
            return grant(family, family.index(), actions);
        }

        StreamFunction grant(Family family, Index index, Action... actions) {
            return new StreamFunction(
                    handler,
                    pattern,
                    filters,
                    batchSize,
                    windowSeconds,
                    with(grants, family, index, actions));
        }
    }

    /// One function that nobody's request and no change of the table brings about: it is invoked by
    /// hand, and by a schedule.
    ///
    /// @param handler its class
    /// @param schedule when, as EventBridge writes it, in UTC
    /// @param input the JSON that the schedule sends
    /// @param grants all it may do to the table
    public record ScheduledFunction(
            Class<? extends RequestHandler<Map<String, Object>, Map<String, Object>>> handler,
            String pattern,
            String schedule,
            String input,
            List<Grant> grants)
            implements Function {
        ScheduledFunction does(String accessPattern) {
            return new ScheduledFunction(handler, accessPattern, schedule, input, grants);
        }

        ScheduledFunction runs(String cron, String json) {
            return new ScheduledFunction(handler, pattern, cron, json, grants);
        }

        ScheduledFunction grant(Family family, Action... actions) {
            return new ScheduledFunction(
                    handler,
                    pattern,
                    schedule,
                    input,
                    with(grants, family, family.index(), actions));
        }

        /// Lets it read the whole table: IAM knows no smaller Scan.
        ScheduledFunction scans() {
            var row = this;
            for (var family : Family.values()) {
                if (family.index() == Index.TABLE) {
                    row = row.grant(family, SCAN);
                }
            }
            return row;
        }
    }

    /// What all functions have in common.
    public sealed interface Function permits HttpFunction, StreamFunction, ScheduledFunction {
        Class<?> handler();

        String pattern();

        List<Grant> grants();

        /// The function's one name, everywhere.
        default String name() {
            return handler().getSimpleName();
        }

        /// The context it belongs to: the last part of its package.
        default String context() {
            var packageName = handler().getPackageName();
            return packageName.substring(packageName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        }
    }

    private Catalogue() {}

    /// The functions behind the API, in the order of the README.
    public static List<HttpFunction> httpFunctions() {
        return Stream.of(social(), favorites(), fantasy()).flatMap(List::stream).toList();
    }

    private static List<HttpFunction> social() {
        return List.of(
                http(GetUserInfoByUserId.class, "GET", "/users/{userId}", Who.ANY)
                        .does("who a user is, with his counts")
                        .grant(Family.USER, QUERY)
                        .costs(0.5, 0, 1, "any user"),
                http(PutUserInfo.class, "PUT", "/users/{userId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("say who I am")
                        .takes(PutUserInfo.NAME, PutUserInfo.CONTENT, PutUserInfo.IMAGE_URL)
                        .grant(Family.USER, UPDATE_ITEM, PUT_ITEM, QUERY)
                        .costs(1, 1, 2, "a user who is there already"),
                http(GetFollowerListByUserId.class, "GET", "/users/{userId}/followers", Who.ANY)
                        .does("who follows a user")
                        .paged()
                        .grant(Family.FOLLOWERS, QUERY)
                        .costs(1.5, 0, 1, "100 followers with ids of 26 characters"),
                http(GetFollowingListByUserId.class, "GET", "/users/{userId}/following", Who.ANY)
                        .does("whom a user follows")
                        .paged()
                        .grant(Family.FOLLOWING, QUERY)
                        .costs(1.5, 0, 1, "100 followees with ids of 26 characters"),
                http(FollowUser.class, "PUT", "/users/{userId}/following/{followeeId}", Who.OWN)
                        .needs(Needs.PROFILE)
                        .does("follow a user")
                        .grant(Family.USER, UPDATE_ITEM)
                        .grant(Family.FOLLOWERS, PUT_ITEM)
                        .grant(Family.FOLLOWING, PUT_ITEM)
                        .costs(0, 8, 1, "the first time"),
                http(
                                UnfollowUser.class,
                                "DELETE",
                                "/users/{userId}/following/{followeeId}",
                                Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("stop following a user")
                        .grant(Family.USER, UPDATE_ITEM)
                        .grant(Family.FOLLOWERS, DELETE_ITEM)
                        .grant(Family.FOLLOWING, DELETE_ITEM)
                        .costs(0, 8, 1, "a user who is followed"),
                http(GetPostListByUserId.class, "GET", "/users/{userId}/posts", Who.ANY)
                        .does("a user's posts, newest first")
                        .paged()
                        .grant(Family.POSTS, QUERY)
                        .costs(1.5, 0, 1, "50 posts of 100 characters"),
                http(CreatePost.class, "POST", "/users/{userId}/posts", Who.OWN)
                        .needs(Needs.PROFILE)
                        .does("write a post")
                        .takes(CreatePost.CONTENT, CreatePost.IMAGE_URL)
                        .grant(Family.USER, UPDATE_ITEM)
                        .grant(Family.POSTS, PUT_ITEM)
                        .grant(Family.LIKE_COUNT, PUT_ITEM)
                        .grant(Family.VIEW_COUNT, PUT_ITEM)
                        .grant(Family.IDEMPOTENCY, PUT_ITEM)
                        .costs(0, 8, 1, "below 1 KB, without Idempotency-Key"),
                http(GetPost.class, "GET", "/users/{userId}/posts/{postId}", Who.ANY)
                        .does("one post")
                        .grant(Family.POSTS, GET_ITEM)
                        .costs(0.5, 0, 1, "below 4 KB"),
                http(EditPost.class, "PATCH", "/users/{userId}/posts/{postId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("change a post")
                        .takes(CreatePost.CONTENT, CreatePost.IMAGE_URL)
                        .grant(Family.POSTS, UPDATE_ITEM, GET_ITEM)
                        .costs(1, 2, 2, "below 1 KB"),
                http(DeletePost.class, "DELETE", "/users/{userId}/posts/{postId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("delete a post")
                        .grant(Family.USER, UPDATE_ITEM)
                        .grant(Family.POSTS, DELETE_ITEM)
                        .grant(Family.LIKE_COUNT, DELETE_ITEM)
                        .grant(Family.VIEW_COUNT, DELETE_ITEM)
                        .costs(0, 8, 1, "below 1 KB"),
                http(GetUserLikesByPostId.class, "GET", "/posts/{postId}/likes", Who.ANY)
                        .does("who likes a post")
                        .paged()
                        .grant(Family.LIKES, QUERY)
                        .costs(1.5, 0, 1, "100 likes with ids of 26 characters"),
                http(GetLikeCountByPostId.class, "GET", "/posts/{postId}/likes/count", Who.ANY)
                        .does("how many like a post")
                        .grant(Family.LIKE_COUNT, GET_ITEM)
                        .costs(0.5, 0, 1, "any post"),
                http(LikePost.class, "PUT", "/posts/{postId}/likes/{userId}", Who.OWN)
                        .needs(Needs.PROFILE)
                        .does("like a post")
                        .grant(Family.LIKE_COUNT, BATCH_GET_ITEM)
                        .grant(Family.USER, BATCH_GET_ITEM)
                        .grant(Family.LIKES, PUT_ITEM)
                        .costs(1, 1, 2, "the first time"),
                http(UnlikePost.class, "DELETE", "/posts/{postId}/likes/{userId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("take a like back")
                        .grant(Family.LIKES, DELETE_ITEM)
                        .costs(0, 1, 1, "a post that is liked"),
                http(RecordView.class, "PUT", "/posts/{postId}/views/{sessionId}", Who.ANY)
                        .needs(Needs.NOTHING)
                        .does("record that a session looked at a post")
                        .grant(Family.VIEW_COUNT, GET_ITEM)
                        .grant(Family.VIEWS, PUT_ITEM)
                        .costs(0.5, 1, 2, "the first time"),
                http(GetViewCountByPostId.class, "GET", "/posts/{postId}/views/count", Who.ANY)
                        .does("how many sessions looked at a post")
                        .grant(Family.VIEW_COUNT, GET_ITEM)
                        .costs(0.5, 0, 1, "any post"),
                http(GetTimelineByUserId.class, "GET", "/users/{userId}/timeline", Who.OWN)
                        .does("my timeline, newest first")
                        .paged()
                        .grant(Family.TIMELINE, QUERY)
                        .grant(Family.POSTS, BATCH_GET_ITEM)
                        .grant(Family.FOLLOWING, BATCH_GET_ITEM)
                        .costs(
                                53,
                                0,
                                2,
                                "50 posts below 4 KB by one author, with a page after them"));
    }

    private static List<HttpFunction> favorites() {
        return List.of(
                http(ClipFavorite.class, "PUT", "/users/{userId}/favorites/{dataId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("save a thing, or describe it anew")
                        .takes(
                                ClipFavorite.DATA_TYPE,
                                ClipFavorite.TITLE,
                                ClipFavorite.CONTENT_URL,
                                ClipFavorite.THUMBNAIL_URL,
                                ClipFavorite.CREATOR_ID,
                                ClipFavorite.CLIP_TIME,
                                ClipFavorite.NOTE)
                        .grant(Family.FAVORITES, GET_ITEM, PUT_ITEM)
                        .grant(Family.USAGE, GET_ITEM)
                        .costs(0.5, 3, 2, "the first time, below 1 KB; then 1 a posting"),
                http(GetFavorite.class, "GET", "/users/{userId}/favorites/{dataId}", Who.OWN)
                        .does("one favorite")
                        .grant(Family.FAVORITES, GET_ITEM)
                        .costs(0.5, 0, 1, "below 4 KB"),
                http(UnclipFavorite.class, "DELETE", "/users/{userId}/favorites/{dataId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("take a thing out of the collection")
                        .grant(Family.FAVORITES, DELETE_ITEM)
                        .costs(0, 3, 1, "a favorite below 1 KB; then 1 a posting, 3 a tag"),
                http(ListFavorites.class, "GET", "/users/{userId}/favorites", Who.OWN)
                        .does("my favorites by clip time")
                        .paged()
                        .grant(Family.FAVORITES, Index.LSI_ONE, QUERY)
                        .costs(2, 0, 1, "50 favorites of 300 bytes"),
                http(
                                ListFavoritesByType.class,
                                "GET",
                                "/users/{userId}/favorites/types/{dataType}",
                                Who.OWN)
                        .does("my favorites of one kind by clip time")
                        .paged()
                        .grant(Family.FAVORITES_BY_TYPE, QUERY)
                        .costs(2, 0, 1, "50 favorites of 300 bytes"),
                http(SearchFavorites.class, "GET", "/users/{userId}/search/favorites", Who.OWN)
                        .does("my favorites that match a query, newest first")
                        .paged()
                        .grant(Family.TERMS, QUERY)
                        .grant(Family.FAVORITES, BATCH_GET_ITEM)
                        .costs(51.5, 0, 2, "a page of 50 for one word"),
                http(FindFavoritesByUrl.class, "GET", "/users/{userId}/search/urls", Who.OWN)
                        .does("whether I have saved an address already")
                        .paged()
                        .grant(Family.TERMS, QUERY)
                        .grant(Family.FAVORITES, BATCH_GET_ITEM)
                        .costs(1.5, 0, 2, "an address saved once"),
                http(CreateTag.class, "PUT", "/users/{userId}/tags/{tagId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("make a tag")
                        .takes(CreateTag.TAG_NAME)
                        .grant(Family.TAGS, PUT_ITEM, UPDATE_ITEM)
                        .grant(Family.TAG_NAMES, PUT_ITEM, DELETE_ITEM)
                        .costs(0, 10, 1, "the first time"),
                http(RenameTag.class, "PATCH", "/users/{userId}/tags/{tagId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("rename a tag")
                        .takes(CreateTag.TAG_NAME)
                        .grant(Family.TAGS, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.TAG_NAMES, PUT_ITEM, DELETE_ITEM)
                        .costs(1, 14, 2, "a name that differs"),
                http(DeleteTag.class, "DELETE", "/users/{userId}/tags/{tagId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("delete a tag")
                        .grant(Family.TAGS, GET_ITEM, DELETE_ITEM)
                        .grant(Family.TAG_NAMES, DELETE_ITEM)
                        .costs(1, 10, 2, "a tag that is there; then 3 a favorite"),
                http(ListTags.class, "GET", "/users/{userId}/tags", Who.OWN)
                        .does("my tags by name, creation, last access or id")
                        .paged()
                        .grant(Family.TAGS, QUERY)
                        .grant(Family.TAGS, Index.LSI_ONE, QUERY)
                        .grant(Family.TAGS, Index.LSI_TWO, QUERY)
                        .grant(Family.TAGS, Index.LSI_THREE, QUERY)
                        .costs(2, 0, 1, "50 tags of 300 bytes"),
                http(MergeTag.class, "POST", "/users/{userId}/tags/{tagId}/merge", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("move all favorites of a tag to another and delete it")
                        .takes(MergeTag.INTO)
                        .grant(Family.TAGS, GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.JOB, PUT_ITEM)
                        .grant(Family.IDEMPOTENCY, PUT_ITEM)
                        .costs(1, 12, 2, "without Idempotency-Key; then the rows"),
                http(
                                TagFavorite.class,
                                "PUT",
                                "/users/{userId}/favorites/{dataId}/tags/{tagId}",
                                Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("tag a favorite")
                        .grant(Family.FAVORITES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.TAGS, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.TAGGED, PUT_ITEM)
                        .costs(2, 8, 2, "the first time"),
                http(
                                UntagFavorite.class,
                                "DELETE",
                                "/users/{userId}/favorites/{dataId}/tags/{tagId}",
                                Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("take a tag off a favorite")
                        .grant(Family.TAGGED, DELETE_ITEM)
                        .costs(0, 3, 1, "a favorite that has the tag"),
                http(
                                ListTagsByFavorite.class,
                                "GET",
                                "/users/{userId}/favorites/{dataId}/tags",
                                Who.OWN)
                        .does("a favorite's tags")
                        .paged()
                        .grant(Family.TAGGED, QUERY)
                        .grant(Family.TAGS, BATCH_GET_ITEM)
                        .grant(Family.FAVORITES, BATCH_GET_ITEM)
                        .costs(4.5, 0, 2, "3 tags"),
                http(
                                ListFavoritesByTag.class,
                                "GET",
                                "/users/{userId}/tags/{tagId}/favorites",
                                Who.OWN)
                        .does("the favorites under a tag by clip time")
                        .paged()
                        .grant(Family.TAGGED_BY_TAG, QUERY)
                        .grant(Family.FAVORITES, BATCH_GET_ITEM)
                        .grant(Family.TAGS, BATCH_GET_ITEM, UPDATE_ITEM)
                        .costs(54, 0, 2, "50 favorites, the tag opened within the minute"),
                http(
                                ListFavoritesByTagAndType.class,
                                "GET",
                                "/users/{userId}/tags/{tagId}/favorites/types/{dataType}",
                                Who.OWN)
                        .does("the favorites of one kind under a tag by clip time")
                        .paged()
                        .grant(Family.TAGGED_BY_TAG_AND_TYPE, QUERY)
                        .grant(Family.FAVORITES, BATCH_GET_ITEM)
                        .grant(Family.TAGS, BATCH_GET_ITEM, UPDATE_ITEM)
                        .costs(54, 0, 2, "50 favorites, the tag opened within the minute"),
                http(ImportBookmarks.class, "POST", "/users/{userId}/bookmarks", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("take in a browser's bookmarks file")
                        .grant(Family.IMPORT, BATCH_WRITE_ITEM, PUT_ITEM)
                        .grant(Family.JOB, PUT_ITEM)
                        .grant(Family.USAGE, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                        .costs(1, 7, 3, "a chunk below 1 KB; then 1 a KB and 3 or more a bookmark"),
                http(
                                GetBookmarksImport.class,
                                "GET",
                                "/users/{userId}/bookmarks/imports/{importId}",
                                Who.OWN)
                        .does("how far an import has come")
                        .grant(Family.IMPORT, GET_ITEM)
                        .costs(0.5, 0, 1, "below 4 KB"),
                http(ExportBookmarks.class, "GET", "/users/{userId}/bookmarks", Who.OWN)
                        .does("my favorites as a bookmarks file, in parts")
                        .paged()
                        .grant(Family.FAVORITES, Index.LSI_ONE, QUERY)
                        .grant(Family.TAGGED, QUERY)
                        .grant(Family.TAGS, BATCH_GET_ITEM)
                        .costs(2, 0, 3, "one favorite with one tag"));
    }

    private static List<HttpFunction> fantasy() {
        return List.of(
                http(PutGamer.class, "PUT", "/gamers/{gamerId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("play")
                        .takes(PutGamer.DATE_OF_BIRTH, PutGamer.COUNTRY)
                        .grant(Family.GAMER, UPDATE_ITEM, PUT_ITEM)
                        .grant(Family.ALL_GAMERS, PUT_ITEM)
                        .costs(0, 1, 1, "a gamer who is there already"),
                http(GetGamer.class, "GET", "/gamers/{gamerId}", Who.ANY)
                        .does("a gamer with his points")
                        .grant(Family.GAMER, GET_ITEM)
                        .costs(0.5, 0, 1, "any gamer"),
                http(PutTeamSheet.class, "PUT", "/gamers/{gamerId}/team-sheets/{gameweek}", Who.OWN)
                        .needs(Needs.GAMER)
                        .does("put my team sheet of a gameweek")
                        .takes(
                                PutTeamSheet.GOAL_KEEPER,
                                PutTeamSheet.PLAYERS,
                                PutTeamSheet.SUBS,
                                PutTeamSheet.CAPTAIN,
                                PutTeamSheet.VICE_CAPTAIN,
                                PutTeamSheet.CHIP,
                                PutTeamSheet.TRANSFER_COST)
                        .grant(Family.GAMER, BATCH_GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM)
                        .grant(Family.GAMEWEEK, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.FOOTBALLER, BATCH_GET_ITEM)
                        .costs(18, 4, 3, "the first sheet, put again with another captain"),
                http(GetTeamSheet.class, "GET", "/gamers/{gamerId}/team-sheets/{gameweek}", Who.ANY)
                        .does("a gamer's team sheet of a gameweek")
                        .grant(Family.GAMER, GET_ITEM)
                        .grant(Family.GAMEWEEK, GET_ITEM)
                        .costs(0.5, 0, 1, "my own; another gamer's is 1.5 RRU in 2 trips"),
                http(PutFootballer.class, "PUT", "/footballers/{footballerId}", Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("tell who a footballer is and what he costs")
                        .takes(
                                PutFootballer.NAME,
                                PutFootballer.POSITION,
                                PutFootballer.CLUB,
                                PutFootballer.PRICE,
                                PutFootballer.SELECTED_PERCENT)
                        .grant(Family.FOOTBALLER, UPDATE_ITEM, PUT_ITEM)
                        .costs(0, 2, 1, "a new price"),
                http(GetFootballer.class, "GET", "/footballers/{footballerId}", Who.ANY)
                        .does("a footballer with his points")
                        .grant(Family.FOOTBALLER, GET_ITEM)
                        .costs(0.5, 0, 1, "any footballer"),
                http(
                                ListFootballersByPosition.class,
                                "GET",
                                "/positions/{position}/footballers",
                                Who.ANY)
                        .does("the footballers of a position")
                        .paged()
                        .grant(Family.POSITION, QUERY)
                        .costs(1.5, 0, 1, "50 footballers before the season"),
                http(
                                PutFixturePoints.class,
                                "PUT",
                                "/footballers/{footballerId}/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("put the points of a footballer in a declared fixture")
                        .takes(
                                PutFixturePoints.POINTS,
                                PutFixturePoints.MINUTES,
                                PutFixturePoints.YELLOW_CARDS,
                                PutFixturePoints.RED_CARDS)
                        .grant(Family.FOOTBALLER, GET_ITEM, QUERY, UPDATE_ITEM, PUT_ITEM)
                        .grant(Family.GAMEWEEK, GET_ITEM, UPDATE_ITEM, PUT_ITEM)
                        .costs(2, 9, 3, "a footballer's first fixture of the gameweek"),
                http(PutGameweek.class, "PUT", "/gameweeks/{gameweek}", Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("hold a gameweek, move its deadline")
                        .takes(PutGameweek.DEADLINE)
                        .grant(Family.GAMEWEEK, UPDATE_ITEM, PUT_ITEM)
                        .costs(0, 1, 1, "a gameweek that is there already"),
                http(GetGameweek.class, "GET", "/gameweeks/{gameweek}", Who.ANY)
                        .does("a gameweek's deadline and status")
                        .grant(Family.GAMEWEEK, GET_ITEM)
                        .costs(0.5, 0, 1, "any gameweek"),
                http(
                                PutFixture.class,
                                "PUT",
                                "/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("declare a fixture of a gameweek, change it")
                        .takes(PutFixture.HOME_CLUB, PutFixture.AWAY_CLUB, PutFixture.KICKOFF)
                        .grant(Family.GAMEWEEK, GET_ITEM, UPDATE_ITEM, PUT_ITEM)
                        .costs(0, 1, 1, "a fixture that is declared already"),
                http(
                                DeleteFixture.class,
                                "DELETE",
                                "/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("delete a fixture without points")
                        .grant(Family.GAMEWEEK, GET_ITEM, QUERY, DELETE_ITEM)
                        .costs(2, 1, 3, "no points in the gameweek; 13 RRU more with all"),
                http(ListFixtures.class, "GET", "/gameweeks/{gameweek}/fixtures", Who.ANY)
                        .does("the fixtures of a gameweek")
                        .paged()
                        .grant(Family.GAMEWEEK, QUERY)
                        .costs(0.5, 0, 1, "10 fixtures"),
                http(SettleGameweek.class, "POST", "/gameweeks/{gameweek}/settlement", Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("settle a gameweek")
                        .grant(Family.GAMEWEEK, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.JOB, PUT_ITEM)
                        .grant(Family.IDEMPOTENCY, PUT_ITEM)
                        .costs(1, 34, 2, "without Idempotency-Key"),
                http(
                                UnsettleGameweek.class,
                                "DELETE",
                                "/gameweeks/{gameweek}/settlement",
                                Who.ADMIN)
                        .needs(Needs.NOTHING)
                        .does("take the settlement of a gameweek back")
                        .grant(Family.GAMEWEEK, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.JOB, PUT_ITEM)
                        .costs(1, 34, 2, "any gameweek"),
                http(GetSettlement.class, "GET", "/gameweeks/{gameweek}/settlement", Who.ANY)
                        .does("how far a settlement has come")
                        .grant(Family.GAMEWEEK, GET_ITEM, QUERY)
                        .costs(1, 0, 2, "any settlement"),
                http(PutLeague.class, "PUT", "/leagues/{leagueId}", Who.ANY)
                        .needs(Needs.GAMER)
                        .does("found a league, rename mine")
                        .takes(PutLeague.NAME)
                        .grant(Family.LEAGUE, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                        .grant(Family.GAMER, BATCH_GET_ITEM)
                        .costs(1, 1, 2, "a new league"),
                http(GetLeague.class, "GET", "/leagues/{leagueId}", Who.ANY)
                        .does("a league's name and owner")
                        .grant(Family.LEAGUE, GET_ITEM)
                        .costs(0.5, 0, 1, "any league"),
                http(JoinLeague.class, "PUT", "/leagues/{leagueId}/gamers/{gamerId}", Who.OWN)
                        .needs(Needs.GAMER)
                        .does("join a league")
                        .grant(Family.GAMER, BATCH_GET_ITEM, UPDATE_ITEM, PUT_ITEM)
                        .grant(Family.LEAGUE, BATCH_GET_ITEM)
                        .costs(2, 5, 2, "the first time"),
                http(LeaveLeague.class, "DELETE", "/leagues/{leagueId}/gamers/{gamerId}", Who.OWN)
                        .needs(Needs.NOTHING)
                        .does("leave a league")
                        .grant(Family.GAMER, GET_ITEM, UPDATE_ITEM, DELETE_ITEM)
                        .costs(1, 5, 2, "a league he is in"),
                http(ListLeaguesByGamer.class, "GET", "/gamers/{gamerId}/leagues", Who.ANY)
                        .does("the leagues of a gamer")
                        .paged()
                        .grant(Family.GAMER, QUERY)
                        .costs(1, 0, 1, "50 leagues"),
                http(GetLeagueStandings.class, "GET", "/leagues/{leagueId}/standings", Who.ANY)
                        .does("the standings of a league")
                        .paged()
                        .grant(Family.STANDINGS, QUERY)
                        .grant(Family.LEAGUE, QUERY)
                        .costs(1.5, 0, 1, "a page of 50 of a league of 60"),
                http(
                                GetLeagueStandingsAround.class,
                                "GET",
                                "/leagues/{leagueId}/standings/around/{gamerId}",
                                Who.ANY)
                        .does("the rows about one gamer")
                        .grant(Family.STANDINGS, QUERY)
                        .grant(Family.LEAGUE, QUERY)
                        .grant(Family.GAMER, GET_ITEM)
                        .costs(2, 0, 2, "in a league of 60"));
    }

    /// The functions behind the stream.
    public static List<StreamFunction> streamFunctions() {
        return List.of(
                stream(AggregateCounts.class)
                        .does("count likes, views and tagged favorites, each exactly once")
                        .filter(KeySpace.LIKES_FILTER, "\"INSERT\", \"REMOVE\"")
                        .filter(KeySpace.VIEWS_FILTER, "\"INSERT\", \"MODIFY\"")
                        .filter(KeySpace.TAGGED_FILTER, "\"INSERT\", \"MODIFY\", \"REMOVE\"")
                        .batches(1_000, 1)
                        .grant(Family.LIKE_LEDGER, BATCH_GET_ITEM, PUT_ITEM)
                        .grant(Family.VIEW_LEDGER, BATCH_GET_ITEM, PUT_ITEM)
                        .grant(Family.LIKE_COUNT, UPDATE_ITEM)
                        .grant(Family.VIEW_COUNT, UPDATE_ITEM)
                        .grant(Family.TAG_LEDGER, BATCH_GET_ITEM, PUT_ITEM)
                        .grant(Family.TAGS, UPDATE_ITEM)
                        .grant(Family.JOB, PUT_ITEM),
                stream(FanOut.class)
                        .does(
                                "take posts to timelines, index favorites, settle gameweeks, clean up behind what was deleted")
                        .filter(KeySpace.POSTS_AND_FOLLOWING_FILTER, "\"INSERT\", \"REMOVE\"")
                        .filter(KeySpace.FAVORITES_FILTER, "\"INSERT\", \"MODIFY\", \"REMOVE\"")
                        .filter(KeySpace.TAGS_FILTER, "\"REMOVE\"")
                        .filter(
                                KeySpace.GAMERS_FILTER,
                                KeySpace.MEMBERSHIPS_FILTER,
                                "\"INSERT\", \"REMOVE\"")
                        .filter(KeySpace.JOBS_FILTER, "\"INSERT\", \"MODIFY\"")
                        // so many that the posts behind them are seen, see FanOut
                        .batches(100, 0)
                        .grant(Family.FOLLOWERS, QUERY)
                        .grant(Family.FOLLOWING, GET_ITEM, CONDITION_CHECK_ITEM)
                        .grant(Family.POSTS, GET_ITEM, QUERY)
                        .grant(Family.TIMELINE, QUERY, BATCH_WRITE_ITEM, DELETE_ITEM)
                        .grant(Family.LIKES, QUERY, BATCH_WRITE_ITEM)
                        .grant(Family.LIKE_LEDGER, QUERY, BATCH_WRITE_ITEM)
                        .grant(Family.VIEWS, QUERY, BATCH_WRITE_ITEM)
                        .grant(Family.VIEW_LEDGER, QUERY, BATCH_WRITE_ITEM)
                        .grant(
                                Family.FAVORITES,
                                GET_ITEM,
                                QUERY,
                                BATCH_GET_ITEM,
                                PUT_ITEM,
                                CONDITION_CHECK_ITEM)
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
                        .grant(Family.TERMS, QUERY, BATCH_WRITE_ITEM)
                        .grant(Family.IMPORT, GET_ITEM, UPDATE_ITEM)
                        .grant(Family.ALL_GAMERS, QUERY)
                        .grant(Family.GAMER, BATCH_GET_ITEM, QUERY, UPDATE_ITEM)
                        .grant(Family.GAMEWEEK, GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM)
                        .grant(Family.STANDINGS, QUERY)
                        .grant(Family.LEAGUE, GET_ITEM, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM)
                        .grant(Family.LARGE_LEAGUES, QUERY, PUT_ITEM, DELETE_ITEM)
                        .grant(Family.JOB, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM));
    }

    /// The functions that a schedule invokes.
    public static List<ScheduledFunction> scheduledFunctions() {
        return List.of(reconcile());
    }

    /// The check of everything that is derived.
    public static ScheduledFunction reconcile() {
        return scheduled(Reconcile.class)
                .does("check everything derived against its source, repair it on demand")
                // the first begins a run, the others go on with it
                .runs("cron(0/15 1-5 ? * SUN *)", "{\"scheduled\":true}")
                .scans()
                .grant(
                        Family.USER,
                        GET_ITEM,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        PUT_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(Family.FOLLOWERS, QUERY, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(Family.FOLLOWING, QUERY, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.POSTS, QUERY, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.TIMELINE, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(Family.LIKES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.LIKE_LEDGER, QUERY, BATCH_GET_ITEM, PUT_ITEM)
                .grant(
                        Family.LIKE_COUNT,
                        GET_ITEM,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        PUT_ITEM,
                        DELETE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(Family.VIEWS, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.VIEW_LEDGER, QUERY, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(
                        Family.VIEW_COUNT,
                        GET_ITEM,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        PUT_ITEM,
                        DELETE_ITEM)
                .grant(Family.FAVORITES, QUERY, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.USAGE, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                .grant(Family.TAGS, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.TAG_NAMES, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(Family.TAGGED, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.TAG_LEDGER, QUERY, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(Family.TERMS, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
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
                .grant(Family.FOOTBALLER, QUERY, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                .grant(Family.GAMEWEEK, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                .grant(Family.JOB, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                .grant(Family.RECONCILE, GET_ITEM, PUT_ITEM);
    }

    /// All functions.
    public static List<Function> functions() {
        return Stream.<List<? extends Function>>of(
                        httpFunctions(), streamFunctions(), scheduledFunctions())
                .<Function>flatMap(List::stream)
                .toList();
    }

    private static HttpFunction http(
            Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
                    handler,
            String method,
            String path,
            Who who) {
        return new HttpFunction(
                handler,
                method,
                path,
                who,
                null,
                "",
                List.of(),
                List.of(),
                new Budget(0, 0, 0, ""),
                false);
    }

    private static StreamFunction stream(
            Class<? extends RequestHandler<DynamodbEvent, StreamsEventResponse>> handler) {
        return new StreamFunction(handler, "", List.of(), 1, 0, List.of());
    }

    private static ScheduledFunction scheduled(
            Class<? extends RequestHandler<Map<String, Object>, Map<String, Object>>> handler) {
        return new ScheduledFunction(handler, "", "", "{}", List.of());
    }

    private static List<Grant> with(
            List<Grant> grants, Family family, Index index, Action... actions) {
        var more = new ArrayList<>(grants);
        for (var action : actions) {
            more.add(new Grant(action, index, family));
        }
        return List.copyOf(more);
    }
}
