package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.Seeds;
import plaza.catalogue.ScanMachine;
import plaza.context.Declarations;
import plaza.id.UserId;
import plaza.leaving.ErasedIds;
import plaza.local.machine.StateMachine;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Scans;
import plaza.table.Write;
import plaza.testkit.About;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;

/// What runs of Reconcile consume, how long they take, and what they cost.
final class ReconcileCostTest {
    private static final long ITEMS = 1_000_000_000;

    /// The pages that one page of the simulation stands for.
    private static final int PAGES = 500;

    private static final int PAGE_ITEMS = 100;

    private static final int ITEM_BYTES = 190;

    /// The time of a page: a Scan and three rounds of related items, at 10 ms each.
    private static final Duration PAGE_TIME = Duration.ofMillis(40);

    /// The users of the longer lists, who all follow each other.
    private static final int USERS = 40;

    /// Every page of a list, and every counter, costs at least a part of a unit.
    @Deep
    @Test
    @About({"social", "favorites", "fantasy"})
    void shortListsConsumeMoreUnitsForEachItem() {
        var units = 0.0;
        var items = 0;
        for (var kit : ContextKits.all().toList()) {
            try (var bed = new TestBed()) {
                kit.writeHistory(bed, new SplittableRandom(5), false);
                bed.drain();
                items += bed.everything().size();
                units += units(bed);
            }
        }
        System.out.printf(Locale.ROOT, "%.2f read units for each item%n", units / items);
        assertThat(units / items).isBetween(ReconcileEstimate.UNITS_PER_ITEM, 1.4);
    }

    /// 40 users follow each other; each writes four posts with ten likes and twenty views.
    @Deep
    @Test
    @About("social")
    void longerListsConsumeTheUnitsOfTheEstimateForEachItem() {
        try (var bed = new TestBed()) {
            var users = IntStream.range(0, USERS).mapToObj(number -> "u" + number).toList();
            users.forEach(bed::user);
            for (var user : users) {
                users.stream()
                        .filter(other -> !other.equals(user))
                        .forEach(o -> bed.follow(user, o));
            }
            bed.drain();
            for (var number = 0; number < 4; number++) {
                for (var user : users) {
                    var post = bed.post(user, "x".repeat(200));
                    users.subList(0, 10).forEach(reader -> bed.like(reader, post));
                    users.subList(0, 20)
                            .forEach(session ->
                                    bed.as("reader")
                                            .at("postId", post.value())
                                            .at("sessionId", session)
                                            .send("RecordView")
                                            .orFail());
                }
            }
            bed.drain();
            var perItem = units(bed) / bed.everything().size();
            System.out.printf(Locale.ROOT, "%.2f read units for each item of lists%n", perItem);
            assertThat(perItem)
                    .isBetween(
                            0.9 * ReconcileEstimate.UNITS_PER_ITEM,
                            ReconcileEstimate.UNITS_PER_ITEM);
        }
    }

    /// The read units of a run that finds nothing.
    private static double units(TestBed bed) {
        bed.clock().advance(Duration.ofHours(1));
        var run = bed.reconcile(Map.of("segments", 1));
        assertThat(run).containsEntry("driftCount", 0L);
        return (Long) run.getOrDefault("readUnits", 0L);
    }

    /// A run reports an estimate from what the last complete one consumed.
    @Test
    void aPlanFollowsFromTheLastCompleteRun() {
        try (var bed = new TestBed()) {
            for (var number = 0; number < 50; number++) {
                bed.table().write(Write.Put.of(Item.at(rate(number)).build()));
            }
            var plan = Map.<String, Object>of("action", "plan", "items", 1_000_000);
            assertThat(bed.invokeReconcile(plan)).containsEntry("readUnits", 1_100_000L);

            var run = bed.reconcile(Map.of("segments", 1));

            var units = (Long) run.getOrDefault("readUnits", 0L);
            assertThat(run).containsKey("read");
            assertThat(bed.invokeReconcile(plan))
                    .containsEntry(
                            "readUnits",
                            Math.round(1e6 * units / (Long) run.getOrDefault("read", 1L)))
                    .containsEntry("workers", 6);
        }
    }

    private static Key rate(int number) {
        return PlatformKeys.RATE_LIMIT.key(
                UserId.of("u" + number), Instant.ofEpochSecond(1_000_000));
    }

    /// The machine, the handler's invocations, the rate and the pages are real. Time, requests and
    /// the size of the table are simulated: each worker has a clock of its own.
    @Test
    void aBillionItemsAreReadInDays() throws IOException {
        var page = Files.readString(Path.of("..", "docs", "reconcile.md"));
        var rows = new ArrayList<String>();
        for (var rate : Seeds.sample("rates", 3, List.of(6_000, 12_000, 40_000))) {
            var simulated = new Simulation(rate).run();
            System.out.println(simulated);
            rows.add(simulated);
        }
        assertThat(page).contains(rows);
    }

