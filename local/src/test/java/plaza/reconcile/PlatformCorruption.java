package plaza.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import plaza.reconcile.ReconcileRun.Found;
import plaza.testkit.ContextKits;
import plaza.testkit.StoredJob;

/// The corruptions of the items of the platform.
enum PlatformCorruption implements Corruption {
    /// A job of any context was saved nine hours ago.
    JOB_STUCK {
        @Override
        public Set<Found> applyTo(CorruptedTable table) {
            var job = JOBS.getFirst();
            var key = table.write(table.jobs(Duration.ofHours(9)).start(job.work()));
            return Set.of(Found.of(Checks.STUCK_JOBS, key));
        }
    };

    /// A job of each kind. Without any, no job can be stuck.
    static final List<StoredJob> JOBS =
            ContextKits.all().flatMap(kit -> kit.storedJobs().stream()).toList();
}
