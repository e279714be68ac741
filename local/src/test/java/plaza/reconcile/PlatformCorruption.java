package plaza.reconcile;

import java.time.Duration;
import java.util.Set;
import plaza.reconcile.ReconcileRun.Found;
import plaza.testkit.ContextKits;

/// The corruptions of the items of the platform.
enum PlatformCorruption implements Corruption {
    /// A job of any context was saved nine hours ago.
    JOB_STUCK {
        @Override
        public Set<Found> applyTo(CorruptedTable table) {
            var job =
                    ContextKits.all()
                            .flatMap(kit -> kit.storedJobs().stream())
                            .findFirst()
                            .orElseThrow();
            var key = table.write(table.jobs(Duration.ofHours(9)).start(job.work()));
            return Set.of(Found.of(Checks.STUCK_JOBS, key));
        }
    }
}
