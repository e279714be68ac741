package plaza.social.post;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.social.gate.Audience;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserJson;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;

/// What a request adds to each post: its author, its counts, and whether the caller likes it.
///
/// Eventually consistent reads fetch everything that was requested, all at the same time: one of
/// the keys, and one of the caller's likes ([OwnLikes]). Only more than [Table#BATCH_GET_MAX] keys
/// need more requests. A second round follows for a caller who likes very many posts, and for the
/// authors of the posts to which the posts reply, whom only the counters of those posts name.
///
/// @param words the requested expansions
/// @param areLiked whether the caller is known to like all posts
/// @param gate the caller, and whom they see
public record ExpandedPosts(Set<String> words, boolean areLiked, ReaderGate gate) {
    static final String AUTHOR = "author";
    static final String COUNTS = "counts";
    static final String MINE = "mine";

    public static final Parameter<Set<String>> EXPAND =
            Request.expanding("PostExpansion", AUTHOR, COUNTS, MINE);

    /// Returns the expansions in a request.
    ///
    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    public static ExpandedPosts in(Request request, ReaderGate gate) {
        return new ExpandedPosts(request.expansions(EXPAND), false, gate);
    }

    /// Returns the expansions in a request for posts that the caller likes.
    ///
    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    public static ExpandedPosts ofLiked(Request request, ReaderGate gate) {
        return new ExpandedPosts(request.expansions(EXPAND), true, gate);
    }

    /// Reads, for a request that does not name the author of a post, the post's counter, which
    /// does, and what the post's id is enough to find.
    ///
    /// @throws plaza.http.ProblemException 404 if the post does not exist or the caller does not
    ///   see its author
    public ById readById(Table table, PostId post) {
        var key = SocialKeys.POST_COUNTER.key(post);
        var keys = new LinkedHashSet<>(List.of(key));
        keys.addAll(keys(post));
        var found = gate.with(() -> table.getByKeyEventually(keys));
        return new ById(PostProblems.requireSeen(found.get(key), gate), new HashMap<>(found));
    }

    /// What [#readById] found.
    ///
    /// @param counter the counter of the post
    /// @param found all items, to which later reads can add theirs
    public record ById(Item counter, Map<Key, Item> found) {}

    /// Reads what the posts need, and returns the function that converts each of them.
    public Function<Post, Json> shape(Table table, List<Post> posts) {
        return shape(table, posts, Map.of());
    }

    /// Reads what the posts need, and returns the function that converts each of them.
    ///
    /// @param known what need not be read
    public Function<Post, Json> shape(Table table, List<Post> posts, Map<Key, Item> known) {
        return json(read(table, posts, known));
    }

    /// Reads what the posts need.
    ///
    /// @param known what need not be read
    Map<Key, Item> read(Table table, List<Post> posts, Map<Key, Item> known) {
        var isListed = words.contains(MINE) && !areLiked && posts.size() > 1;
        var keys = new LinkedHashSet<Key>();
        for (var post : posts) {
            keys.addAll(keys(post.author()));
            var parent = post.parent();
            keys.addAll(parent == null ? List.of() : parentKeys(parent.post()));
            keys.addAll(isListed ? counterKeys(post.id()) : keys(post.id()));
            var parentAuthor = parentAuthorOrNull(post, known);
            if (parentAuthor != null) {
                keys.addAll(keys(parentAuthor));
            }
        }
        keys.removeAll(known.keySet());
        var found =
                isListed
                        ? readWithLikes(table, posts, List.copyOf(keys))
                        : keys.isEmpty() ? Map.<Key, Item>of() : table.getByKeyEventually(keys);
        var all = new HashMap<>(known);
        all.putAll(found);
        return completed(table, posts, all);
    }

    /// Completes what the reads by the keys of posts and authors found: it reads the profiles of
    /// the authors of parents.
    public Map<Key, Item> completed(Table table, List<Post> posts, Map<Key, Item> found) {
        var all = new HashMap<>(found);
        lookUpParents(posts, all);
        var missing = new LinkedHashSet<Key>();
        for (var post : posts) {
            var author = parentAuthorOrNull(post, all);
            if (author != null) {
                missing.addAll(keys(author));
            }
        }
        missing.removeAll(all.keySet());
        if (!missing.isEmpty()) {
            all.putAll(table.getByKeyEventually(missing));
        }
        return all;
    }

