package plaza.social;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.http.Request;
import plaza.id.UserId;
import plaza.social.model.Post;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;

/// What a request adds to each post: its author, its counts, and whether the caller likes it.
///
/// One read fetches everything that was requested, eventually consistent. Only more than
/// [Table#BATCH_GET_MAX] items need more than one request; they are sent at the same time.
///
/// @param words the requested expansions
/// @param caller the user whose likes are `mine`
record ExpandedPosts(Set<String> words, UserId caller) {
    static final String AUTHOR = "author";
    static final String COUNTS = "counts";
    static final String MINE = "mine";

    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    static ExpandedPosts in(Request request) {
        return new ExpandedPosts(request.expansions(AUTHOR, COUNTS, MINE), request.caller());
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /// Reads what the posts need, and returns the function that converts each of them.
    Function<Post, Json> shape(Table table, List<Post> posts) {
        if (isEmpty()) {
            return SocialJson::post;
        }
        var keys = new LinkedHashSet<Key>();
        for (var post : posts) {
            if (words.contains(AUTHOR)) {
                keys.add(KeySpace.userInfo(post.author()));
            }
            if (words.contains(COUNTS)) {
                keys.add(KeySpace.likeCount(post.id()));
                keys.add(KeySpace.viewCount(post.id()));
            }
            if (words.contains(MINE)) {
                keys.add(KeySpace.like(post.id(), caller));
            }
        }
        var found = table.getByKeyEventually(keys);
        return post -> expanded(post, found);
    }

    private Json expanded(Post post, Map<Key, Item> found) {
        var json = SocialJson.post(post);
        if (words.contains(AUTHOR)) {
            var author = found.get(KeySpace.userInfo(post.author()));
            json = json.with(AUTHOR, SocialJson.summary(post.author(), author));
        }
        if (words.contains(COUNTS)) {
            json =
                    json.with(
                            COUNTS,
                            SocialJson.counts(
                                    count(
                                            found.get(KeySpace.likeCount(post.id())),
                                            SocialItems.LIKE_COUNT),
                                    count(
                                            found.get(KeySpace.viewCount(post.id())),
                                            SocialItems.VIEW_COUNT)));
        }
        if (words.contains(MINE)) {
            json =
                    json.with(
                            MINE,
                            SocialJson.liked(found.containsKey(KeySpace.like(post.id(), caller))));
        }
        return json;
    }

    /// A count, which is 0 if the read does not see the new post's counter yet.
    private static long count(@Nullable Item counter, String attribute) {
        return counter == null ? 0 : counter.number(attribute);
    }
}
