package plaza.simulation;

import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.block.BlockUser;
import plaza.social.block.UnblockUser;
import plaza.social.follow.FollowUser;
import plaza.social.follow.UnfollowUser;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.leaving.EraseUser;
import plaza.social.like.LikePost;
import plaza.social.like.ListLikedPosts;
import plaza.social.like.UnlikePost;
import plaza.social.notice.CountUnreadNotifications;
import plaza.social.notice.ListNotifications;
import plaza.social.notice.MarkNotificationsSeen;
import plaza.social.notice.NoticeItems;
import plaza.social.post.CreatePost;
import plaza.social.post.DeletePost;
import plaza.social.post.EditPost;
import plaza.social.timeline.GetTimelineByUserId;
import plaza.social.user.FollowerCount;
import plaza.social.user.PutUserInfo;
import plaza.social.view.RecordView;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.table.Write;
import plaza.testkit.invocation.TestServices;

/// The callers of the API. They invoke the real handlers with events in the format of API Gateway.
public final class ApiCallers {
    /// The types of the problems that the standing of a user causes.
    private static final Pattern STANDING_PROBLEM =
            Pattern.compile("urn:plaza:problem:(protected|suspended)");

    /// The focus of a simulation: the rarest failures need many requests of one kind.
    private enum Theme {
        ALL,
        FOLLOWS,
        LIKES
    }

    private final Theme theme;
    private final WrongDesign design;
    private final Table table;
    private final PutUserInfo putUserInfo;
    private final FollowUser followUser;
    private final UnfollowUser unfollowUser;
    private final BlockUser blockUser;
    private final UnblockUser unblockUser;
    private final CreatePost createPost;
    private final EditPost editPost;
    private final DeletePost deletePost;
    private final LikePost likePost;
    private final UnlikePost unlikePost;
    private final RecordView recordView;
    private final GetTimelineByUserId getTimeline;
    private final GetTimelineByUserId continueTimeline;
    private final ListLikedPosts listLikedPosts;
    private final ListLikedPosts continueLikedPosts;
    private final ListNotifications listNotifications;
    private final CountUnreadNotifications countUnread;
    private final MarkNotificationsSeen markSeen;
    private final EraseUser eraseUser;
    private final StandingCallers standings;

    /// @param followTable the table of follows, and of replies if their design is wrong
    /// @param design changes the reads of timelines
    ApiCallers(
            Table table,
            Table followTable,
            Clock clock,
            Simulation simulation,
            WrongDesign design) {
        this.table = table;
        this.design = design;
        var chosen = Theme.values()[simulation.choose(Theme.values().length)];
        theme = Simulation.DIVIDING.contains(design) ? Theme.FOLLOWS : chosen;
        var services = TestServices.of(table, clock, simulation::bits);
        var followServices = TestServices.of(followTable, clock);
        putUserInfo = new PutUserInfo(services);
        followUser = new FollowUser(followServices);
        unfollowUser = new UnfollowUser(followServices);
        blockUser = new BlockUser(followServices);
        unblockUser = new UnblockUser(followServices);
        var postTable =
                switch (design) {
                    case REPLY_TO_ANY,
                            REPLY_LEFT_BEHIND,
                            POST_OF_ANY_STANDING,
                            HIDDEN_COUNTED_DOWN ->
                            followTable;
                    default -> table;
                };
        createPost = new CreatePost(TestServices.of(postTable, clock, simulation::bits));
        editPost = new EditPost(services);
        deletePost = new DeletePost(TestServices.of(postTable, clock));
        likePost = new LikePost(services);
        unlikePost = new UnlikePost(services);
        recordView = new RecordView(services, simulation.sampling());
        var ofFirstPages = design == WrongDesign.CURSOR_OUTLIVES_BLOCK ? WrongDesign.NONE : design;
        getTimeline =
                new GetTimelineByUserId(
                        TestServices.of(new WrongReads(table, ofFirstPages), clock));
        continueTimeline =
                new GetTimelineByUserId(TestServices.of(new WrongReads(table, design), clock));
        // what a timeline reads wrongly of the list of likes, this list must not read wrongly
        var ofLikes =
                switch (design) {
                    case LIKED_POSTS_CUT -> WrongDesign.LIKES_CUT;
                    case GATE_EVENTUAL, STANDING_IGNORED -> design;
                    default -> WrongDesign.NONE;
                };
        listLikedPosts = new ListLikedPosts(TestServices.of(new WrongReads(table, ofLikes), clock));
        var ofFurtherLikes = design == WrongDesign.CURSOR_OUTLIVES_BLOCK ? design : ofLikes;
        continueLikedPosts =
                new ListLikedPosts(TestServices.of(new WrongReads(table, ofFurtherLikes), clock));
        listNotifications =
                new ListNotifications(
                        TestServices.of(
                                reading(WrongDesign.LIKES_STORED_IN_NOTICE, table, design), clock));
        countUnread =
                new CountUnreadNotifications(
                        TestServices.of(
                                reading(WrongDesign.BADGE_WITHOUT_GATE, table, design), clock));
        markSeen =
                new MarkNotificationsSeen(
                        design == WrongDesign.SEEN_UNCHECKED ? followServices : services);
        eraseUser = new EraseUser(services);
        standings = new StandingCallers(table, followTable, clock, simulation);
    }

