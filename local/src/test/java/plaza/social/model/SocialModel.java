package plaza.social.model;

import static plaza.model.expected.JsonDifference.object;
import static plaza.model.expected.JsonDifference.text;
import static plaza.model.expected.JsonDifference.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.model.expected.Admissible;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.model.expected.Model;

/// The social network: users, follows, posts, likes, views and timelines.
///
/// Users, follows and their counts, posts and likes are consistent immediately, because DynamoDB
/// Local has no replication lag; the simulator checks what a reader may see within it. Like and
/// view counts of a post, the delivery of posts to timelines and the removal of the likes of
/// deleted posts are eventual: they are up to date when the stream is drained.
public class SocialModel implements Model {
    /// The parameters that must name another user than the caller.
    private static final Map<String, String> OTHERS =
            Map.of("FollowUser", "followeeId", "BlockUser", "blockedId", "MuteUser", "mutedId");

    private static final Duration IN_TIMELINES = Duration.ofDays(30);
    private static final Duration NOTIFIED = Duration.ofDays(89);
    private static final Duration SAME_VIEW = Duration.ofHours(24);

    static final class User {
        String name = "";
        @Nullable String content;
        @Nullable String imageUrl;
        String createdAt = "";
        final Map<String, String> following = new TreeMap<>();
        final Map<String, String> followers = new TreeMap<>();
        final Map<String, String> blocks = new TreeMap<>();
        final Map<String, String> mutes = new TreeMap<>();
        boolean isProtected;
        @Nullable String suspendedAt;
        final Map<String, String> requests = new TreeMap<>();
    }

    static final class Post {
        final String author;
        String content = "";
        @Nullable String imageUrl;
        final Instant timestamp;
        @Nullable String editedAt;
        int version = 1;

        /// The posts above it, nearest first.
        List<String> ancestors = List.of();

        /// Whether an administrator hides it.
        boolean isRemoved;

        /// The replies that the author hides.
        final Set<String> hidden = new HashSet<>();

        final Map<String, Instant> views = new HashMap<>();
        int viewTotal;
        final Admissible.EventualCount likeCount = new Admissible.EventualCount();
        final Admissible.EventualCount viewCount = new Admissible.EventualCount();

        Post(String author, Instant timestamp) {
            this.author = author;
            this.timestamp = timestamp;
        }
    }

    /// The last round of the reports of a post or a user.
    static final class Reported {
        final String kind;
        final String id;
        final String user;
        String at;
        final String openedAt;
        boolean isOpen = true;
        final Map<String, Map<String, Object>> reports = new TreeMap<>();
        final Map<String, Long> reasons = new TreeMap<>();
        final List<Map<String, Object>> comments = new ArrayList<>();
        String lastAt;

        Reported(String kind, String id, String user, Instant now) {
            this.kind = kind;
            this.id = id;
            this.user = user;
            at = time(now);
            openedAt = at;
            lastAt = at;
        }
    }

    final Map<String, User> users = new TreeMap<>();

    /// The users who have left.
    final Set<String> erased = new TreeSet<>();

    /// What was reported, by kind and id.
    final Map<String, Reported> reported = new TreeMap<>();

    /// Posts by id, which is their chronological order.
    final TreeMap<String, Post> posts = new TreeMap<>();

    /// The times of likes by post and user.
    final Map<String, Map<String, String>> likes = new HashMap<>();

    final Set<String> deleted = new HashSet<>();

    /// The authors of all posts, deleted ones as well.
    private final Map<String, String> authors = new HashMap<>();

    /// Whether the stream has processed all writes.
    private boolean isDrained;

    /// Until when users have seen their notifications.
    private final Map<String, Instant> seen = new HashMap<>();

    /// The posts that are certainly in a timeline, by reader.
    private final Map<String, Set<String>> delivered = new HashMap<>();

    @Override
    public List<String> creators() {
        return List.of("PutUserInfo", "PutUserInfo", "FollowUser", "CreatePost", "CreatePost");
    }

    @Override
    public Map<String, List<String>> requiredFields() {
        return Map.of(
                "PutUserInfo", List.of("name"),
                "CreatePost", List.of("content"),
                "MarkNotificationsSeen", List.of("at"));
    }

    @Override
    public List<String> newIds() {
        return List.of("postId");
    }

    /// The reports of a target, each with what the page states of all.
    private static ArrayNode comments(ObjectNode page) {
        var comments = JsonNodeFactory.instance.arrayNode();
        for (var comment : page.path("comments")) {
            var line = page.deepCopy().without(List.of("comments", "nextCursor"));
            comments.add(((ObjectNode) line).setAll((ObjectNode) comment));
        }
        return comments;
    }

    @Override
    public boolean drainsAfter(String function) {
        return Set.of("PutUserInfo", "CloseReports", "RestoreUser", "EraseUser").contains(function);
    }

    /// An export is lines.
    @Override
    public ArrayNode items(JsonNode body) {
        if (body.has("comments")) {
            return comments((ObjectNode) body);
        }
        if (!body.isTextual()) {
            return Model.super.items(body);
        }
        var lines = JsonNodeFactory.instance.arrayNode();
        body.asText().lines().forEach(lines::add);
        return lines;
    }

