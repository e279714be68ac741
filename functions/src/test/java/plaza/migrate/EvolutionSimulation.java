package plaza.migrate;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.simulation.MemoryTable;
import plaza.simulation.fiber.Fiber;
import plaza.table.Item;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.testkit.invocation.TestContext;
import plaza.text.Malformed;

/// The simulation of one seed: an application whose releases change the shape of its items while
/// callers write and read them.
///
/// Releases follow each other: one prepares the new version (it reads both and writes the old), one
/// writes it, then [Migrate] runs and proves, and one no longer reads the old version. Two
/// neighbours are live at the same time during each deployment, and a deployment may be rolled
/// back. Any invocation can end at any request, and can receive a fault.
///
/// After each commit the value of every thing must be what the last caller gave it: a migration
/// changes no value. A reader must receive a value that was true during its call.
final class EvolutionSimulation implements MemoryTable.Fate {
    /// What the simulation detected.
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    /// The end of a process.
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crash", null, false, false);
        }
    }

    /// @param written the version that the release writes
    /// @param oldest the oldest version that it reads
    private record Release(int written, int oldest) {}

    /// A running call or invocation.
    private static final class Run {
        private final @Nullable Release release;
        private final int thing;
        private final @Nullable String given;
        private final boolean removes;
        private final Set<String> seen = new HashSet<>();
        private Fiber fiber = new Fiber(() -> {});

        Run(@Nullable Release release, int thing, @Nullable String given, boolean removes) {
            this.release = release;
            this.thing = thing;
            this.given = given;
            this.removes = removes;
        }
    }

    private static final int THINGS = 3;
    private static final int RUNS_MAX = 5;
    private static final int STEPS_MAX = 20_000;
    private static final String NOTHING = "nothing";

    private final SplittableRandom random;
    private final WrongMigration design;
    private final Shape shape;
    private final MemoryTable table;
    private final Table migratedTable;
    private final Migrations migrations;
    private final List<Release> releases;
    private final List<Run> runs = new ArrayList<>();
    private final Map<Integer, String> values = new HashMap<>();
    private final Duration lag;
    private final Clock clock = ((InstantSource) () -> this.now).withZone(ZoneOffset.UTC);

    /// The execution of the state machine, or null if none is open.
    private @Nullable Machine machine;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private @Nullable Run current;
    private boolean isCommitted;
    private int live;

    /// The other release during a deployment, or the live one.
    private int next;

    private int faultsLeft;
    private int rollbacksLeft;
    private int calls;

    private EvolutionSimulation(long seed, Shape shape, WrongMigration design) {
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        this.design = design;
        this.shape = shape;
        this.migrations = new Migrations(shape.migrations());
        this.table =
                new MemoryTable(
                        Shape.keySpace(),
                        clock,
                        this,
                        BigInteger.TEN.pow(25),
                        _ -> isCommitted = true);
        this.migratedTable =
                design == WrongMigration.NONE ? table : new WrongMigrationTable(table, design);
        this.releases = new ArrayList<>();
        for (var migration : migrations.all()) {
            releases.add(new Release(migration.from(), migration.from()));
            releases.add(new Release(migration.to(), migration.from()));
        }
        var last = migrations.all().getLast().to();
        releases.add(new Release(last, last));
        lag = random.nextBoolean() ? Duration.ofSeconds(1) : Duration.ofHours(1);
        faultsLeft = random.nextInt(8);
        rollbacksLeft = random.nextInt(3);
    }

    /// Runs one seed.
    ///
    /// @throws Failure if a value was lost, changed or missed
    static void run(long seed, Shape shape, WrongMigration design) {
        new EvolutionSimulation(seed, shape, design).simulate();
    }

    private void simulate() {
        for (var thing = 0; thing < THINGS; thing++) {
            if (random.nextInt(4) > 0) {
                var run = new Run(releases.getFirst(), thing, "v0 w0", false);
                current = run;
                var number = thing;
                run.fiber = new Fiber(() -> shape.change(table, number, "v0 w0", 1));
                while (!run.fiber.step()) {
                    // nothing else runs yet
                }
                current = null;
            }
        }
        if (shape instanceof Counted counted) {
            start(new Run(null, -1, null, false), () -> counted.prepare(table));
        }
        for (var step = 0; !isOver(); step++) {
            if (step > STEPS_MAX) {
                throw new Failure("the migration does not end");
            }
            now = now.plusMillis(random.nextInt(2_000));
            if (random.nextInt(200) == 0) {
                now = now.plus(Duration.ofMinutes(16));
            }
            if (runs.size() < RUNS_MAX && random.nextInt(3) == 0) {
                begin();
            }
            if (!runs.isEmpty()) {
                advance(runs.get(random.nextInt(runs.size())));
            }
        }
        audit();
    }

    private boolean isOver() {
        return live == releases.size() - 1 && next == live && runs.isEmpty() && calls > 10;
    }

    /// Begins a call, an invocation of Migrate or a deployment.
    private void begin() {
        switch (random.nextInt(8)) {
            case 0 -> deploy();
            case 1, 2 -> migrate();
            case 3, 4 -> read();
            default -> write();
        }
    }

    private Release someRelease() {
        return releases.get(random.nextBoolean() ? live : next);
    }

    private void write() {
        calls++;
        var release = someRelease();
        var thing = random.nextInt(THINGS);
        if (random.nextInt(4) == 0) {
            var run = new Run(release, thing, null, true);
            start(run, () -> shape.remove(table, thing));
        } else {
            var value = "v" + calls + " w" + calls;
            start(
                    new Run(release, thing, value, false),
                    () -> shape.change(table, thing, value, release.written()));
        }
    }

    private void read() {
        calls++;
        var release = someRelease();
        var thing = random.nextInt(THINGS);
        var run = new Run(release, thing, null, false);
        run.seen.add(values.getOrDefault(thing, NOTHING));
        start(
                run,
                () -> {
                    var value = shape.read(table, thing, release.oldest());
                    if (!Shape.UNDECIDED.equals(value)
                            && !run.seen.contains(Objects.requireNonNullElse(value, NOTHING))) {
                        throw new Failure(
                                "a reader received " + value + ", but " + run.seen + " was true");
                    }
                });
    }

    private void start(Run run, Runnable work) {
        run.fiber = new Fiber(work);
        runs.add(run);
    }

    /// Begins, ends or rolls back a deployment.
    private void deploy() {
        if (next != live) {
            live = random.nextInt(3) == 0 ? live : next;
            next = live;
        } else if (rollbacksLeft > 0
                && live % 2 == 1
                && !isProved(migration())
                && (design == WrongMigration.ROLLBACK_DURING_PROOF || !isProving())) {
            rollbacksLeft--;
            next = live - 1;
        } else if (live < releases.size() - 1
                && (live % 2 == 0 || isProved(migration()))
                && (live % 2 == 0 || areOldCallsGone())) {
            next = live + 1;
        }
    }

    /// The migration of the live release.
    private Migration migration() {
        return migrations.all().get(Math.min(live / 2, migrations.all().size() - 1));
    }

    private boolean isProved(Migration migration) {
        return MigrationRecord.from(table.peek(MigrationRecord.key(migration))).proof() != null;
    }

    /// Whether no call of a release that writes the old version runs, and none can begin.
    private boolean areOldCallsGone() {
        return next == live
                && runs.stream()
                        .allMatch(run ->
                                run.release == null || run.release.written() >= migration().to());
    }

    /// Whether a proof runs or an invocation could begin one.
    private boolean isProving() {
        return runs.stream().anyMatch(each -> each.release == null)
                || (machine != null && machine.isProof());
    }

    private void migrate() {
        if (live % 2 == 0) {
            return;
        }
        var order = new HashMap<String, Object>();
        if (machine == null) {
            var isProvable = design == WrongMigration.PROOF_TOO_EARLY || areOldCallsGone();
            var isProof = isProvable && random.nextBoolean();
            order.put("action", isProof ? "prove" : "migrate");
            order.put("migration", migration().id());
            order.put("segments", 1 + random.nextInt(3));
            if (isProof) {
                order.put("oldWritersGoneAt", now.minus(Duration.ofMinutes(15)).toString());
            }
        } else if (random.nextInt(10) == 0) {
            machine = null; // an operator stops it
            return;
        }
        var held =
                new MigrationSettings(
                        migrations.all().stream()
                                .filter(each -> each.to() > releases.get(live).written())
                                .map(Migration::id)
                                .collect(Collectors.toSet()),
                        Set.of());
        var function =
                new Migrate(
                        migratedTable,
                        scans(),
                        clock,
                        pause -> now = now.plus(pause),
                        migrations,
                        held);
        var open = machine;
        start(
                new Run(null, -1, null, false),
                () -> {
                    try {
                        if (open == null) {
                            machine = new Machine(invoke(function, Machine.beginning(order)));
                        } else {
                            open.advance(random, now, request -> invoke(function, request));
                        }
                    } catch (Malformed _) {
                        machine = null; // the execution fails
                    }
                    if (machine != null && machine.isEnded()) {
                        machine = null;
                    }
                });
    }

    private static Map<String, Object> invoke(Migrate function, Map<String, Object> request) {
        return function.handleRequest(request, new TestContext("Migrate", Duration.ofMinutes(15)));
    }

    private Scans scans() {
        var scans = table.scans();
        return design != WrongMigration.PROOF_EVENTUAL
                ? scans
                : (segment, _, limit, after) ->
                        scans.scan(segment, Scans.Consistency.EVENTUAL, limit, after);
    }

    private void advance(Run run) {
        current = run;
        var isEnded = run.fiber.step();
        current = null;
        if (isEnded) {
            runs.remove(run);
            var thrown = run.fiber.thrown();
            if (thrown instanceof Failure failure) {
                throw failure;
            }
            if (thrown != null && !(thrown instanceof Crash) && !(thrown instanceof Unavailable)) {
                throw new Failure("a call threw " + thrown);
            }
        }
    }

    /// Compares all values with those that callers gave.
    private void committed() {
        try {
            for (var thing = 0; thing < THINGS; thing++) {
                var value = shape.value(table::peek, thing);
                var before = values.get(thing);
                if (Objects.equals(value, before)) {
                    continue;
                }
                requireGiven(thing, value, before);
                if (value == null) {
                    values.remove(thing);
                } else {
                    values.put(thing, value);
                }
                for (var run : runs) {
                    if (run.thing == thing) {
                        run.seen.add(Objects.requireNonNullElse(value, NOTHING));
                    }
                }
            }
            shape.check(table::peek, THINGS);
        } catch (IllegalStateException invalid) {
            throw new Failure(String.valueOf(invalid.getMessage()));
        }
    }

    private void requireGiven(int thing, @Nullable String value, @Nullable String before) {
        var run = Objects.requireNonNull(current);
        var isGiven =
                run.thing == thing
                        && (run.removes
                                ? value == null
                                : run.given != null
                                        && value != null
                                        && value.equals(
                                                run.given
                                                        + " "
                                                        + (before == null
                                                                ? run.given
                                                                : extraOf(before))));
        if (!isGiven) {
            throw new Failure("the value " + before + " became " + value);
        }
    }

    /// A value is two words, and the attribute that survives is two more.
    private static String extraOf(String value) {
        var words = value.split(" ", -1);
        return words[2] + " " + words[3];
    }

    /// The last release reads every value, and no old item is left.
    private void audit() {
        var last = migrations.all().getLast();
        for (var thing = 0; thing < THINGS; thing++) {
            var value = shape.read(table, thing, last.to());
            if (!Objects.equals(value, values.get(thing))) {
                throw new Failure("the last release reads " + value + " of " + values.get(thing));
            }
        }
        for (Item item : table.items().toList()) {
            if (last.kind().is(item.key()) && item.version() != last.to()) {
                throw new Failure("an item of version " + item.version() + " is left");
            }
        }
    }

    // ---- the calls of the table

    @Override
    public void before(String verb, Object what) {
        if (current != null) {
            Fiber.pause();
            maybeFail();
        }
    }

    @Override
    public void after(String verb, Object what) {
        if (isCommitted) {
            isCommitted = false;
            committed();
        }
        if (current != null) {
            maybeFail();
        }
    }

    private void maybeFail() {
        if (faultsLeft > 0 && random.nextInt(40) == 0) {
            faultsLeft--;
            if (random.nextBoolean()) {
                throw new Crash();
            }
            throw new Unavailable(new IllegalStateException("injected"));
        }
    }

    @Override
    public void within() {
        if (current != null && random.nextInt(3) == 0) {
            Fiber.pause();
        }
    }

    @Override
    public int choose(int bound) {
        return random.nextInt(bound);
    }

    @Override
    public int pageOf(int limit) {
        return Math.min(limit, 1 + random.nextInt(3));
    }

    @Override
    public boolean stale() {
        return random.nextInt(3) == 0;
    }

    @Override
    public Duration lag() {
        return lag;
    }
}
