package plaza.social.reply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.ExpandedPosts;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.post.PostProblems;
import plaza.social.reply.ReplyJson.Ancestor;
import plaza.table.Item;
import plaza.table.Key;

/// Returns a post and up to ten posts above it. Those that are deleted, or that the caller does not
/// see, are marked.
///
/// A thread takes three reads, however long it is: the counter of the post names its author and
/// ancestors, the counters of the ancestors name theirs, and then all posts can be read. Each of
/// the reads also finds what the expansions need and can be found by then.
public final class GetThread extends ApiFunction {
    /// The ancestors that a thread shows.
    private static final int ANCESTORS_MAX = PostItems.ANCESTORS_MAX - 1;

    public GetThread() {}

    public GetThread(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var id = request.path("postId", PostId::parse);
        var gate = new ReaderGate(table, request.caller());
        var expanded = ExpandedPosts.in(request, gate);
        var byId = expanded.readById(table, id);
        var named = byId.counter();
        var found = byId.found();
        var above = PostItems.ancestors(named);
        var shown = above.subList(0, Math.min(above.size(), ANCESTORS_MAX));

        var second = new LinkedHashSet<Key>();
        var author = PostItems.authorIn(named);
        second.add(PostItems.postOf(named));
        second.add(SocialKeys.USER_COUNT.key(author));
        second.addAll(expanded.keys(author));
        above.forEach(ancestor -> second.addAll(expanded.parentKeys(ancestor)));
        for (var ancestor : shown) {
            second.add(SocialKeys.POST_COUNTER.key(ancestor));
            second.addAll(expanded.keys(ancestor));
        }
        found.putAll(table.getByKeyEventually(second));
        PostProblems.requireSeen(author, found, gate);
        removeHidden(found, above, gate);
        var post = postOrNull(named, found);
        if (post == null) {
            throw PostProblems.noPost();
        }

        var third = new LinkedHashSet<Key>();
        for (var ancestor : above) {
            var its = found.get(SocialKeys.POST_COUNTER.key(ancestor));
            if (its != null && shown.contains(ancestor)) {
                third.add(PostItems.postOf(its));
            }
            if (its != null) {
                third.addAll(expanded.keys(PostItems.authorIn(its)));
            }
        }
        found.putAll(table.getByKeyEventually(third));
        var ancestors = new HashMap<PostId, Post>();
        for (var ancestor : shown) {
            var existing = postOrNull(found.get(SocialKeys.POST_COUNTER.key(ancestor)), found);
            if (existing != null) {
                ancestors.put(ancestor, existing);
            }
        }
        var all = new ArrayList<>(ancestors.values());
        all.add(post);
        var complete = expanded.completed(table, all, found);
        return Response.one(
                ReplyJson.THREAD.of(
                        new ReplyJson.PostThread(
                                shown.reversed().stream()
                                        .map(its -> ancestor(its, ancestors, expanded, complete))
                                        .toList(),
                                expanded.expanded(post, complete),
                                above.size() == shown.size())));
    }

    /// Removes the counters of ancestors that the caller may not see, as if they did not exist.
    private static void removeHidden(
            Map<Key, Item> found, List<PostId> ancestors, ReaderGate gate) {
        var counters =
                ancestors.stream()
                        .flatMap(ancestor ->
                                Stream.ofNullable(found.get(SocialKeys.POST_COUNTER.key(ancestor))))
                        .toList();
        var seen = gate.seen(counters, PostItems::authorIn);
        counters.stream()
                .filter(counter -> !seen.contains(counter))
                .forEach(counter -> found.remove(counter.key()));
    }

    private static Ancestor ancestor(
            PostId id, Map<PostId, Post> posts, ExpandedPosts expanded, Map<Key, Item> found) {
        var post = posts.get(id);
        return new Ancestor(id, post == null ? null : expanded.expanded(post, found));
    }

    private static @Nullable Post postOrNull(@Nullable Item counter, Map<Key, Item> found) {
        var item = counter == null ? null : found.get(PostItems.postOf(counter));
        return item == null ? null : PostItems.post(item);
    }
}
