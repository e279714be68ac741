package plaza.clubs;

import java.util.TreeMap;
import plaza.event.Event;
import plaza.event.EventRules;
import plaza.job.CollectionErasure;
import plaza.job.ErasureLimit;
import plaza.job.Job;
import plaza.job.Performer;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.lambda.Deployment;
import plaza.table.ItemCollection;
import plaza.table.Table;

/// Performs the jobs of this context. Nothing else follows from changes of its items: the platform
/// counts members.
public final class ClubsEventRules implements EventRules<Event> {
    private final Table table;
    private final ErasureLimit limit;

    public ClubsEventRules() {
        this(Deployment.table(), ErasureLimit.STANDARD);
    }

    ClubsEventRules(Table table, ErasureLimit limit) {
        this.table = table;
        this.limit = limit;
    }

    @Override
    public Performer<ClubsWork> performer() {
        return new Performer<>(ClubsWork.TYPE, this::slice);
    }

    private Progress slice(ClubsWork any, Job job) {
        return switch (any) {
            case ClubsWork.EraseMembers(var club, _) -> {
                if (table.getConsistent(ClubsKeys.CLUB.key(club)) != null) {
                    // it was founded since, and has members of its own
                    yield new Progress.Finished();
                }
                var collections = new TreeMap<String, ItemCollection>();
                collections.put("ledger", ClubsKeys.MEMBER_LEDGER.of(club));
                collections.put("members", ClubsKeys.MEMBERS.of(club));
                yield CollectionErasure.slice(
                        table, collections, new Texts(job.cursor()), limit.items());
            }
        };
    }
}