    @Override
    public ExpectedResponse respond(Call call, Instant now) {
        isDrained &= !call.row().writes();
        var other = OTHERS.get(call.function());
        if (other != null && call.pathValue("userId").equals(call.pathValue(other))) {
            return ExpectedResponse.problem(422, other);
        }
        // a suspended user may leave
        var needsActiveCaller =
                call.row().writes()
                        && !call.function().startsWith("RecordView")
                        && !call.function().equals("EraseUser");
        if (needsActiveCaller
                && isSuspended(call.caller())
                && call.row().access() != Access.ADMIN) {
            // another problem may come first, and a call that changes nothing may be accepted
            return ExpectedResponse.problem(403)
                    .ofType("suspended")
                    .orStatus(
                            changesNothing(call)
                                    ? Set.of(200, 202, 204, 403, 404, 409, 412, 422)
                                    : Set.of(403, 404, 409, 412, 422));
        }
        if (needsActiveCaller && erased.contains(call.caller())) {
            // another problem may come first, and a deletion may find nothing
            return ExpectedResponse.problem(410).ofType("erased").orStatus(Set.of(204, 404));
        }
        return switch (call.function()) {
            case "GetUserInfoByUserId" -> getUser(call, call.pathValue("userId"));
            case "GetMe" -> getUser(call, call.caller());
            case "GetUsersByIds" -> {
                var query = call.query().get("q");
                if (query != null) {
                    yield searchUsers(call.caller(), query);
                }
                var ids = call.query().getOrDefault("ids", "").split(",", -1);
                yield ExpectedResponse.items(
                        Stream.of(ids)
                                .distinct()
                                .filter(users::containsKey)
                                .filter(id -> !hides(call.caller(), id))
                                .map(id -> profile(call.caller(), id))
                                .toList());
            }
            case "PutUserInfo" -> putUser(call, now);
            case "GetFollowerListByUserId" -> {
                var user = users.get(call.pathValue("userId"));
                var refusal = refusal(call.caller(), call.pathValue("userId"), "userId");
                yield refusal != null
                        ? refusal
                        : edges(call, user == null ? Map.of() : user.followers, "followedAt");
            }
            case "GetFollowingListByUserId" -> {
                var user = users.get(call.pathValue("userId"));
                var refusal = refusal(call.caller(), call.pathValue("userId"), "userId");
                yield refusal != null
                        ? refusal
                        : edges(call, user == null ? Map.of() : user.following, "followedAt");
            }
            case "GetFollow" -> getFollow(call);
            case "FollowUser" ->
                    follow(call.pathValue("userId"), call.pathValue("followeeId"), now);
            case "ListFollowRequests" -> listRequests(call);
            case "AcceptFollowRequest" -> accept(call, now);
            case "DeclineFollowRequest" -> {
                withdraw(call.pathValue("requesterId"), call.pathValue("userId"));
                yield ExpectedResponse.noContent();
            }
            case "BlockUser" -> block(call, now);
            case "UnblockUser" -> {
                var user = users.get(call.pathValue("userId"));
                if (user != null) {
                    user.blocks.remove(call.pathValue("blockedId"));
                }
                yield ExpectedResponse.noContent();
            }
            case "ListBlocks" -> {
                var user = users.get(call.pathValue("userId"));
                yield ownEdges(call, user == null ? Map.of() : user.blocks, "blockedAt");
            }
            case "MuteUser" -> mute(call, now);
            case "UnmuteUser" -> {
                var user = users.get(call.pathValue("userId"));
                if (user != null) {
                    user.mutes.remove(call.pathValue("mutedId"));
                }
                yield ExpectedResponse.noContent();
            }
            case "ListMutes" -> {
                var user = users.get(call.pathValue("userId"));
                yield ownEdges(call, user == null ? Map.of() : user.mutes, "mutedAt");
            }
            case "UnfollowUser" -> {
                withdraw(call.pathValue("userId"), call.pathValue("followeeId"));
                yield unfollow(call.pathValue("userId"), call.pathValue("followeeId"));
            }
            case "RemoveFollower" ->
                    unfollow(call.pathValue("followerId"), call.pathValue("userId"));
            case "GetPostListByUserId" -> listPosts(call);
            case "CreatePost" -> createPost(call, now);
            case "CreateUpload" -> createUpload(call, now);
            case "GetPost" -> {
                var post = post(call);
                var refusal = refusal(call.caller(), call.pathValue("userId"), "postId");
                yield refusal != null
                        ? refusal
                        : post == null || !sees(call.caller(), call.pathValue("postId"))
                                ? ExpectedResponse.notFound("postId")
                                : ExpectedResponse.ok(toBody(call, call.pathValue("postId"), post));
            }
            case "GetPostById" -> {
                var id = call.pathValue("postId");
                var refusal = postRefusal(call.caller(), id);
                yield refusal != null
                        ? refusal
                        : ExpectedResponse.ok(toBody(call, id, posts.get(id)));
            }
            case "ListReplies" -> listReplies(call);
            case "GetThread" -> getThread(call);
            case "HideReply", "UnhideReply" -> hideReply(call);
            case "EditPost" -> editPost(call, now);
            case "DeletePost" -> deletePost(call);
            case "GetUserLikesByPostId" -> listLikes(call);
            case "GetLikeCountByPostId" -> likeCount(call);
            case "GetLike" -> {
                var id = call.pathValue("postId");
                var refusal = postRefusal(call.caller(), id);
                if (refusal != null && refusal.status() == 403) {
                    yield refusal;
                }
                yield edge(
                        refusal == null && !hides(call.caller(), call.pathValue("userId"))
                                ? likes.getOrDefault(id, Map.of())
                                : Map.of(),
                        call.pathValue("userId"),
                        "userId",
                        "likedAt");
            }
            case "LikePost" -> like(call.pathValue("postId"), call.pathValue("userId"), now);
            case "UnlikePost" -> unlike(call.pathValue("postId"), call.pathValue("userId"));
            case "ListLikedPosts" -> listLiked(call);
            case "RecordView" -> view(call, now);
            case "RecordViews" -> views(call, now);
            case "GetViewCountByPostId" -> viewCount(call);
            case "GetTimelineByUserId" -> timeline(call, now);
            case "CountNewTimelinePosts" -> countNew(call, now);
            case "CreateReport" -> report(call, now);
            case "ListReports" -> listReports(call);
            case "GetReports" -> getReports(call);
            case "CloseReports" -> closeReports(call, now);
            case "RestorePost" -> {
                var post = posts.get(call.pathValue("postId"));
                if (post == null) {
                    yield ExpectedResponse.notFound("postId");
                }
                post.isRemoved = false;
                yield ExpectedResponse.noContent();
            }
            case "RestoreUser" -> {
                var user = users.get(call.pathValue("userId"));
                if (user == null) {
                    yield ExpectedResponse.notFound("userId");
                }
                user.suspendedAt = null;
                posts.keySet().forEach(this::countLikes);
                yield ExpectedResponse.noContent();
            }
            case "ListNotifications" -> {
                var notices = notices(call, now);
                yield ofNotices(
                        object(
                                "items",
                                Admissible.partInAnyOrder(notices.possible(), notices.required())));
            }
            case "CountUnreadNotifications" -> ofNotices(unread(call, now));
            case "MarkNotificationsSeen" -> markSeen(call, now);
            case "EraseUser" -> erase(call.pathValue("userId"));
            case "GetErasure" ->
                    // EraseUserTest compares the body
                    erased.contains(call.pathValue("userId"))
                            ? ExpectedResponse.noContent().orStatus(Set.of(200))
                            : ExpectedResponse.notFound("userId");
            case "ExportUser" ->
                    // the lines of other contexts are in it; ExportUserTest compares those of this
                    ExpectedResponse.noContent().orStatus(Set.of(200));
            default ->
                    throw new AssertionError("not a function of this context: " + call.function());
        };
    }

    /// What paths from the user lead to is gone when the stream is drained.
    private ExpectedResponse erase(String id) {
        if (erased.add(id)) {
            users.remove(id);
            for (var other : users.values()) {
                other.following.remove(id);
                other.followers.remove(id);
                other.blocks.remove(id);
                other.requests.remove(id);
            }
            var own = posts.keySet().stream().filter(post -> wrote(id, post)).toList();
            own.forEach(posts::remove);
            deleted.addAll(own);
            likes.values().forEach(timesByUser -> timesByUser.remove(id));
            posts.keySet().forEach(this::countLikes);
            // nothing leads to the reports of a post that was deleted before
            reported.values().removeIf(target -> target.id.equals(id) || own.contains(target.id));
        }
        return ExpectedResponse.noContent().orStatus(Set.of(202));
    }

    private boolean wrote(String user, String post) {
        return existing(post).author.equals(user);
    }

