package plaza.migrate;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.evolution.ContextMigrations;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.lambda.Deployment;
import plaza.log.InvocationTelemetry;
import plaza.log.Log;
import plaza.log.Metric;
import plaza.migrate.MigrationRun.Mode;
import plaza.migrate.MigrationRun.Order;
import plaza.migrate.MigrationRun.Progress;
import plaza.migrate.MigrationRun.State;
import plaza.table.Attempt;
import plaza.table.InvocationBudget;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.text.Malformed;

/// Plans, performs and proves migrations, one run at a time.
///
/// A request begins a run, and the same invocation works on it until its time is over. The schedule
/// and `infra-cdk/migrate` continue it. The state of the run is one item, which each invocation
/// saves on the condition that no other has saved it. Its lease prevents two invocations from
/// working at the same time; if they do nevertheless, both consume the rate, and no item is
/// rewritten twice.
public final class Migrate implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    /// How often the state is saved, at one write unit. What an invocation did since is repeated if
    /// it ends without saving.
    private static final Duration SAVE_INTERVAL = Duration.ofSeconds(5);

    /// How long a run can be without progress before it counts as stalled: two periods of the
    /// schedule.
    static final Duration STALLED_AFTER = Duration.ofMinutes(30);

    private final Table table;
    private final Scans scans;
    private final Clock clock;
    private final Retry.Pause pause;
    private final Migrations migrations;
    private final MigrationSettings settings;

    public Migrate() {
        this(
                Deployment.table(),
                Deployment.scans(),
                Deployment.clock(),
                Retry.Pause.REAL,
                Migrations.of(Deployment.parts(ContextMigrations.class)),
                Deployment.migrations());
    }

    /// @param pause waits between writes
    /// @param settings the migrations whose new version is not written yet
    public Migrate(
            Table table,
            Scans scans,
            Clock clock,
            Retry.Pause pause,
            Migrations migrations,
            MigrationSettings settings) {
        this.table = table;
        this.scans = scans;
        this.clock = clock;
        this.pause = pause;
        this.migrations = migrations;
        this.settings = settings;
    }

    @Override
    public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
        var request = MigrateRequest.from(event);
        var telemetry = InvocationTelemetry.of(context);
        var time = Duration.ofMillis(context.getRemainingTimeInMillis());
        return telemetry.run(() ->
                InvocationBudget.within(time)
                        .run(() -> logged(request, clock.instant().plus(time))));
    }

    /// @param end when the invocation ends
    private Map<String, Object> logged(MigrateRequest request, Instant end) {
        var startNanos = System.nanoTime();
        var run = perform(request, end);
        var response = response(run);
        if (run != null) {
            var telemetry = InvocationTelemetry.current();
            var isStalled = run.isStalled(clock.instant().minus(STALLED_AFTER));
            telemetry.took(System.nanoTime() - startNanos);
            telemetry.measure(Metric.MIGRATION_STALLED, isStalled ? 1 : 0);
            InvocationBudget.current().measure(telemetry);
            Log.ended("migration step ended", run.progress().tally().numbers());
        }
        return response;
    }

    /// @param end when the invocation ends
    private @Nullable MigrationRun perform(MigrateRequest request, Instant end) {
        var begins = request.action().begins();
        if (begins != null) {
            return work(begin(request, begins), end);
        }
        return switch (request.action()) {
            case CONTINUE -> {
                var run = stored();
                yield run == null ? null : work(run, end);
            }
            case PAUSE -> moved(State.PAUSED, Set.of(State.RUNNING));
            case RESUME -> work(moved(State.RUNNING, Set.of(State.PAUSED)), end);
            case CANCEL -> moved(State.CANCELLED, Set.of(State.RUNNING, State.PAUSED));
            case STATUS, PLAN, MIGRATE, PROVE -> stored();
        };
    }

    private @Nullable MigrationRun stored() {
        var item = table.getConsistent(PlatformKeys.MIGRATION_RUN.key());
        return item == null ? null : MigrationRun.from(item);
    }

    /// Saves a state.
    ///
    /// @return the state as it is stored now, or null if another invocation saved one before
    private @Nullable MigrationRun saved(MigrationRun run) {
        var next = run.next();
        return table.write(next.saving()) instanceof Outcome.Done ? next : null;
    }

    private MigrationRun begin(MigrateRequest request, Mode mode) {
        var migration = migrations.named(request.migrationId());
        requireReady(migration, mode);
        var last = stored();
        if (last != null && last.state().isOpen()) {
            throw new Malformed(
                    "A run of `"
                            + last.order().migration()
                            + "` is open: send `continue` or `cancel`, or wait until the schedule ends it");
        }
        var now = clock.instant();
        var order =
                new Order(
                        migration.id(),
                        mode,
                        request.unitsPerSecond(),
                        now,
                        mode == Mode.PROVE ? provable(request, now) : now);
        var run =
                saved(
                        new MigrationRun(
                                order,
                                Progress.none(request.segments(), now),
                                State.RUNNING,
                                Instant.EPOCH,
                                last == null ? 0 : last.step()));
        if (run == null) {
            throw new Malformed("Another request began a run at the same moment");
        }
        return run;
    }

    private void requireReady(Migration migration, Mode mode) {
        if (mode == Mode.PLAN) {
            return;
        }
        if (isHeld(migration)) {
            throw new Malformed(
                    "The functions still write version "
                            + migration.from()
                            + ": deploy without holding this migration first");
        }
        var before = migrations.before(migration);
        if (before != null && record(before).proof() == null) {
            throw new Malformed("Migrate and prove `" + before.id() + "` first");
        }
    }

    private static Instant provable(MigrateRequest request, Instant now) {
        var gone = request.oldWritersGoneAt();
        if (gone != null && gone.isAfter(now)) {
            throw new Malformed("`oldWritersGoneAt` must not be in the future");
        }
        return (gone == null ? now : gone).plus(MigrationRun.LONGEST_INVOCATION);
    }

    /// Changes the state of the run.
    ///
    /// @throws Malformed if it is in none of the states `from`
    private MigrationRun moved(State to, Set<State> from) {
        return table.optimistically(() -> {
            var run = stored();
            if (run == null || !from.contains(run.state())) {
                throw new Malformed(
                        run == null
                                ? "There is no run"
                                : "The run is " + MigrationRun.word(run.state()));
            }
            var next = saved(run.in(to));
            return next == null ? Attempt.tryAgain() : Attempt.done(next);
        });
    }

    /// Works on a run until it is done, its state changes, or time or the table's capacity runs
    /// out.
    ///
    /// @param end when the invocation ends
    private MigrationRun work(MigrationRun run, Instant end) {
        if (run.state().isOpen()
                && run.order().mode() != Mode.PLAN
                && isHeld(migrations.named(run.order().migration()))) {
            // a rollback brought back the functions that write the old version
            return moved(State.CANCELLED, Set.of(State.RUNNING, State.PAUSED));
        }
        var now = clock.instant();
        if (run.state() != State.RUNNING
                || run.leasedUntil().isAfter(now)
                || run.order().notBefore().isAfter(now)) {
            return run;
        }
        var mine = saved(run.leasedUntil(end));
        return mine == null ? run : released(advanced(mine));
    }

    private MigrationRun advanced(MigrationRun leased) {
        var run = leased;
        var order = run.order();
        var migration = migrations.named(order.migration());
        var step =
                new MigrationStep(
                        table,
                        scans,
                        clock,
                        pause,
                        migration,
                        migrations.newest(migration.kind()),
                        order);
        var savedAt = clock.instant();
        while (!run.progress().isComplete() && MigrationStep.isTimeLeft()) {
            var progress = step.advance(run.progress());
            if (!progress.isBeyond(run.progress())) {
                return run; // the table refuses
            }
            run = run.at(progress);
            if (savedAt.plus(SAVE_INTERVAL).isBefore(clock.instant())) {
                var next = saved(run);
                if (next == null) {
                    return run;
                }
                run = next;
                savedAt = clock.instant();
            }
        }
        if (run.progress().isComplete()) {
            var recording = MigrationRecord.recording(migration, run);
            if (recording != null) {
                var _ = table.write(recording);
            }
            run = run.in(State.DONE);
        }
        return run;
    }

    /// Ends the lease and saves what the invocation has done. If the run was paused or cancelled
    /// meanwhile, the progress is saved and the state is kept.
    private MigrationRun released(MigrationRun run) {
        return table.optimistically(() -> {
            var next = saved(run.leasedUntil(Instant.EPOCH));
            if (next != null) {
                return Attempt.done(next);
            }
            var other = stored();
            if (other == null || !other.order().equals(run.order())) {
                return Attempt.done(run);
            }
            var merged =
                    saved(
                            other.at(run.progress())
                                    .in(run.state() == State.DONE ? State.DONE : other.state())
                                    .leasedUntil(Instant.EPOCH));
            return merged == null ? Attempt.tryAgain() : Attempt.done(merged);
        });
    }

    private boolean isHeld(Migration migration) {
        return settings.written(migration) != migration.to();
    }

    /// What is recorded about a migration. A proof ends when the old version is written again.
    private MigrationRecord record(Migration migration) {
        var found = MigrationRecord.from(table.getConsistent(MigrationRecord.key(migration)));
        if (found.proof() == null || !isHeld(migration)) {
            return found;
        }
        var _ = table.write(MigrationRecord.withoutProof(migration));
        return new MigrationRecord(found.plan(), null);
    }

    /// The state of the run and of every migration.
    private Map<String, Object> response(@Nullable MigrationRun run) {
        var json = new LinkedHashMap<String, Object>();
        if (run != null) {
            json.put("run", run.json());
        }
        List<Map<String, Object>> all =
                migrations.all().stream().map(each -> record(each).json(each)).toList();
        json.put("migrations", all);
        return json;
    }
}
