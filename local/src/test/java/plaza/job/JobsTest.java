package plaza.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.job.SocialWork;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// The life cycle of a job. The test takes the role of the stream and runs each slice itself.
class JobsTest {
    private static final Work WORK = new SocialWork.WithdrawPost(UserId.of("ann"), PostId.of("p1"));
    private static final Job JOB = Job.of(WORK);
    private static final Progress.Finished FINISHED = new Progress.Finished();

    private static final TestBed bed = new TestBed();
    private static final Jobs jobs = new Jobs(bed.table(), bed.clock());

    @BeforeEach
    void clear() {
        bed.clear();
    }

    @Test
    void aJobThatFinishesInItsFirstSliceIsNeverStored() {
        jobs.begin(WORK, _ -> FINISHED);
        assertThat(bed.everything()).isEmpty();
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        assertThat(bed.everything()).containsOnlyKeys(JOB.key());
    }

    @Test
    void eachSliceBeginsAtTheSavedCursor() {
        var cursors = new ArrayList<List<String>>();
        jobs.begin(WORK, job -> more(cursors, job, "a"));
        jobs.resume(stored(), job -> more(cursors, job, "b"));
        jobs.resume(stored(), job -> finished(cursors, job));
        assertThat(cursors).containsExactly(List.of(), List.of("a"), List.of("b"));
        assertThat(bed.everything()).isEmpty();
    }

    @Test
    void aRepeatedSliceDoesNotMoveTheJobBack() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        var first = stored();
        jobs.resume(first, _ -> new Progress.More(List.of("b")));
        var second = stored();

