package plaza.social.local;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import plaza.local.context.ExampleRule;
import plaza.local.context.StoredItems;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.PlatformKeys;

/// What the examples of social name.
final class SocialExamples {
    private static final String USER = "user";
    private static final String POST = "post";
    private static final String USER_ID = "userId";
    private static final String POST_ID = "postId";

    static final Map<String, ExampleRule> RULES =
            Map.ofEntries(
                    entry("AcceptFollowRequest", ofCaller(SocialKeys.REQUEST, "requester")),
                    entry("CloseReports", SocialExamples::reportedPost),
                    entry("CreateReport", SocialExamples::otherUser),
                    entry("EraseUser", SocialExamples::caller),
                    entry("GetErasure", SocialExamples::erased),
                    entry("GetFollow", ofCaller(SocialKeys.FOLLOWEE, "followee")),
                    entry("GetLike", SocialExamples::liked),
                    entry("GetReports", SocialExamples::reportedPost),
                    entry("HideReply", SocialExamples::reply),
                    entry("RecordViews", SocialExamples::posts),
                    entry("UnfollowUser", ofCaller(SocialKeys.FOLLOWEE, "followee")),
                    entry("UnhideReply", SocialExamples::reply),
                    entry("UnlikePost", SocialExamples::liked));

    private SocialExamples() {}

    private static ObjectNode values() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// The other user in the key of an item of the caller.
    private static ExampleRule ofCaller(ItemKind kind, String variable) {
        return (items, caller) ->
                items.of(kind, USER, caller)
                        .findFirst()
                        .map(item ->
                                values().put(variable + "Id", kind.textOf(variable, item.key())));
    }

    private static Optional<ObjectNode> caller(StoredItems items, String caller) {
        return Optional.of(values().put(USER_ID, caller));
    }

    private static Optional<ObjectNode> otherUser(StoredItems items, String caller) {
        return items.of(SocialKeys.USER_INFO)
                .map(item -> SocialKeys.USER_INFO.textOf(USER, item.key()))
                .filter(user -> !user.equals(caller))
                .findFirst()
                .map(user -> values().put(USER_ID, user));
    }

    private static Optional<ObjectNode> erased(StoredItems items, String caller) {
        return items.of(PlatformKeys.ERASURE)
                .findFirst()
                .map(item -> values().put(USER_ID, PlatformKeys.ERASURE.textOf(USER, item.key())));
    }

    private static Optional<ObjectNode> liked(StoredItems items, String caller) {
        return items.of(SocialKeys.LIKE, USER, caller)
                .findFirst()
                .map(like ->
                        values().put(USER_ID, caller)
                                .put(POST_ID, SocialKeys.LIKE.textOf(POST, like.key())));
    }

    /// A reply to a post of the caller.
    private static Optional<ObjectNode> reply(StoredItems items, String caller) {
        var posts = postsOf(items, caller).collect(Collectors.toSet());
        return items.of(SocialKeys.REPLY)
                .map(Item::key)
                .filter(key -> posts.contains(SocialKeys.REPLY.textOf(POST, key)))
                .findFirst()
                .map(key ->
                        values().put(POST_ID, SocialKeys.REPLY.textOf(POST, key))
                                .put("replyId", SocialKeys.REPLY.textOf("reply", key)));
    }

    private static Stream<String> postsOf(StoredItems items, String user) {
        return items.of(SocialKeys.POST, USER, user)
                .map(item -> SocialKeys.POST.textOf(POST, item.key()));
    }

    private static Optional<ObjectNode> posts(StoredItems items, String caller) {
        var posts = postsOf(items, caller).limit(2).toList();
        if (posts.isEmpty()) {
            return Optional.empty();
        }
        var values = values();
        posts.forEach(values.putArray("postIds")::add);
        return Optional.of(values);
    }

    private static Optional<ObjectNode> reportedPost(StoredItems items, String caller) {
        return items.of(SocialKeys.REPORTED_TARGET, "kind", POST)
                .findFirst()
                .map(item ->
                        values().put(
                                        "targetId",
                                        SocialKeys.REPORTED_TARGET.textOf("id", item.key())));
    }
}
