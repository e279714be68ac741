package plaza.model;

import static plaza.model.JsonDifference.object;
import static plaza.model.JsonDifference.text;
import static plaza.model.JsonDifference.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The social network: who says what of himself, who follows whom, posts, likes, views, timelines.
///
/// At once true: users, follows and their counts, posts, likes. Through the stream: how many like
/// and look at a post, which posts have reached a timeline, and that nobody likes a post that is
/// gone.
class SocialModel implements Model {
    private static final Duration IN_TIMELINES = Duration.ofDays(30);
    private static final Duration SAME_VIEW = Duration.ofHours(24);

    static final class User {
        String name = "";
        @Nullable String content;
        @Nullable String imageUrl;
        String createdAt = "";
        final Map<String, String> following = new TreeMap<>();
        final Map<String, String> followers = new TreeMap<>();
        int posts;
    }

    static final class Post {
        final String author;
        String content = "";
        @Nullable String imageUrl;
        final Instant timestamp;
        @Nullable String editedAt;
        int version = 1;
        final Map<String, Instant> views = new HashMap<>();
        int viewed;
        final Admissible.Following likeCount = new Admissible.Following();
        final Admissible.Following viewCount = new Admissible.Following();

        Post(String author, Instant timestamp) {
            this.author = author;
            this.timestamp = timestamp;
        }
    }

    final Map<String, User> users = new TreeMap<>();

    /// By id, which is the order of time.
    final TreeMap<String, Post> posts = new TreeMap<>();

    /// Who likes which post since when; of a post that is gone, who may still be listed.
    final Map<String, Map<String, String>> likes = new HashMap<>();

    final Set<String> deleted = new HashSet<>();

    /// Which posts certainly have reached whose timeline.
    private final Map<String, Set<String>> arrived = new HashMap<>();

    @Override
    public Expected answer(Call call, Instant now) {
        return switch (call.function()) {
            case "GetUserInfoByUserId" -> getUser(call.the("userId"));
            case "PutUserInfo" -> putUser(call, now);
            case "GetFollowerListByUserId" -> {
                var user = users.get(call.the("userId"));
                yield edges(user == null ? Map.of() : user.followers, "followedAt");
            }
            case "GetFollowingListByUserId" -> {
                var user = users.get(call.the("userId"));
                yield edges(user == null ? Map.of() : user.following, "followedAt");
            }
            case "FollowUser" -> follow(call.the("userId"), call.the("followeeId"), now);
            case "UnfollowUser" -> unfollow(call.the("userId"), call.the("followeeId"));
            case "GetPostListByUserId" -> listPosts(call.the("userId"));
            case "CreatePost" -> createPost(call, now);
            case "GetPost" -> {
                var post = post(call);
                yield post == null
                        ? Expected.notFound("postId")
                        : Expected.ok(shown(call.the("postId"), post));
            }
            case "EditPost" -> editPost(call, now);
            case "DeletePost" -> deletePost(call);
            case "GetUserLikesByPostId" -> listLikes(call.the("postId"));
            case "GetLikeCountByPostId" -> likeCount(call.the("postId"));
            case "LikePost" -> like(call.the("postId"), call.the("userId"), now);
            case "UnlikePost" -> unlike(call.the("postId"), call.the("userId"));
            case "RecordView" -> view(call.the("postId"), call.the("sessionId"), now);
            case "GetViewCountByPostId" -> viewCount(call.the("postId"));
            case "GetTimelineByUserId" -> timeline(call.the("userId"), now);
            default -> throw new AssertionError("not of this context: " + call.function());
        };
    }

    private Expected getUser(String id) {
        var user = users.get(id);
        return user == null ? Expected.notFound("userId") : Expected.ok(shown(id, user));
    }

    /// The first time he comes to be; later the whole is replaced.
    private Expected putUser(Call call, Instant now) {
        var id = call.the("userId");
        var body = JsonDifference.parse(body(call));
        var isNew = !users.containsKey(id);
        var user = users.computeIfAbsent(id, _ -> new User());
        user.name = String.valueOf(text(body, "name"));
        user.content = text(body, "content");
        user.imageUrl = text(body, "imageUrl");
        if (isNew) {
            user.createdAt = time(now);
        }
        return Expected.put(isNew, shown(id, user));
    }

