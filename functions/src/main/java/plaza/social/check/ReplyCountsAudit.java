package plaza.social.check;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;

/// Compares the number of replies in the counter of a post with the entries of its list of replies
/// that are not hidden. Both change in one transaction, and no reply is added twice to a list.
record ReplyCountsAudit() implements ItemAudit {
    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        return counter(PostItems.countedPost(item)).compare(context);
    }

    /// The number of a post's replies.
    static Counter counter(PostId post) {
        return Counter.of(
                        SocialKeys.POST_COUNTER.key(post),
                        PostCounter.REPLIES.attribute(),
                        SocialKeys.REPLIES.of(post),
                        entry -> entry.key().sk())
                .ofThose(entry -> PostItems.countedInParent(entry).isShown());
    }
}