        jobs.resume(first, _ -> new Progress.More(List.of("again")));
        assertThat(stored()).isEqualTo(second);
        jobs.resume(first, _ -> FINISHED);
        assertThat(stored()).isEqualTo(second);
        jobs.begin(WORK, _ -> new Progress.More(List.of("again")));
        assertThat(stored()).isEqualTo(second);
    }

    @Test
    void startOrRestartStartsAJobThatDoesNotExist() {
        jobs.startOrRestart(WORK);
        assertThat(stored()).isEqualTo(JOB);
    }

    /// The last slice has read everything before the restart is requested, so that only a second
    /// run sees the change that led to the request.
    @Test
    void aRestartRequestedDuringTheLastSliceRunsTheJobOnceMore() {
        jobs.startOrRestart(WORK);
        var last = stored();
        jobs.resume(
                last,
                _ -> {
                    jobs.startOrRestart(WORK);
                    return FINISHED;
                });

        var again = stored();
        assertThat(again.cursor()).isEmpty();
        assertThat(again.step()).isGreaterThan(last.step());
        // A repeated record of the last slice must not end the second run.
        jobs.resume(last, _ -> FINISHED);
        assertThat(stored()).isEqualTo(again);
        jobs.resume(again, _ -> FINISHED);
        assertThat(bed.everything()).isEmpty();
    }

    @Test
    void severalRestartRequestsRunTheJobOnceMore() {
        jobs.startOrRestart(WORK);
        jobs.resume(stored(), _ -> new Progress.More(List.of("a")));
        jobs.startOrRestart(WORK);
        var requested = bed.everything();
        bed.clock().advance(Duration.ofDays(1));
        jobs.startOrRestart(WORK);
        // A further record would only run a slice twice.
        assertThat(bed.everything()).isEqualTo(requested);
        var runs = new ArrayList<List<String>>();
        jobs.resume(stored(), job -> finished(runs, job));
        jobs.resume(stored(), job -> finished(runs, job));
        assertThat(runs).containsExactly(List.of("a"), List.of());
        assertThat(bed.everything()).isEmpty();
    }

    /// A job may run longer than [Job#LIFETIME], and each record that continues it can be redriven
    /// for almost as long.
    @Test
    void everyWriteThatContinuesAJobRenewsItsExpiry() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        assertExpiresOneLifetimeFromNow();
        bed.clock().advance(Duration.ofDays(29));
        jobs.resume(stored(), _ -> new Progress.More(List.of("b")));
        assertExpiresOneLifetimeFromNow();

        bed.clock().advance(Duration.ofDays(29));
        jobs.defer(stored());
        assertExpiresOneLifetimeFromNow();

        bed.clock().advance(Duration.ofDays(29));
        jobs.startOrRestart(WORK);
        assertExpiresOneLifetimeFromNow();
        bed.clock().advance(Duration.ofDays(29));
        jobs.resume(stored(), _ -> FINISHED);
        assertExpiresOneLifetimeFromNow();

        bed.clock().advance(Duration.ofDays(29));
        bed.table().write(jobs.revival(stored()));
        assertExpiresOneLifetimeFromNow();
    }

    @Test
    void deferralsAreCountedUntilTheNextSlice() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        jobs.defer(stored());
        assertThat(stored().deferrals()).isEqualTo(1);
        jobs.defer(stored());
        assertThat(stored().deferrals()).isEqualTo(2);
        assertThat(stored().cursor()).containsExactly("a");

        jobs.resume(stored(), _ -> new Progress.More(List.of("b")));
        assertThat(stored().deferrals()).isZero();
        assertThat(item().attributes()).doesNotContainKey(Job.DEFERRALS);
    }

    @Test
    void aRepeatedRecordDefersTheJobOnce() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        var undeferred = stored();
        jobs.defer(undeferred);
        var once = stored();
        assertThat(once.deferrals()).isEqualTo(1);
        jobs.defer(undeferred);
        assertThat(stored()).isEqualTo(once);

        jobs.defer(once);
        var twice = stored();
        assertThat(twice.deferrals()).isEqualTo(2);
        jobs.defer(once);
        jobs.defer(undeferred);
        assertThat(stored()).isEqualTo(twice);
    }

    @Test
    void aJobThatIsRunningIsNotBegunAgain() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        var running = stored();
        jobs.beginLater(WORK);
        assertThat(stored()).isEqualTo(running);
    }

    @Test
    void aJobThatAnotherAttemptRestartsAndEndsMeanwhileStaysEnded() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        var last = stored();
        jobs.startOrRestart(WORK);
        var contended =
                new ForwardingTable(bed.table()) {
                    @Override
                    public Outcome<Key> write(Write write) {
                        if (write instanceof Write.Put) {
                            jobs.resume(last, _ -> FINISHED);
                            jobs.resume(stored(), _ -> FINISHED);
                        }
                        return super.write(write);
                    }
                };

        new Jobs(contended, bed.clock()).resume(last, _ -> FINISHED);

        assertThat(bed.table().getConsistent(JOB.key())).isNull();
    }

    @Test
    void startOrRestartStartsAJobThatEndsMeanwhile() {
        jobs.begin(WORK, _ -> new Progress.More(List.of("a")));
        var ending =
                new ForwardingTable(bed.table()) {
                    @Override
                    public Outcome<Key> write(Write write) {
                        if (write instanceof Write.Update) {
                            var _ = bed.table().write(Write.Delete.of(JOB.key()));
                        }
                        return super.write(write);
                    }
                };

        new Jobs(ending, bed.clock()).startOrRestart(WORK);

        assertThat(stored()).isEqualTo(JOB);
    }

    private static void assertExpiresOneLifetimeFromNow() {
        assertThat(item().number(TableSchema.TTL))
                .isEqualTo(Item.ttl(bed.clock().instant().plus(Job.LIFETIME)));
        assertThat(Job.savedAt(item())).isEqualTo(bed.clock().instant());
    }

    private static Progress more(List<List<String>> cursors, Job job, String next) {
        cursors.add(job.cursor());
        return new Progress.More(List.of(next));
    }

    private static Progress finished(List<List<String>> cursors, Job job) {
        cursors.add(job.cursor());
        return FINISHED;
    }

    private static Job stored() {
        return Job.from(item());
    }

    private static Item item() {
        var item = bed.table().getConsistent(JOB.key());
        if (item == null) {
            throw new AssertionError("the job is not stored");
        }
        return item;
    }
}
