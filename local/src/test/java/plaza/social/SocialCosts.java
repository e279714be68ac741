package plaza.social;

import static java.util.Map.entry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.id.UserId;
import plaza.social.block.BlockItems;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequest;
import plaza.social.follow.FollowRequestItems;
import plaza.social.id.PostId;
import plaza.social.id.ReportId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.notice.Notice;
import plaza.social.notice.NoticeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.report.Reason;
import plaza.social.report.Report;
import plaza.social.report.ReportItems;
import plaza.social.report.Reported;
import plaza.social.report.Target;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// The cost cases of the social context that are not the sample event, and the work of the stream.
public final class SocialCosts {
    /// Ids of 26 characters, which the budgets of lists assume.
    public static final UserId ME = id(0);

    public static final UserId YOU = id(1);

    private static final PostId POST = PostId.of("post%022d".formatted(0));

    private static final Instant TIME = Instant.parse("2026-11-20T10:00:00.123Z");

    private static final List<Notice.Kind> NOTIFIED =
            List.of(Notice.Kind.LIKE, Notice.Kind.REPLY, Notice.Kind.MENTION, Notice.Kind.FOLLOW);

    /// The entries of the lists of users, by function.
    private static final Map<String, Function<Integer, Item>> LISTS_OF_USERS =
            Map.of(
                    "GetFollowerListByUserId",
                    n -> FollowItems.follower(follow(id(n), ME)),
                    "GetFollowingListByUserId",
                    n -> FollowItems.following(follow(ME, id(n))),
                    "GetUserLikesByPostId",
                    n -> LikeItems.like(new Like(POST, id(n), TIME)),
                    "ListFollowRequests",
                    n -> FollowRequestItems.request(new FollowRequest(id(n), ME, Instant.EPOCH)),
                    "ListBlocks",
                    n -> BlockItems.block(ME, id(n), Instant.EPOCH),
                    "ListMutes",
                    n -> BlockItems.mute(ME, id(n), Instant.EPOCH));

    private static final Map<String, CostCase> CALLS =
            Map.ofEntries(
                    entry(
                            "GetUsersByIds",
                            bed -> {
                                var ids =
                                        IntStream.range(0, 50)
                                                .mapToObj(number -> id(number).value())
                                                .toList();
                                ids.forEach(bed::user);
                                return call(
                                        bed.as("x").query("ids", String.join(",", ids)),
                                        "GetUsersByIds");
                            }),
                    entry("PutUserInfo", CostCase.onEmptyTable("PutUserInfo", "PutUserInfo")),
                    entry("FollowUser", CostCase.onSamples("UnfollowUser", "FollowUser")),
                    entry(
                            "GetPostListByUserId",
                            bed -> {
                                posts(bed, ME, 50);
                                return call(page(bed, 50), "GetPostListByUserId");
                            }),
                    entry(
                            "CreatePost",
                            CostCase.onSamples(
                                    "CreatePost",
                                    request ->
                                            request.body(
                                                    "{\"content\": \"" + "x".repeat(700) + "\"}"))),
                    entry(
                            "ListLikedPosts",
                            bed -> {
                                likedPosts(bed, 51);
                                return call(page(bed, 50), "ListLikedPosts");
                            }),
                    entry(
                            "ListReports",
                            bed -> {
                                reports(bed, 51);
                                return call(
                                        bed.as("root").asAdmin().query("limit", "50"),
                                        "ListReports");
                            }),
                    entry("GetReports", bed -> call(review(bed), "GetReports")),
                    entry(
                            "ListReplies",
                            bed -> {
                                replies(bed, 51);
                                return call(
                                        page(bed, 50).at("postId", POST.value()), "ListReplies");
                            }),
                    entry(
                            "GetThread",
                            bed -> {
                                return call(mine(bed).at("postId", thread(bed)), "GetThread");
                            }),
                    entry("UnlikePost", CostCase.onSamples("LikePost", "UnlikePost")),
                    entry(
                            "RecordViews",
                            bed -> {
                                bed.user(ME.value());
                                var posts = posts(bed, ME, 20);
                                counted(bed, posts);
                                return call(
                                        bed.as("x")
                                                .at("sessionId", "s1")
                                                .body(
                                                        posts.stream()
                                                                .map(post ->
                                                                        '"'
                                                                                + post.id().value()
                                                                                + '"')
                                                                .collect(
                                                                        Collectors.joining(
                                                                                ",",
                                                                                "{\"postIds\":[",
                                                                                "]}"))),
                                        "RecordViews");
                            }),
                    entry(
                            "GetTimelineByUserId",
                            bed -> {
                                timeline(bed, 51);
                                return call(page(bed, 50), "GetTimelineByUserId");
                            }),
                    entry(
                            "CountNewTimelinePosts",
                            bed -> {
                                timeline(bed, 4);
                                return call(
                                        mine(bed).query("since", "post%022d".formatted(0)),
                                        "CountNewTimelinePosts");
                            }),
                    entry(
                            "ListNotifications",
                            bed -> {
                                notices(bed);
                                return call(page(bed, 20), "ListNotifications");
                            }),
                    entry(
                            "CountUnreadNotifications",
                            bed -> {
                                notices(bed);
                                var _ = seen(bed).get();
                                return call(mine(bed), "CountUnreadNotifications");
                            }),
                    entry(
                            "MarkNotificationsSeen",
                            bed -> {
                                notices(bed);
                                return seen(bed);
                            }));

