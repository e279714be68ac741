package plaza.reconcile.social;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.id.PostId;
import plaza.social.post.PostItems;
import plaza.social.timeline.PostEdges;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Finds counters without a post. A post is created and deleted together with its counters.
record OrphanCountersAudit() implements Audit {
    @Override
    public List<Drift> audit(List<Item> counters, AuditContext context) {
        var posts = posts(counters, context);
        var existing = context.table().getByKey(posts.values());
        return counters.stream()
                .filter(counter -> !existing.containsKey(source(counter, posts)))
                .map(counter ->
                        Drift.orphan(
                                counter,
                                "a counter",
                                "the post does not exist",
                                source(counter, posts)))
                .toList();
    }

    /// Returns the keys of the posts of some counters, whether or not the posts exist. Only the
    /// like counter names the author; a post without one is left out.
    static Map<PostId, Key> posts(List<Item> counters, AuditContext context) {
        var likeCounts = new ArrayList<Item>();
        var likeCountKeys = new ArrayList<Key>();
        for (var counter : counters) {
            if (counter.has(PostItems.AUTHOR_ID)) {
                likeCounts.add(counter);
            } else {
                likeCountKeys.add(KeySpace.LIKE_COUNT.key(PostEdges.postOf(counter.key())));
            }
        }
        likeCounts.addAll(context.table().getByKey(likeCountKeys).values());
        var posts = new HashMap<PostId, Key>();
        for (var likeCount : likeCounts) {
            var author = PostItems.authorIn(likeCount);
            var post = KeySpace.LIKE_COUNT.parse(likeCount.key());
            posts.put(post, KeySpace.POST.key(author, post));
        }
        return posts;
    }

    /// Returns the item whose absence proves that the post does not exist.
    private static Key source(Item counter, Map<PostId, Key> posts) {
        var id = PostEdges.postOf(counter.key());
        return posts.getOrDefault(id, KeySpace.LIKE_COUNT.key(id));
    }
}
