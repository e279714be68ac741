package plaza.social.post;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import plaza.http.Json;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.user.UserJson;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Table;

/// What a request adds to each post: its author, its counts, and whether the caller likes it.
///
/// Eventually consistent reads fetch everything that was requested, all at the same time: one of
/// the keys, and one of the caller's likes ([OwnLikes]). Only more than [Table#BATCH_GET_MAX] keys
/// need more requests, and a caller who likes very many posts can need a second round.
///
/// @param words the requested expansions
/// @param caller the user whose likes are `mine`
/// @param likes how to find these likes
/// @param counters where the counts are
public record ExpandedPosts(
        Set<String> words, UserId caller, OwnLikes likes, CounterItems counters) {
    static final String AUTHOR = "author";
    static final String COUNTS = "counts";
    static final String MINE = "mine";

    public static final Parameter<Set<String>> EXPAND = Request.expanding(AUTHOR, COUNTS, MINE);

    /// Returns the expansions in a request.
    ///
    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    public static ExpandedPosts in(Request request, OwnLikes likes, CounterItems counters) {
        return new ExpandedPosts(request.expansions(EXPAND), request.caller(), likes, counters);
    }

    /// Reads what the posts need, and returns the function that converts each of them.
    public Function<Post, Json> shape(Table table, List<Post> posts) {
        return shape(read(table, posts));
    }

    /// Reads what the posts need.
    Map<Key, Item> read(Table table, List<Post> posts) {
        var isListed = words.contains(MINE) && likes == OwnLikes.BY_LIST && posts.size() > 1;
        var keys = new LinkedHashSet<Key>();
        for (var post : posts) {
            keys.addAll(keys(post.author()));
            keys.addAll(isListed ? counterKeys(post.id()) : keys(post.id()));
        }
        var found =
                isListed
                        ? readWithLikes(table, posts, List.copyOf(keys))
                        : keys.isEmpty() ? Map.<Key, Item>of() : table.getByKeyEventually(keys);
        return completed(table, posts.stream().map(Post::id).toList(), found);
    }

    /// Completes the counters that a read found.
    Map<Key, Item> completed(Table table, List<PostId> posts, Map<Key, Item> found) {
        return words.contains(COUNTS) ? counters.completed(table, posts, found) : found;
    }

    private Map<Key, Item> readWithLikes(Table table, List<Post> posts, List<Key> keys) {
        var own = new OwnLikes.Since(caller, posts);
        var reads =
                table.<Page<Item>>together(
                        List.of(
                                () -> new Page<>(table.getAllEventually(keys), null),
                                () -> table.read(own.query(), own.limit(), null)));
        var found = table.getByKeyEventually(own.unreached(reads.getLast()));
        reads.forEach(read -> read.items().forEach(item -> found.put(item.key(), item)));
        return found;
    }

    private Function<Post, Json> shape(Map<Key, Item> found) {
        return words.isEmpty()
                ? PostJson.POST::of
                : post -> PostJson.EXPANDED_POST.of(expanded(post, found));
    }

    /// Returns the response with one post. Its version is the entity tag; with expansions it has
    /// none, because they change without a new version.
    Response response(Post post, Map<Key, Item> found) {
        var response = Response.ok(shape(found).apply(post));
        return words.isEmpty() ? response.tagged(Long.toString(post.version())) : response;
    }

    /// The keys of what the author of a post adds.
    List<Key> keys(UserId author) {
        return words.contains(AUTHOR) ? List.of(KeySpace.USER_INFO.key(author)) : List.of();
    }

    /// The keys of what a post adds independently of its author.
    List<Key> keys(PostId post) {
        var keys = new ArrayList<>(counterKeys(post));
        if (words.contains(MINE) && likes != OwnLikes.ALL) {
            keys.add(KeySpace.LIKE.key(post, caller));
        }
        return keys;
    }

    private List<Key> counterKeys(PostId post) {
        return words.contains(COUNTS) ? counters.keys(post) : List.of();
    }

    private PostJson.ExpandedPost expanded(Post post, Map<Key, Item> found) {
        return new PostJson.ExpandedPost(
                post,
                words.contains(AUTHOR)
                        ? new UserJson.Summary(
                                post.author(), found.get(KeySpace.USER_INFO.key(post.author())))
                        : null,
                words.contains(COUNTS) ? counts(post.id(), found) : null,
                words.contains(MINE)
                        ? likes == OwnLikes.ALL
                                || found.containsKey(KeySpace.LIKE.key(post.id(), caller))
                        : null);
    }

    private static Map<PostCounter, Long> counts(PostId post, Map<Key, Item> found) {
        var counts = new EnumMap<PostCounter, Long>(PostCounter.class);
        for (var counter : PostCounter.values()) {
            counts.put(counter, CounterItems.count(counter, post, found));
        }
        return counts;
    }
}
