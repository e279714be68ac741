package plaza.job;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Starts jobs and runs them, one slice at a time.
public final class Jobs {
    private final Table table;
    private final Clock clock;

    public Jobs(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Runs the first slice of a job now and leaves the remaining ones, if any, to the stream.
    ///
    /// A repeated record may begin the same job again. The first slice then runs once more, which
    /// is harmless, and the job that is already running is left alone.
    public void begin(Work work, Function<Job, Progress> slice) {
        var job = Job.of(work);
        switch (slice.apply(job)) {
            case Progress.Finished() -> {}
            case Progress.More(var cursor) -> {
                var _ = table.write(start(job.advancedTo(cursor)));
            }
        }
    }

    /// The write that leaves a whole job to the stream. It has no effect on a job that is already
    /// running.
    public Write start(Work work) {
        return start(Job.of(work));
    }

    private Write start(Job job) {
        return Write.Put.of(job.item(end())).onlyIf(absent());
    }

    /// Leaves a whole job to the stream.
    public void beginLater(Work work) {
        var _ = table.write(start(work));
    }

    /// Runs a job from its beginning, after this call. A running job may have passed the items that
    /// the caller changed, so it is marked to start again when it ends. Any number of calls thus
    /// result in at most one job, and no call is lost.
    public void startOrRestart(Work work) {
        var requestRestart =
                Write.Update.of(work.key())
                        .set(Job.RESTART, true)
                        .set(TableSchema.TTL, Item.ttl(end()))
                        .onlyIf(exists().and(attribute(Job.RESTART).isAbsent()));
        table.optimisticallyUntil(() ->
                table.write(start(work)) instanceof Outcome.Done
                        || willRestart(table.write(requestRestart)));
    }

    /// Whether a restart was requested now or before. If not, the job has just ended.
    private static boolean willRestart(Outcome<?> request) {
        return switch (request) {
            case Outcome.Done() -> true;
            case Outcome.Refused(_, var found) -> found != null && found.flag(Job.RESTART);
        };
    }

    /// Runs the next slice of a job that arrived from the stream, then saves its cursor or deletes
    /// the job.
    public void resume(Job job, Function<Job, Progress> slice) {
        switch (slice.apply(job)) {
            case Progress.Finished() -> finish(job);
            case Progress.More(var cursor) -> {
                var next = job.advancedTo(cursor);
                var update =
                        Write.Update.of(job.key())
                                .set(Job.STEP, next.step())
                                .set(Job.CURSOR, next.cursor())
                                .set(TableSchema.TTL, Item.ttl(end()));
                var _ =
                        table.write(
                                (job.deferrals() == 0 ? update : update.remove(Job.DEFERRALS))
                                        .onlyIf(isAtStep(job)));
            }
        }
    }

    /// Moves a job that arrived from the stream to the end of the stream without running a slice,
    /// so that other work is done first. A repeated record defers the job only once.
    public void defer(Job job) {
        var deferrals = job.deferrals() == 0 ? null : Long.valueOf(job.deferrals());
        var _ =
                table.write(
                        Write.Update.of(job.key())
                                .set(Job.DEFERRALS, job.deferrals() + 1)
                                .set(TableSchema.TTL, Item.ttl(end()))
                                .onlyIf(
                                        isAtStep(job)
                                                .and(attribute(Job.DEFERRALS).isStill(deferrals))));
    }

    private void finish(Job job) {
        var outcome =
                table.write(
                        Write.Delete.of(job.key())
                                .onlyIf(isAtStep(job).and(attribute(Job.RESTART).isAbsent())));
        if (outcome instanceof Outcome.Refused(_, var found)
                && found != null
                && found.flag(Job.RESTART)) {
            var _ =
                    table.write(
                            Write.Put.of(job.advancedTo(List.of()).item(end()))
                                    .onlyIf(isAtStep(job)));
        }
    }

    private static Condition isAtStep(Job job) {
        return attribute(Job.STEP).is(job.step());
    }

    private Instant end() {
        return clock.instant().plus(Job.LIFETIME);
    }

    /// The write that sends a job through the stream again after the record of its last slice was
    /// discarded. It has no effect on a job that has moved on since it was read.
    public Write revival(Job job) {
        return Write.Update.of(job.key())
                .set(TableSchema.TTL, Item.ttl(end()))
                .onlyIf(isAtStep(job));
    }
}
