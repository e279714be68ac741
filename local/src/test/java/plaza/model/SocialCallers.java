package plaza.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Four people who follow each other, write little, and like and look at it.
final class SocialCallers implements Callers {
    static final List<String> PEOPLE = List.of("ann", "bob", "cid", "dee");

    private static final List<String> WORDS = List.of("Fog.", "Rain.", "Ça va ?", "霧", "Sun!");
    private static final String PICTURE = "https://example.com/a.png";

    private final SocialModel model;
    private final RandomChoices chance;
    private int posts;

    SocialCallers(SocialModel model, RandomChoices chance) {
        this.model = model;
        this.chance = chance;
    }

    @Override
    public boolean canSucceed(String function) {
        return switch (function) {
            case "GetUserInfoByUserId", "CreatePost" -> !model.users.isEmpty();
            case "FollowUser" -> model.users.size() > 1;
            case "GetPost",
                    "EditPost",
                    "GetLikeCountByPostId",
                    "LikePost",
                    "RecordView",
                    "GetViewCountByPostId" ->
                    !model.posts.isEmpty();
            default -> true;
        };
    }

    @Override
    public Call call(String function) {
        var caller = chance.of(PEOPLE);
        return switch (function) {
            case "GetUserInfoByUserId",
                    "GetFollowerListByUserId",
                    "GetFollowingListByUserId",
                    "GetPostListByUserId" ->
                    Call.of(function, caller).at("userId", user());
            case "GetTimelineByUserId" -> own(function, user());
            case "PutUserInfo" -> own(function, caller).body(info());
            case "FollowUser", "UnfollowUser" -> follow(function);
            case "CreatePost" -> create(user());
            case "GetPost" -> ofPost(function).by(caller);
            case "EditPost" -> edit();
            case "DeletePost" -> ofPost(function);
            case "LikePost" -> own(function, user()).at("postId", post());
            case "UnlikePost" -> unlike(caller);
            case "RecordView" ->
                    Call.of(function, caller)
                            .at("postId", post())
                            .at("sessionId", chance.any("s1", "s2", "s3"));
            default -> Call.of(function, caller).at("postId", post());
        };
    }

    private Map<String, Object> info() {
        return described("name", chance.any("Ann", "Bob", "Łukasz"), "content");
    }

    /// A required text, perhaps another one, and perhaps a picture or the lack of one.
    private Map<String, Object> described(String name, String text, @Nullable String other) {
        var body = new LinkedHashMap<String, Object>();
        body.put(name, text);
        if (other != null && chance.oneIn(2)) {
            body.put(other, chance.any("", "Hello."));
        }
        if (chance.oneIn(2)) {
            body.put("imageUrl", PICTURE);
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
        var followee = isFollow ? user() : chance.of(PEOPLE);
        if (!pairs.isEmpty() && !chance.oneIn(4)) {
            var pair = chance.of(pairs).split(" ", -1);
            follower = pair[0];
            followee = pair[1];
        }
        return own(function, follower).at("followeeId", followee);
    }

    private Call create(String author) {
        posts++;
        var call =
                own("CreatePost", author)
                        .body(described("content", chance.of(WORDS), null))
                        .naming("p" + posts);
        return chance.oneIn(4)
                ? call.header("idempotency-key", chance.any("k1", "k2", "k3"))
                : call;
    }

    private Call edit() {
        var id = post();
        var author = authorOf(id);
        var body = described("content", chance.of(WORDS), null);
        if (chance.oneIn(4)) {
            body.put("imageUrl", null);
        }
        var call = own("EditPost", author).at("postId", id).body(body);
        var post = model.posts.get(id);
        var version = post == null || chance.oneIn(4) ? 1 : post.version;
        return switch (chance.below(4)) {
            case 0 -> call.header("if-match", "\"" + version + "\"");
            case 1 -> call.header("if-match", "*");
            default -> call;
        };
    }

    private Call unlike(String caller) {
        var likes = new ArrayList<String>();
        model.posts
                .keySet()
                .forEach(id ->
                        model.likes
                                .getOrDefault(id, Map.of())
                                .keySet()
                                .forEach(user -> likes.add(id + ' ' + user)));
        var call = Call.of("UnlikePost", caller).at("postId", post()).at("userId", caller);
        if (likes.isEmpty() || chance.oneIn(4)) {
            return call;
        }
        var like = chance.of(likes).split(" ", -1);
        return call.by(like[1]).at("postId", like[0]).at("userId", like[1]);
    }

    private Call ofPost(String function) {
        var id = post();
        return own(function, authorOf(id)).at("postId", id);
    }

    private static Call own(String function, String user) {
        return Call.of(function, user).at("userId", user);
    }

    /// A user with a profile; sometimes one who may have none.
    private String user() {
        return model.users.isEmpty() || chance.oneIn(24)
                ? chance.of(PEOPLE)
                : chance.of(model.users.keySet());
    }

    /// A post that is there; sometimes one that was.
    private String post() {
        if (!model.deleted.isEmpty() && (model.posts.isEmpty() || chance.oneIn(12))) {
            return chance.of(model.deleted);
        }
        return model.posts.isEmpty() ? "nothing" : chance.of(model.posts.keySet());
    }

    private String authorOf(String id) {
        var post = model.posts.get(id);
        return post == null ? user() : post.author;
    }
}
