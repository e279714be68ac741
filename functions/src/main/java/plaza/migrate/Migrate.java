package plaza.migrate;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.evolution.ContextMigrations;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.lambda.Deployment;
import plaza.lambda.OperatorInvocation;
import plaza.migrate.MigrateRequest.Mode;
import plaza.migrate.Tally.Count;
import plaza.scan.Pace;
import plaza.scan.ScanRecords;
import plaza.scan.ScanRun;
import plaza.scan.ScanWork;
import plaza.scan.TableScan;
import plaza.table.Retry;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.text.Malformed;

/// Plans, performs and proves migrations.
///
/// A state machine performs a run ([TableScan]). If two invocations work on a segment at the same
/// time, both consume the rate, and no item is rewritten twice.
public final class Migrate implements RequestHandler<Map<String, Object>, Map<String, Object>> {
    /// How long an invocation that began before the last deployment can still write: the longest
    /// time limit of a function.
    private static final Duration LONGEST_INVOCATION = Duration.ofMinutes(15);

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
        return OperatorInvocation.perform(
                context,
                () -> "status".equals(event.get("action")) ? status() : scan().perform(event));
    }

    private TableScan scan() {
        return new TableScan(Migrate.class.getSimpleName(), table, clock, pause, new Rewriting());
    }

    /// What is known of every migration.
    private OperatorInvocation status() {
        List<Map<String, Object>> all =
                migrations.all().stream().map(each -> record(each).json(each)).toList();
        var json = new LinkedHashMap<String, Object>();
        json.put("migrations", all);
        return new OperatorInvocation("migrations reported", Map.of(), json);
    }

    /// Handles the items of a segment as the mode of the run requires.
    private final class Rewriting implements ScanWork {
        @Override
        public List<String> columns() {
            return List.of("pk", "sk", "reason");
        }

        @Override
        public Plan plan(Map<String, Object> order) {
            var request = MigrateRequest.from(order);
            var migration = migrations.named(request.migration());
            requireReady(migration, request.mode());
            var now = clock.instant();
            return new Plan(
                    request.mode().word() + " " + migration.id(),
                    null,
                    1,
                    request.unitsPerSecond(),
                    request.segments(),
                    request.mode() == Mode.PROVE ? provable(request, now) : now);
        }

        @Override
        public Slice read(ScanRun run, Scans.Segment segment, List<String> cursor, Pace pace) {
            var request = MigrateRequest.from(run.order());
            var migration = migrations.named(request.migration());
            requireWritten(migration, request.mode());
            return new MigrationStep(
                            table,
                            scans,
                            migration,
                            migrations.newest(migration.kind()),
                            request.mode(),
                            segment,
                            pace)
                    .read(cursor);
        }

        @Override
        public long found(Map<String, Long> counts) {
            return Count.OLD.of(counts) + Count.UNKNOWN.of(counts) + Count.FAILED.of(counts);
        }

        @Override
        public void completed(ScanRun run, ScanRecords.Complete complete) {
            var request = MigrateRequest.from(run.order());
            var migration = migrations.named(request.migration());
            requireWritten(migration, request.mode());
            var recording = MigrationRecord.recording(migration, request, complete);
            if (recording != null) {
                var _ = table.write(recording);
            }
        }
    }

    private void requireReady(Migration migration, Mode mode) {
        if (mode == Mode.PLAN) {
            return;
        }
        requireWritten(migration, mode);
        var before = migrations.before(migration);
        if (before != null && record(before).proof() == null) {
            throw new Malformed("Migrate and prove `" + before.id() + "` first");
        }
    }

    /// A run ends when a rollback brings back the functions that write the old version.
    private void requireWritten(Migration migration, Mode mode) {
        if (mode != Mode.PLAN && isHeld(migration)) {
            throw new Malformed(
                    "The functions still write version "
                            + migration.from()
                            + ": deploy without holding this migration first");
        }
    }

    private static Instant provable(MigrateRequest request, Instant now) {
        var gone = request.oldWritersGoneAt();
        if (gone != null && gone.isAfter(now)) {
            throw new Malformed("`oldWritersGoneAt` must not be in the future");
        }
        return (gone == null ? now : gone).plus(LONGEST_INVOCATION);
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
}