    /// The table as one wrong design reads it, if that is the design of the simulation.
    private static Table reading(WrongDesign wrong, Table table, WrongDesign design) {
        return design == wrong ? new WrongReads(table, design) : table;
    }

    /// A post that requests can refer to.
    record Target(UserId author, PostId post) {}

    /// The name has no words, because search is not simulated: the words of names would only change
    /// which seeds detect a wrong design.
    void createProfile(UserId user) {
        call(putUserInfo, user, Map.of("userId", user.value()), "{\"name\":\"☆\"}");
    }

    /// Makes a user follow another one before the simulation begins.
    void follow(UserId user, UserId followee) {
        if (!user.equals(followee)) {
            request("follow", followUser, user, "followeeId", followee.value()).call().run();
        }
    }

    /// Chooses a random request of a random user; running the result sends it.
    Simulation.@Nullable Request randomRequest(Simulation simulation) {
        if (simulation.changesStandings() && simulation.choose(4) == 0) {
            return standings.randomRequest(simulation);
        }
        if (simulation.hasLeavers() && simulation.choose(12) == 0) {
            return leave(simulation.someOther());
        }
        var user = simulation.someActor();
        var other = simulation.someOther();
        var target = simulation.somePost();
        var kind =
                switch (theme) {
                    case FOLLOWS -> simulation.choose(52);
                    case LIKES -> 32 + simulation.choose(68);
                    case ALL -> simulation.choose(100);
                };
        if (kind == 0) {
            return new Simulation.Request("division of " + other, other, () -> divide(other));
        }
        if (kind < 20) {
            return request("follow", followUser, user, "followeeId", other.value());
        }
        if (kind == 29 && !user.equals(other)) {
            return request("block", blockUser, user, "blockedId", other.value());
        }
        if (kind < 32 && kind > 29) {
            return request("unblock", unblockUser, user, "blockedId", other.value());
        }
        if (kind < 32) {
            return request("unfollow", unfollowUser, user, "followeeId", other.value());
        }
        if (kind < 52) {
            var parent = kind < 46 || target == null ? null : target.post();
            var reply = parent == null ? "" : ",\"inReplyTo\":{\"postId\":\"" + parent + "\"}";
            var content = simulation.notifies() && kind % 3 == 0 ? "C @" + user : "C";
            return new Simulation.Request(
                    (parent == null ? "post" : "reply to " + parent) + " by " + other,
                    other,
                    () ->
                            call(
                                    createPost,
                                    other,
                                    Map.of("userId", other.value()),
                                    "{\"content\":\"" + content + "\"" + reply + "}"));
        }
        if (target == null) {
            return null;
        }
        var post = target.post().value();
        if (kind < 54) {
            return new Simulation.Request(
                    "edit of " + post,
                    target.author(),
                    () ->
                            call(
                                    editPost,
                                    target.author(),
                                    Map.of("userId", target.author().value(), "postId", post),
                                    "{\"content\":\"D" + kind + "\"}"));
        }
        if (kind < 62) {
            return request("delete", deletePost, target.author(), "postId", post);
        }
        if (kind < 80) {
            return request("like", likePost, user, "postId", post);
        }
        if (kind < 89) {
            return request("unlike", unlikePost, user, "postId", post);
        }
        return new Simulation.Request(
                "view of " + post + " by " + other,
                user,
                () ->
                        call(
                                recordView,
                                user,
                                Map.of("postId", post, "sessionId", other.value()),
                                null));
    }

    private Simulation.Request leave(UserId user) {
        return new Simulation.Request(
                "erasure of " + user,
                user,
                () ->
                        call(
                                eraseUser,
                                user,
                                Map.of("userId", user.value()),
                                "{\"userId\":\"" + user + "\"}"));
    }

