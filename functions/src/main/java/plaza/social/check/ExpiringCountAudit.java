package plaza.social.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Counter.Tolerance;
import plaza.audit.Drift;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.tally.CountedEdge;
import plaza.tally.Ledger;

/// Compares the counters of expiring edges of posts with their ledgers. Counter and ledger change
/// in one transaction, but a row expires [Ledger#LIFETIME] after its edge was made:
///
/// - Every row of a younger post still exists, so the count equals the sum of their weights.
/// - The count of an older post is at least that sum. Nothing in the table shows whether a higher
///   count is right.
record ExpiringCountAudit(CountedEdge counted) implements Audit {
    @Override
    public List<Drift> audit(List<Item> counters, AuditContext context) {
        var posts = context.related(counters.stream().map(PostItems::postOf).toList());
        return counters.stream()
                .flatMap(counter -> {
                    var post = posts.get(PostItems.postOf(counter));
                    return counter(counter, post, context).compare(context).stream();
                })
                .toList();
    }

    private Counter counter(Item item, @Nullable Item post, AuditContext context) {
        return Counter.of(counted, item)
                .withTolerance(
                        post != null && hasAllRows(post, context)
                                ? Tolerance.NONE
                                : Tolerance.AT_LEAST);
    }

    private static boolean hasAllRows(Item post, AuditContext context) {
        return post.time(PostItems.TIMESTAMP).plus(Ledger.LIFETIME).isAfter(context.now());
    }
}
