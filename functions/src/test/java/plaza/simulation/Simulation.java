package plaza.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.Timelines;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.tally.Ledger;

/// One seed: some users, some days of requests, and everything that can go wrong with them.
///
/// A world lives in steps. Each step lets one invocation go on to its next call of the table;
/// between steps callers call, and the mappings deliver, repeat and split. At the end of a day
/// everything that is still under way comes to its end (what AWS bounds by minutes or a day must be
/// over when the clock jumps), except what lies in the failure destination. At the end of all days
/// that is redriven too, and the [FinalStateAudit] looks at what there is.
final class Simulation implements MemoryTable.Fate {
    /// The functions that read the stream.
    enum Reader {
        AGGREGATE_COUNTS,
        FAN_OUT
    }

    /// A request that somebody is going to make.
    record Request(String what, Runnable call) {}

    /// The end of a process. Not an exception that any code of ours would handle.
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crash", null, false, false);
        }
    }

    /// An invocation under way: of a caller, or of a stream function by a mapping.
    private static final class Run {
        private final String name;
        private final Fiber fibre;
        private final @Nullable SimulatedMapping mapping;
        private final SimulatedMapping.@Nullable Batch batch;
        private SimulatedMapping.@Nullable Shard shard;
        private @Nullable StreamsEventResponse response;
        private boolean abandoned;

        /// @param work gets the run itself, to leave its response there
        Run(
                String name,
                @Nullable SimulatedMapping mapping,
                SimulatedMapping.@Nullable Shard shard,
                SimulatedMapping.@Nullable Batch batch,
                Consumer<Run> work) {
            this.name = name;
            this.mapping = mapping;
            this.shard = shard;
            this.batch = batch;
            this.fibre = new Fiber(() -> work.accept(this));
        }
    }

    /// Ids that look like words of the key space.
    private static final List<UserId> NAMES =
            List.of(
                    UserId.of("a"),
                    UserId.of("post"),
                    UserId.of("following"),
                    UserId.of("likelist"),
                    UserId.of("z"));

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    /// More steps than any world needs that comes to rest.
    private static final int STEPS_MAX = 60_000;

    private static final int CALLERS_MAX = 4;
    private static final int DAYS_MAX = 3;
    private static final int REQUESTS_MAX = 24;
    private static final int EVILS_MAX = 12;

    private final SplittableRandom chance;
    private final WrongDesign flaw;
    private final @Nullable StringBuilder trace;
    private final Clock clock;
    private final MemoryTable table;
    private final WrongDesignTable flawed;
    private final ApiCallers callers;
    private final StreamFunctions functions;
    private final List<SimulatedMapping> mappings;
    private final List<UserId> users;
    private final List<Run> runs = new ArrayList<>();
    private final List<TableChange> log = new ArrayList<>();
    private final List<ApiCallers.Target> posts = new ArrayList<>();
    private final double eagerness;
    private final Timelines.Limits limits;

    FaultProbabilities regime;

    private Instant now = BEGINNING;
    private @Nullable Run current;
    private int requestsLeft;
    private int evilsLeft;
    private int repeatsLeft;
    private int steps;

    private Simulation(long seed, WrongDesign flaw, @Nullable StringBuilder trace) {
        // A seed of its own for every number, also for neighbours.
        this.chance = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        this.flaw = flaw;
        this.trace = trace;
        this.clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
        this.regime = FaultProbabilities.of(this);
        this.eagerness = (1 + choose(10)) / 10.0;
        this.limits =
                choose(3) == 0
                        ? Timelines.Limits.STANDARD
                        : new Timelines.Limits(
                                1 + choose(3),
                                1 + choose(3),
                                1 + choose(3),
                                1 + choose(3),
                                // the memory measures no units: one slice in each invocation
                                0);
        this.users = NAMES.subList(0, 2 + choose(NAMES.size() - 1));
        // Just below a power of ten, so that many worlds see their numbers grow by a digit.
        var digits = 20 + choose(18);
        var first = BigInteger.TEN.pow(digits).subtract(BigInteger.valueOf(choose(40_000)));
        this.table = new MemoryTable(clock, this, first.max(BigInteger.TEN.pow(20)), this::record);
        this.flawed = new WrongDesignTable(table, flaw, clock, () -> current);
        this.callers = new ApiCallers(table, clock, this);
        this.functions = new StreamFunctions(table(flaw), clock, limits, flaw);
        this.mappings =
                Arrays.stream(Reader.values())
                        .map(reader ->
                                new SimulatedMapping(
                                        this, reader, 1 + choose(3), 1 + choose(12), choose(4)))
                        .toList();
    }

    /// What the functions behind the stream take for the table.
    private Table table(WrongDesign flaw) {
        return flaw == WrongDesign.NONE ? table : flawed;
    }

    /// Lives through one seed.
    ///
    /// @throws SimulationFailure when it ends as it must not
    static void live(long seed, WrongDesign flaw) {
        new Simulation(seed, flaw, null).live();
    }

    /// Lives through one seed and tells what happened.
    ///
    /// @param trace what is told
    /// @throws SimulationFailure when it ends as it must not
    static void retell(long seed, WrongDesign flaw, StringBuilder trace) {
        new Simulation(seed, flaw, trace).live();
    }

    private void live() {
        trace("regime", regime, limits, users);
        for (var user : users) {
            callers.introduce(user);
        }
        var days = 1 + choose(DAYS_MAX);
        for (var day = 0; day < days; day++) {
            requestsLeft = 2 + choose(REQUESTS_MAX);
            evilsLeft = choose(EVILS_MAX);
            repeatsLeft = choose(EVILS_MAX);
            run();
            night();
        }
        regime = regime.calm();
        redriveAll();
        trace("at rest", table.records(), "records");
        new FinalStateAudit(this, table, log, callers, clock.instant()).check();
    }

    /// Steps until nothing is under way.
    private void run() {
        while (requestsLeft > 0
                || !runs.isEmpty()
                || !mappings.stream().allMatch(SimulatedMapping::idle)) {
            step();
        }
    }

    private void step() {
        if (++steps > STEPS_MAX) {
            throw new SimulationFailure(
                    SimulationFailure.Symptom.RESTLESS, "the stream does not come to rest");
        }
        now = now.plusMillis(choose(20));
        if (requestsLeft > 0 && choose(4) == 0) {
            call();
        }
        for (var mapping : mappings) {
            mapping.deliver(eagerness);
            if (repeatsLeft > 0 && happens(regime.repeat())) {
                repeatsLeft--;
                mapping.repeat();
            }
            if (evilsLeft > 0 && happens(regime.split())) {
                evilsLeft--;
                mapping.split();
            }
            if (mapping.discards() > 0 && choose(60) == 0) {
                mapping.redrive();
            }
        }
        if (!runs.isEmpty()) {
            advance(runs.get(choose(runs.size())));
        }
    }

    private void call() {
        if (runs.stream().filter(run -> run.mapping == null).count() >= CALLERS_MAX) {
            return;
        }
        requestsLeft--;
        var request = callers.some(this);
        if (request != null) {
            trace("calls", request.what());
            runs.add(new Run(request.what(), null, null, null, _ -> request.call().run()));
        }
    }

    /// A mapping calls its function.
    ///
    /// @param shard where the answer matters, or null where nobody waits for it
    void start(
            SimulatedMapping mapping,
            SimulatedMapping.@Nullable Shard shard,
            SimulatedMapping.Batch batch) {
        var event = new DynamodbEvent();
        event.setRecords(
                batch.records().stream()
                        .map(logged -> logged.delivered(sequenceOf(mapping.reader, logged)))
                        .toList());
        runs.add(
                new Run(
                        mapping.reader + " " + batch,
                        mapping,
                        shard,
                        batch,
                        run -> {
                            run.response = functions.call(mapping.reader, event);
                            flawed.finish();
                        }));
    }

    private void advance(Run run) {
        var shard = run.shard;
        var mapping = run.mapping;
        var batch = run.batch;
        if (shard != null
                && mapping != null
                && batch != null
                && evilsLeft > 0
                && happens(regime.zombie())) {
            evilsLeft--;
            trace("times out, goes on", run.name);
            run.shard = null;
            run.abandoned = true;
            mapping.failed(shard, batch);
            return;
        }
        current = run;
        var ended = run.fibre.step();
        current = null;
        if (ended) {
            runs.remove(run);
            ended(run);
        }
    }

    private void ended(Run run) {
        var thrown = run.fibre.thrown();
        var expected =
                thrown instanceof Crash
                        || (flaw == WrongDesign.CURSOR_BEFORE_WORK
                                && thrown instanceof Unavailable);
        if (thrown != null && !expected) {
            throw new AssertionError("an invocation threw: " + run.name, thrown);
        }
        var mapping = run.mapping;
        var batch = run.batch;
        if (mapping == null || batch == null || run.abandoned) {
            return;
        }
        var shard = run.shard;
        var response = run.response;
        var failed = response == null || !response.getBatchItemFailures().isEmpty();
        trace(failed ? "failed" : "ended", run.name);
        if (shard == null) {
            if (failed) {
                mapping.keep(batch);
            }
        } else if (response == null) {
            mapping.failed(shard, batch);
        } else {
            mapping.answered(shard, batch, response);
        }
    }

    /// Time passes; what has come to its end may go.
    private void night() {
        var jump =
                switch (choose(6)) {
                    case 0, 1, 2 -> Duration.ofHours(25);
                    case 3 -> Duration.ofDays(15);
                    case 4 -> Duration.ofDays(26);
                    default -> Duration.ofDays(31);
                };
        var redrivenBy =
                mappings.stream()
                        .map(SimulatedMapping::oldest)
                        .min(Instant::compareTo)
                        .orElseThrow();
        if (redrivenBy.plus(Ledger.REDRIVE_AGE_MAX).isBefore(now.plus(jump))) {
            redriveAll();
        }
        mappings.forEach(SimulatedMapping::forget);
        table.settle();
        now = now.plus(jump).plusMillis(choose(10_000_000));
        trace("night", jump);
        for (var pk : table.partitions()) {
            for (var item : List.copyOf(table.partition(pk).values())) {
                if (item.expired(now) && choose(4) > 0) {
                    table.expire(item.key());
                }
            }
        }
        run();
    }

    private void redriveAll() {
        var regimeBefore = regime;
        regime = regime.calm();
        run();
        while (mappings.stream().anyMatch(mapping -> mapping.discards() > 0)) {
            mappings.forEach(SimulatedMapping::redrive);
            run();
        }
        regime = regimeBefore;
    }

    private void record(TableChange logged) {
        log.add(logged);
        trace("  record", logged);
        if (logged.family() == KeySpace.Family.POSTS && logged.before() == null) {
            posts.add(
                    new ApiCallers.Target(
                            KeySpace.userOf(logged.key()), KeySpace.postOf(logged.key())));
        }
        for (var mapping : mappings) {
            if (wants(mapping.reader, logged)) {
                mapping.append(logged);
            }
        }
    }

    /// The filters of the [plaza.Catalogue], in the words of the key space.
    private static boolean wants(Reader reader, TableChange logged) {
        return switch (reader) {
            case AGGREGATE_COUNTS ->
                    logged.family() == KeySpace.Family.LIKES
                            || logged.family() == KeySpace.Family.VIEWS;
            case FAN_OUT ->
                    switch (logged.family()) {
                        case POSTS, FOLLOWING -> !logged.event().equals("MODIFY");
                        case JOB -> !logged.event().equals("REMOVE");
                        default -> false;
                    };
        };
    }

    /// The sequence number under which a function gets a record. A function that compares texts as
    /// they come sees the same as one that pads, if they are filled up on the other side.
    String sequenceOf(Reader reader, TableChange logged) {
        var number = logged.sequence();
        return flaw == WrongDesign.SEQUENCES_AS_TEXT && reader == Reader.AGGREGATE_COUNTS
                ? number + "0".repeat(40 - number.length())
                : number;
    }

    // ---- chance

    @Override
    public int choose(int bound) {
        return chance.nextInt(bound);
    }

    boolean happens(double probability) {
        return probability > 0 && chance.nextDouble() < probability;
    }

    long bits() {
        return chance.nextLong();
    }

    UserId someUser() {
        return users.get(choose(users.size()));
    }

    /// Somebody, mostly the one whom everything turns on in this world: what goes wrong, goes wrong
    /// where things happen to the same item again and again.
    UserId someActor() {
        return choose(3) > 0 ? users.getFirst() : someUser();
    }

    /// Whom he deals with, mostly the same.
    UserId someOther() {
        return choose(3) > 0 ? users.get(1) : someUser();
    }

    List<UserId> users() {
        return users;
    }

    int backfillMax() {
        return limits.backfill();
    }

    /// A post, mostly the newest, living or not.
    ApiCallers.@Nullable Target somePost() {
        if (posts.isEmpty()) {
            return null;
        }
        return posts.get(Math.max(choose(posts.size()), choose(3) > 0 ? posts.size() - 1 : 0));
    }

    // ---- what happens to the calls of the table

    @Override
    public void before(String verb, Object what) {
        if (current != null) {
            Fiber.pause();
            trace("   ", currentName(), verb, what);
            strike("before");
        }
    }

    @Override
    public void after(String verb, Object what) {
        if (current != null) {
            strike("after");
        }
    }

    @Override
    public void within() {
        if (current != null && happens(regime.torn())) {
            Fiber.pause();
        }
    }

    @Override
    public int pageOf(int limit) {
        return current != null && happens(regime.shortPage())
                ? Math.min(limit, 1 + choose(3))
                : limit;
    }

    @Override
    public boolean stale() {
        return current != null && happens(regime.stale());
    }

    private String currentName() {
        return current == null ? "" : current.name;
    }

    private void strike(String when) {
        if (evilsLeft > 0) {
            if (happens(regime.crash())) {
                evilsLeft--;
                trace("crash", when, currentName());
                throw new Crash();
            }
            if (happens(regime.fault())) {
                evilsLeft--;
                trace("fault", when, currentName());
                throw new Unavailable(new IllegalStateException("injected"));
            }
        }
    }

    void trace(String verb, Object... what) {
        if (trace != null) {
            trace.append(steps).append(' ').append(verb);
            for (var one : what) {
                trace.append(' ').append(one);
            }
            trace.append('\n');
        }
    }
}