    /// Both ends and both counts at once, or nothing.
    private Expected follow(String follower, String followee, Instant now) {
        if (follower.equals(followee)) {
            return Expected.problem(422, "followeeId");
        }
        var reader = users.get(follower);
        var author = users.get(followee);
        if (reader == null || author == null) {
            return reader != null
                    ? Expected.notFound("followeeId")
                    : author != null
                            ? Expected.notFound("userId")
                            : Expected.notFound("followeeId").or("userId");
        }
        var first = reader.following.putIfAbsent(followee, time(now)) == null;
        author.followers.putIfAbsent(follower, time(now));
        return Expected.put(
                first, object("userId", followee, "followedAt", reader.following.get(followee)));
    }

    /// Whatever of his was in the timeline may be cleaned up from now on, also after a new follow.
    private Expected unfollow(String follower, String followee) {
        var reader = users.get(follower);
        var author = users.get(followee);
        if (reader != null && author != null) {
            reader.following.remove(followee);
            author.followers.remove(follower);
            if (!follower.equals(followee)) {
                arrived(follower)
                        .removeIf(id ->
                                !posts.containsKey(id) || posts.get(id).author.equals(followee));
            }
        }
        return Expected.noContent();
    }

    private Expected listPosts(String author) {
        var list = new ArrayList<Object>();
        posts.descendingMap()
                .forEach((id, post) -> {
                    if (post.author.equals(author)) {
                        list.add(shown(id, post));
                    }
                });
        return Expected.items(list);
    }

    private Expected createPost(Call call, Instant now) {
        var author = users.get(call.the("userId"));
        if (author == null) {
            return Expected.notFound("userId");
        }
        var body = JsonDifference.parse(body(call));
        var post = new Post(call.the("userId"), now);
        post.content = String.valueOf(text(body, "content"));
        post.imageUrl = text(body, "imageUrl");
        author.posts++;
        var answer = shown("", post);
        answer.put("postId", Admissible.anyText());
        return Expected.created(answer)
                .then(made -> {
                    var id = String.valueOf(made.get("postId"));
                    posts.put(id, post);
                    likes.put(id, new TreeMap<>());
                });
    }

    /// Only the version that If-Match names, if it names one. An image is kept unless the body
    /// names it.
    private Expected editPost(Call call, Instant now) {
        var post = post(call);
        if (post == null) {
            return Expected.notFound("postId");
        }
        var match = call.headers().get("if-match");
        if (match != null && !match.equals("*") && !match.equals("\"" + post.version + "\"")) {
            return Expected.problem(412);
        }
        var body = JsonDifference.parse(body(call));
        post.content = String.valueOf(text(body, "content"));
        if (body.containsKey("imageUrl")) {
            post.imageUrl = text(body, "imageUrl");
        }
        post.editedAt = time(now);
        post.version++;
        return Expected.ok(shown(call.the("postId"), post));
    }

    /// Gone at once for every reader; who liked it may be listed until the stream has cleaned up.
    private Expected deletePost(Call call) {
        var post = post(call);
        if (post != null) {
            posts.remove(call.the("postId"));
            deleted.add(call.the("postId"));
            var author = users.get(post.author);
            if (author != null) {
                author.posts--;
            }
        }
        return Expected.noContent();
    }

    private Expected listLikes(String id) {
        var who = likes.getOrDefault(id, Map.of());
        if (posts.containsKey(id)) {
            return edges(who, "likedAt");
        }
        var possible = lines(who, "likedAt");
        return Expected.items(Admissible.list(possible, _ -> false));
    }

    private Expected likeCount(String id) {
        var post = posts.get(id);
        return post == null
                ? Expected.notFound("postId")
                : Expected.ok(object("postId", id, "likeCount", post.likeCount.value()));
    }

    private Expected like(String id, String user, Instant now) {
        var post = posts.get(id);
        if (post == null) {
            return Expected.notFound("postId");
        }
        if (!users.containsKey(user)) {
            return Expected.notFound("userId");
        }
        var who = likes.computeIfAbsent(id, _ -> new TreeMap<>());
        var first = who.putIfAbsent(user, time(now)) == null;
        post.likeCount.set(who.size());
        return Expected.put(first, object("userId", user, "likedAt", who.get(user)));
    }

    private Expected unlike(String id, String user) {
        var who = likes.getOrDefault(id, new TreeMap<>());
        who.remove(user);
        var post = posts.get(id);
        if (post != null) {
            post.likeCount.set(who.size());
        }
        return Expected.noContent();
    }

