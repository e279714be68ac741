package plaza.simulation;

import static java.util.stream.Collectors.toSet;

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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.leaving.Erasure;
import plaza.leaving.ErasureScan;
import plaza.leaving.Erasures;
import plaza.mutant.MutantTrial;
import plaza.simulation.fiber.Fiber;
import plaza.social.SocialErasure;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.Timelines;
import plaza.social.view.ViewSampling;
import plaza.table.Family;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Unavailable;
import plaza.tally.Ledger;

/// The simulation of one seed: some users, some days of requests, and the faults that can occur.
///
/// A simulation consists of steps. In each step one invocation continues to its next call of the
/// table; between steps callers send requests, and the mappings deliver and repeat batches and
/// split shards. At the end of a day every invocation and batch is completed before the clock
/// jumps, because AWS limits their duration to minutes or a day; only the failure destination keeps
/// its batches. After the last day those are redriven, and the [FinalStateAudit] checks the table.
final class Simulation implements MemoryTable.Fate {
    /// The functions that read the stream.
    enum Reader {
        AGGREGATE_COUNTS,
        FAN_OUT
    }

    /// A request of a user.
    record Request(String description, UserId user, Runnable call) {}

    /// The end of a process. Production code does not catch it.
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crash", null, false, false);
        }
    }

    /// A running invocation: by a caller, or of a stream function by a mapping.
    private static final class Run {
        private final String name;
        private final Fiber fiber;
        private final @Nullable SimulatedMapping mapping;
        private final SimulatedMapping.@Nullable Batch batch;
        private SimulatedMapping.@Nullable Shard shard;
        private @Nullable StreamsEventResponse response;
        private boolean abandoned;

        /// How far the clock of its execution environment is ahead of the true time.
        private final Duration skew;

        private final SeenAudit.Reads seen = new SeenAudit.Reads();

        /// @param work receives this run, to set its response
        Run(
                String name,
                @Nullable SimulatedMapping mapping,
                SimulatedMapping.@Nullable Shard shard,
                SimulatedMapping.@Nullable Batch batch,
                Duration skew,
                Consumer<Run> work) {
            this.name = name;
            this.skew = skew;
            this.mapping = mapping;
            this.shard = shard;
            this.batch = batch;
            this.fiber = new Fiber(() -> work.accept(this));
        }
    }

    /// Ids that equal words of the key space.
    private static final List<UserId> NAMES =
            List.of(
                    UserId.of("a"),
                    UserId.of("post"),
                    UserId.of("following"),
                    UserId.of("likelist"),
                    UserId.of("z"));

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    /// More steps than any simulation needs to drain its stream.
    private static final int STEPS_MAX = 60_000;

    /// The times after which replicas have a change; the last one is longer than a day's requests.
    private static final List<Duration> LAGS =
            List.of(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofHours(1));

    /// The wrong designs of divided deliveries, which few simulations have.
    static final Set<WrongDesign> DIVIDING =
            EnumSet.of(
                    WrongDesign.RANGE_START_IGNORED,
                    WrongDesign.RANGE_END_EXCLUDED,
                    WrongDesign.LAST_RANGE_CLOSED,
                    WrongDesign.RANGE_SHARED);

    /// The wrong designs that matter if standings change.
    private static final Set<WrongDesign> STANDING =
            EnumSet.of(
                    WrongDesign.AUDIENCE_COPIED_LATE,
                    WrongDesign.POST_OF_ANY_STANDING,
                    WrongDesign.FOLLOW_OF_ANY_STANDING,
                    WrongDesign.REQUEST_ACCEPTED_TWICE,
                    WrongDesign.REQUESTS_LEFT_BY_BLOCK,
                    WrongDesign.CHECKED_AT_DELIVERY_ONLY,
                    WrongDesign.STANDING_IGNORED,
                    WrongDesign.HIDDEN_UNCHECKED,
                    WrongDesign.HIDDEN_OUTSIDE_TRANSACTION,
                    WrongDesign.SHOWN_UNCOUNTED,
                    WrongDesign.HIDDEN_COUNTED_DOWN,
                    WrongDesign.MARKS_FILTERED);

    /// The wrong designs that matter if users leave.
    private static final Set<WrongDesign> LEAVING = EnumSet.of(WrongDesign.ERASED_BY_PATHS_ONLY);

    /// The wrong designs of notifications.
    private static final Set<WrongDesign> NOTIFYING =
            EnumSet.of(
                    WrongDesign.NOTICE_AT_CAUSE,
                    WrongDesign.NOTICE_BY_CLOCK,
                    WrongDesign.NOTICE_OUTSIDE_TRANSACTION,
                    WrongDesign.LIKES_STORED_IN_NOTICE,
                    WrongDesign.SEEN_UNCHECKED,
                    WrongDesign.CURSOR_WITHOUT_SEEN,
                    WrongDesign.BADGE_WITHOUT_GATE);

    /// The most by which the clocks of two execution environments differ, in milliseconds.
    private static final int SKEW_MAX = 2_000;

    /// The complete scans after the last day: each can find what the one before left to expire.
    private static final int LAST_SCANS = 3;

    private static final Erasures ERASURES = Erasures.of(List.of(new SocialErasure()));

    private static final int CALLERS_MAX = 4;
    private static final int DAYS_MAX = 3;
    private static final int REQUESTS_MAX = 24;
    private static final int FAULTS_MAX = 12;

    private final SplittableRandom random;
    private final WrongDesign design;
    private final @Nullable StringBuilder trace;
    private final Clock clock;
    private final MemoryTable table;
    private final SeenAudit seen;
    private final WrongDesignTable wrongTable;
    private final ApiCallers callers;
    private final StreamFunctions functions;
    private final List<SimulatedMapping> mappings;
    private final List<UserId> users;
    private final List<Run> runs = new ArrayList<>();
    private final List<TableChange> log = new ArrayList<>();
    private final List<ApiCallers.Target> posts = new ArrayList<>();
    private final double eagerness;

    /// Whether users read their timelines after their other requests.
    private final boolean reading;

    /// Whether users also read the posts that they like.
    private final boolean listing;

    /// Whether everyone follows the user who writes most posts, so that deliveries are divided.
    private final boolean dividing;

    /// Whether users are protected and suspended.
    private final boolean standing;

    /// Whether users leave.
    private final boolean leaving;

    /// Whether users read their notifications, and the clocks of the stream functions differ.
    private final boolean notifying;

    /// Whether the badge of a user is compared with their list after every step.
    private final boolean watching;

    /// Choices that do not change the other choices of a seed.
    private final SplittableRandom asides;

    /// Where readers continue later.
    private final Map<UserId, Place<String>> timelines = new HashMap<>();

    private final Map<UserId, Place<LikedPageAudit.Times>> likes = new HashMap<>();
    private final Map<UserId, Place<NoticePageAudit.End>> notices = new HashMap<>();

    private final Duration lag;
    private final Timelines.Limits limits;

    /// Whether views count for several.
    private final ViewSampling sampling;

    FaultProbabilities probabilities;

    private Instant now = BEGINNING;
    private @Nullable Run current;
    private int requestsLeft;
    private int faultsLeft;
    private int repeatsLeft;
    private int steps;

    private Simulation(long seed, WrongDesign design, @Nullable StringBuilder trace) {
        // Spreads neighbouring seeds.
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        // Does not change the other choices of a seed.
        var traits = new SplittableRandom(~seed * 0x9E3779B97F4A7C15L);
        this.reading = traits.nextBoolean();
        this.lag = LAGS.get(traits.nextInt(LAGS.size()));
        this.dividing = traits.nextInt(8) == 0 || DIVIDING.contains(design);
        this.design = design;
        this.trace = trace;
        this.clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
        this.probabilities = FaultProbabilities.chosenBy(this);
        this.eagerness = (1 + choose(10)) / 10.0;
        this.limits =
                choose(3) == 0
                        ? Timelines.Limits.STANDARD
                        : new Timelines.Limits(
                                dividing ? 1 : 1 + choose(3),
                                dividing ? 1 : 1 + choose(3),
                                1,
                                1 + traits.nextInt(2),
                                1 + choose(3),
                                1 + choose(3));
        // further kinds of calls would change which seeds detect a wrong design
        this.listing =
                design == WrongDesign.LIKED_POSTS_CUT
                        || design == WrongDesign.GATE_EVENTUAL
                        || design == WrongDesign.CURSOR_OUTLIVES_BLOCK
                        || design == WrongDesign.STANDING_IGNORED
                        || (design == WrongDesign.NONE && traits.nextInt(3) == 0);
        this.standing =
                STANDING.contains(design) || (design == WrongDesign.NONE && traits.nextInt(3) == 0);
        this.sampling =
                design == WrongDesign.NONE && traits.nextInt(3) == 0
                        ? new ViewSampling(2)
                        : ViewSampling.ALL;
        this.leaving =
                LEAVING.contains(design) || (design == WrongDesign.NONE && traits.nextInt(4) == 0);
        this.notifying =
                NOTIFYING.contains(design)
                        || (design == WrongDesign.NONE && traits.nextInt(3) == 0);
        this.watching = notifying && (design != WrongDesign.NONE || traits.nextInt(16) == 0);
        this.asides = traits;
        this.users = NAMES.subList(0, dividing ? NAMES.size() : 2 + choose(NAMES.size() - 1));
        // Just below a power of ten, so that the numbers of many simulations grow by a digit.
        var digits = 20 + choose(18);
        var first = BigInteger.TEN.pow(digits).subtract(BigInteger.valueOf(choose(40_000)));
        this.table = new MemoryTable(clock, this, first.max(BigInteger.TEN.pow(20)), this::record);
        this.seen = new SeenAudit(table);
        var skewed =
                ((InstantSource) () -> current == null ? now : now.plus(current.skew))
                        .withZone(ZoneOffset.UTC);
        this.wrongTable = new WrongDesignTable(table, design, skewed, () -> current);
        this.callers = new ApiCallers(MutantTrial.over(table), wrongTable, clock, this, design);
        this.functions = new StreamFunctions(table(design), skewed, limits, design);
        this.mappings =
                Arrays.stream(Reader.values())
                        .map(reader ->
                                new SimulatedMapping(
                                        this, reader, 1 + choose(3), 1 + choose(12), choose(4)))
                        .toList();
    }

    ViewSampling sampling() {
        return sampling;
    }

    /// The table that the stream functions use.
    private Table table(WrongDesign design) {
        return design == WrongDesign.NONE ? MutantTrial.over(table) : wrongTable;
    }

    /// Runs one seed.
    ///
    /// @throws SimulationFailure if the final state is wrong
    static void run(long seed, WrongDesign design) {
        new Simulation(seed, design, null).simulate();
    }

    /// Runs one seed and returns the families of the items that it changes.
    static Set<Family> changed(long seed) {
        var simulation = new Simulation(seed, WrongDesign.NONE, null);
        simulation.simulate();
        return simulation.log.stream().map(TableChange::family).collect(toSet());
    }

    /// Runs one seed and returns how many notifications it passed.
    static SeenAudit.Passed passed(long seed) {
        var simulation = new Simulation(seed, WrongDesign.NONE, null);
        simulation.simulate();
        return simulation.seen.passed();
    }

    /// Runs one seed and records a trace.
    ///
    /// @throws SimulationFailure if the final state is wrong
    static void runTraced(long seed, WrongDesign design, StringBuilder trace) {
        new Simulation(seed, design, trace).simulate();
    }

    private void simulate() {
        trace("probabilities", probabilities, limits, users);
        for (var user : users) {
            callers.createProfile(user);
        }
        if (dividing) {
            users.forEach(user -> callers.follow(user, users.get(1)));
        }
        var days = 1 + choose(DAYS_MAX);
        for (var day = 0; day < days; day++) {
            requestsLeft = 2 + choose(REQUESTS_MAX);
            faultsLeft = choose(FAULTS_MAX);
            repeatsLeft = choose(FAULTS_MAX);
            drain();
            advanceDay();
        }
        probabilities = probabilities.calm();
        redriveAll();
        if (leaving) {
            // a scan would count the likes right that a redrive has counted twice
            new FinalStateAudit(this, table, log, callers, clock.instant()).check();
            for (var scan = 0; scan < LAST_SCANS; scan++) {
                now = now.plus(Erasure.TOKEN_LIFETIME_MAX);
                scan();
                drain();
            }
            new ErasureAudit(table, ERASURES, clock.instant()).check();
        }
        trace("drained", table.records(), "records");
        new FinalStateAudit(this, table, log, callers, clock.instant()).check();
    }

    /// Steps until the stream is drained and no invocation runs.
    private void drain() {
        while (requestsLeft > 0
                || !runs.isEmpty()
                || !mappings.stream().allMatch(SimulatedMapping::idle)) {
            step();
        }
    }

    private void step() {
        if (++steps > STEPS_MAX) {
            throw new SimulationFailure(
                    SimulationFailure.Symptom.ENDLESS_STREAM, "the stream is never drained");
        }
        now = now.plusMillis(choose(20));
        if (requestsLeft > 0 && choose(4) == 0) {
            call();
        }
        for (var mapping : mappings) {
            mapping.deliver(eagerness);
            if (repeatsLeft > 0 && happens(probabilities.repeat())) {
                repeatsLeft--;
                mapping.repeat();
            }
            if (faultsLeft > 0 && happens(probabilities.split())) {
                faultsLeft--;
                mapping.split();
            }
            if (mapping.discards() > 0 && choose(60) == 0) {
                mapping.redrive();
            }
        }
        if (!runs.isEmpty()) {
            advance(runs.get(choose(runs.size())));
        }
        if (watching) {
            var _ = NoticeAudit.list(callers, users.get(asides.nextInt(users.size())));
        }
    }

    private void call() {
        if (runs.stream().filter(run -> run.mapping == null).count() >= CALLERS_MAX) {
            return;
        }
        requestsLeft--;
        var request = callers.randomRequest(this);
        if (request != null) {
            trace("calls", request.description());
            runs.add(
                    new Run(
                            request.description(),
                            null,
                            null,
                            null,
                            Duration.ZERO,
                            _ -> perform(request)));
        }
    }

    private void perform(Request request) {
        request.call().run();
        var reader = request.user();
        if (reading) {
            var from = takenFrom(timelines, reader);
            var audit = new PageAudit(reader, log, clock.instant(), lag, from);
            var page = callers.timeline(reader, from == null ? null : from.cursor());
            if (page.getStatusCode() == 200) {
                keepIn(timelines, reader, audit.check(page.getBody()));
            }
        }
        if (notifying) {
            notifications(reader);
        }
        if (listing) {
            var from = takenFrom(likes, reader);
            var audit = new LikedPageAudit(reader, log, clock.instant(), lag, from);
            var page = callers.likedPosts(reader, from == null ? null : from.cursor());
            if (page.getStatusCode() == 200) {
                keepIn(likes, reader, audit.check(page.getBody()));
            }
        }
    }

    /// A user reads a page of their notifications, and often marks those of a first page as seen.
    private void notifications(UserId reader) {
        var from = takenFrom(notices, reader);
        var audit = new NoticePageAudit(reader, log, clock.instant(), lag, from);
        var response = callers.notifications(reader, from == null ? null : from.cursor());
        if (response.getStatusCode() != 200) {
            return;
        }
        var page = PageAudit.json(response.getBody());
        keepIn(notices, reader, audit.check(page));
        var newest = page.path("items").path(0).path("at").textValue();
        if (from == null && newest != null && choose(2) == 0) {
            Objects.requireNonNull(current).seen.page = audit.began();
            callers.markSeen(reader, Instant.parse(newest));
        }
    }

    /// Where a reader continues; null if they read the first page.
    private <T> @Nullable Place<T> takenFrom(Map<UserId, Place<T>> places, UserId reader) {
        return places.containsKey(reader) && choose(2) == 0 ? places.remove(reader) : null;
    }

    private static <T> void keepIn(
            Map<UserId, Place<T>> places, UserId reader, @Nullable Place<T> place) {
        if (place != null) {
            places.put(reader, place);
        }
    }

    /// Invokes the function of a mapping.
    ///
    /// @param shard the shard that waits for the response, or null if none does
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
                        notifying
                                ? Duration.ofMillis(asides.nextInt(SKEW_MAX) - SKEW_MAX / 2)
                                : Duration.ZERO,
                        run -> {
                            run.response = functions.call(mapping.reader, event);
                            wrongTable.finish();
                        }));
    }

    private void advance(Run run) {
        var shard = run.shard;
        var mapping = run.mapping;
        var batch = run.batch;
        if (shard != null
                && mapping != null
                && batch != null
                && faultsLeft > 0
                && happens(probabilities.zombie())) {
            faultsLeft--;
            trace("times out, continues", run.name);
            run.shard = null;
            run.abandoned = true;
            mapping.failed(shard, batch);
            return;
        }
        current = run;
        var ended = run.fiber.step();
        current = null;
        if (ended) {
            runs.remove(run);
            ended(run);
        }
    }

    private void ended(Run run) {
        var thrown = run.fiber.thrown();
        if (thrown instanceof SimulationFailure wrong) {
            throw wrong;
        }
        var expected =
                thrown instanceof Crash
                        || (design == WrongDesign.CURSOR_BEFORE_WORK
                                && thrown instanceof Unavailable);
        if (thrown != null && !expected) {
            var failure =
                    new SimulationFailure(
                            SimulationFailure.Symptom.THREW, "an invocation threw: " + run.name);
            failure.initCause(thrown);
            throw failure;
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
            mapping.responded(shard, batch, response);
        }
    }

    /// Advances the clock; expired items may be deleted.
    private void advanceDay() {
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
        now = now.plus(jump).plusMillis(choose(10_000_000));
        trace("next day", jump);
        for (var pk : table.partitions()) {
            for (var item : List.copyOf(table.partition(pk).values())) {
                if (item.expired(now) && choose(4) > 0) {
                    table.expire(item.key());
                }
            }
        }
        drain();
        if (leaving) {
            scan();
            drain();
        }
    }

    /// What a complete run of Reconcile does about the users who have left.
    private void scan() {
        var scan = new ErasureScan(ERASURES, table, clock);
        var startedAt = clock.instant();
        for (var pk : table.partitions()) {
            if (design != WrongDesign.ERASED_BY_PATHS_ONLY) {
                var _ = scan.examine(List.copyOf(table.partition(pk).values()), startedAt);
            }
        }
        scan.prove(startedAt, clock.instant());
    }

    private void redriveAll() {
        var before = probabilities;
        probabilities = probabilities.calm();
        drain();
        while (mappings.stream().anyMatch(mapping -> mapping.discards() > 0)) {
            mappings.forEach(SimulatedMapping::redrive);
            drain();
        }
        probabilities = before;
    }

    private void record(TableChange logged) {
        log.add(logged);
        trace("  record", logged);
        if (logged.family() == SocialKeys.NOTICES) {
            seen.changed(logged, current == null ? null : current.seen);
        }
        if (logged.family() == SocialKeys.POSTS && logged.before() == null) {
            posts.add(
                    new ApiCallers.Target(
                            SocialKeys.POSTS.parse(logged.key()),
                            SocialKeys.POST.parse(logged.key(), (_, post) -> post)));
        }
        for (var mapping : mappings) {
            if (wants(mapping.reader, logged)) {
                mapping.append(logged);
            }
        }
    }

    /// The filters of the [plaza.functions.Catalogue] by family.
    private boolean wants(Reader reader, TableChange logged) {
        return switch (reader) {
            case AGGREGATE_COUNTS ->
                    PostEdges.ALL.stream()
                            .anyMatch(edge ->
                                    edge.edges() == logged.family()
                                            && (edge.byUser() == null
                                                    || design != WrongDesign.MARKS_FILTERED
                                                    || !logged.event().equals("MODIFY")));
            case FAN_OUT ->
                    logged.family() == PlatformKeys.JOBS
                            ? !logged.event().equals("REMOVE")
                            : (logged.family() == SocialKeys.POSTS
                                            || logged.family() == SocialKeys.FOLLOWING
                                            || logged.family() == SocialKeys.REQUESTS)
                                    && !logged.event().equals("MODIFY");
        };
    }

    /// The sequence number in the record that a function receives. Padding at the end makes a
    /// function that pads at the front compare the numbers as unpadded text.
    String sequenceOf(Reader reader, TableChange logged) {
        var number = logged.sequence();
        return design == WrongDesign.SEQUENCES_AS_TEXT && reader == Reader.AGGREGATE_COUNTS
                ? number + "0".repeat(40 - number.length())
                : number;
    }

    // ---- random choices

    @Override
    public int choose(int bound) {
        return random.nextInt(bound);
    }

    boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    long bits() {
        return random.nextLong();
    }

    UserId someUser() {
        return users.get(choose(users.size()));
    }

    /// A user, mostly the first one: failures occur where the same items change again and again.
    UserId someActor() {
        return choose(3) > 0 ? users.getFirst() : someUser();
    }

    /// The other user of a request, mostly the second one.
    UserId someOther() {
        return choose(3) > 0 ? users.get(1) : someUser();
    }

    List<UserId> users() {
        return users;
    }

    /// Whether users are protected and suspended.
    boolean changesStandings() {
        return standing;
    }

    /// Whether users read their notifications.
    boolean notifies() {
        return notifying;
    }

    /// Whether users leave.
    boolean hasLeavers() {
        return leaving;
    }

    int backfillMax() {
        return limits.backfill();
    }

    /// A post, mostly the newest, which may be deleted.
    ApiCallers.@Nullable Target somePost() {
        if (posts.isEmpty()) {
            return null;
        }
        return posts.get(Math.max(choose(posts.size()), choose(3) > 0 ? posts.size() - 1 : 0));
    }

    // ---- faults of the calls of the table

    @Override
    public void before(String verb, Object what) {
        if (current != null) {
            Fiber.pause();
            trace("   ", currentName(), verb, what);
            maybeFail("before");
            if (notifying) {
                seen.reads(what instanceof List<?> keys ? keys : List.of(what), current.seen);
            }
        }
    }

    @Override
    public void after(String verb, Object what) {
        if (current != null) {
            maybeFail("after");
        }
    }

    @Override
    public void within() {
        if (current != null && happens(probabilities.torn())) {
            Fiber.pause();
        }
    }

    @Override
    public int pageOf(int limit) {
        return current != null && happens(probabilities.shortPage())
                ? Math.min(limit, 1 + choose(3))
                : limit;
    }

    @Override
    public boolean stale() {
        return current != null && happens(probabilities.stale());
    }

    @Override
    public Duration lag() {
        return lag;
    }

    private String currentName() {
        return current == null ? "" : current.name;
    }

    private void maybeFail(String when) {
        if (faultsLeft > 0) {
            if (happens(probabilities.crash())) {
                faultsLeft--;
                trace("crash", when, currentName());
                throw new Crash();
            }
            if (happens(probabilities.fault())) {
                faultsLeft--;
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
