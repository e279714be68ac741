package plaza.social.check;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;

/// Finds counters without a post. A post is created and deleted together with its counter.
record OrphanCountersAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item counter) {
        return List.of(PostItems.postOf(counter));
    }

    @Override
    public List<Drift> compare(Item counter, Map<Key, Item> related, AuditContext context) {
        var post = PostItems.postOf(counter);
        return related.containsKey(post)
                ? List.of()
                : List.of(Drift.orphan(counter, "a counter", "the post does not exist", post));
    }
}
