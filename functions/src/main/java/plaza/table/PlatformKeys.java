package plaza.table;

import static plaza.table.Variable.NUMBER;
import static plaza.table.Variable.PARTS;
import static plaza.table.Variable.TEXT;
import static plaza.table.Variable.TIME;

import java.time.Instant;
import java.util.List;
import plaza.id.UserId;

/// The keys of the items with which the platform itself works: jobs, stored responses, rate limits,
/// and what is stored of the runs of scheduled functions.
public final class PlatformKeys {
    private static final Families KEYS = new Families();

    private static final Variable<UserId> USER_ID = Variable.of(UserId::of);

    /// A job's kind and the ids that identify it form the partition key, so that jobs are spread
    /// over partitions.
    public static final Family.Of2<String, List<String>> JOBS =
            KEYS.family("Job#{kind}#{ids...}", TEXT, PARTS);

    public static final ItemKind.Of2<String, List<String>> JOB =
            JOBS.item("job", "a job and its cursor; ttl");

    /// The records of requests that carried an `Idempotency-Key`. The digest is one of fixed width
    /// of the route and the client's key.
    public static final Family.Of1<UserId> IDEMPOTENCY = KEYS.family("Idempotency#{user}", USER_ID);

    public static final ItemKind.Of2<UserId, String> IDEMPOTENCY_RECORD =
            IDEMPOTENCY.item("{digest}", TEXT, "responses already returned; ttl");

    /// The counts of a caller's requests, by the beginning of the window.
    public static final Family.Of1<UserId> RATE_LIMITS = KEYS.family("RateLimit#{user}", USER_ID);

    public static final ItemKind.Of2<UserId, Instant> RATE_LIMIT =
            RATE_LIMITS.item("{start}", TIME, "requests counted per hour; ttl");

    /// The runs of a function that reads the whole table, by the time at which they began.
    public static final Family.Of1<String> SCANS = KEYS.family("Scan#{function}", TEXT);

    public static final ItemKind.Of2<String, Instant> SCAN_RUN =
            SCANS.item("run#{startedAt}", TIME, "a run: its end and its counts; ttl");

    public static final ItemKind.Of3<String, Instant, Integer> SCAN_FINDINGS =
            SCANS.item(
                    "found#{startedAt}#{segment}",
                    TIME,
                    NUMBER,
                    "first findings of a segment; ttl");

    /// The cursor of the scheduled redrive. It is not a job: no stream function processes it.
    public static final Family.Of0 REDRIVE = KEYS.family("Redrive#run");

    public static final ItemKind.Of0 REDRIVE_RUN = REDRIVE.item("run", "progress of Redrive");

    /// What was found about each migration.
    public static final Family.Of1<String> MIGRATIONS = KEYS.family("Migrated#{migration}", TEXT);

    public static final ItemKind.Of1<String> MIGRATION_RECORD =
            MIGRATIONS.item("record", "estimate and proof of a migration");

    /// The erasures of users who have left, in one collection: it has the users of about two
    /// months.
    public static final Family.Of0 ERASURES = KEYS.family("Erasures");

    public static final ItemKind.Of1<UserId> ERASURE =
            ERASURES.item("u#{user}", USER_ID, "progress of an erasure; ttl");

    private PlatformKeys() {}

    /// All families of the platform.
    public static List<Family> families() {
        return KEYS.families();
    }
}
