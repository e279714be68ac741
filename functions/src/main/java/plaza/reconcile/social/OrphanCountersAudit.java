package plaza.reconcile.social;

import java.util.List;
import java.util.Map;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.id.PostId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Finds counters without a post. A post is created and deleted together with its counters.
record OrphanCountersAudit() implements Audit {
    @Override
    public List<Drift> audit(List<Item> counters, AuditContext context) {
        var posts = PostCounters.posts(counters, context);
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

    /// Returns the item whose absence proves that the post does not exist.
    private static Key source(Item counter, Map<PostId, Key> posts) {
        var id = KeySpace.postOf(counter.key());
        return posts.getOrDefault(id, KeySpace.likeCount(id));
    }
}
