package plaza.audit;

import java.time.Duration;
import java.util.List;
import plaza.job.Job;
import plaza.table.Item;
import plaza.table.Key;

/// Finds jobs whose stream record was given up. Saving such a job again sends it to the stream.
public record StuckJobsAudit() implements Audit {
    /// Longer than the event source mapping retries any record.
    public static final Duration AGE_MAX = Duration.ofHours(8);

    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var oldest = context.now().minus(AGE_MAX);
        return context
                .table()
                .getByKey(items.stream().<Key>map(Item::key).toList())
                .values()
                .stream()
                .filter(item -> Job.savedAt(item).isBefore(oldest))
                .map(item -> stuck(item, Job.from(item), context))
                .toList();
    }

    private static Drift stuck(Item item, Job job, AuditContext context) {
        return Drift.wrong(
                        item,
                        "a job that makes progress",
                        "no progress since " + Job.savedAt(item),
                        context.jobs().revival(job))
                .atVersion(job.step());
    }
}
