package plaza.social;

import static plaza.catalogue.Access.ADMIN;
import static plaza.catalogue.Access.ANY_USER;
import static plaza.catalogue.Access.CREATOR;
import static plaza.catalogue.Access.OWNER;
import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.Contract.Header.ETAG;
import static plaza.catalogue.Contract.Header.LOCATION;
import static plaza.catalogue.HttpFunction.http;
import static plaza.http.Problem.Kind.ERASED;
import static plaza.http.Problem.Kind.NOT_FOUND;
import static plaza.http.Problem.Kind.PROTECTED;
import static plaza.http.Problem.Kind.RULE_BROKEN;
import static plaza.http.Problem.Kind.SUSPENDED;

import java.util.List;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.ObjectAccess;
import plaza.catalogue.PathParameter;
import plaza.catalogue.Prerequisite;
import plaza.http.Ids;
import plaza.social.block.BlockJson;
import plaza.social.block.BlockUser;
import plaza.social.block.ListBlocks;
import plaza.social.block.ListMutes;
import plaza.social.block.MuteUser;
import plaza.social.block.UnblockUser;
import plaza.social.block.UnmuteUser;
import plaza.social.follow.AcceptFollowRequest;
import plaza.social.follow.DeclineFollowRequest;
import plaza.social.follow.FollowJson;
import plaza.social.follow.FollowUser;
import plaza.social.follow.GetFollow;
import plaza.social.follow.GetFollowerListByUserId;
import plaza.social.follow.GetFollowingListByUserId;
import plaza.social.follow.ListFollowRequests;
import plaza.social.follow.RemoveFollower;
import plaza.social.follow.UnfollowUser;
import plaza.social.id.SocialIds;
import plaza.social.key.SocialKeys;
import plaza.social.like.GetLike;
import plaza.social.like.GetLikeCountByPostId;
import plaza.social.like.GetUserLikesByPostId;
import plaza.social.like.LikeJson;
import plaza.social.like.LikePost;
import plaza.social.like.ListLikedPosts;
import plaza.social.like.UnlikePost;
import plaza.social.notice.CountUnreadNotifications;
import plaza.social.notice.ListNotifications;
import plaza.social.notice.MarkNotificationsSeen;
import plaza.social.notice.NoticeJson;
import plaza.social.post.CreatePost;
import plaza.social.post.DeletePost;
import plaza.social.post.EditPost;
import plaza.social.post.ExpandedPosts;
import plaza.social.post.GetPost;
import plaza.social.post.GetPostById;
import plaza.social.post.GetPostListByUserId;
import plaza.social.post.PostJson;
import plaza.social.post.Replies;
import plaza.social.reply.GetThread;
import plaza.social.reply.HideReply;
import plaza.social.reply.ListReplies;
import plaza.social.reply.ReplyJson;
import plaza.social.reply.UnhideReply;
import plaza.social.report.CloseReports;
import plaza.social.report.CreateReport;
import plaza.social.report.GetReports;
import plaza.social.report.ListReports;
import plaza.social.report.ReportJson;
import plaza.social.report.RestorePost;
import plaza.social.report.RestoreUser;
import plaza.social.timeline.CountNewTimelinePosts;
import plaza.social.timeline.GetTimelineByUserId;
import plaza.social.timeline.TimelineJson;
import plaza.social.upload.ImageJson;
import plaza.social.user.CreateUpload;
import plaza.social.user.ExpandedUsers;
import plaza.social.user.GetMe;
import plaza.social.user.GetUserInfoByUserId;
import plaza.social.user.GetUsersByIds;
import plaza.social.user.PutUserInfo;
import plaza.social.user.UserJson;
import plaza.social.view.GetViewCountByPostId;
import plaza.social.view.RecordView;
import plaza.social.view.RecordViews;
import plaza.social.view.ViewJson;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema.Index;

/// The rows of the social context in the catalogue, in the order of the documentation.
public final class SocialFunctions {
    /// The caller's profile.
    private static final Prerequisite PROFILE = new Prerequisite("profile", "PUT /users/{userId}");

    private static final String REPORTED = "25 posts by 25 authors, with one report each";
    private static final String USERS = "33 users with ids of 26 characters, with a next page";
    private static final String POSTS_BY_AUTHORS = "25 posts by 25 authors, with a next page";

    private static final String REPLIES = "25 replies by 25 authors, with a next page";
    private static final String THREAD = "a reply below more than ten posts by as many authors";

    private static final String OF_POSTS =
            "`author` adds 0.5 RRU for each author and up to 1.5 RRU for each post to which one of"
                    + " the page replies, `counts` 0.5 RRU for each post, and `mine` a Query of the"
                    + " caller's likes.";

    private static final String OF_AUTHORS =
            "Each author of several posts costs a Query, 0.5 RRU for each 4 KB of them, and each"
                    + " other post costs 0.5 RRU; the caller's own posts cost twice as much. ";