    /// A run over a table of [#ITEMS] items in virtual time.
    private static final class Simulation implements StateMachine.Services {
        private static final Instant START = Instant.parse("2026-01-04T01:00:00Z");

        private final int unitsPerSecond;
        private final Map<Long, Instant> clocks = new HashMap<>();
        private final Clock clock = ((InstantSource) this::now).withZone(ZoneOffset.UTC);
        private final TestBed bed = new TestBed();
        private final Reconcile reconcile;
        private Instant now = START;
        private Instant passBegan = START;
        private double units;
        private double before;
        private double workerSeconds;
        private long transitions;
        private int workers;
        private double worstRate;

        Simulation(int unitsPerSecond) {
            this.unitsPerSecond = unitsPerSecond;
            reconcile =
                    new Reconcile(
                            bed.table(),
                            this::scan,
                            clock,
                            pause -> now = now.plus(pause),
                            ReconcileRun.CHECKS,
                            Declarations.registered().erasures(),
                            ErasedIds.NONE);
        }

        String run() {
            try (bed) {
                var report =
                        new StateMachine(ScanMachine.definition("aws", "Reconcile"))
                                .start(Map.of("unitsPerSecond", unitsPerSecond), this)
                                .run();
                assertThat(report)
                        .containsEntry("read", ITEMS / PAGES)
                        .containsEntry("found", 0L)
                        .containsKey("endedAt");
                assertThat(worstRate).isLessThan(unitsPerSecond * 1.01);
                var estimate = ReconcileEstimate.of(ITEMS, unitsPerSecond, null);
                assertThat(estimate.workers()).isEqualTo(workers);
                var hours = Duration.between(START, now).toMinutes() / 60.0;
                var dollars =
                        units * 0.125 / 1e6
                                + workerSeconds * 1_769 / 1_024 * 0.000_013_333_4
                                + transitions * 0.000_025;
                assertThat(estimate.dollars()).isBetween(dollars * 0.97, dollars * 1.03);
                return String.format(
                        Locale.ROOT,
                        "| %,d | %d | %.1f hours | %,.0f million | $%.0f |",
                        unitsPerSecond,
                        workers,
                        hours,
                        units / 1e6,
                        dollars);
            }
        }

        private Page<Item> scan(
                Scans.Segment segment,
                Scans.Consistency consistency,
                int limit,
                Page.@Nullable Position after) {
            var number = after == null ? 0 : Long.parseLong(after.keyAttributes().get(1));
            var pages = ITEMS / PAGE_ITEMS / PAGES;
            var own =
                    pages / segment.total() + (segment.number() < pages % segment.total() ? 1 : 0);
            now = now.plus(PAGE_TIME.multipliedBy(PAGES));
            var perPass = ReconcileEstimate.UNITS_PER_ITEM / 2;
            var consumed = PAGES * PAGE_ITEMS * perPass;
            assertThat(ITEM_BYTES / 8_192.0).isLessThan(perPass);
            InvocationBudget.current().spent(consumed, 0);
            units += consumed;
            return new Page<>(
                    ITEMS_OF_A_PAGE,
                    number + 1 == own
                            ? null
                            : new Page.Position(List.of("page", Long.toString(number + 1))));
        }

        @Override
        public Map<String, Object> invoke(Map<String, Object> payload) {
            transitions += 3;
            var number =
                    payload.get("segment") instanceof Map<?, ?> segment
                            ? (Long) segment.get("number")
                            : null;
            if (number == null) {
                clocks.values().forEach(time -> now = time.isAfter(now) ? time : now);
                if (!clocks.isEmpty()) {
                    var seconds = Duration.between(passBegan, now).toMillis() / 1e3;
                    worstRate = Math.max(worstRate, (units - before) / seconds);
                }
                clocks.clear();
                passBegan = now;
                before = units;
            } else {
                now = clocks.getOrDefault(number, passBegan);
            }
            var began = now;
            var budget =
                    InvocationBudget.within(
                            Duration.ofMinutes(15), () -> Duration.between(START, now).toNanos());
            var response = budget.run(() -> reconcile.scan().perform(payload).response());
            if (number != null) {
                workers = Math.max(workers, Math.toIntExact(number) + 1);
                workerSeconds += Duration.between(began, now).toMillis() / 1e3;
                clocks.put(number, now);
                now = passBegan;
            }
            return response;
        }

        @Override
        public List<String> running() {
            return List.of("this");
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void waitUntil(Instant time) {
            // the clocks of the workers are apart
        }
    }

    private static final List<Item> ITEMS_OF_A_PAGE =
            Collections.nCopies(PAGE_ITEMS, Item.at(PlatformKeys.REDRIVE_RUN.key()).build());
}
