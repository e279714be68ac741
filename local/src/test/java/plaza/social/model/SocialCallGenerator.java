package plaza.social.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.model.CallGenerator;
import plaza.model.ContextModel;
import plaza.model.RandomChoices;
import plaza.model.expected.Call;
import plaza.model.expected.JsonDifference;
import plaza.testkit.TestBed;

/// Four users who follow each other, write short posts, and like and view them.
public final class SocialCallGenerator implements CallGenerator {
    static final List<String> LEAVERS = List.of("eve", "eli");
    static final List<String> USERS = List.of("ann", "bob", "cid", "dee", "eve", "eli");

    private static final List<String> CONTENTS = List.of("Fog.", "Rain.", "Ça va ?", "霧", "Sun!");
    private static final String IMAGE_URL = "https://example.com/a.png";

    private static final Map<String, Object> UPLOAD =
            Map.of(
                    "type",
                    "image/png",
                    "bytes",
                    1_000,
                    "sha256",
                    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");

    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");

    private final SocialModel model;
    private final RandomChoices choices;
    private int posts;

    /// Returns a model with the generator of its calls.
    public static ContextModel of(SocialModel model) {
        return ContextModel.of(model, (own, choices, _) -> new SocialCallGenerator(own, choices));
    }

    SocialCallGenerator(SocialModel model, RandomChoices choices) {
        this.model = model;
        this.choices = choices;
    }

    @Override
    public boolean canSucceed(String function) {
        return switch (function) {
            case "GetUserInfoByUserId", "GetMe", "CreatePost", "CreateUpload" ->
                    !model.users.isEmpty();
            case "FollowUser", "BlockUser", "MuteUser" -> model.users.size() > 1;
            case "GetFollow" ->
                    model.users.values().stream().anyMatch(user -> !user.following.isEmpty());
            case "AcceptFollowRequest" -> !requests().isEmpty();
            case "CreateReport" -> model.users.size() > 1;
            case "CloseReports", "GetReports" -> !model.reported.isEmpty();
            case "RestorePost" -> !model.posts.isEmpty();
            case "RestoreUser" -> !model.users.isEmpty();
            case "GetLike" -> !likes().isEmpty();
            case "HideReply", "UnhideReply" -> !replies().isEmpty();
            default -> !isAboutPost(function) || !model.posts.isEmpty();
        };
    }

    private static boolean isAboutPost(String function) {
        return TestBed.row(function).path().contains("{postId}");
    }

    @Override
    public Call call(String function) {
        var caller = choices.of(USERS);
        return switch (function) {
            case "GetTimelineByUserId" -> {
                var call = byRow(function, caller);
                yield choices.oneIn(3) ? call.query("since", post()) : call;
            }
            case "CountNewTimelinePosts" -> byRow(function, caller).query("since", post());
            case "PutUserInfo" -> {
                var call = own(function, caller).body(info());
                yield switch (choices.below(6)) {
                    case 0 -> call.header("if-match", "*");
                    case 1 -> call.header("if-match", "\"other\"");
                    default -> call;
                };
            }
            case "GetUsersByIds" ->
                    choices.oneIn(2)
                            ? Call.of(function, caller)
                                    .query("q", choices.any("an", "BOB", "Ł", "bo ann", "c"))
                            : Call.of(function, caller)
                                    .query("ids", user() + "," + user() + "," + user());
            case "GetMe" -> expanded(Call.of(function, user()));
            case "FollowUser", "UnfollowUser" -> follow(function);
            case "RemoveFollower" -> {
                var follow = follow("UnfollowUser");
                yield own(function, follow.pathValue("followeeId"))
                        .at("followerId", follow.pathValue("userId"));
            }
            case "AcceptFollowRequest", "DeclineFollowRequest" -> request(function, caller);
            case "GetFollow" -> follow(function).withCaller(caller);
            case "GetLike" -> ofLike(Call.of(function, caller).at("userId", user()));
            case "CreatePost" -> create(user());
            case "CreateUpload" -> own(function, caller).body(UPLOAD);
            case "GetPost" -> expanded(ofPost(function).withCaller(caller));
            case "EditPost" -> edit();
            case "DeletePost" -> ofPost(function);
            case "UnlikePost" -> unlike(caller);
            case "HideReply", "UnhideReply" -> hide(function, caller);
            case "BlockUser", "MuteUser" -> {
                var call = byRow(function, caller);
                yield choices.oneIn(3) ? call : end(function, call);
            }
            case "UnblockUser", "UnmuteUser" -> end(function, byRow(function, caller));
            case "ListReplies" -> {
                var call = byRow(function, caller);
                if (choices.oneIn(3)) {
                    var author = authorOf(call.pathValue("postId"));
                    call =
                            (choices.oneIn(6) ? call : call.withCaller(author))
                                    .query("state", choices.any("shown", "hidden"));
                }
                yield choices.oneIn(2) ? call.query("order", choices.any("asc", "desc")) : call;
            }
            case "GetPostListByUserId" -> {
                var call = byRow(function, caller);
                yield choices.oneIn(2)
                        ? call.query("replies", choices.any("include", "exclude", "only"))
                        : call;
            }
            case "CreateReport" -> report(caller);
            case "ListReports" ->
                    byRow(function, "root").query("state", choices.any("open", "closed"));
            case "GetReports" -> {
                var call = expanded(byRow(function, "root"));
                yield choices.oneIn(6) ? call.query("kind", choices.any("post", "user")) : call;
            }
            case "CloseReports" -> {
                var action = choices.any("none", "hidePost", "hidePost", "suspendUser");
                var call = byRow(function, "root");
                var kind = choices.any("post", "user");
                yield call.body(
                        choices.oneIn(6)
                                ? Map.of("action", action, "kind", kind)
                                : Map.of("action", action));
            }
            case "RestorePost", "RestoreUser" -> byRow(function, "root");
            case "MarkNotificationsSeen" ->
                    own(function, caller)
                            .body(
                                    JsonDifference.object(
                                            "at",
                                            choices.any(
                                                    "2026-01-31T09:05:00.000Z",
                                                    "2099-01-31T09:05:00.000Z")));
            case "EraseUser" -> erase(caller);
            case "RecordViews" ->
                    byRow(function, caller)
                            .body(Map.of("postIds", List.of(post(), "nothing", post(), post())));
            default -> byRow(function, caller);
        };
    }

    /// Returns the call that follows from the Catalogue row: values of its path parameters, its
    /// owner as the caller, and some of its expansions.
    private Call byRow(String function, String anyCaller) {
        var call = Call.of(function, anyCaller);
        var row = call.row();
        for (var parameter : PATH_PARAMETER.matcher(row.path()).results().toList()) {
            var name = parameter.group(1);
            call = call.at(name, pathValue(name));
        }
        if (row.access() == Access.ADMIN) {
            return call.asAdmin(true);
        }
        return expanded(
                row.access() == Access.OWNER || row.access() == Access.OWNER_OR_ADMIN
                        ? call.withCaller(call.pathValue("userId"))
                        : call);
    }

    private String pathValue(String parameter) {
        return switch (parameter) {
            case "userId", "followeeId", "followerId", "requesterId", "blockedId", "mutedId" ->
                    user();
            case "postId" -> post();
            case "targetId" ->
                    model.reported.isEmpty()
                            ? user()
                            : choices.of(List.copyOf(model.reported.values())).id;
            case "sessionId" -> choices.any("s1", "s2", "s3");
            default -> throw new AssertionError("no value for the path parameter " + parameter);
        };
    }

    /// Requests one expansion or all of them, or often none.
    private Call expanded(Call call) {
        var expansions = call.row().expansions();
        return expansions.isEmpty() || choices.oneIn(3)
                ? call
                : call.query("expand", choices.of(expansions).words());
    }

    private Map<String, Object> info() {
        var info =
                body(
                        "name",
                        choices.any("Ann", "Bob", "Łukasz", "Ann Bo", "bob ann Anne"),
                        "content");
        if (choices.oneIn(3)) {
            info.put("protected", choices.oneIn(2));
        }
        return info;
    }

    /// Returns a body with a required text, and sometimes an optional text and an image.
    private Map<String, Object> body(String name, String text, @Nullable String other) {
        var body = new LinkedHashMap<String, Object>();
        body.put(name, text);
        if (other != null && choices.oneIn(2)) {
            body.put(other, choices.any("", "Hello."));
        }
        if (choices.oneIn(2)) {
            body.put("imageUrl", IMAGE_URL);
        }
        return body;
    }

    private Call follow(String function) {
        var isFollow = function.equals("FollowUser");
        var follower = user();
        var pairs = new ArrayList<String>();
        model.users.forEach((id, user) -> {
            for (var other : model.users.keySet()) {
                if (!other.equals(id) && user.following.containsKey(other) != isFollow) {
                    pairs.add(id + ' ' + other);
                }
            }
        });
        var followee = isFollow ? user() : choices.of(USERS);
        if (!pairs.isEmpty() && !choices.oneIn(4)) {
            var pair = choices.of(pairs).split(" ", -1);
            follower = pair[0];
            followee = pair[1];
        }
        return own(function, follower).at("followeeId", followee);
    }

    private List<String> requests() {
        var requests = new ArrayList<String>();
        model.users.forEach((id, user) ->
                user.requests.keySet().forEach(requester -> requests.add(id + ' ' + requester)));
        return requests;
    }

    private Call request(String function, String caller) {
        var requests = requests();
        if (requests.isEmpty() || choices.oneIn(5)) {
            return own(function, caller).at("requesterId", user());
        }
        var request = choices.of(requests).split(" ", -1);
        return own(function, request[0]).at("requesterId", request[1]);
    }

    private Call create(String author) {
        posts++;
        var body = body("content", choices.of(CONTENTS), null);
        if (choices.oneIn(2)) {
            body.put("inReplyTo", Map.of("postId", post()));
        }
        var call = own("CreatePost", author).body(body).createsId("p" + posts);
        return choices.oneIn(4)
                ? call.header("idempotency-key", choices.any("k1", "k2", "k3"))
                : call;
    }

    private Call edit() {
        var id = post();
        var author = authorOf(id);
        var body = body("content", choices.of(CONTENTS), null);
        if (choices.oneIn(4)) {
            body.remove("content");
            body.put("imageUrl", null);
        }
        var call = own("EditPost", author).at("postId", id).body(body);
        var post = model.posts.get(id);
        var version = post == null || choices.oneIn(4) ? 1 : post.version;
        return switch (choices.below(4)) {
            case 0 -> call.header("if-match", "\"" + version + "\"");
            case 1 -> call.header("if-match", "*");
            default -> call;
        };
    }

    /// Sets the users to those of an existing block or mute, if there is one: most calls repeat or
    /// end one, because users who block each other can do little else.
    private Call end(String function, Call call) {
        var isBlock = function.contains("lock");
        var pairs = new ArrayList<String>();
        model.users.forEach((id, user) ->
                (isBlock ? user.blocks : user.mutes)
                        .keySet()
                        .forEach(other -> pairs.add(id + ' ' + other)));
        if (pairs.isEmpty()) {
            return call;
        }
        var pair = choices.of(pairs).split(" ", -1);
        return call.at("userId", pair[0])
                .at(isBlock ? "blockedId" : "mutedId", pair[1])
                .withCaller(pair[0]);
    }

    /// Erases one of the users who have nothing in another context, so that its model need not
    /// know. Their ids are not free again, so this is rare.
    private Call erase(String caller) {
        if (!choices.oneIn(4)) {
            return byRow("GetErasure", caller);
        }
        var leaver = choices.of(LEAVERS);
        return own("EraseUser", leaver).body(Map.of("userId", leaver));
    }

    private Call report(String caller) {
        var body = new LinkedHashMap<String, Object>();
        var isPost = choices.oneIn(2);
        body.put(isPost ? "postId" : "userId", isPost ? post() : user());
        body.put("reason", choices.any("spam", "abuse", "illegal", "other"));
        if (choices.oneIn(3)) {
            body.put("comment", "Look at this.");
        }
        return Call.of("CreateReport", caller).body(body);
    }

    /// Hides or shows a reply, mostly as the author of the post.
    private Call hide(String function, String caller) {
        var replies = replies();
        if (replies.isEmpty() || choices.oneIn(4)) {
            return Call.of(function, caller).at("postId", post()).at("replyId", post());
        }
        var reply = choices.of(replies).split(" ", -1);
        return Call.of(function, choices.oneIn(6) ? caller : authorOf(reply[0]))
                .at("postId", reply[0])
                .at("replyId", reply[1]);
    }

    /// The parent and the id of each reply to an existing post.
    private List<String> replies() {
        var replies = new ArrayList<String>();
        model.posts.forEach((id, post) -> {
            if (!post.ancestors.isEmpty() && model.posts.containsKey(post.ancestors.getFirst())) {
                replies.add(post.ancestors.getFirst() + ' ' + id);
            }
        });
        return replies;
    }

    private Call unlike(String caller) {
        var call = ofLike(Call.of("UnlikePost", caller).at("userId", caller));
        return call.withCaller(call.pathValue("userId"));
    }

    /// Sets the post and the user to those of a like, and sometimes only sets any post.
    private Call ofLike(Call call) {
        var likes = likes();
        if (likes.isEmpty() || choices.oneIn(4)) {
            return call.at("postId", post());
        }
        var like = choices.of(likes).split(" ", -1);
        return call.at("postId", like[0]).at("userId", like[1]);
    }

    /// Returns the post and the user of each like of an existing post.
    private List<String> likes() {
        var likes = new ArrayList<String>();
        model.posts
                .keySet()
                .forEach(id ->
                        model.likes
                                .getOrDefault(id, Map.of())
                                .keySet()
                                .forEach(user -> likes.add(id + ' ' + user)));
        return likes;
    }

    private Call ofPost(String function) {
        var id = post();
        return own(function, authorOf(id)).at("postId", id);
    }

    private static Call own(String function, String user) {
        return Call.of(function, user).at("userId", user);
    }

    /// Returns a user with a profile, and sometimes any user.
    private String user() {
        return model.users.isEmpty() || choices.oneIn(24)
                ? choices.of(USERS)
                : choices.of(model.users.keySet());
    }

    /// Returns an existing post, and sometimes a deleted one.
    private String post() {
        if (!model.deleted.isEmpty() && (model.posts.isEmpty() || choices.oneIn(20))) {
            return choices.of(model.deleted);
        }
        return model.posts.isEmpty() ? "nothing" : choices.of(model.posts.keySet());
    }

    private String authorOf(String id) {
        var post = model.posts.get(id);
        return post == null ? user() : post.author;
    }
}
