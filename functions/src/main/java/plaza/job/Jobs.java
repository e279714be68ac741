package plaza.job;

import java.time.Clock;
import java.util.function.Function;
import plaza.table.Condition;
import plaza.table.Condition.Test;
import plaza.table.Item;
import plaza.table.Table;
import plaza.table.Write;

/// Begins jobs and carries them on, one slice at a time.
public final class Jobs {
    private enum Refusal {
        ALREADY_RUNNING,
        MOVED_ON
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
        return Write.Put.of(item(job)).onlyIf(Condition.absent(Refusal.ALREADY_RUNNING));
    }

    /// Does the next slice of a job that the stream brought, then saves its place or removes it.
    public void resume(Job job, Function<Job, Progress> slice) {
        var unmoved = new Condition(new Test.NumberIs(Job.STEP, job.step()), Refusal.MOVED_ON);
        var write =
                switch (slice.apply(job)) {
                    case Progress.Finished() -> Write.Delete.of(job.key()).onlyIf(unmoved);
                    case Progress.More(var place) ->
                            Write.Put.of(item(job.at(place))).onlyIf(unmoved);
                };
        var _ = table.write(write);
    }

    private Item item(Job job) {
        return Item.at(job.key())
                .with(Job.KIND, job.kind().word())
                .with(Job.IDS, job.ids())
                .with(Job.ARGUMENTS, job.arguments())
                .with(Job.STEP, job.step())
                .with(Job.PLACE, job.place())
                .endingAt(clock.instant().plus(Job.LIFETIME))
                .build();
    }
}