    private ExpectedResponse getUser(Call call, String id) {
        var user = users.get(id);
        if (user == null || hides(call.caller(), id)) {
            return ExpectedResponse.notFound("userId");
        }
        var body = profile(call.caller(), id);
        if (expands(call, "mine")) {
            body.put("mine", ownFollows(call.caller(), id));
        }
        return ExpectedResponse.ok(body);
    }

    /// Returns the users whose names match: each word of the query begins a word of the name. They
    /// are sorted by the word that begins with the longest word of the query.
    private ExpectedResponse searchUsers(String caller, String query) {
        var starts = words(query);
        var longest = starts.stream().max(Comparator.comparingInt(String::length)).orElseThrow();
        var found = new TreeMap<String, Map<String, Object>>();
        users.forEach((id, user) -> {
            var words = words(user.name + " " + id);
            words.removeIf(word -> words.stream().anyMatch(other -> isBeginningOf(word, other)));
            if (!hides(caller, id)
                    && starts.stream()
                            .allMatch(start -> words.stream().anyMatch(w -> w.startsWith(start)))) {
                var word = words.stream().filter(w -> w.startsWith(longest)).sorted().findFirst();
                found.put(word.orElseThrow() + " " + id, profile(caller, id));
            }
        });
        return ExpectedResponse.items(List.copyOf(found.values()));
    }

    private static List<String> words(String text) {
        return new ArrayList<>(List.of(text.toLowerCase(Locale.ROOT).split(" ")));
    }

    private static boolean isBeginningOf(String word, String other) {
        return other.startsWith(word) && other.length() > word.length();
    }

    /// Creates the user, or replaces all fields but the creation time.
    private ExpectedResponse putUser(Call call, Instant now) {
        var id = call.pathValue("userId");
        var body = JsonDifference.parse(body(call));
        var before = users.get(id);
        var isNew = before == null;
        var match = call.headers().get("if-match");
        if (match != null && (before == null || (!match.equals("*") && !isStored(before, body)))) {
            return ExpectedResponse.problem(412);
        }
        var user = users.computeIfAbsent(id, _ -> new User());
        user.name = String.valueOf(text(body, "name"));
        user.content = text(body, "content");
        user.imageUrl = text(body, "imageUrl");
        user.isProtected = Boolean.TRUE.equals(body.get("protected"));
        if (isNew) {
            user.createdAt = time(now);
        }
        return ExpectedResponse.put(isNew, toBody(id, user));
    }

    private static boolean isStored(User user, Map<String, Object> body) {
        return user.name.equals(text(body, "name"))
                && Objects.equals(user.content, text(body, "content"))
                && Objects.equals(user.imageUrl, text(body, "imageUrl"))
                && user.isProtected == Boolean.TRUE.equals(body.get("protected"));
    }

    /// Whether a call changes nothing, because the edge exists already or does not exist.
    private boolean changesNothing(Call call) {
        var user = users.get(call.caller());
        return user != null
                && switch (call.function()) {
                    case "FollowUser", "UnfollowUser" -> {
                        var followee = call.pathValue("followeeId");
                        var author = users.get(followee);
                        var exists =
                                user.following.containsKey(followee)
                                        || (author != null
                                                && author.requests.containsKey(call.caller()));
                        yield exists == call.function().equals("FollowUser");
                    }
                    case "BlockUser" -> user.blocks.containsKey(call.pathValue("blockedId"));
                    case "UnblockUser" -> !user.blocks.containsKey(call.pathValue("blockedId"));
                    case "MuteUser" -> user.mutes.containsKey(call.pathValue("mutedId"));
                    case "UnmuteUser" -> !user.mutes.containsKey(call.pathValue("mutedId"));
                    case "DeletePost" -> post(call) == null;
                    case "UnlikePost" ->
                            !likes.getOrDefault(call.pathValue("postId"), Map.of())
                                    .containsKey(call.caller());
                    case "DeclineFollowRequest" ->
                            !user.requests.containsKey(call.pathValue("requesterId"));
                    case "RemoveFollower" ->
                            !user.followers.containsKey(call.pathValue("followerId"));
                    default -> false;
                };
    }

    /// Changes both lists and both counts, or nothing.
    private ExpectedResponse follow(String follower, String followee, Instant now) {
        var reader = users.get(follower);
        var author = users.get(followee);
        if (reader == null || author == null) {
            return reader != null
                    ? ExpectedResponse.notFound("followeeId")
                    : author != null && !hides(follower, followee)
                            ? ExpectedResponse.notFound("userId")
                            : ExpectedResponse.notFound("followeeId").or("userId");
        }
        if (hides(follower, followee)) {
            return ExpectedResponse.notFound("followeeId");
        }
        if (author.isProtected && !follows(follower, followee)) {
            author.requests.putIfAbsent(follower, time(now));
            return ExpectedResponse.accepted(
                    object(
                            "userId",
                            followee,
                            "requestedAt",
                            author.requests.get(follower),
                            "state",
                            "requested"));
        }
        withdraw(follower, followee);
        var isNew = reader.following.putIfAbsent(followee, time(now)) == null;
        author.followers.putIfAbsent(follower, time(now));
        return ExpectedResponse.put(
                isNew, object("userId", followee, "followedAt", reader.following.get(followee)));
    }

    private void withdraw(String requester, String followee) {
        var user = users.get(followee);
        if (user != null) {
            user.requests.remove(requester);
        }
    }

    /// Begins the follow that was requested, whether or not the user is still protected.
    private ExpectedResponse accept(Call call, Instant now) {
        var user = users.get(call.pathValue("userId"));
        var requester = call.pathValue("requesterId");
        var follower = users.get(requester);
        if (user == null
                || follower == null
                || follower.suspendedAt != null
                || user.requests.remove(requester) == null) {
            return ExpectedResponse.notFound("requesterId");
        }
        follower.following.put(call.pathValue("userId"), time(now));
        user.followers.put(requester, time(now));
        return ExpectedResponse.created(object("userId", requester, "followedAt", time(now)));
    }

    /// Lists the newest first, and those of the same time by descending id.
    private ExpectedResponse listRequests(Call call) {
        var user = users.get(call.pathValue("userId"));
        var requests = user == null ? Map.<String, String>of() : user.requests;
        var byTime = new TreeMap<String, Object>(Comparator.reverseOrder());
        requests.forEach((requester, at) -> {
            if (!isSuspended(requester)) {
                var edges = allEdges(call, Map.of(requester, at), "requestedAt");
                byTime.put(at + ' ' + requester, edges.getFirst());
            }
        });
        return ExpectedResponse.items(List.copyOf(byTime.values()));
    }

    /// Ends the follows in both directions.
    private ExpectedResponse block(Call call, Instant now) {
        var id = call.pathValue("userId");
        var blocked = call.pathValue("blockedId");
        var user = users.get(id);
        if (user == null) {
            return ExpectedResponse.notFound("userId");
        }
        if (!user.blocks.containsKey(blocked)
                && (!users.containsKey(blocked) || hides(id, blocked))) {
            return ExpectedResponse.notFound("blockedId");
        }
        var isNew = user.blocks.putIfAbsent(blocked, time(now)) == null;
        unfollow(id, blocked);
        unfollow(blocked, id);
        withdraw(id, blocked);
        withdraw(blocked, id);
        return ExpectedResponse.put(
                isNew, object("userId", blocked, "blockedAt", user.blocks.get(blocked)));
    }

