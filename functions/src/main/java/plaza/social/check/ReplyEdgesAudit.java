package plaza.social.check;

import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.social.gate.Audience;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.reply.ReplyItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares replies with the entries in the lists of their parents. Post, entry and the parent's
/// count are written in one transaction. A reply whose parent does not exist has no entry, or one
/// that is being erased.
///
/// The repair of an entry leaves the count as it is: the next check compares it with the list.
record ReplyEdgesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return !isReply(item) || PostItems.post(item).parent() != null;
    }

    @Override
    public List<Key> related(Item item) {
        if (!isReply(item)) {
            return List.of(ReplyItems.postOf(item));
        }
        var keys = new ArrayList<Key>();
        SocialKeys.POST.parse(
                item.key(),
                (_, reply) -> {
                    keys.add(SocialKeys.REPLY.key(parent(item), reply));
                    return keys.add(SocialKeys.POST_COUNTER.key(parent(item)));
                });
        return keys;
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (!isReply(item)) {
            var reply = ReplyItems.postOf(item);
            return related.containsKey(reply)
                    ? List.of()
                    : List.of(
                            Drift.orphan(
                                    item,
                                    "an entry of a reply",
                                    "the reply does not exist",
                                    reply));
        }
        var post = PostItems.post(item);
        var parent = related.get(SocialKeys.POST_COUNTER.key(parent(item)));
        var entry =
                Audience.copy(item, PostItems.replyEdge(parent(item), post.id(), post.author()));
        return related.containsKey(entry.key()) || parent == null
                ? List.of()
                : List.of(
                        Drift.missing(
                                        item,
                                        unchanged(item).and(Audience.isStill(item)),
                                        entry,
                                        "an entry of a reply")
                                .repairedIf(new Write.Check(parent.key(), unchanged(parent))));
    }

    private static boolean isReply(Item item) {
        return SocialKeys.POST.is(item.key());
    }

    private static PostId parent(Item reply) {
        return PostId.of(reply.text(PostItems.IN_REPLY_TO));
    }
}