    private static final Map<String, ExpandedCase> EXPANDED =
            Map.ofEntries(
                    entry(
                            "ListNotifications",
                            bed -> {
                                notices(bed);
                                return page(bed, 20);
                            }),
                    entry(
                            "CountNewTimelinePosts",
                            bed -> {
                                timeline(bed, 1);
                                notices(bed);
                                var _ = seen(bed).get();
                                return mine(bed).query("since", "post%022d".formatted(9));
                            }),
                    entry(
                            "GetTimelineByUserId",
                            bed -> {
                                byManyAuthors(bed, 26);
                                return page(bed, 25);
                            }),
                    entry(
                            "GetPostListByUserId",
                            bed -> {
                                bed.user(ME.value());
                                counted(bed, posts(bed, ME, 26));
                                return page(bed, 25);
                            }),
                    entry(
                            "ListLikedPosts",
                            bed -> {
                                likedPosts(bed, 26);
                                return page(bed, 25);
                            }),
                    entry(
                            "ListReplies",
                            bed -> {
                                replies(bed, 26);
                                return page(bed, 25).at("postId", POST.value());
                            }),
                    entry("GetThread", bed -> mine(bed).at("postId", thread(bed))),
                    entry(
                            "ListReports",
                            bed -> {
                                reports(bed, 26);
                                reportedPosts(bed, 26);
                                return bed.as("root").asAdmin().query("limit", "25");
                            }),
                    entry("GetReports", SocialCosts::review));

    private SocialCosts() {}

    private static void notices(TestBed bed) {
        notices(bed, 20);
    }

    /// Notifications of [#ME] by as many users, of each kind but requests in turn.
    public static void notices(TestBed bed, int count) {
        var at = bed.clock().instant();
        bed.putAll(IntStream.rangeClosed(1, count).boxed().flatMap(n -> notice(n, at)));
    }

    /// A notification, what it refers to, and the profile of its user.
    private static Stream<Item> notice(int number, Instant at) {
        var actor = id(number);
        var info = UserItems.userInfo(new UserInfo(actor, "Name", null, null, at));
        var kind = NOTIFIED.get(number % NOTIFIED.size());
        var writtenAt = at.minusMillis(number);
        if (kind == Notice.Kind.FOLLOW) {
            return Stream.of(
                    info,
                    FollowItems.follower(new Follow(actor, ME, at)),
                    NoticeItems.item(new Notice(ME, kind, null, List.of(actor), at, writtenAt)));
        }
        var post = PostId.of("note%022d".formatted(number));
        var author = kind == Notice.Kind.LIKE ? ME : actor;
        return Stream.of(
                info,
                PostItems.post(new Post(author, post, "x", null, at, null, 1)),
                PostItems.counter(post, author, Map.of(PostCounter.LIKES, 1L)),
                NoticeItems.item(new Notice(ME, kind, post, List.of(actor), null, writtenAt)));
    }

    private static Supplier<TestResponse> seen(TestBed bed) {
        return call(
                mine(bed).body("{\"at\": \"%s\"}".formatted(bed.clock().instant())),
                "MarkNotificationsSeen");
    }

