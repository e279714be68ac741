package plaza.reconcile.social;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Finds posts without their counters. Nothing is counted while a counter is missing, so the ledger
/// from which a repair takes its value does not change.
record PostCountersAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        var post = PostItems.post(item);
        return List.of(KeySpace.likeCount(post.id()), KeySpace.viewCount(post.id()));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var post = PostItems.post(item);
        var drift = new ArrayList<Drift>();
        if (!related.containsKey(KeySpace.likeCount(post.id()))) {
            var count = PostCounters.likes(post.id()).count(context);
            drift.add(missing(item, PostItems.likeCount(post.id(), post.author(), count)));
        }
        if (!related.containsKey(KeySpace.viewCount(post.id()))) {
            var count = PostCounters.views(post.id()).count(context);
            drift.add(missing(item, PostItems.viewCount(post.id(), count)));
        }
        return drift;
    }

    private static Drift missing(Item post, Item counter) {
        return Drift.missing(post, counter, "the counter of a post");
    }
}