    /// Finds at once what decides which authors of parents the caller sees.
    private void lookUpParents(List<Post> posts, Map<Key, Item> found) {
        var authors = new HashMap<UserId, Audience>();
        for (var post : posts) {
            var parent = post.parent();
            var counter =
                    parent == null ? null : found.get(SocialKeys.POST_COUNTER.key(parent.post()));
            if (parent != null && counter != null && !parent.isOwn()) {
                authors.merge(
                        PostItems.authorIn(counter),
                        Audience.of(counter),
                        (one, other) -> one == Audience.FOLLOWERS ? one : other);
            }
        }
        if (!authors.isEmpty()) {
            gate.lookUp(authors);
        }
    }

    /// The author of the parent; null if it is not known, or the caller does not see them.
    private @Nullable UserId parentAuthorOrNull(Post post, Map<Key, Item> found) {
        var parent = post.parent();
        var counter = parent == null ? null : found.get(SocialKeys.POST_COUNTER.key(parent.post()));
        if (parent == null || counter == null) {
            return null;
        }
        var author = PostItems.authorIn(counter);
        // the caller sees the author of the reply
        var isSeen =
                parent.isOwn()
                        ? author.equals(gate.reader()) || Audience.of(counter) != Audience.AUTHOR
                        : gate.sight(author, counter) == Sight.SEEN;
        return isSeen ? author : null;
    }

    private Map<Key, Item> readWithLikes(Table table, List<Post> posts, List<Key> keys) {
        var own = new OwnLikes(gate.reader(), posts);
        var read =
                table.both(
                        () -> table.getByKeyEventually(keys),
                        () -> table.read(own.query(), own.limit(), null));
        var found = table.getByKeyEventually(own.unreached(read.second()));
        found.putAll(read.first());
        read.second().items().forEach(item -> found.put(item.key(), item));
        return found;
    }

    private Function<Post, Json> json(Map<Key, Item> found) {
        return words.isEmpty()
                ? PostJson.POST::of
                : post -> PostJson.EXPANDED_POST.of(expanded(post, found));
    }

    /// Returns the response with one post. Its version is the entity tag; with expansions it has
    /// none, because they change without a new version.
    Response response(Post post, Map<Key, Item> found) {
        var response = Response.ok(json(found).apply(post));
        return words.isEmpty() ? response.tagged(Long.toString(post.version())) : response;
    }

    /// The keys of what the author of a post adds.
    public List<Key> keys(UserId author) {
        return words.contains(AUTHOR) ? List.of(SocialKeys.USER_INFO.key(author)) : List.of();
    }

    /// The key of the item that names the author of a post to which another one replies.
    public List<Key> parentKeys(PostId parent) {
        return words.contains(AUTHOR) ? List.of(SocialKeys.POST_COUNTER.key(parent)) : List.of();
    }

    /// The keys of what a post adds independently of its author.
    public List<Key> keys(PostId post) {
        var keys = new ArrayList<>(counterKeys(post));
        if (words.contains(MINE) && !areLiked) {
            keys.add(SocialKeys.LIKE.key(post, gate.reader()));
        }
        return keys;
    }

    private List<Key> counterKeys(PostId post) {
        return words.contains(COUNTS) ? List.of(SocialKeys.POST_COUNTER.key(post)) : List.of();
    }

    public PostJson.ExpandedPost expanded(Post post, Map<Key, Item> found) {
        return new PostJson.ExpandedPost(
                post,
                parent(post, found),
                words.contains(AUTHOR) ? summary(post.author(), found) : null,
                words.contains(COUNTS)
                        ? PostItems.counts(found.get(SocialKeys.POST_COUNTER.key(post.id())))
                        : null,
                words.contains(MINE)
                        ? areLiked
                                || found.containsKey(SocialKeys.LIKE.key(post.id(), gate.reader()))
                        : null);
    }

    private PostJson.@Nullable Parent parent(Post post, Map<Key, Item> found) {
        var parent = post.parent();
        if (parent == null) {
            return null;
        }
        var author = words.contains(AUTHOR) ? parentAuthorOrNull(post, found) : null;
        return new PostJson.Parent(parent.post(), author == null ? null : summary(author, found));
    }

    private static UserJson.Summary summary(UserId user, Map<Key, Item> found) {
        return new UserJson.Summary(user, found.get(SocialKeys.USER_INFO.key(user)));
    }
}