    /// Posts that were reported once.
    private static void reports(TestBed bed, int count) {
        edges(
                bed,
                count,
                n -> {
                    var target = Target.of(PostId.of("post%022d".formatted(n)));
                    return ReportItems.reported(
                            new Reported(target, id(n), 1, bed.clock().instant(), null));
                });
        edges(
                bed,
                count,
                n -> {
                    var target = Target.of(PostId.of("post%022d".formatted(n)));
                    return ReportItems.report(
                            new Report(
                                    target,
                                    1,
                                    id(n),
                                    ReportId.of("01K9QZV5W0H2J4M6P8R0T2V4X6"),
                                    bed.clock().instant(),
                                    Reason.SPAM,
                                    null));
                });
    }

    /// The reports of a post by 50 users.
    private static TestRequest review(TestBed bed) {
        reports(bed, 1);
        reportedPosts(bed, 1);
        var target = Target.of(PostId.of("post%022d".formatted(1)));
        edges(
                bed,
                50,
                n ->
                        ReportItems.report(
                                new Report(
                                        target,
                                        1,
                                        id(n),
                                        ReportId.of("01K9QZV5W0H2J4M6P8R0T2V%03d".formatted(n)),
                                        bed.clock().instant(),
                                        Reason.SPAM,
                                        "The same text ten times a day.")));
        return bed.as("root").asAdmin().at("targetId", target.id());
    }

    /// The posts of [#reports], their authors and the profiles of these.
    private static void reportedPosts(TestBed bed, int count) {
        var now = bed.clock().instant();
        edges(bed, count, n -> PostItems.post(post(bed, id(n), n)));
        edges(bed, count, n -> UserItems.userInfo(new UserInfo(id(n), "Name", null, null, now)));
        edges(bed, count, n -> UserItems.userCounts(id(n), new UserCounts(0, 0, 1)));
    }

    /// The cost cases that are not the sample event, by function.
    public static Map<String, CostCase> calls() {
        var calls = new HashMap<>(CALLS);
        LISTS_OF_USERS.forEach((function, entry) ->
                calls.put(function, bed -> call(users(bed, entry, 100), function)));
        return calls;
    }

    /// The cases of expansions by function.
    public static Map<String, ExpandedCase> expanded() {
        var expanded = new HashMap<>(EXPANDED);
        LISTS_OF_USERS.forEach(
                (function, entry) -> expanded.put(function, bed -> users(bed, entry, 33)));
        return expanded;
    }

    /// The cost cases of the stream functions.
    public static List<StreamCost> streamCosts() {
        var all = new ArrayList<StreamCost>();
        for (var likes : List.of(1, 10, 98, 980)) {
            all.add(likes(likes));
        }
        all.add(
                new StreamCost(
                        "AggregateCounts",
                        "a removed like, of 98 in one batch",
                        98,
                        bed -> {
                            written(bed);
                            edges(bed, 98, n -> LikeItems.like(like(bed, n)));
                        },
                        bed -> {
                            for (var number = 1; number <= 98; number++) {
                                var key = LikeItems.like(like(bed, number)).key();
                                bed.table().write(Write.Delete.of(key));
                            }
                        }));
        for (var views : List.of(1, 98)) {
            all.add(
                    new StreamCost(
                            "AggregateCounts",
                            "a view, of %d of one post in one batch".formatted(views),
                            views,
                            SocialCosts::written,
                            bed -> edges(bed, views, n -> ViewItems.view(view(bed, n)))));
        }
        for (var followers : List.of(0, 24, 100, 499)) {
            all.add(
                    new StreamCost(
                            "FanOut",
                            "a post to %d followers, for each timeline".formatted(followers),
                            followers + 1,
                            bed -> followed(bed, followers),
                            bed -> bed.post(ME.value(), "Fog.")));
        }
        all.add(
                new StreamCost(
                        "FanOut",
                        "a deleted post with 100 followers and 100 likes, for each of them",
                        201,
                        bed -> {
                            followed(bed, 100);
                            var post = bed.post(ME.value(), "Fog.");
                            edges(
                                    bed,
                                    100,
                                    n -> LikeItems.like(new Like(post, id(n), Instant.EPOCH)));
                        },
                        bed -> {
                            var post =
                                    PostItems.post(bed.items(SocialKeys.POSTS.of(ME)).getFirst());
                            mine(bed).at("postId", post.id().value()).send("DeletePost");
                        }));
        all.add(
                new StreamCost(
                        "FanOut",
                        "a follow of an author with 100 posts",
                        1,
                        bed -> {
                            bed.user(ME.value());
                            bed.user(YOU.value());
                            var _ = posts(bed, YOU, 100);
                        },
                        bed -> bed.follow(ME.value(), YOU.value())));
        all.add(
                new StreamCost(
                        "FanOut",
                        "an unfollow, for each of 100 entries",
                        100,
                        bed -> {
                            bed.user(ME.value());
                            bed.user(YOU.value());
                            var _ = posts(bed, YOU, 100);
                            bed.follow(ME.value(), YOU.value());
                        },
                        bed -> mine(bed).at("followeeId", YOU.value()).send("UnfollowUser")));
        all.add(suspendedFollows(98));
        all.add(suspendedLikes(49));
        return all;
    }