    private ExpectedResponse mute(Call call, Instant now) {
        var id = call.pathValue("userId");
        var muted = call.pathValue("mutedId");
        var user = users.get(id);
        if (user == null) {
            return ExpectedResponse.notFound("userId");
        }
        if (!user.mutes.containsKey(muted) && (!users.containsKey(muted) || hides(id, muted))) {
            return ExpectedResponse.notFound("mutedId");
        }
        var isNew = user.mutes.putIfAbsent(muted, time(now)) == null;
        return ExpectedResponse.put(
                isNew, object("userId", muted, "mutedAt", user.mutes.get(muted)));
    }

    private ExpectedResponse report(Call call, Instant now) {
        var body = JsonDifference.parse(body(call));
        var kind = body.containsKey("postId") ? "postId" : "userId";
        var id = String.valueOf(text(body, kind));
        var isPost = kind.equals("postId");
        var refusal =
                isPost
                        ? postRefusal(call.caller(), id)
                        : !users.containsKey(id) || hides(call.caller(), id)
                                ? ExpectedResponse.notFound("userId")
                                : null;
        if (refusal != null) {
            return refusal;
        }
        var user = isPost ? existing(id).author : id;
        if (user.equals(call.caller())) {
            return ExpectedResponse.problem(422, kind);
        }
        var target =
                reported.compute(
                        kind + ' ' + id,
                        (_, known) ->
                                known != null && known.isOpen
                                        ? known
                                        : new Reported(kind, id, user, now));
        var earlier = target.reports.get(call.caller());
        if (earlier != null) {
            return ExpectedResponse.ok(earlier);
        }
        target.reasons.merge(String.valueOf(text(body, "reason")), 1L, Long::sum);
        target.lastAt = time(now);
        target.comments.addFirst(
                object(
                        "reason",
                        text(body, "reason"),
                        "comment",
                        text(body, "comment"),
                        "at",
                        time(now)));
        var report = object("reportId", Admissible.anyText(), "createdAt", time(now));
        target.reports.put(call.caller(), report);
        return ExpectedResponse.created(report);
    }

    /// The newest first: the open ones by their first report, the others by their end.
    private ExpectedResponse listReports(Call call) {
        var isOpen = call.query().getOrDefault("state", "open").equals("open");
        var lines = new TreeMap<String, Object>(Comparator.reverseOrder());
        for (var each : reported.values()) {
            if (each.isOpen == isOpen) {
                var line = line(each);
                expandReported(call, each, line);
                lines.put(each.at + ' ' + each.id + ' ' + each.kind, line);
            }
        }
        return ExpectedResponse.items(List.copyOf(lines.values()));
    }

    private static Map<String, Object> line(Reported reported) {
        var target = object("userId", reported.user);
        target.put(reported.kind, reported.id);
        return object(
                "target",
                target,
                "count",
                reported.reports.size(),
                "reasons",
                reported.reasons,
                "firstAt",
                reported.openedAt,
                "lastAt",
                reported.lastAt,
                "state",
                reported.isOpen ? "open" : "closed");
    }

    private ExpectedResponse getReports(Call call) {
        var found = found(call.pathValue("targetId"), call.query().get("kind"));
        if (found.size() > 1) {
            return ExpectedResponse.problem(422, "kind");
        }
        if (found.isEmpty()) {
            return ExpectedResponse.notFound("targetId");
        }
        var reported = found.getFirst();
        var line = line(reported);
        if (expands(call, "post") && reported.kind.equals("postId")) {
            var post = posts.get(reported.id);
            if (post == null) {
                line.put("gone", true);
            } else {
                line.put("post", toBody(reported.id, post));
                line.put("hidden", post.isRemoved ? true : null);
            }
        }
        var user = users.get(reported.user);
        if (expands(call, "user") && user != null) {
            var body = summary(reported.user);
            body.put("content", user.content);
            body.put("suspendedAt", user.suspendedAt);
            line.put("user", body);
        }
        line.values().removeIf(Objects::isNull);
        var comments = new ArrayList<Map<String, Object>>();
        for (var comment : reported.comments) {
            var item = new LinkedHashMap<>(line);
            item.putAll(comment);
            comments.add(item);
        }
        return ExpectedResponse.items(comments);
    }

    /// The reported targets with an id.
    private List<Reported> found(String id, @Nullable String kind) {
        return Stream.of("post", "user")
                .filter(each -> kind == null || kind.equals(each))
                .map(each -> reported.get(each + "Id " + id))
                .filter(Objects::nonNull)
                .toList();
    }

    /// Adds to a line what the call expands.
    private void expandReported(Call call, Reported reported, Map<String, Object> line) {
        if (expands(call, "post") && reported.kind.equals("postId")) {
            var post = posts.get(reported.id);
            if (post == null
                    || (post.isRemoved && !post.author.equals(call.caller()))
                    || hides(call.caller(), post.author)) {
                line.put("gone", true);
            } else if (sees(call.caller(), reported.id)) {
                line.put("post", toBody(reported.id, post));
            }
        }
        var user = users.get(reported.user);
        if (expands(call, "user") && user != null && !hides(call.caller(), reported.user)) {
            var body = summary(reported.user);
            if (user.content != null && refusal(call.caller(), reported.user, "userId") == null) {
                body.put("content", user.content);
            }
            line.put("user", body);
        }
    }

    private ExpectedResponse closeReports(Call call, Instant now) {
        var id = call.pathValue("targetId");
        var body = JsonDifference.parse(body(call));
        var kind = text(body, "kind");
        var found = found(id, kind);
        if (found.size() > 1) {
            return ExpectedResponse.problem(422, "kind");
        }
        if (found.isEmpty()) {
            return ExpectedResponse.notFound("targetId");
        }
        var target = found.getFirst();
        var isPost = target.kind.equals("postId");
        var action = text(body, "action");
        if ("hidePost".equals(action)) {
            if (!isPost) {
                return ExpectedResponse.problem(422, "action");
            }
            var hidden = posts.get(id);
            if (hidden != null) {
                hidden.isRemoved = true;
            }
        } else if ("suspendUser".equals(action)) {
            var suspended = users.get(target.user);
            if (suspended != null) {
                suspended.suspendedAt =
                        suspended.suspendedAt == null ? time(now) : suspended.suspendedAt;
            }
            posts.keySet().forEach(this::countLikes);
        }
        if (target.isOpen) {
            target.isOpen = false;
            target.at = time(now);
        }
        return ExpectedResponse.noContent();
    }

    private boolean isSuspended(String id) {
        var user = users.get(id);
        return user != null && user.suspendedAt != null;
    }

    /// Whether one of the two blocks the other, or an administrator hides the other.
    private boolean hides(String reader, String other) {
        return blocks(reader, other)
                || blocks(other, reader)
                || (isSuspended(other) && !reader.equals(other));
    }

