package plaza.reconcile;

import java.util.List;
import plaza.table.Item;

/// What performs one [Check].
interface Audit {
    /// What is wrong with these items, which are of the check's families.
    List<Drift> look(List<Item> items);

    /// The audit of a check.
    static Audit of(Check check, Desk desk) {
        return switch (check) {
            case FOLLOW_EDGES -> new FollowEdges(desk);
            case POST_COUNTERS -> new PostCounters(desk);
            case ORPHAN_LIKE_COUNTS, ORPHAN_VIEW_COUNTS -> new OrphanCounters(check, desk);
            case LIKE_LEDGER -> new LikeLedger(desk);
            case VIEW_LEDGER -> new ViewLedger(desk);
            case TIMELINE_ENTRIES -> new TimelineEntries(desk);
            case STALE_ENTRIES -> new StaleEntries(desk);
            case STUCK_JOBS -> new StuckJobs(desk);
            case USER_COUNTS -> new UserCounts(desk);
            case LIKE_COUNTS -> new LikeCounts(desk);
            case VIEW_COUNTS -> new ViewCounts(desk);
            case LEFTOVERS -> new Leftovers(desk);
        };
    }
}