    /// The suspension of a user with followers.
    public static StreamCost suspendedFollows(int followers) {
        return new StreamCost(
                "FanOut",
                "a suspension, for each of %d followers".formatted(followers),
                followers,
                bed -> {
                    bed.user(ME.value());
                    edges(bed, followers, n -> FollowItems.follower(follow(id(n), ME)));
                    edges(bed, followers, n -> FollowItems.following(follow(id(n), ME)));
                    edges(
                            bed,
                            followers,
                            n -> UserItems.userCounts(id(n), new UserCounts(0, 1, 0)));
                },
                bed -> bed.suspend(ME.value(), true));
    }

    /// The suspension of a user who likes posts.
    public static StreamCost suspendedLikes(int likes) {
        return new StreamCost(
                "FanOut",
                "a suspension, for each of %d likes of as many posts".formatted(likes),
                likes,
                bed -> {
                    bed.user(ME.value());
                    edges(bed, likes, n -> PostItems.newCounter(PostId.of("P" + n), YOU));
                    edges(
                            bed,
                            likes,
                            n -> LikeItems.like(new Like(PostId.of("P" + n), ME, Instant.EPOCH)));
                },
                bed -> bed.suspend(ME.value(), true));
    }

    /// Likes of one post in one batch.
    public static StreamCost likes(int likes) {
        return new StreamCost(
                "AggregateCounts",
                "a like, of %d of one post in one batch".formatted(likes),
                likes,
                SocialCosts::written,
                bed -> edges(bed, likes, n -> LikeItems.like(like(bed, n))));
    }

    private static void written(TestBed bed) {
        bed.user(ME.value());
        var _ = posts(bed, ME, 1);
        bed.table().write(Write.Put.of(PostItems.newCounter(POST, ME)));
    }

    private static void followed(TestBed bed, int followers) {
        bed.user(ME.value());
        edges(bed, followers, n -> FollowItems.follower(follow(id(n), ME)));
    }

    private static Like like(TestBed bed, int number) {
        return new Like(POST, id(number), bed.clock().instant());
    }

    private static View view(TestBed bed, int number) {
        return new View(POST, SessionId.of(id(number).value()), bed.clock().instant());
    }

    /// `pk` and `sk` with their values, and the time: the size of a follower with ids of 26
    /// characters.
    public static final int EDGE_BYTES =
            "pk".length()
                    + "u##follower".length()
                    + 26
                    + "sk".length()
                    + "u#".length()
                    + 26
                    + "followedAt".length()
                    + 8;

    /// An id of 26 characters.
    public static UserId id(int number) {
        return UserId.of("user%022d".formatted(number));
    }

    public static TestRequest mine(TestBed bed) {
        return bed.as(ME.value()).at("userId", ME.value());
    }

    public static TestRequest page(TestBed bed, int limit) {
        return mine(bed).query("limit", Integer.toString(limit));
    }

    public static Supplier<TestResponse> call(TestRequest call, String function) {
        return () -> call.send(function);
    }

    public static Follow follow(UserId follower, UserId followee) {
        return new Follow(follower, followee, TIME);
    }

    /// A page of a list of a hundred users.
    private static TestRequest users(TestBed bed, Function<Integer, Item> entry, int limit) {
        bed.table().write(Write.Put.of(PostItems.newCounter(POST, ME)));
        edges(bed, 100, entry);
        return page(bed, limit).at("postId", POST.value());
    }

