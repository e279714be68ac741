package plaza.reconcile.social;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.reconcile.AuditContext;
import plaza.reconcile.Drift;
import plaza.reconcile.ItemAudit;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Finds posts without their counters. Nothing is counted while a counter is missing, so the ledger
/// from which a repair takes its value does not change.
record PostCountersAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        var post = SocialItems.post(item);
        return List.of(KeySpace.likeCount(post.id()), KeySpace.viewCount(post.id()));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var post = SocialItems.post(item);
        var drift = new ArrayList<Drift>();
        if (!related.containsKey(KeySpace.likeCount(post.id()))) {
            var count = PostCounters.likes(post.id()).count(context);
            drift.add(missing(item, SocialItems.likeCount(post.id(), post.author(), count)));
        }
        if (!related.containsKey(KeySpace.viewCount(post.id()))) {
            var count = PostCounters.views(post.id()).count(context);
            drift.add(missing(item, SocialItems.viewCount(post.id(), count)));
        }
        return drift;
    }

    private static Drift missing(Item post, Item counter) {
        return Drift.missing(post, counter, "the counter of a post");
    }
}