    /// Within a day the same session is the same view.
    private Expected view(String id, String session, Instant now) {
        var post = posts.get(id);
        if (post == null) {
            return Expected.notFound("postId");
        }
        var last = post.views.get(session);
        var counts = last == null || !now.isBefore(last.plus(SAME_VIEW));
        if (counts) {
            post.views.put(session, now);
            post.viewed++;
            post.viewCount.set(post.viewed);
        }
        return Expected.put(
                counts,
                object(
                        "postId", id,
                        "sessionId", session,
                        "viewedAt", time(post.views.getOrDefault(session, now))));
    }

    private Expected viewCount(String id) {
        var post = posts.get(id);
        return post == null
                ? Expected.notFound("postId")
                : Expected.ok(object("postId", id, "viewCount", post.viewCount.value()));
    }

    /// His own posts and those of whom he follows, of the last thirty days, newest first. One that
    /// is on its way may be missing; one that is gone, or of somebody he does not follow, never
    /// shows.
    private Expected timeline(String reader, Instant now) {
        var ids = timelineOf(reader, now);
        var shown = ids.stream().map(id -> shown(id, posts.get(id))).toList();
        var there = arrived(reader);
        return Expected.items(Admissible.list(shown, place -> there.contains(ids.get(place))));
    }

    private List<String> timelineOf(String reader, Instant now) {
        var user = users.get(reader);
        var ids = new ArrayList<String>();
        posts.forEach((id, post) -> {
            var isHis = post.author.equals(reader);
            if ((isHis || (user != null && user.following.containsKey(post.author)))
                    && now.isBefore(post.timestamp.plus(IN_TIMELINES))) {
                ids.add(id);
            }
        });
        ids.sort(Comparator.reverseOrder());
        return ids;
    }

    @Override
    public void rest(Instant now) {
        posts.values()
                .forEach(post -> {
                    post.likeCount.rest();
                    post.viewCount.rest();
                });
        deleted.forEach(likes::remove);
        for (var reader : users.keySet()) {
            arrived(reader).addAll(timelineOf(reader, now));
        }
    }

    @Override
    public List<Call> readings() {
        var calls = new ArrayList<Call>();
        for (var user : users.keySet()) {
            for (var list :
                    List.of(
                            "GetUserInfoByUserId",
                            "GetFollowerListByUserId",
                            "GetFollowingListByUserId",
                            "GetPostListByUserId",
                            "GetTimelineByUserId")) {
                calls.add(Call.of(list, user).at("userId", user));
            }
        }
        posts.forEach((id, post) -> {
            calls.add(Call.of("GetPost", post.author).at("userId", post.author).at("postId", id));
            calls.addAll(readingsOfPost(post.author, id));
        });
        deleted.forEach(id -> calls.addAll(readingsOfPost("ann", id)));
        return calls;
    }

    private static List<Call> readingsOfPost(String caller, String id) {
        return List.of(
                Call.of("GetUserLikesByPostId", caller).at("postId", id),
                Call.of("GetLikeCountByPostId", caller).at("postId", id),
                Call.of("GetViewCountByPostId", caller).at("postId", id));
    }

    private @Nullable Post post(Call call) {
        var post = posts.get(call.the("postId"));
        return post == null || !post.author.equals(call.the("userId")) ? null : post;
    }

    private Set<String> arrived(String reader) {
        return arrived.computeIfAbsent(reader, _ -> new HashSet<>());
    }

    private static Expected edges(Map<String, String> timesByUser, String timeName) {
        return Expected.items(lines(timesByUser, timeName));
    }

    private static List<Object> lines(Map<String, String> timesByUser, String timeName) {
        var lines = new ArrayList<Object>();
        timesByUser.forEach((user, at) -> lines.add(object("userId", user, timeName, at)));
        return lines;
    }

    private static Map<String, Object> shown(String id, User user) {
        return object(
                "userId", id,
                "name", user.name,
                "content", user.content,
                "imageUrl", user.imageUrl,
                "createdAt", user.createdAt,
                "followerCount", user.followers.size(),
                "followingCount", user.following.size(),
                "postCount", user.posts);
    }

    private static Map<String, Object> shown(String id, @Nullable Post post) {
        if (post == null) {
            throw new AssertionError("no such post: " + id);
        }
        return object(
                "userId", post.author,
                "postId", id,
                "content", post.content,
                "imageUrl", post.imageUrl,
                "timestamp", time(post.timestamp),
                "editedAt", post.editedAt);
    }

    private static String body(Call call) {
        var body = call.body();
        if (body == null) {
            throw new AssertionError(call.function() + " takes a body");
        }
        return body;
    }
}