    public static void edges(TestBed bed, int count, Function<Integer, Item> edge) {
        bed.putAll(IntStream.rangeClosed(1, count).mapToObj(edge::apply));
    }

    private static List<Post> posts(TestBed bed, UserId author, int count) {
        var posts = IntStream.range(0, count).mapToObj(n -> post(bed, author, n)).toList();
        bed.putAll(posts.stream().map(PostItems::post));
        return posts;
    }

    private static Post post(TestBed bed, UserId author, int number) {
        return new Post(
                author,
                PostId.of("post%022d".formatted(number)),
                "x".repeat(100),
                null,
                bed.clock().instant(),
                null,
                1);
    }

    private static void counted(TestBed bed, List<Post> posts) {
        bed.putAll(posts.stream().map(post -> PostItems.newCounter(post.id(), post.author())));
    }

    /// A timeline with one post of each followed author.
    public static void byManyAuthors(TestBed bed, int count) {
        byManyAuthors(bed, count, count);
    }

    /// A timeline with posts by followed authors in turn.
    public static void byManyAuthors(TestBed bed, int count, int authors) {
        follows(bed, authors);
        var posts =
                IntStream.rangeClosed(1, count)
                        .mapToObj(number -> post(bed, id(1 + number % authors), number))
                        .toList();
        counted(bed, posts);
        bed.putAll(
                posts.stream()
                        .flatMap(post ->
                                Stream.of(
                                        PostItems.post(post),
                                        TimelineItems.timelineEntry(
                                                new TimelineEntry(
                                                        ME,
                                                        post.author(),
                                                        post.id(),
                                                        post.timestamp())))));
        bed.putAll(
                posts.stream()
                        .map(Post::author)
                        .distinct()
                        .map(author -> FollowItems.following(follow(ME, author))));
    }

    /// A timeline with posts of one followed author.
    public static void timeline(TestBed bed, int count) {
        var posts = posts(bed, YOU, count);
        follows(bed, 1);
        bed.table().write(Write.Put.of(FollowItems.following(follow(ME, YOU))));
        bed.putAll(
                posts.stream()
                        .map(post ->
                                TimelineItems.timelineEntry(
                                        new TimelineEntry(ME, YOU, post.id(), post.timestamp()))));
    }

    /// Posts, each by an author of its own, that the caller likes.
    private static void likedPosts(TestBed bed, int count) {
        byManyAuthors(bed, count);
        edges(
                bed,
                count,
                n ->
                        LikeItems.like(
                                new Like(
                                        PostId.of("post%022d".formatted(n)),
                                        ME,
                                        bed.clock().instant())));
    }

    /// Replies to [#POST], each by an author of its own.
    private static void replies(TestBed bed, int count) {
        written(bed);
        for (var number = 1; number <= count; number++) {
            reply(bed, id(number), PostId.of("reply%021d".formatted(number)), List.of(POST));
        }
    }

    /// A chain of posts, each by an author of its own, that is longer than what a thread shows.
    ///
    /// @return the id of the last one
    private static String thread(TestBed bed) {
        written(bed);
        var above = new ArrayList<>(List.of(POST));
        for (var number = 1; number <= PostItems.ANCESTORS_MAX; number++) {
            var id = PostId.of("reply%021d".formatted(number));
            reply(bed, id(number), id, above.stream().limit(PostItems.ANCESTORS_MAX).toList());
            above.addFirst(id);
        }
        return above.getFirst().value();
    }

    private static void reply(TestBed bed, UserId author, PostId id, List<PostId> ancestors) {
        bed.user(author.value());
        var parent = ancestors.getFirst();
        var reply =
                new Post(
                        author,
                        id,
                        "x".repeat(100),
                        null,
                        List.of(),
                        bed.clock().instant(),
                        null,
                        1,
                        new Post.Parent(parent, false));
        bed.putAll(
                Stream.of(
                        PostItems.post(reply),
                        PostItems.counter(id, author, ancestors, Map.of()),
                        PostItems.replyEdge(parent, id, author)));
    }

    /// The count of the users whom the caller follows.
    public static void follows(TestBed bed, int count) {
        bed.putAll(Stream.of(UserItems.userCounts(ME, new UserCounts(0, count, 0))));
    }
}