    private boolean blocks(String user, String other) {
        var known = users.get(user);
        return known != null && known.blocks.containsKey(other);
    }

    private boolean mutes(String user, String other) {
        var known = users.get(user);
        return known != null && known.mutes.containsKey(other);
    }

    /// The problem of a reader who may not see what a user writes, or null.
    ///
    /// @param field the field that the problem names if the reader must not see whether it exists
    private @Nullable ExpectedResponse refusal(String reader, String author, String field) {
        if (reader.equals(author)) {
            return null;
        }
        var user = users.get(author);
        if (user == null || hides(reader, author)) {
            return ExpectedResponse.notFound(field);
        }
        return user.isProtected && !follows(reader, author)
                ? ExpectedResponse.problem(403).ofType("protected")
                : null;
    }

    /// The problem of a reader who may not see a post, or null.
    private @Nullable ExpectedResponse postRefusal(String reader, String id) {
        var post = posts.get(id);
        return post == null || (post.isRemoved && !post.author.equals(reader))
                ? ExpectedResponse.notFound("postId")
                : refusal(reader, post.author, "postId");
    }

    private boolean sees(String reader, String id) {
        return postRefusal(reader, id) == null;
    }

    private Post existing(String id) {
        return Objects.requireNonNull(posts.get(id));
    }

    /// The post, or null if it does not exist or the caller may not see it.
    private @Nullable Post visiblePost(Call call, String id) {
        return postRefusal(call.caller(), id) == null ? posts.get(id) : null;
    }

    /// The profile of a user as a reader sees it.
    private Map<String, Object> profile(String reader, String id) {
        var body = toBody(id, users.getOrDefault(id, new User()));
        if (refusal(reader, id, "userId") != null) {
            body.remove("content");
        }
        return body;
    }

    /// A user whom a protected user follows can read that follow.
    private ExpectedResponse getFollow(Call call) {
        var follower = call.pathValue("userId");
        var followee = call.pathValue("followeeId");
        var refusal = refusal(call.caller(), follower, "userId");
        if (refusal != null && refusal.status() == 403 && !followee.equals(call.caller())) {
            return refusal;
        }
        if (refusal != null && refusal.status() == 404) {
            return refusal;
        }
        var user = users.get(follower);
        return edge(
                user == null || hides(call.caller(), followee) ? Map.of() : user.following,
                followee,
                "followeeId",
                "followedAt");
    }