    /// The path parameters of the routes.
    public static final List<PathParameter> PATH_PARAMETERS =
            List.of(
                    new PathParameter(
                            "followeeId", Ids.USER, "The id of the user who is followed."),
                    new PathParameter("followerId", Ids.USER, "The id of the user who follows."),
                    new PathParameter(
                            "requesterId", Ids.USER, "The id of the user who asks to follow."),
                    new PathParameter("postId", SocialIds.POST, "The id of the post."),
                    new PathParameter("replyId", SocialIds.POST, "The id of the reply."),
                    new PathParameter("blockedId", Ids.USER, "The id of the user who is blocked."),
                    new PathParameter("mutedId", Ids.USER, "The id of the user who is muted."),
                    new PathParameter(
                            "sessionId",
                            SocialIds.SESSION,
                            "The id of the session, which the client chooses."),
                    new PathParameter(
                            "targetId", SocialIds.POST, "The id of the reported post or user."));

    public static final List<HttpFunction> ALL =
            List.of(
                    http(GetUserInfoByUserId.class, "GET", "/users/{userId}", ANY_USER)
                            .summary("Get a user's profile and counts")
                            .query(ExpandedUsers.EXPAND_MINE)
                            .returns(200, UserJson.EXPANDED_PROFILE, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(SocialKeys.USERS, QUERY)
                            .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM)
                            .expands("mine", 2.5, 3, "another user")
                            .costs(1.5, 0, 2, "any user"),
                    http(GetMe.class, "GET", "/me", ANY_USER)
                            .summary("Get the caller's profile and counts")
                            .query(ExpandedUsers.EXPAND_MINE)
                            .returns(200, UserJson.EXPANDED_PROFILE, ETAG)
                            .fails(NOT_FOUND)
                            .grant(SocialKeys.USERS, QUERY)
                            .expands("mine", 0.5, 1, "a caller with a profile")
                            .costs(0.5, 0, 1, "a caller with a profile"),
                    http(GetUsersByIds.class, "GET", "/users", ANY_USER)
                            .summary("Get several users by id, or search users by name")
                            .query(GetUsersByIds.IDS, GetUsersByIds.QUERY)
                            .pages(UserJson.USER_PROFILE)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM, QUERY)
                            .grant(SocialKeys.NAME_WORDS, QUERY)
                            .rule("Each user costs 1 RRU.")
                            .costs(51, 0, 2, "50 users by id"),
                    http(PutUserInfo.class, "PUT", "/users/{userId}", OWNER)
                            .summary("Create or update the caller's profile")
                            .conditional()
                            .returns(201, UserJson.USER_PROFILE, ETAG)
                            .returns(200, UserJson.USER_PROFILE, ETAG)
                            .body(
                                    PutUserInfo.NAME,
                                    PutUserInfo.CONTENT,
                                    PutUserInfo.IMAGE_URL,
                                    PutUserInfo.IMAGE_UPLOAD_ID,
                                    PutUserInfo.PROTECTED)
                            .fails(RULE_BROKEN)
                            .objects(ObjectAccess.USE)
                            .fails(SUSPENDED, ERASED)
                            .grant(
                                    SocialKeys.USERS,
                                    UPDATE_ITEM,
                                    PUT_ITEM,
                                    QUERY,
                                    CONDITION_CHECK_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .grant(SocialKeys.NAME_WORDS, PUT_ITEM, DELETE_ITEM)
                            .costs(1, 1, 2, "an existing user who keeps the name"),
                    http(
                                    GetFollowerListByUserId.class,
                                    "GET",
                                    "/users/{userId}/followers",
                                    ANY_USER)
                            .summary("List a user's followers")
                            .query(ExpandedUsers.EXPAND)
                            .pages(FollowJson.EXPANDED_FOLLOW)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::subjectGrants)
                            .grant(SocialKeys.FOLLOWERS, QUERY)
                            .with(row -> userExpansions(row, 1.5, 3))
                            .costs(2.5, 0, 2, "100 followers with ids of 26 characters"),
                    http(
                                    GetFollowingListByUserId.class,
                                    "GET",
                                    "/users/{userId}/following",
                                    ANY_USER)
                            .summary("List the users that a user follows")
                            .query(ExpandedUsers.EXPAND)
                            .pages(FollowJson.EXPANDED_FOLLOW)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::subjectGrants)
                            .grant(SocialKeys.FOLLOWING, QUERY)
                            .with(row -> userExpansions(row, 1.5, 3))
                            .costs(2.5, 0, 2, "100 followees with ids of 26 characters"),
                    http(GetFollow.class, "GET", "/users/{userId}/following/{followeeId}", ANY_USER)
                            .summary("Get whether a user follows another user")
                            .returns(200, FollowJson.FOLLOW, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::subjectGrants)
                            .costs(1.5, 0, 2, "a followed user"),
                    http(FollowUser.class, "PUT", "/users/{userId}/following/{followeeId}", OWNER)
                            .requires(PROFILE)
                            .limitedBy(SocialLimits.FOLLOWS)
                            .summary("Follow a user")
                            .puts(FollowJson.BEGUN)
                            .returns(202, FollowJson.BEGUN)
                            .fails(RULE_BROKEN, SUSPENDED, ERASED)
                            .with(SocialFunctions::beginsFollow)
                            .grant(SocialKeys.USERS, CONDITION_CHECK_ITEM)
                            .grant(SocialKeys.FOLLOWING, GET_ITEM, CONDITION_CHECK_ITEM)
                            .grant(SocialKeys.REQUESTS, BATCH_GET_ITEM, PUT_ITEM, DELETE_ITEM)
                            .costs(3.5, 14, 4, "the first call"),
                    http(ListFollowRequests.class, "GET", "/users/{userId}/follow-requests", OWNER)
                            .summary("List the requests to follow the caller, newest first")
                            .query(ExpandedUsers.EXPAND)
                            .pages(FollowJson.EXPANDED_REQUEST)
                            .grant(SocialKeys.REQUESTS, Index.LSI_ONE, QUERY)
                            .with(row -> userExpansions(row, 19, 3))
                            .rule(
                                    "Each request costs 0.5 RRU. `user` adds 0.5 RRU for each,"
                                            + " and `mine` 1 RRU.")
                            .costs(54, 0, 2, "100 requests with ids of 26 characters"),
                    http(
                                    AcceptFollowRequest.class,
                                    "PUT",
                                    "/users/{userId}/follow-requests/{requesterId}",
                                    OWNER)
                            .limitedBy(SocialLimits.FOLLOWS)
                            .summary("Accept a request to follow the caller")
                            .returns(201, FollowJson.FOLLOW)
                            .fails(NOT_FOUND, SUSPENDED, ERASED)
                            .with(SocialFunctions::beginsFollow)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.REQUESTS, BATCH_GET_ITEM, DELETE_ITEM)
                            .costs(3, 18, 2, "a request"),
                    http(
                                    DeclineFollowRequest.class,
                                    "DELETE",
                                    "/users/{userId}/follow-requests/{requesterId}",
                                    OWNER)
                            .limitedBy(SocialLimits.FOLLOWS)
                            .summary("Decline a request to follow the caller")
                            .fails(SUSPENDED, ERASED)
                            .grant(SocialKeys.USERS, GET_ITEM)
                            .grant(SocialKeys.REQUESTS, DELETE_ITEM)
                            .costs(0.5, 2, 2, "a request"),
                    http(
                                    UnfollowUser.class,
                                    "DELETE",
                                    "/users/{userId}/following/{followeeId}",
                                    OWNER)
                            .summary("Unfollow a user, or withdraw the request to follow them")
                            .grant(SocialKeys.REQUESTS, GET_ITEM, DELETE_ITEM)
                            .with(SocialFunctions::endsFollow)
                            .costs(1.5, 8, 3, "a followed user"),
                    http(
                                    RemoveFollower.class,
                                    "DELETE",
                                    "/users/{userId}/followers/{followerId}",
                                    OWNER)
                            .summary("End the follow of a follower")
                            .with(SocialFunctions::endsFollow)
                            .costs(1.5, 8, 3, "a follower"),
                    http(BlockUser.class, "PUT", "/users/{userId}/blocks/{blockedId}", OWNER)
                            .requires(PROFILE)
                            .summary("Block a user")
                            .fails(SUSPENDED, ERASED)
                            .puts(BlockJson.BLOCK)
                            .fails(RULE_BROKEN)
                            .with(SocialFunctions::gateWrites)
                            .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM, PUT_ITEM)
                            .grant(SocialKeys.REQUESTS, DELETE_ITEM)
                            .grant(
                                    SocialKeys.FOLLOWING,
                                    BATCH_GET_ITEM,
                                    DELETE_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .grant(SocialKeys.FOLLOWERS, DELETE_ITEM)
                            .costs(7, 14, 2, "a user who is not followed"),
                    http(UnblockUser.class, "DELETE", "/users/{userId}/blocks/{blockedId}", OWNER)
                            .summary("End a block")
                            .fails(SUSPENDED, ERASED)
                            .with(SocialFunctions::gateWrites)
                            .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM, DELETE_ITEM)
                            .costs(4, 6, 2, "a blocked user"),
                    http(ListBlocks.class, "GET", "/users/{userId}/blocks", OWNER)
                            .summary("List the users whom the caller blocks")
                            .query(ExpandedUsers.EXPAND)
                            .pages(BlockJson.EXPANDED_BLOCK)
                            .grant(SocialKeys.BLOCKS, QUERY)
                            .with(SocialFunctions::ownEntryExpansions)
                            .costs(2, 0, 1, "100 blocks with ids of 26 characters"),
                    http(MuteUser.class, "PUT", "/users/{userId}/mutes/{mutedId}", OWNER)
                            .requires(PROFILE)
                            .summary("Mute a user")
                            .fails(SUSPENDED, ERASED)
                            .puts(BlockJson.MUTE)
                            .fails(RULE_BROKEN)
                            .with(SocialFunctions::muteWrites)
                            .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM)
                            .grant(SocialKeys.MUTES, BATCH_GET_ITEM, PUT_ITEM)
                            .costs(5, 6, 2, "any user"),
                    http(UnmuteUser.class, "DELETE", "/users/{userId}/mutes/{mutedId}", OWNER)
                            .summary("End a mute")
                            .fails(SUSPENDED, ERASED)
                            .with(SocialFunctions::muteWrites)
                            .grant(SocialKeys.MUTES, BATCH_GET_ITEM, DELETE_ITEM)
                            .costs(4, 6, 2, "a muted user"),
                    http(ListMutes.class, "GET", "/users/{userId}/mutes", OWNER)
                            .summary("List the users whom the caller mutes")
                            .query(ExpandedUsers.EXPAND)
                            .pages(BlockJson.EXPANDED_MUTE)
                            .grant(SocialKeys.MUTES, QUERY)
                            .with(SocialFunctions::ownEntryExpansions)
                            .costs(2, 0, 1, "100 mutes with ids of 26 characters"),
                    http(GetPostListByUserId.class, "GET", "/users/{userId}/posts", ANY_USER)
                            .summary("List a user's posts, newest first")
                            .query(Replies.PARAMETER, ExpandedPosts.EXPAND)
                            .pages(PostJson.EXPANDED_POST)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::subjectGrants)
                            .grant(SocialKeys.POSTS, QUERY)
                            .with(SocialFunctions::postExpansionGrants)
                            .with(SocialFunctions::ownLikesGrants)
                            .expands("author", 2.5, 3, "25 posts of 100 characters")
                            .expands("counts", 14.5, 3, "25 posts of 100 characters")
                            .expands("mine", 2.5, 3, "25 posts of 100 characters")
                            .expands("author,counts,mine", 15.5, 4, "25 posts of 100 characters")
                            .rule(OF_POSTS)
                            .costs(2.5, 0, 2, "50 posts of 100 characters"),
                    http(CreatePost.class, "POST", "/users/{userId}/posts", OWNER)
                            .requires(PROFILE)
                            .limitedBy(SocialLimits.POSTS)
                            .summary("Create a post")
                            .fails(SUSPENDED, ERASED)
                            .returns(201, PostJson.POST, LOCATION, ETAG)
                            .fails(NOT_FOUND)
                            .body(
                                    CreatePost.CONTENT,
                                    CreatePost.IMAGE_URL,
                                    CreatePost.IMAGES,
                                    CreatePost.IN_REPLY_TO)
                            .objects(ObjectAccess.USE)
                            .grant(SocialKeys.USERS, UPDATE_ITEM)
                            .grant(SocialKeys.POSTS, PUT_ITEM)
                            .grant(SocialKeys.POST_COUNTERS, PUT_ITEM, GET_ITEM, UPDATE_ITEM)
                            .grant(SocialKeys.REPLIES, PUT_ITEM)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                            .costs(0, 6, 1, "below 1 KB, without Idempotency-Key"),
                    http(GetPost.class, "GET", "/users/{userId}/posts/{postId}", ANY_USER)
                            .summary("Get a post")
                            .query(ExpandedPosts.EXPAND)
                            .returnsMaybe(200, PostJson.EXPANDED_POST, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::subjectGrants)
                            .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                            .with(SocialFunctions::postExpansionGrants)
                            .grant(SocialKeys.LIKES, BATCH_GET_ITEM)
                            .expands("author", 2.5, 3, "below 4 KB")
                            .expands("counts", 2.5, 3, "below 4 KB")
                            .expands("mine", 2.5, 3, "below 4 KB")
                            .expands("author,counts,mine", 3.5, 3, "below 4 KB")
                            .costs(2, 0, 2, "below 4 KB"),
                    http(GetPostById.class, "GET", "/posts/{postId}", ANY_USER)
                            .summary("Get a post by its id alone")
                            .query(ExpandedPosts.EXPAND)
                            .returnsMaybe(200, PostJson.EXPANDED_POST, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::postByIdGrants)
                            .fails(PROTECTED)
                            .expands("author", 3, 3, "below 4 KB")
                            .expands("counts", 2.5, 3, "below 4 KB")
                            .expands("mine", 3, 3, "below 4 KB")
                            .expands("author,counts,mine", 3.5, 3, "below 4 KB")
                            .costs(2.5, 0, 3, "below 4 KB"),
                    http(CreateUpload.class, "POST", "/users/{userId}/uploads", OWNER)
                            .requires(PROFILE)
                            .limitedBy(SocialLimits.UPLOADS)
                            .summary("Begin the upload of an image")
                            .fails(SUSPENDED, ERASED)
                            .returns(201, ImageJson.UPLOAD)
                            .body(CreateUpload.TYPE, CreateUpload.BYTES, CreateUpload.SHA256)
                            .objects(ObjectAccess.SIGN)
                            .grant(SocialKeys.USERS, GET_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, PUT_ITEM)
                            .costs(0.5, 0, 1, "a user with a profile, without Idempotency-Key"),
                    http(EditPost.class, "PATCH", "/users/{userId}/posts/{postId}", OWNER)
                            .summary("Edit a post")
                            .fails(SUSPENDED, ERASED)
                            .conditional()
                            .returns(200, PostJson.POST, ETAG)
                            .fails(NOT_FOUND)
                            .body(EditPost.CONTENT, CreatePost.IMAGE_URL, EditPost.IMAGES)
                            .fails(RULE_BROKEN)
                            .objects(ObjectAccess.USE)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .grant(SocialKeys.POSTS, UPDATE_ITEM, BATCH_GET_ITEM)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .costs(2, 1, 2, "below 1 KB"),
                    http(DeletePost.class, "DELETE", "/users/{userId}/posts/{postId}", OWNER)
                            .summary("Delete a post")
                            .fails(SUSPENDED, ERASED)
                            .grant(SocialKeys.USERS, UPDATE_ITEM)
                            .grant(SocialKeys.POSTS, GET_ITEM, DELETE_ITEM)
                            .grant(SocialKeys.POST_COUNTERS, DELETE_ITEM, UPDATE_ITEM)
                            .grant(SocialKeys.REPLIES, DELETE_ITEM)
                            .costs(0.5, 6, 2, "below 1 KB"),
                    http(ListReplies.class, "GET", "/posts/{postId}/replies", ANY_USER)
                            .summary("List the replies to a post")
                            .query(ListReplies.ORDER, ListReplies.STATE, ExpandedPosts.EXPAND)
                            .pages(PostJson.EXPANDED_POST)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.MUTES, BATCH_GET_ITEM)
                            .grant(SocialKeys.REPLIES, QUERY)
                            .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                            .with(SocialFunctions::postExpansionGrants)
                            .with(SocialFunctions::ownLikesGrants)
                            .expands("author", 28.5, 5, REPLIES)
                            .expands("counts", 28, 5, REPLIES)
                            .expands("mine", 16, 5, REPLIES)
                            .expands("author,counts,mine", 41.5, 6, REPLIES)
                            .rule("Each reply costs 0.5 RRU. " + OF_POSTS)
                            .costs(28.5, 0, 4, "50 replies below 4 KB, with a next page"),
                    http(GetThread.class, "GET", "/posts/{postId}/thread", ANY_USER)
                            .summary("Get a post and the posts above it")
                            .query(ExpandedPosts.EXPAND)
                            .returns(200, ReplyJson.THREAD, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::postByIdGrants)
                            .fails(PROTECTED)
                            .expands("author", 19, 4, THREAD)
                            .expands("counts", 12.5, 4, THREAD)
                            .expands("mine", 18, 4, THREAD)
                            .expands("author,counts,mine", 24.5, 4, THREAD)
                            .costs(12.5, 0, 4, THREAD),
                    http(
                                    HideReply.class,
                                    "PUT",
                                    "/posts/{postId}/replies/{replyId}/hidden",
                                    CREATOR)
                            .summary("Hide a reply from the list of replies")
                            .fails(SUSPENDED, ERASED)
                            .with(SocialFunctions::hidesReplies)
                            .costs(4, 1, 2, "any reply"),
                    http(
                                    UnhideReply.class,
                                    "DELETE",
                                    "/posts/{postId}/replies/{replyId}/hidden",
                                    CREATOR)
                            .summary("Show a hidden reply again")
                            .fails(SUSPENDED, ERASED)
                            .with(SocialFunctions::hidesReplies)
                            .costs(4, 1, 2, "any reply"),
                    http(GetUserLikesByPostId.class, "GET", "/posts/{postId}/likes", ANY_USER)
                            .summary("List the users who like a post")
                            .query(ExpandedUsers.EXPAND)
                            .pages(LikeJson.EXPANDED_LIKE)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.LIKES, QUERY)
                            .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                            .with(row -> userExpansions(row, 2.5, 4))
                            .costs(4, 0, 3, "100 likes with ids of 26 characters"),
                    http(GetLikeCountByPostId.class, "GET", "/posts/{postId}/likes/count", ANY_USER)
                            .summary("Get a post's like count")
                            .returns(200, LikeJson.LIKE_COUNT, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.POST_COUNTERS, GET_ITEM)
                            .costs(1.5, 0, 2, "any post"),
                    http(GetLike.class, "GET", "/posts/{postId}/likes/{userId}", ANY_USER)
                            .summary("Get whether a user likes a post")
                            .returns(200, LikeJson.LIKE, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.LIKES, BATCH_GET_ITEM)
                            .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                            .costs(2, 0, 2, "a liked post"),
                    http(LikePost.class, "PUT", "/posts/{postId}/likes/{userId}", OWNER)
                            .requires(PROFILE)
                            .summary("Like a post")
                            .fails(SUSPENDED, ERASED)
                            .puts(LikeJson.LIKE)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.LIKES, PUT_ITEM)
                            .costs(2, 2, 3, "the first call"),
                    http(UnlikePost.class, "DELETE", "/posts/{postId}/likes/{userId}", OWNER)
                            .summary("Remove a like from a post")
                            .fails(SUSPENDED, ERASED)
                            .grant(SocialKeys.LIKES, DELETE_ITEM)
                            .grant(SocialKeys.USERS, GET_ITEM)
                            .costs(0.5, 2, 2, "a liked post"),
                    http(ListLikedPosts.class, "GET", "/users/{userId}/likes", OWNER)
                            .summary("List the posts that the caller likes, newest like first")
                            .query(ExpandedPosts.EXPAND)
                            .pages(PostJson.EXPANDED_POST)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(SocialKeys.LIKED, QUERY)
                            .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                            .with(SocialFunctions::postExpansionGrants)
                            .expands("author", 40.5, 5, POSTS_BY_AUTHORS)
                            .expands("counts", 40.5, 5, POSTS_BY_AUTHORS)
                            .expands("mine", 28, 4, POSTS_BY_AUTHORS)
                            .expands("author,counts,mine", 53, 5, POSTS_BY_AUTHORS)
                            .rule(
                                    "Each post costs 1 RRU. `author` adds 0.5 RRU for each author,"
                                            + " and `counts` 0.5 RRU for each post.")
                            .costs(53.5, 0, 4, "50 posts below 4 KB, with a next page"),
                    http(RecordView.class, "PUT", "/posts/{postId}/views/{sessionId}", ANY_USER)
                            .limitedBy(SocialLimits.VIEWS)
                            .summary("Record that a session viewed a post")
                            .puts(ViewJson.VIEW)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.POST_COUNTERS, GET_ITEM)
                            .grant(SocialKeys.VIEWS, PUT_ITEM)
                            .costs(1.5, 1, 3, "the first call"),
                    http(RecordViews.class, "POST", "/sessions/{sessionId}/views", ANY_USER)
                            .limitedBy(SocialLimits.VIEWS)
                            .summary("Record that a session viewed several posts")
                            .returns(200, ViewJson.VIEWS)
                            .body(RecordViews.POST_IDS)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.VIEWS, BATCH_GET_ITEM, PUT_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                            .rule("Each post costs 1 RRU, 1 WRU and a round trip.")
                            .costs(
                                    21,
                                    20,
                                    22,
                                    "the first call for 20 posts, without Idempotency-Key"),
                    http(GetViewCountByPostId.class, "GET", "/posts/{postId}/views/count", ANY_USER)
                            .summary("Get a post's view count")
                            .returns(200, ViewJson.VIEW_COUNT, ETAG)
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::readerGateGrants)
                            .fails(PROTECTED)
                            .grant(SocialKeys.POST_COUNTERS, GET_ITEM)
                            .costs(1.5, 0, 2, "any post"),
                    http(GetTimelineByUserId.class, "GET", "/users/{userId}/timeline", OWNER)
                            .summary("List the posts in the caller's timeline, newest first")
                            .query(GetTimelineByUserId.SINCE, ExpandedPosts.EXPAND)
                            .pages(PostJson.EXPANDED_POST)
                            .grant(SocialKeys.TIMELINE, QUERY)
                            .grant(SocialKeys.POSTS, QUERY, BATCH_GET_ITEM)
                            .grant(SocialKeys.FOLLOWING, QUERY, BATCH_GET_ITEM)
                            .with(SocialFunctions::postExpansionGrants)
                            .with(SocialFunctions::ownLikesGrants)
                            .expands("author", 27.5, 5, POSTS_BY_AUTHORS)
                            .expands("counts", 27.5, 5, POSTS_BY_AUTHORS)
                            .expands("mine", 15.5, 5, POSTS_BY_AUTHORS)
                            .expands("author,counts,mine", 40.5, 6, POSTS_BY_AUTHORS)
                            .rule(
                                    OF_AUTHORS
                                            + "The follows of several authors cost a Query, 1 RRU"
                                            + " for each 4 KB, or 1 RRU each if that is less. "
                                            + OF_POSTS)
                            .costs(4, 0, 4, "50 posts below 4 KB by one author, with a next page"),
                    http(
                                    CountNewTimelinePosts.class,
                                    "GET",
                                    "/users/{userId}/timeline/count",
                                    OWNER)
                            .summary("Count the posts in the caller's timeline since a post")
                            .query(CountNewTimelinePosts.SINCE, CountNewTimelinePosts.EXPAND)
                            .returns(200, TimelineJson.NEW_POST_COUNT)
                            .grant(SocialKeys.TIMELINE, QUERY)
                            .grant(SocialKeys.POSTS, QUERY, BATCH_GET_ITEM)
                            .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM)
                            .with(SocialFunctions::notificationGrants)
                            .expands("notifications", 3, 3, "no new posts, none unread")
                            .rule(OF_AUTHORS + "The follow of each author costs 1 RRU.")
                            .costs(2, 0, 3, "3 new posts below 4 KB by one author"),
                    http(ListNotifications.class, "GET", "/users/{userId}/notifications", OWNER)
                            .summary("List the caller's notifications, newest first")
                            .query(ListNotifications.KINDS, ListNotifications.EXPAND)
                            .pages(NoticeJson.NOTICE, NoticeJson.HEAD)
                            .with(SocialFunctions::notificationGrants)
                            .expands("user,post", 25, 3, "20 notifications by 20 users")
                            .rule(
                                    "Each notification costs 0.5 RRU. `user` adds 0.5 RRU for each"
                                            + " user.")
                            .costs(12.5, 0, 3, "20 notifications by 20 users"),
                    http(
                                    CountUnreadNotifications.class,
                                    "GET",
                                    "/users/{userId}/notifications/count",
                                    OWNER)
                            .summary("Count the caller's unread notifications")
                            .returns(200, NoticeJson.UNREAD)
                            .with(SocialFunctions::notificationGrants)
                            .costs(2.5, 0, 2, "none unread"),
                    http(
                                    MarkNotificationsSeen.class,
                                    "PUT",
                                    "/users/{userId}/notifications/seen",
                                    OWNER)
                            .summary("Mark the caller's notifications until a time as seen")
                            .body(MarkNotificationsSeen.AT)
                            .returns(200, NoticeJson.SEEN)
                            .fails(SUSPENDED, ERASED)
                            .with(SocialFunctions::notificationGrants)
                            .grant(SocialKeys.USERS, GET_ITEM)
                            .grant(SocialKeys.NOTICES, PUT_ITEM)
                            .costs(3, 1, 4, "none unread"),
                    http(CreateReport.class, "POST", "/reports", ANY_USER)
                            .limitedBy(SocialLimits.REPORTS)
                            .summary("Report a post or a user to the administrators")
                            .returns(201, ReportJson.REPORT)
                            .returns(200, ReportJson.REPORT)
                            .body(
                                    CreateReport.POST_ID,
                                    CreateReport.USER_ID,
                                    CreateReport.REASON,
                                    CreateReport.COMMENT)
                            .fails(NOT_FOUND, RULE_BROKEN, SUSPENDED, ERASED, PROTECTED)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.REPORTED, BATCH_GET_ITEM, GET_ITEM, PUT_ITEM)
                            .grant(SocialKeys.REPORTS, PUT_ITEM, DELETE_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                            .costs(2.5, 5, 3, "the first report of a post"),
                    http(ListReports.class, "GET", "/reports", ADMIN)
                            .summary("List reported posts and users, newest first")
                            .query(ListReports.STATE, ListReports.EXPAND)
                            .pages(ReportJson.EXPANDED_LINE)
                            .grant(SocialKeys.REPORTED_BY_STATE, QUERY)
                            .grant(SocialKeys.REPORTS, QUERY)
                            .with(SocialFunctions::readerGateGrants)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                            .expands("post", 39.5, 28, REPORTED)
                            .expands("user", 39.5, 28, REPORTED)
                            .expands("post,user", 52, 28, REPORTED)
                            .rule(
                                    "Each target costs a Query of 0.5 RRU. `post` and `user` add"
                                            + " 1 RRU for each, and both 1.5 RRU.")
                            .costs(26.5, 0, 51, "50 posts with one report each"),
                    http(GetReports.class, "GET", "/reports/{targetId}", ADMIN)
                            .summary("Get the reports of a post or user, newest first")
                            .query(GetReports.KIND, GetReports.EXPAND)
                            .pages(
                                    ReportJson.COMMENTS,
                                    ReportJson.REPORT_COMMENT,
                                    ReportJson.REPORTS)
                            .fails(NOT_FOUND, RULE_BROKEN)
                            .grant(SocialKeys.REPORTED, BATCH_GET_ITEM)
                            .grant(SocialKeys.REPORTS, QUERY)
                            .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                            .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                            .expands("post,user", 6.5, 3, "a post with 50 reports")
                            .costs(3.5, 0, 2, "a post with 50 reports"),
                    http(CloseReports.class, "PUT", "/reports/{targetId}/closed", ADMIN)
                            .summary("Close the reports of a post or user, and act on them")
                            .body(CloseReports.ACTION, CloseReports.KIND)
                            .fails(NOT_FOUND, RULE_BROKEN)
                            .with(SocialFunctions::hidesPosts)
                            .with(SocialFunctions::suspendsUsers)
                            .grant(SocialKeys.REPORTED, BATCH_GET_ITEM, PUT_ITEM)
                            .costs(6, 10, 6, "a post that is hidden"),
                    http(RestorePost.class, "DELETE", "/posts/{postId}/hidden", ADMIN)
                            .summary("Show a post again that an administrator has hidden")
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::hidesPosts)
                            .costs(5, 6, 5, "a hidden post"),
                    http(RestoreUser.class, "DELETE", "/users/{userId}/suspension", ADMIN)
                            .summary("End the suspension of a user")
                            .fails(NOT_FOUND)
                            .with(SocialFunctions::suspendsUsers)
                            .costs(1, 4, 2, "a suspended user"));

    private SocialFunctions() {}

    /// The expansions of a list of users.
    ///
    /// @param listUnits the read units of the list itself
    private static HttpFunction.Builder userExpansions(
            HttpFunction.Builder row, double listUnits, int roundTrips) {
        return row.grant(SocialKeys.USERS, BATCH_GET_ITEM)
                .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM)
                .rule("`user` adds 0.5 RRU for each user, and `mine` 1 RRU.")
                .expands("user", listUnits + 16.5, roundTrips, USERS)
                .expands("mine", listUnits + 33, roundTrips, USERS)
                .expands("user,mine", listUnits + 49.5, roundTrips, USERS);
    }

    /// The expansions of a list that the caller wrote, and what decides whom of it the caller sees.
    private static HttpFunction.Builder ownEntryExpansions(HttpFunction.Builder row) {
        return readerGateGrants(row)
                .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                .rule("`user` adds 1 RRU for each user, and `mine` 1.5 RRU.")
                .expands("user", 35, 3, USERS)
                .expands("mine", 51.5, 3, USERS)
                .expands("user,mine", 68, 4, USERS);
    }

    /// What is read to decide which notifications are shown.
    private static HttpFunction.Builder notificationGrants(HttpFunction.Builder row) {
        return row.grant(SocialKeys.NOTICES, BATCH_GET_ITEM)
                .grant(SocialKeys.NOTICES, Index.LSI_ONE, QUERY)
                .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM)
                .grant(SocialKeys.MUTES, BATCH_GET_ITEM)
                .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM)
                .grant(SocialKeys.FOLLOWERS, BATCH_GET_ITEM)
                .grant(SocialKeys.REQUESTS, BATCH_GET_ITEM);
    }

    /// The grants of the caller's gate, of the blocks that it may lack, and of the caller's follows
    /// of protected users.
    private static HttpFunction.Builder readerGateGrants(HttpFunction.Builder row) {
        return row.grant(SocialKeys.USERS, GET_ITEM)
                .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM)
                .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM);
    }

    /// What decides whether the caller sees the user whom a route is about.
    private static HttpFunction.Builder subjectGrants(HttpFunction.Builder row) {
        return readerGateGrants(row).grant(SocialKeys.USERS, BATCH_GET_ITEM).fails(PROTECTED);
    }

    /// What the beginning of a follow reads and writes.
    private static HttpFunction.Builder beginsFollow(HttpFunction.Builder row) {
        return row.grant(SocialKeys.USERS, GET_ITEM, UPDATE_ITEM)
                .grant(SocialKeys.FOLLOWERS, PUT_ITEM)
                .grant(SocialKeys.FOLLOWING, PUT_ITEM)
                .grant(SocialKeys.MUTES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                .grant(SocialKeys.BLOCKS, CONDITION_CHECK_ITEM);
    }

    /// What the end of a follow is limited by and writes.
    private static HttpFunction.Builder endsFollow(HttpFunction.Builder row) {
        return row.limitedBy(SocialLimits.FOLLOWS)
                .fails(SUSPENDED, ERASED)
                .grant(SocialKeys.USERS, GET_ITEM, UPDATE_ITEM)
                .grant(SocialKeys.FOLLOWERS, GET_ITEM, DELETE_ITEM)
                .grant(SocialKeys.FOLLOWING, GET_ITEM, DELETE_ITEM);
    }

    /// The grants of a post, and of posts above it, whose authors the request does not name.
    private static HttpFunction.Builder postByIdGrants(HttpFunction.Builder row) {
        return postExpansionGrants(readerGateGrants(row))
                .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                .grant(SocialKeys.POSTS, BATCH_GET_ITEM)
                .grant(SocialKeys.LIKES, BATCH_GET_ITEM);
    }

    /// What the beginning and the end of a mute need and write: also the mark on the follow.
    private static HttpFunction.Builder muteWrites(HttpFunction.Builder row) {
        return gateWrites(row)
                .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM);
    }

    /// What a block and a mute need and write.
    private static HttpFunction.Builder gateWrites(HttpFunction.Builder row) {
        return row.limitedBy(SocialLimits.BLOCKS)
                .grant(SocialKeys.USERS, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM);
    }

    /// The grants of the authors and counts of posts. Their costs differ between the rows.
    private static HttpFunction.Builder postExpansionGrants(HttpFunction.Builder row) {
        return row.grant(SocialKeys.USERS, BATCH_GET_ITEM)
                .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM);
    }

    /// What hiding a post reads and writes.
    private static HttpFunction.Builder hidesPosts(HttpFunction.Builder row) {
        return row.grant(
                        SocialKeys.POST_COUNTERS,
                        GET_ITEM,
                        BATCH_GET_ITEM,
                        UPDATE_ITEM,
                        CONDITION_CHECK_ITEM)
                .grant(SocialKeys.USERS, BATCH_GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                .grant(SocialKeys.POSTS, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                .grant(SocialKeys.REPLIES, BATCH_GET_ITEM, UPDATE_ITEM);
    }

    /// What the suspension of a user reads and writes.
    private static HttpFunction.Builder suspendsUsers(HttpFunction.Builder row) {
        return row.grant(SocialKeys.USERS, GET_ITEM, UPDATE_ITEM)
                .grant(PlatformKeys.JOBS, PUT_ITEM);
    }

    private static HttpFunction.Builder hidesReplies(HttpFunction.Builder row) {
        return row.fails(NOT_FOUND, PROTECTED)
                .grant(SocialKeys.USERS, BATCH_GET_ITEM)
                .grant(SocialKeys.BLOCKS, BATCH_GET_ITEM)
                .grant(SocialKeys.FOLLOWING, BATCH_GET_ITEM)
                .grant(SocialKeys.POST_COUNTERS, BATCH_GET_ITEM)
                .grant(SocialKeys.REPLIES, BATCH_GET_ITEM, UPDATE_ITEM);
    }

    /// The grants of the caller's likes of a page of posts, by the list of likes or by their keys.
    private static HttpFunction.Builder ownLikesGrants(HttpFunction.Builder row) {
        return row.grant(SocialKeys.LIKED, QUERY).grant(SocialKeys.LIKES, BATCH_GET_ITEM);
    }
}
