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

/// Begins jobs and carries them on, one slice at a time.
public final class Jobs {
    private enum Failure {
        ALREADY_RUNNING,
        MOVED_ON,
        NOT_TO_BE_TOLD
    }

    private final Table table;
    private final Clock clock;

    public Jobs(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Does the first slice of a job at once, and leaves the rest, if any, to the stream.
    ///
    /// A repeated record may begin the same job again: it does the first slice once more, which is
    /// harmless, and finds the job running.
    public void begin(Job job, Function<Job, Progress> slice) {
        switch (slice.apply(job)) {
            case Progress.Finished() -> {}
            case Progress.More(var place) -> {
                var _ = table.write(start(job.at(place)));
            }
        }
    }

    /// The write that hands a job to the stream without doing anything of it yet; nothing happens
    /// where it is already running.
    public Write start(Job job) {
        return Write.Put.of(item(job)).onlyIf(absent().otherwise(Failure.ALREADY_RUNNING));
    }

    /// Leaves a job to the stream whole.
    public void beginLater(Job job) {
        var _ = table.write(start(job));
    }

    /// Asks for a job to be done from its beginning *after now*. Where it is running, which may
    /// have passed what this is about, it is told to begin once more when it ends; so any number of
    /// demands make at most one job, and none is lost.
    public void demand(Job job) {
        var told = exists().and(attribute(Job.AGAIN).isAbsent()).otherwise(Failure.NOT_TO_BE_TOLD);
        var tell = Write.Update.of(job.key()).set(Job.AGAIN, true).onlyIf(told);
        table.optimisticallyUntil(() ->
                table.write(start(job)) instanceof Outcome.Done
                        // With an item the demand is stored already; without, the job has just
                        // ended.
                        || !(table.write(tell) instanceof Outcome.Refused(_, var found))
                        || found != null);
    }

    /// Does the next slice of a job that the stream brought, then saves its place or removes it.
    public void resume(Job job, Function<Job, Progress> slice) {
        switch (slice.apply(job)) {
            case Progress.Finished() -> finish(job);
            case Progress.More(var place) -> {
                var next = job.at(place);
                var update =
                        Write.Update.of(job.key())
                                .set(Job.STEP, next.step())
                                .set(Job.PLACE, next.place())
                                .set(TableSchema.TTL, Item.ttl(end()));
                var _ =
                        table.write(
                                (job.waits() == 0 ? update : update.remove(Job.WAITS))
                                        .onlyIf(unmoved(job)));
            }
        }
    }

    /// Brings a job that the stream brought to the end of the stream again without doing a slice of
    /// it, so that others have their turn. A record that comes twice does it once.
    public void giveWay(Job job) {
        var unchanged =
                attribute(Job.STEP)
                        .is(job.step())
                        .and(attribute(Job.WAITS).isStill(job.waits() == 0 ? null : job.waits()));
        var _ =
                table.write(
                        Write.Update.of(job.key())
                                .set(Job.WAITS, job.waits() + 1)
                                .onlyIf(unchanged.otherwise(Failure.MOVED_ON)));
    }

    private void finish(Job job) {
        var untold =
                attribute(Job.STEP)
                        .is(job.step())
                        .and(attribute(Job.AGAIN).isAbsent())
                        .otherwise(Failure.MOVED_ON);
        var outcome = table.write(Write.Delete.of(job.key()).onlyIf(untold));
        if (outcome instanceof Outcome.Refused(_, var found)
                && found != null
                && found.flag(Job.AGAIN)) {
            var _ = table.write(Write.Put.of(item(job.at(List.of()))).onlyIf(unmoved(job)));
        }
    }

    private static Condition unmoved(Job job) {
        return attribute(Job.STEP).is(job.step()).otherwise(Failure.MOVED_ON);
    }

    private Instant end() {
        return clock.instant().plus(Job.LIFETIME);
    }

    /// The write that brings a job to the stream once more, where the record of its last slice was
    /// given up; nothing happens if it has moved on since it was read.
    public Write revival(Job job) {
        return Write.Update.of(job.key())
                .set(TableSchema.TTL, Item.ttl(end()))
                .onlyIf(unmoved(job));
    }

    private Item item(Job job) {
        return Item.at(job.key())
                .with(Job.KIND, job.kind().word())
                .with(Job.IDS, job.ids())
                .with(Job.ARGUMENTS, job.arguments())
                .with(Job.STEP, job.step())
                .with(Job.PLACE, job.place())
                .endingAt(end())
                .build();
    }
}
