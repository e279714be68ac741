package plaza.reconcile.social;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.social.post.PostItems;
import plaza.social.timeline.PostEdges;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Finds posts without their counters. Nothing is counted while a counter is missing, so the ledger
/// from which a repair takes its value does not change.
record PostCountersAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        return PostItems.counterKeys(KeySpace.POST.parse(item.key(), (_, post) -> post));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var post = PostItems.post(item);
        return PostItems.counters(
                        post.id(),
                        post.author(),
                        key -> related.containsKey(key) ? 0 : count(key, context))
                .stream()
                .filter(counter -> !related.containsKey(counter.key()))
                .map(counter -> Drift.missing(item, counter, "the counter of a post"))
                .toList();
    }

    private static long count(Key counter, AuditContext context) {
        return Counter.of(PostEdges.countedBy(counter), Item.at(counter).build()).count(context);
    }
}
