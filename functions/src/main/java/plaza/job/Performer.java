package plaza.job;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// How one context performs its jobs.
///
/// @param type the kinds of its work
/// @param slice performs the next slice of a job with this work: a `switch` over the sealed type
public record Performer<W extends Work>(WorkType<W> type, BiFunction<W, Job, Progress> slice) {
    /// Performs the next slice of a job. Returns null if its work is of no kind of this context.
    public @Nullable Progress sliceOrNull(Job job) {
        var work = type.readOrNull(job.work());
        return work == null ? null : slice.apply(work, job);
    }
}