    /// Requests one page of a user's timeline.
    APIGatewayV2HTTPResponse timeline(UserId reader, @Nullable String cursor) {
        var function = cursor == null ? getTimeline : continueTimeline;
        return page(function, reader, Map.of("limit", "3", "expand", "mine"), cursor);
    }

    /// Requests one page of the posts that a user likes.
    APIGatewayV2HTTPResponse likedPosts(UserId reader, @Nullable String cursor) {
        var function = cursor == null ? listLikedPosts : continueLikedPosts;
        return page(function, reader, Map.of("limit", "2"), cursor);
    }

    /// Requests one page of a user's notifications.
    APIGatewayV2HTTPResponse notifications(UserId reader, @Nullable String cursor) {
        var page = page(listNotifications, reader, Map.of("limit", "3"), cursor);
        if (design == WrongDesign.CURSOR_WITHOUT_SEEN && cursor != null) {
            page.setBody(seenMeanwhile(reader, PageAudit.json(page.getBody())));
        }
        return page;
    }

    private static APIGatewayV2HTTPResponse page(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> function,
            UserId reader,
            Map<String, String> query,
            @Nullable String cursor) {
        var event = event(reader, Map.of("userId", reader.value()), null);
        var parameters = new HashMap<>(query);
        if (cursor != null) {
            parameters.put("cursor", cursor);
        }
        event.setQueryStringParameters(parameters);
        return function.handleRequest(event, StreamFunctions.CONTEXT);
    }

    /// A page that tells what is unread by the latest time until which the reader has seen.
    private String seenMeanwhile(UserId reader, JsonNode page) {
        var seenAt = NoticeItems.seenAt(table.getConsistent(SocialKeys.NOTICES_SEEN.key(reader)));
        for (var item : page.path("items")) {
            ((ObjectNode) item)
                    .put("unread", Instant.parse(item.path("at").asText()).isAfter(seenAt));
        }
        return page.toString();
    }

    /// The number of a user's unread notifications.
    long unread(UserId reader) {
        var event = event(reader, Map.of("userId", reader.value()), null);
        var response = countUnread.handleRequest(event, StreamFunctions.CONTEXT);
        return PageAudit.json(response.getBody()).path("count").asLong();
    }

    /// Marks the notifications of a user until a time as seen.
    void markSeen(UserId reader, Instant at) {
        call(markSeen, reader, Map.of("userId", reader.value()), "{\"at\":\"" + at + "\"}");
    }

    /// Divides a number of followers, which a follow does after several conflicts.
    private void divide(UserId user) {
        var division =
                Write.Update.of(SocialKeys.USER_COUNT.key(user))
                        .set(FollowerCount.DIVIDED, true)
                        .onlyIf(exists());
        try {
            var _ = table.write(division);
        } catch (Unavailable _) {
            // the number stays as it is
        }
    }

    private static Simulation.Request request(
            String what,
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            UserId user,
            String name,
            String value) {
        return new Simulation.Request(
                what + " " + value + " by " + user,
                user,
                () -> call(handler, user, Map.of("userId", user.value(), name, value), null));
    }

    static void call(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            UserId user,
            Map<String, String> path,
            @Nullable String body) {
        call(handler, event(user, path, body));
    }

    static void call(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            APIGatewayV2HTTPEvent event) {
        var response = handler.handleRequest(event, StreamFunctions.CONTEXT);
        var status = response.getStatusCode();
        var isForbidden = status == 403 && !STANDING_PROBLEM.matcher(response.getBody()).find();
        if (status == 400 || status == 401 || isForbidden || (status >= 500 && status != 503)) {
            throw new AssertionError("a caller received status " + status);
        }
    }

    private static APIGatewayV2HTTPEvent event(
            UserId user, Map<String, String> path, @Nullable String body) {
        return event(Map.of("sub", user.value()), path, body);
    }

    public static APIGatewayV2HTTPEvent event(
            Map<String, String> claims, Map<String, String> path, @Nullable String body) {
        var jwt = RequestContext.Authorizer.JWT.builder().withClaims(claims);
        return APIGatewayV2HTTPEvent.builder()
                .withRouteKey("ANY /simulated")
                .withRawPath("/simulated")
                .withPathParameters(path)
                .withHeaders(Map.of("content-type", "application/json"))
                .withBody(body)
                .withRequestContext(
                        RequestContext.builder()
                                .withAuthorizer(
                                        RequestContext.Authorizer.builder()
                                                .withJwt(jwt.build())
                                                .build())
                                .build())
                .build();
    }
}
