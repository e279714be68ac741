package plaza.social.check;

import static plaza.table.Condition.absent;

import java.util.HashSet;
import java.util.List;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.social.id.PostId;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.Item;
import plaza.table.Write;

/// Finds likes, views and ledger rows of deleted posts. A repair starts the erasure that the
/// deletion should have started, one job for all items of a post.
record LeftoversAudit() implements Audit {
    /// Names the job that a repair starts.
    private static final String CAUSE = "reconcile";

    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var counters =
                context.table()
                        .getByKey(
                                items.stream()
                                        .map(item -> SocialKeys.POST_COUNTER.key(post(item)))
                                        .distinct()
                                        .toList());
        var erased = new HashSet<PostId>();
        return items.stream()
                .filter(item -> !counters.containsKey(SocialKeys.POST_COUNTER.key(post(item))))
                .filter(item -> !item.expired(context.now()))
                .map(item -> leftover(item, erased.add(post(item)), context))
                .toList();
    }

    private static Drift leftover(Item item, boolean isFirst, AuditContext context) {
        var post = post(item);
        var repair =
                isFirst
                        ? new Write[] {
                            new Write.Check(SocialKeys.POST_COUNTER.key(post), absent()),
                            context.jobs().start(new SocialWork.ErasePost(post, CAUSE))
                        }
                        : new Write[0];
        return Drift.superfluous(item, "a leftover", "the post does not exist", repair)
                .unlessRunning(
                        new SocialWork.ErasePost(post, SocialWork.ErasePost.DELETED).key(),
                        new SocialWork.ErasePost(post, CAUSE).key());
    }

    private static PostId post(Item item) {
        return PostEdges.postOf(item.key());
    }
}
