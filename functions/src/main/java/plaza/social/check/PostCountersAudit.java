package plaza.social.check;

import static plaza.table.Condition.unchanged;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.social.gate.Audience;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.PostEdges;
import plaza.table.Item;
import plaza.table.Key;
import plaza.tally.CountedEdge;

/// Finds posts without their counter. Nothing is counted while it is missing, so the ledger from
/// which a repair takes its value does not change.
record PostCountersAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        return List.of(counterOf(item));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (related.containsKey(counterOf(item))) {
            return List.of();
        }
        var post = PostItems.post(item);
        var missing =
                PostItems.counter(
                        post.id(), post.author(), ancestors(post, context), counts(post, context));
        return List.of(
                Drift.missing(
                        item,
                        unchanged(item).and(Audience.isStill(item)),
                        Audience.copy(item, missing),
                        "the counter of a post"));
    }

    private static Key counterOf(Item post) {
        return SocialKeys.POST.parse(post.key(), (_, id) -> SocialKeys.POST_COUNTER.key(id));
    }

    private static Map<PostCounter, Long> counts(Post post, AuditContext context) {
        var counts = new EnumMap<PostCounter, Long>(PostCounter.class);
        for (var edge : PostEdges.ALL) {
            counts.put(PostCounter.of(edge.attribute()), count(edge, post.id(), context));
        }
        counts.put(PostCounter.REPLIES, ReplyCountsAudit.counter(post.id()).count(context));
        return counts;
    }

    /// The posts above a post. If its parent does not exist any more, only the id of the parent is
    /// known.
    private static List<PostId> ancestors(Post post, AuditContext context) {
        var parent = post.parent();
        if (parent == null) {
            return List.of();
        }
        var counter = context.table().getConsistent(SocialKeys.POST_COUNTER.key(parent.post()));
        return counter == null ? List.of(parent.post()) : PostItems.ancestorsOfReplyTo(counter);
    }

    private static long count(CountedEdge edge, PostId post, AuditContext context) {
        return Counter.of(edge, Item.at(SocialKeys.POST_COUNTER.key(post)).build()).count(context);
    }
}
