package plaza.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import plaza.job.Job;
import plaza.table.Item;
import plaza.table.Key;

/// [Check#STUCK_JOBS]. A job that has not moved for [#AGE_MAX] was given up: the mapping retries
/// its record for at most six hours. Saving its place once more brings it to the stream again.
record StuckJobs(AuditContext desk) implements Audit {
    /// Longer than the event source mapping retries any record, a test compares them.
    static final Duration AGE_MAX = Duration.ofHours(8);

    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : desk.read(items.stream().<Key>map(Item::key).toList()).values()) {
            if (Job.savedAt(item).plus(AGE_MAX).isBefore(desk.clock.instant())) {
                var job = Job.from(item);
                drift.add(
                        new Drift(
                                Check.STUCK_JOBS,
                                item.key(),
                                item.key(),
                                "a job that gets on",
                                "no move since " + Job.savedAt(item),
                                Long.toString(job.step()),
                                List.of(desk.jobs.revival(job))));
            }
        }
        return drift;
    }
}