    /// From now on the author's posts may be removed from the timeline, even after a new follow.
    private ExpectedResponse unfollow(String follower, String followee) {
        var reader = users.get(follower);
        var author = users.get(followee);
        if (reader != null && author != null) {
            reader.following.remove(followee);
            author.followers.remove(follower);
            if (!follower.equals(followee)) {
                delivered(follower)
                        .removeIf(id ->
                                !posts.containsKey(id) || posts.get(id).author.equals(followee));
            }
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listPosts(Call call) {
        var author = call.pathValue("userId");
        var refusal = refusal(call.caller(), author, "userId");
        if (refusal != null) {
            return refusal;
        }
        var list = new ArrayList<Object>();
        posts.descendingMap()
                .forEach((id, post) -> {
                    var isReply = !post.ancestors.isEmpty();
                    var isListed =
                            switch (call.query().getOrDefault("replies", "include")) {
                                case "exclude" -> !isReply;
                                case "only" -> isReply;
                                default -> true;
                            };
                    if (post.author.equals(author) && isListed && sees(call.caller(), id)) {
                        list.add(toBody(call, id, post));
                    }
                });
        return ExpectedResponse.items(list);
    }

    private ExpectedResponse createPost(Call call, Instant now) {
        var author = users.get(call.pathValue("userId"));
        var body = JsonDifference.parse(body(call));
        var post = new Post(call.pathValue("userId"), now);
        if (body.get("inReplyTo") instanceof Map<?, ?> inReplyTo) {
            var id = String.valueOf(inReplyTo.get("postId"));
            var parent = visiblePost(call, id);
            if (parent == null) {
                return ExpectedResponse.notFound("inReplyTo");
            }
            post.ancestors =
                    Stream.concat(Stream.of(id), parent.ancestors.stream()).limit(11).toList();
        }
        if (author == null) {
            return ExpectedResponse.notFound("userId");
        }
        post.content = String.valueOf(text(body, "content"));
        post.imageUrl = text(body, "imageUrl");
        var response = toBody("", post);
        response.put("postId", Admissible.anyText());
        return ExpectedResponse.created(response)
                .then(created -> {
                    var id = String.valueOf(created.get("postId"));
                    posts.put(id, post);
                    likes.put(id, new TreeMap<>());
                    authors.put(id, post.author);
                });
    }

    private ExpectedResponse listReplies(Call call) {
        var id = call.pathValue("postId");
        var refusal = postRefusal(call.caller(), id);
        if (refusal != null) {
            return refusal;
        }
        var parent = existing(id);
        var isOfHidden = call.query().getOrDefault("state", "shown").equals("hidden");
        if (isOfHidden && !parent.author.equals(call.caller())) {
            return ExpectedResponse.problem(403);
        }
        var replies = new ArrayList<Object>();
        var inOrder =
                call.query().getOrDefault("order", "asc").equals("desc")
                        ? posts.descendingMap()
                        : posts;
        inOrder.forEach((replyId, reply) -> {
            if (isReplyTo(id, reply)
                    && parent.hidden.contains(replyId) == isOfHidden
                    && !blocks(parent.author, reply.author)
                    && sees(call.caller(), replyId)
                    && !mutes(call.caller(), reply.author)) {
                replies.add(toBody(call, replyId, reply));
            }
        });
        return ExpectedResponse.items(replies);
    }

    private static boolean isReplyTo(String id, Post post) {
        return !post.ancestors.isEmpty() && post.ancestors.getFirst().equals(id);
    }

    private ExpectedResponse getThread(Call call) {
        var id = call.pathValue("postId");
        var refusal = postRefusal(call.caller(), id);
        if (refusal != null) {
            return refusal;
        }
        var post = existing(id);
        var shown = post.ancestors.stream().limit(10).toList().reversed();
        return ExpectedResponse.ok(
                object(
                        "ancestors",
                        shown.stream()
                                .map(each ->
                                        visiblePost(call, each) != null
                                                ? toBody(call, each, posts.get(each))
                                                : object("postId", each, "gone", true))
                                .toList(),
                        "post",
                        toBody(call, id, post),
                        "complete",
                        post.ancestors.size() <= 10));
    }

    private ExpectedResponse hideReply(Call call) {
        var id = call.pathValue("postId");
        var replyId = call.pathValue("replyId");
        var reply = posts.get(replyId);
        var refusal = postRefusal(call.caller(), id);
        if (refusal != null) {
            return refusal;
        }
        var parent = existing(id);
        if (!parent.author.equals(call.caller())) {
            return ExpectedResponse.problem(403);
        }
        var ofReply = postRefusal(call.caller(), replyId);
        var isHidden = ofReply != null && ofReply.status() == 404;
        if (reply == null || !isReplyTo(id, reply) || isHidden) {
            return ExpectedResponse.notFound("replyId");
        }
        if (call.function().equals("HideReply")) {
            parent.hidden.add(replyId);
        } else {
            parent.hidden.remove(replyId);
        }
        return ExpectedResponse.noContent();
    }

    /// Edits only the version of If-Match, if the header is present. Keeps the image unless the
    /// body contains the field.
    private ExpectedResponse createUpload(Call call, Instant now) {
        if (!users.containsKey(call.pathValue("userId"))) {
            return ExpectedResponse.notFound("userId");
        }
        var body = JsonDifference.parse(body(call));
        var headers = new TreeMap<String, Object>();
        headers.put("content-type", String.valueOf(body.get("type")));
        headers.put("if-none-match", "*");
        headers.put("x-amz-checksum-sha256", String.valueOf(body.get("sha256")));
        headers.put("x-amz-tagging", "state=new");
        var put = new TreeMap<String, Object>();
        put.put("url", Admissible.anyText());
        put.put("headers", headers);
        var response = new TreeMap<String, Object>();
        response.put("uploadId", Admissible.anyText());
        response.put("put", put);
        response.put("expiresAt", time(now.plus(Duration.ofMinutes(15))));
        return ExpectedResponse.created(response);
    }

    private ExpectedResponse editPost(Call call, Instant now) {
        var post = post(call);
        if (post == null) {
            return ExpectedResponse.notFound("postId");
        }
        var body = JsonDifference.parse(body(call));
        var content = body.containsKey("content") ? text(body, "content") : post.content;
        var imageUrl = body.containsKey("imageUrl") ? text(body, "imageUrl") : post.imageUrl;
        if (!Objects.equals(content, post.content) || !Objects.equals(imageUrl, post.imageUrl)) {
            var match = call.headers().get("if-match");
            if (match != null && !match.equals("*") && !match.equals("\"" + post.version + "\"")) {
                return ExpectedResponse.problem(412);
            }
            post.content = String.valueOf(content);
            post.imageUrl = imageUrl;
            post.editedAt = time(now);
            post.version++;
        }
        return ExpectedResponse.ok(toBody(call.pathValue("postId"), post));
    }

    /// Hides the post and its likes immediately.
    private ExpectedResponse deletePost(Call call) {
        var post = post(call);
        if (post != null) {
            posts.remove(call.pathValue("postId"));
            deleted.add(call.pathValue("postId"));
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listLikes(Call call) {
        var id = call.pathValue("postId");
        var refusal = postRefusal(call.caller(), id);
        return refusal != null ? refusal : edges(call, likes.getOrDefault(id, Map.of()), "likedAt");
    }

    private ExpectedResponse likeCount(Call call) {
        var id = call.pathValue("postId");
        var refusal = postRefusal(call.caller(), id);
        return refusal != null
                ? refusal
                : ExpectedResponse.ok(
                        object("postId", id, "likeCount", existing(id).likeCount.value()));
    }

    private ExpectedResponse like(String id, String user, Instant now) {
        var refusal = postRefusal(user, id);
        if (refusal != null) {
            return refusal;
        }
        if (!users.containsKey(user)) {
            return ExpectedResponse.notFound("userId");
        }
        var timesByUser = likes.computeIfAbsent(id, _ -> new TreeMap<>());
        var isNew = timesByUser.putIfAbsent(user, time(now)) == null;
        countLikes(id);
        return ExpectedResponse.put(
                isNew, object("userId", user, "likedAt", timesByUser.get(user)));
    }

    private ExpectedResponse unlike(String id, String user) {
        var timesByUser = likes.getOrDefault(id, new TreeMap<>());
        timesByUser.remove(user);
        countLikes(id);
        return ExpectedResponse.noContent();
    }

    /// Lists the existing posts that a user likes, the newest like first.
    private ExpectedResponse listLiked(Call call) {
        var user = call.pathValue("userId");
        var liked = new TreeMap<String, Object>(Comparator.reverseOrder());
        posts.forEach((id, post) -> {
            var at = likes.getOrDefault(id, Map.of()).get(user);
            if (at != null && sees(user, id)) {
                liked.put(at + ' ' + id, toBody(call, id, post));
            }
        });
        return ExpectedResponse.items(List.copyOf(liked.values()));
    }

    private ExpectedResponse view(Call call, Instant now) {
        var id = call.pathValue("postId");
        var session = call.pathValue("sessionId");
        var refusal = postRefusal(call.caller(), id);
        if (refusal != null) {
            return refusal;
        }
        var post = existing(id);
        var counts = counts(post, session, now);
        return ExpectedResponse.put(
                counts,
                object(
                        "postId", id,
                        "sessionId", session,
                        "viewedAt", time(post.views.getOrDefault(session, now))));
    }

    private ExpectedResponse views(Call call, Instant now) {
        var recorded = 0;
        var unknown = new ArrayList<Object>();
        var ids = (List<?>) JsonDifference.parse(body(call)).getOrDefault("postIds", List.of());
        for (var id : new LinkedHashSet<Object>(ids)) {
            var post = visiblePost(call, String.valueOf(id));
            if (post == null) {
                unknown.add(id);
            } else {
                var _ = counts(post, call.pathValue("sessionId"), now);
                recorded++;
            }
        }
        return ExpectedResponse.ok(object("recorded", recorded, "unknown", unknown));
    }

    /// Counts a session at most once within a day.
    private static boolean counts(Post post, String session, Instant now) {
        var last = post.views.get(session);
        var counts = last == null || !now.isBefore(last.plus(SAME_VIEW));
        if (counts) {
            post.views.put(session, now);
            post.viewTotal++;
            post.viewCount.set(post.viewTotal);
        }
        return counts;
    }

    private ExpectedResponse viewCount(Call call) {
        var id = call.pathValue("postId");
        var refusal = postRefusal(call.caller(), id);
        return refusal != null
                ? refusal
                : ExpectedResponse.ok(
                        object("postId", id, "viewCount", existing(id).viewCount.value()));
    }

    /// Lists the posts of the reader and of the users that they follow, of the last thirty days,
    /// newest first. A post that is not delivered yet may be missing. A deleted post, or one of a
    /// user who is not followed, is never listed.
    private ExpectedResponse timeline(Call call, Instant now) {
        var reader = call.pathValue("userId");
        var ids = newerThanSince(call, now);
        var items = ids.stream().map(id -> toBody(call, id, posts.get(id))).toList();
        var certain = delivered(reader);
        return ExpectedResponse.items(
                Admissible.list(items, index -> certain.contains(ids.get(index))));
    }

    /// What a list of notifications may contain.
    ///
    /// @param required those of them that it must contain: those whose end is certainly ahead, and
    ///   whose item certainly names a user whom the reader sees
    private record Notices(List<Map<String, Object>> possible, List<Map<String, Object>> required) {
        void add(Map<String, Object> notice, boolean isRequired) {
            possible.add(notice);
            if (isRequired) {
                required.add(notice);
            }
        }
    }

    /// The notifications of a reader when the stream is drained. Their times are those at which the
    /// stream was delivered, which a model does not know, so it knows neither their order nor which
    /// of them are unread.
    private Notices notices(Call call, Instant now) {
        var reader = call.pathValue("userId");
        var notices = new Notices(new ArrayList<>(), new ArrayList<>());
        var user = users.getOrDefault(reader, new User());
        Map.of("follow", user.followers, "followRequest", user.requests)
                .forEach((kind, edges) ->
                        edges.forEach((other, at) -> {
                            if (!isUnseen(reader, other)) {
                                notices.add(
                                        notice(call, kind, other, Set.of(other)),
                                        isRecent(at, now));
                            }
                        }));
        posts.forEach((id, post) -> {
            if (post.author.equals(reader)) {
                var others = new TreeMap<>(likes.getOrDefault(id, Map.of()));
                others.keySet().removeIf(each -> each.equals(reader) || isSuspended(each));
                var shown = new TreeSet<>(others.keySet());
                shown.removeIf(each -> isUnseen(reader, each));
                if (!shown.isEmpty()) {
                    var notice = notice(call, "like", id, shown);
                    notice.put("count", post.likeCount.value());
                    notices.add(
                            notice,
                            shown.size() == others.size()
                                    && others.values().stream().anyMatch(at -> isRecent(at, now)));
                }
            } else if (!post.ancestors.isEmpty()
                    && reader.equals(authors.get(post.ancestors.getFirst()))
                    && sees(reader, id)
                    && !mutes(reader, post.author)) {
                var parent = post.ancestors.getFirst();
                var notice = notice(call, "reply", id, Set.of(post.author));
                notice.put("inReplyTo", object("postId", parent));
                // a parent that is deleted before the reply arrives notifies no user
                notices.add(
                        notice, posts.containsKey(parent) && isRecent(time(post.timestamp), now));
            }
        });
        return notices;
    }

    private boolean isUnseen(String reader, String actor) {
        return hides(reader, actor) || mutes(reader, actor);
    }

    private static boolean isRecent(String at, Instant now) {
        return now.isBefore(Instant.parse(at).plus(NOTIFIED));
    }

    /// @param id the id of the post, or of the user who follows
    /// @param actors those who may be named
    private Map<String, Object> notice(Call call, String kind, String id, Set<String> actors) {
        var isOfPost = posts.containsKey(id) && !kind.startsWith("follow");
        return object(
                "notificationId",
                kind + "-" + id,
                "kind",
                kind,
                "at",
                Admissible.anyText(),
                "unread",
                Admissible.oneOf(List.of(true, false)),
                "postId",
                isOfPost ? id : null,
                "post",
                isOfPost && expands(call, "post") ? toBody(id, posts.get(id)) : null,
                "actors",
                Admissible.partInAnyOrder(
                        actors.stream()
                                .map(actor ->
                                        expands(call, "user")
                                                ? summary(actor)
                                                : object("userId", actor))
                                .toList(),
                        List.of()));
    }

    /// Before the stream is drained, it may have delivered any part.
    private ExpectedResponse ofNotices(Map<String, Object> body) {
        var response = ExpectedResponse.ok(body);
        return isDrained ? response : response.orStatus(Set.of(200));
    }

    private Map<String, Object> unread(Call call, Instant now) {
        var possible = notices(call, now).possible().size();
        return object("count", Admissible.between(0, possible), "more", false);
    }

    /// The marker never moves back, and never beyond now.
    private ExpectedResponse markSeen(Call call, Instant now) {
        var at = Instant.parse(String.valueOf(text(JsonDifference.parse(body(call)), "at")));
        var until = at.isBefore(now) ? at : now;
        var latest =
                seen.merge(
                        call.pathValue("userId"),
                        until,
                        (one, other) -> one.isBefore(other) ? other : one);
        // a marker that has expired may have been deleted
        var body =
                object("seenAt", isRecent(time(latest), now) ? time(latest) : Admissible.anyText());
        body.putAll(unread(call, now));
        return ofNotices(body);
    }

    private ExpectedResponse countNew(Call call, Instant now) {
        if (expands(call, "notifications")) {
            return ExpectedResponse.noContent().orStatus(Set.of(200));
        }
        var ids = newerThanSince(call, now);
        var certain = delivered(call.pathValue("userId"));
        var count = Admissible.between(ids.stream().filter(certain::contains).count(), ids.size());
        return ExpectedResponse.ok(object("count", count, "more", false));
    }

    /// The posts of the timeline, or only those newer than the post `since`.
    private List<String> newerThanSince(Call call, Instant now) {
        var since = call.query().getOrDefault("since", "");
        return timelineOf(call.pathValue("userId"), now).stream()
                .filter(id -> id.compareTo(since) > 0)
                .toList();
    }

    private List<String> timelineOf(String reader, Instant now) {
        var user = users.get(reader);
        var ids = new ArrayList<String>();
        posts.forEach((id, post) -> {
            var isOwn = post.author.equals(reader);
            var isInTimelines =
                    post.ancestors.isEmpty()
                            || post.author.equals(authors.get(post.ancestors.getFirst()));
            if (isInTimelines
                    && (isOwn
                            || (user != null
                                    && user.following.containsKey(post.author)
                                    && !user.mutes.containsKey(post.author)))
                    && sees(reader, id)
                    && now.isBefore(post.timestamp.plus(IN_TIMELINES))) {
                ids.add(id);
            }
        });
        ids.sort(Comparator.reverseOrder());
        return ids;
    }

    @Override
    public void onDrained(Instant now) {
        isDrained = true;
        posts.values()
                .forEach(post -> {
                    post.likeCount.onDrained();
                    post.viewCount.onDrained();
                });
        deleted.forEach(likes::remove);
        for (var reader : users.keySet()) {
            delivered(reader).addAll(timelineOf(reader, now));
        }
    }

    @Override
    public List<Call> reads() {
        var calls = new ArrayList<Call>();
        for (var user : users.keySet()) {
            for (var list :
                    List.of(
                            "GetUserInfoByUserId",
                            "GetFollowerListByUserId",
                            "GetFollowingListByUserId",
                            "GetPostListByUserId",
                            "ListLikedPosts",
                            "ListBlocks",
                            "ListFollowRequests",
                            "ListMutes",
                            "GetTimelineByUserId",
                            "ListNotifications")) {
                calls.add(Call.of(list, user).at("userId", user));
            }
            for (var list : List.of("GetFollowerListByUserId", "GetFollowingListByUserId")) {
                calls.add(Call.of(list, "ann").at("userId", user).query("expand", "user,mine"));
            }
            calls.add(
                    Call.of("GetTimelineByUserId", user)
                            .at("userId", user)
                            .query("expand", "author,counts,mine"));
            calls.add(Call.of("GetMe", user));
        }
        for (var state : List.of("open", "closed")) {
            calls.add(
                    Call.of("ListReports", "root")
                            .asAdmin(true)
                            .query("state", state)
                            .query("expand", "post,user"));
        }
        for (var target : reported.values()) {
            calls.add(
                    Call.of("GetReports", "root")
                            .asAdmin(true)
                            .at("targetId", target.id)
                            .query("kind", target.kind.replace("Id", ""))
                            .query("expand", "post,user"));
        }
        posts.forEach((id, post) -> {
            calls.add(Call.of("GetPost", post.author).at("userId", post.author).at("postId", id));
            calls.addAll(readingsOfPost(post.author, id));
            calls.add(Call.of("GetLike", post.author).at("postId", id).at("userId", post.author));
        });
        deleted.forEach(id -> calls.addAll(readingsOfPost("ann", id)));
        return calls;
    }

    private static List<Call> readingsOfPost(String caller, String id) {
        return List.of(
                Call.of("GetPostById", caller).at("postId", id),
                Call.of("ListReplies", caller).at("postId", id).query("expand", "counts"),
                Call.of("GetThread", caller).at("postId", id).query("expand", "author,counts,mine"),
                Call.of("GetUserLikesByPostId", caller).at("postId", id),
                Call.of("GetLikeCountByPostId", caller).at("postId", id),
                Call.of("GetViewCountByPostId", caller).at("postId", id));
    }

    private @Nullable Post post(Call call) {
        var post = posts.get(call.pathValue("postId"));
        return post == null || !post.author.equals(call.pathValue("userId")) ? null : post;
    }

    private Set<String> delivered(String reader) {
        return delivered.computeIfAbsent(reader, _ -> new HashSet<>());
    }

    private ExpectedResponse edges(Call call, Map<String, String> timesByUser, String timeName) {
        return ExpectedResponse.items(edgeList(call, timesByUser, timeName));
    }

    private static ExpectedResponse edge(
            Map<String, String> timesByUser, String user, String field, String timeName) {
        var time = timesByUser.get(user);
        return time == null
                ? ExpectedResponse.notFound(field)
                : ExpectedResponse.ok(object("userId", user, timeName, time));
    }

    /// The rows of users whom the caller sees.
    private List<Object> edgeList(Call call, Map<String, String> timesByUser, String timeName) {
        var visible = new TreeMap<>(timesByUser);
        visible.keySet().removeIf(user -> hides(call.caller(), user));
        return allEdges(call, visible, timeName);
    }

    /// The rows of a list that the caller wrote, which keeps users whom the caller does not see.
    private ExpectedResponse ownEdges(Call call, Map<String, String> timesByUser, String timeName) {
        return ExpectedResponse.items(allEdges(call, timesByUser, timeName));
    }

    private List<Object> allEdges(Call call, Map<String, String> timesByUser, String timeName) {
        var edgeList = new ArrayList<Object>();
        timesByUser.forEach((user, at) -> {
            var edge = object("userId", user, timeName, at);
            var isSeen =
                    call.function().equals("ListBlocks")
                            ? !blocks(user, call.caller()) && !isSuspended(user)
                            : !hides(call.caller(), user);
            if (expands(call, "user")) {
                edge.put("user", isSeen ? summary(user) : object("userId", user));
            }
            if (expands(call, "mine")) {
                edge.put(
                        "mine",
                        isSeen
                                ? ownFollows(call.caller(), user)
                                : object("following", false, "followedBy", false));
            }
            edgeList.add(edge);
        });
        return edgeList;
    }

    private Map<String, Object> toBody(String id, User user) {
        return object(
                "userId",
                id,
                "name",
                user.name,
                "content",
                user.content,
                "imageUrl",
                user.imageUrl,
                "protected",
                user.isProtected ? true : null,
                "suspendedAt",
                user.suspendedAt,
                "createdAt",
                user.createdAt,
                "followerCount",
                shown(user.followers).size(),
                "followingCount",
                shown(user.following).size(),
                "postCount",
                posts.values().stream()
                        .filter(post -> post.author.equals(id) && !isRemoved(post))
                        .count());
    }

    /// The users of a list who count.
    private List<String> shown(Map<String, String> timesByUser) {
        return timesByUser.keySet().stream().filter(this::isShown).toList();
    }

    /// Whether the follows, likes and replies of a user count: no administrator hides them.
    boolean isShown(String user) {
        return !isSuspended(user);
    }

    /// Whether a post does not count, because an administrator hides it.
    boolean isRemoved(Post post) {
        return post.isRemoved;
    }

    /// The likes of a post changed, or which of them are hidden.
    private void countLikes(String id) {
        var post = posts.get(id);
        if (post != null) {
            post.likeCount.set(shown(likes.getOrDefault(id, Map.of())).size());
        }
    }

    /// The post with what the call expands.
    private Map<String, Object> toBody(Call call, String id, @Nullable Post post) {
        var body = toBody(id, post);
        if (post != null && expands(call, "author")) {
            body.put("author", summary(post.author));
            var parent =
                    post.ancestors.isEmpty() ? null : visiblePost(call, post.ancestors.getFirst());
            if (parent != null) {
                body.put(
                        "inReplyTo",
                        object(
                                "postId",
                                post.ancestors.getFirst(),
                                "author",
                                summary(parent.author)));
            }
        }
        if (post != null && expands(call, "counts")) {
            body.put(
                    "counts",
                    object(
                            "likeCount", post.likeCount.value(),
                            "viewCount", post.viewCount.value(),
                            "replyCount",
                                    posts.values().stream()
                                            .filter(each -> isReplyTo(id, each))
                                            .filter(each -> !isRemoved(each))
                                            .filter(each -> isShown(each.author))
                                            .count()));
        }
        if (expands(call, "mine")) {
            var liked = likes.getOrDefault(id, Map.of()).containsKey(call.caller());
            body.put("mine", object("liked", liked));
        }
        return body;
    }

    private static boolean expands(Call call, String word) {
        return List.of(call.query().getOrDefault("expand", "").split(",", -1)).contains(word);
    }

    private Map<String, Object> ownFollows(String caller, String user) {
        return object("following", follows(caller, user), "followedBy", follows(user, caller));
    }

    private boolean follows(String follower, String followee) {
        var user = users.get(follower);
        return user != null && user.following.containsKey(followee);
    }

    private Map<String, Object> summary(String id) {
        var user = users.get(id);
        return object(
                "userId", id,
                "name", user == null ? null : user.name,
                "imageUrl", user == null ? null : user.imageUrl,
                "protected", (user != null && user.isProtected) ? true : null);
    }

    private static Map<String, Object> toBody(String id, @Nullable Post post) {
        if (post == null) {
            throw new AssertionError("there is no post " + id);
        }
        return object(
                "userId", post.author,
                "postId", id,
                "content", post.content,
                "imageUrl", post.imageUrl,
                "timestamp", time(post.timestamp),
                "editedAt", post.editedAt,
                "inReplyTo",
                        post.ancestors.isEmpty()
                                ? null
                                : object("postId", post.ancestors.getFirst()));
    }

    private static String body(Call call) {
        var body = call.body();
        if (body == null) {
            throw new AssertionError(call.function() + " needs a body");
        }
        return body;
    }
}
