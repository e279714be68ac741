package plaza.social.check;

import java.util.List;
import java.util.Map;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.id.UserId;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.TimelineItems;
import plaza.table.Item;
import plaza.table.Key;

/// Finds timeline entries without a post or a follow. Readers never see such an entry, because a
/// page of the timeline reads post and follow; but until it expires, it costs every page a read.
record StaleEntriesAudit() implements ItemAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return !item.expired(context.now());
    }

    @Override
    public List<Key> related(Item item) {
        var post = TimelineItems.postOf(item);
        return isOwn(item) ? List.of(post) : List.of(post, follow(item));
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (!isOwn(item) && !related.containsKey(follow(item))) {
            return List.of(stale(item, follow(item), "the reader does not follow the author"));
        }
        return related.containsKey(TimelineItems.postOf(item))
                ? List.of()
                : List.of(stale(item, TimelineItems.postOf(item), "the post does not exist"));
    }

    /// The job of an unfollow may be removing the entry as well. It is named after its record,
    /// which is not known here; but it ends long before the second examination.
    private static Drift stale(Item entry, Key source, String reason) {
        var post = SocialKeys.TIMELINE_ENTRY.parse(entry.key(), (_, id, _) -> id);
        return Drift.orphan(entry, "a timeline entry", reason, source)
                .unlessRunning(
                        new SocialWork.WithdrawPost(TimelineItems.authorOf(entry), post).key());
    }

    private static boolean isOwn(Item entry) {
        return reader(entry).equals(TimelineItems.authorOf(entry));
    }

    private static Key follow(Item entry) {
        return SocialKeys.FOLLOWEE.key(reader(entry), TimelineItems.authorOf(entry));
    }

    private static UserId reader(Item entry) {
        return SocialKeys.TIMELINE.parse(entry.key());
    }
}
