package plaza.migrate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.dynamodb.DynamoDbScans;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.scan.Pace;
import plaza.scan.ScanRecords;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.Await;
import plaza.testkit.ScanExecution;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;
import plaza.text.Malformed;

/// Tests of Migrate with an example: mutes have a name, and version 2 also has its length.
class MigrateTest {
    private static final String NAME = "name";
    private static final String LENGTH = "length";

    private static final Migration LENGTHS =
            new Migration(
                    "lengths",
                    SocialKeys.MUTE,
                    2,
                    item ->
                            List.of(
                                    Write.Update.of(item.key())
                                            .set(LENGTH, item.text(NAME).length())),
                    List.of(),
                    "Every mute has the length of its name.");

    private static final Migration NAMES =
            new Migration(
                    "names",
                    SocialKeys.MUTE,
                    3,
                    item -> List.of(Write.Update.of(item.key()).remove(LENGTH)),
                    List.of(),
                    "No mute has a length.");

    private static final Migrations BOTH = new Migrations(List.of(LENGTHS, NAMES));

    /// Not enough time to read a page.
    private static final Duration SHORT = Duration.ofSeconds(4);

    private static final Duration LONG = Duration.ofMinutes(15);

    @AutoClose private final TestBed bed = new TestBed();

    @Test
    void aPlanCountsAndWritesNothing() {
        mutes(0, 30);
        var before = bed.everything();

        var run = run(Map.of("action", "plan", "migration", "lengths"));

        assertThat(run).containsKey("endedAt").containsEntry("old", 30L);
        assertThat(bed.everything().keySet())
                .containsAll(before.keySet())
                .hasSize(before.size() + 2); // the run, and the plan
        assertThat(bed.everything()).containsAllEntriesOf(before);
        assertThat(plan()).containsEntry("old", 30L).containsEntry("writeUnits", 30L);
    }

    @Test
    void everyItemIsRewrittenOnceAndKeepsItsOtherAttributes() {
        mutes(0, 30);
        var other = item(30).with("other", List.of("a", "b")).build();
        put(other);

        var run = run(Map.of("action", "migrate", "migration", "lengths", "segments", 3));

        assertThat(run)
                .containsKey("endedAt")
                .containsEntry("rewritten", 31L)
                .containsEntry("segments", 3L);
        var rewritten = requireNonNull(bed.table().getConsistent(other.key()));
        assertThat(rewritten.version()).isEqualTo(2);
        assertThat(rewritten.number(LENGTH)).isEqualTo("mute030".length());
        assertThat(rewritten.texts("other")).containsExactly("a", "b");
        assertThat(run(Map.of("action", "migrate", "migration", "lengths")))
                .containsEntry("rewritten", 0L);
    }

    @Test
    void theEstimateIsWhatTheRunConsumes() {
        mutes(0, 400);
        run(Map.of("action", "plan", "migration", "lengths"));

        var run = run(Map.of("action", "migrate", "migration", "lengths"));

        for (var units : List.of("writeUnits", "readUnits")) {
            var planned = (long) requireNonNull(plan().get(units));
            assertThat((Long) run.get(units)).isCloseTo(planned, withinPercent(planned, 2));
        }
    }

    /// A mute with a long name has more than a kilobyte, and its entry in an index as well.
    @Test
    void theEstimateCountsTheKilobytesOfEachItem() {
        mutes(0, 10);
        for (var number = 10; number < 40; number++) {
            var collection = SocialKeys.LIKED.of(UserId.of("alice"));
            put(
                    item(number)
                            .with(NAME, "n".repeat(100 * number))
                            .in(collection, "%04d".formatted(number))
                            .build());
        }
        run(Map.of("action", "plan", "migration", "lengths"));

        var run = run(Map.of("action", "migrate", "migration", "lengths"));

        assertThat(plan()).containsEntry("old", 40L);
        assertThat(run).containsEntry("rewritten", 40L);
        assertThat((Long) run.get("writeUnits"))
                .isGreaterThan(160)
                .isEqualTo(plan().get("writeUnits"));
    }

    @Test
    void aRunKeepsToItsRate() {
        mutes(0, 400);
        var before = bed.clock().instant();

        run(Map.of("action", "migrate", "migration", "lengths", "unitsPerSecond", 20));

        var seconds = Duration.between(before, bed.clock().instant()).toMillis() / 1e3;
        assertThat(400 / seconds).isCloseTo(20, within(0.4));
    }

    /// The segment is read again from where the last invocation that returned has left it.
    @Test
    void anInvocationThatHasNoTimeLeftIsRepeated() {
        mutes(0, 30);
        var times = new ArrayList<>(List.of(LONG, SHORT, SHORT));
        var run =
                new ScanExecution(
                                request ->
                                        migrate(BOTH, Set.of())
                                                .handleRequest(
                                                        request,
                                                        context(
                                                                times.isEmpty()
                                                                        ? LONG
                                                                        : times.removeFirst())),
                                bed.clock())
                        .run(Map.of("action", "migrate", "migration", "lengths"));
        assertThat(times).isEmpty();
        assertThat(run).containsKey("endedAt").containsEntry("rewritten", 30L);
    }

    /// The page is read again, and what is left of it is rewritten. The time ends during the first
    /// write, which is a batch of its own.
    @Test
    void aRunWhoseTimeEndsWithinAPageRewritesTheRest() {
        mutes(0, 30);
        var slow =
                new ForwardingTable(bed.table()) {
                    @Override
                    public Outcome<Key> write(Write write) {
                        if (key(0).pk().equals(write.key().pk())) {
                            Await.until("the end of the time", LONG, () -> !Pace.isTimeLeft());
                        }
                        return super.write(write);
                    }
                };
        var rewritten = new ArrayList<Long>();
        var order = Map.<String, Object>of("action", "migrate", "migration", "lengths");
        var execution =
                new ScanExecution(
                                request -> {
                                    var isFirst =
                                            request.containsKey("segment") && rewritten.isEmpty();
                                    return migrate(isFirst ? slow : bed.table(), BOTH, Set.of())
                                            .handleRequest(
                                                    request,
                                                    context(isFirst ? SHORT.plusSeconds(2) : LONG));
                                },
                                bed.clock())
                        .start(order);
        while (!execution.isEnded()) {
            execution.step();
            execution.childData().forEach(child -> rewritten.addAll(rewritten(child)));
        }
        assertThat(rewritten.getFirst()).isBetween(1L, 29L);
        assertThat(execution.output()).containsEntry("rewritten", 30L);
    }

    /// How many items an execution of a segment has rewritten, if it has read any.
    private static List<Long> rewritten(Map<String, Object> child) {
        var segment = child.get("segment") instanceof Map<?, ?> open ? open : child;
        var counts = (Map<?, ?>) requireNonNull(segment.get("counts"));
        return counts.isEmpty()
                ? List.of()
                : List.of((Long) requireNonNull(counts.get("rewritten")));
    }

    @Test
    void itemsThatCannotBeMigratedAreReportedAndLeft() {
        mutes(0, 10);
        var nameless = Item.at(key(10)).with("title", "t").build();
        var newer = item(11).version(7).build();
        put(nameless);
        put(newer);

        var run = run(Map.of("action", "migrate", "migration", "lengths"));

        assertThat(run)
                .containsKey("endedAt")
                .containsEntry("rewritten", 10L)
                .containsEntry("failed", 1L)
                .containsEntry("unknown", 1L)
                .containsEntry("found", 2L);
        assertThat(run.get("findings"))
                .asString()
                .contains("f10", "not a valid item of version 1", "f11", "an unknown version");
        assertThat(bed.table().getConsistent(key(10))).isEqualTo(nameless);
        assertThat(bed.table().getConsistent(key(11))).isEqualTo(newer);
    }

    @Test
    void aProofIsRecordedIfNoOldItemIsLeft() {
        mutes(0, 5);
        run(Map.of("action", "migrate", "migration", "lengths"));
        mutes(5, 6);

        assertThat(prove()).containsEntry("old", 1L);
        assertThat(lengths()).doesNotContainKey("proof");

        run(Map.of("action", "migrate", "migration", "lengths"));
        assertThat(prove()).containsEntry("old", 0L);
        assertThat(lengths()).containsKey("proof");

        put(item(6).version(7).build());
        assertThat(prove()).containsEntry("old", 0L).containsEntry("unknown", 1L);
        assertThat(lengths()).doesNotContainKey("proof");
    }

    @Test
    void aProofBeginsAfterTheLastCallOfOldWriters() {
        var requestedAt = bed.clock().instant();
        var run = run(Map.of("action", "prove", "migration", "lengths"));

        var from = requestedAt.plus(Duration.ofMinutes(15));
        assertThat(run.get("startedAt")).isEqualTo(from.toString());
        assertThat(Instant.parse((String) run.get("endedAt"))).isAfterOrEqualTo(from);
        assertThat(lengths()).containsKey("proof");
        assertThat(new ScanRecords(bed.table(), "Migrate").firstCleanSince("prove lengths", from))
                .isNotNull();
    }

    /// Between the segments, or before the end.
    @Test
    void aReleaseThatWritesTheOldVersionAgainEndsAProof() {
        for (var until = 1; until <= 2; until++) {
            var isHeld = new AtomicBoolean();
            var invocations = new AtomicInteger();
            var last = until;
            var execution =
                    new ScanExecution(
                            request -> {
                                if (invocations.getAndIncrement() > last) {
                                    isHeld.set(true);
                                }
                                return migrate(BOTH, isHeld.get() ? Set.of("lengths") : Set.of())
                                        .handleRequest(request, context(LONG));
                            },
                            bed.clock());
            var order = new HashMap<>(proof(bed.clock().instant().minus(LONG)));
            order.put("segments", 2);
            assertThatThrownBy(() -> execution.run(order)).isInstanceOf(Malformed.class);
            assertThat(lengths()).doesNotContainKey("proof");
        }
    }

    @Test
    void aReleaseThatWritesTheOldVersionEndsItsProof() {
        prove();
        assertThat(lengths()).containsKey("proof");

        var held = migrate(BOTH, Set.of("lengths"));
        var response = held.handleRequest(Map.of("action", "status"), context(LONG));

        assertThat(response.get("migrations")).asString().doesNotContain("proof");
        assertRejected(
                held,
                Map.of("action", "migrate", "migration", "lengths"),
                "The functions still write version 1");
    }

    @Test
    void aKindIsMigratedInTheOrderOfItsVersions() {
        mutes(0, 5);
        assertRejected(
                migrate(BOTH, Set.of()),
                Map.of("action", "migrate", "migration", "names"),
                "Migrate and prove `lengths` first");

        run(Map.of("action", "migrate", "migration", "lengths"));
        prove();
        assertThat(run(Map.of("action", "migrate", "migration", "names")))
                .containsEntry("rewritten", 5L);
        assertThat(requireNonNull(bed.table().getConsistent(key(0))).attributes())
                .containsEntry(
                        TableSchema.VERSION,
                        item(0).version(3).build().attributes().get(TableSchema.VERSION))
                .doesNotContainKey(LENGTH);
    }

    @Test
    void aRunThatFailedContinuesWhereEachSegmentWas() {
        mutes(0, 30);
        var reads = new AtomicInteger();
        var execution =
                new ScanExecution(
                                request -> {
                                    if (request.containsKey("segment")
                                            && reads.incrementAndGet() > 2
                                            && reads.get() < 20) {
                                        throw new Malformed("of a release that is rolled back");
                                    }
                                    return migrate(BOTH, Set.of())
                                            .handleRequest(request, context(LONG));
                                },
                                bed.clock())
                        .start(Map.of("action", "migrate", "migration", "lengths", "segments", 4));
        assertThatThrownBy(execution::run).isInstanceOf(Malformed.class);
        reads.set(100);

        assertThat(execution.run()).containsEntry("rewritten", 30L).containsKey("endedAt");
        assertThat(reads).as("the other two segments").hasValue(102);
    }

    @Test
    void aSecondRunIsRejectedWhileOneIsOpen() {
        assertThatThrownBy(() ->
                        migrate(BOTH, Set.of())
                                .handleRequest(
                                        Map.of(
                                                "action",
                                                "begin",
                                                "order",
                                                Map.of("action", "plan", "migration", "lengths"),
                                                "running",
                                                List.of("this", "other")),
                                        context(LONG)))
                .isInstanceOf(Malformed.class)
                .hasMessageStartingWith("Another run is open");
    }

    /// An execution that misses a segment, or has one twice, is not a complete run.
    @Test
    void onlyARunOfEverySegmentIsComplete() {
        var execution =
                new ScanExecution(
                                request -> {
                                    var changed = new HashMap<>(request);
                                    if (request.get("segments") instanceof List<?> all) {
                                        changed.put("segments", List.of(all.get(0), all.get(0)));
                                    }
                                    return migrate(BOTH, Set.of())
                                            .handleRequest(changed, context(LONG));
                                },
                                bed.clock())
                        .start(Map.of("action", "plan", "migration", "lengths", "segments", 2));
        assertThatThrownBy(execution::run).hasMessage("A segment is not read to its end");
    }

    @Test
    void anInvalidRequestIsRejectedAndWritesNothing() {
        var before = bed.everything();
        assertRejected(Map.of("action", "go"), "`action` must be one of plan, migrate, prove");
        assertRejected(Map.of("unit", 1), "The request takes only the fields");
        assertRejected(Map.of("action", "migrate"), "`migration` must be the id of a migration");
        assertRejected(
                Map.of("action", "migrate", "migration", "lenghts"),
                "No migration has this id. This release has: lengths, names");
        assertRejected(
                Map.of("action", "migrate", "migration", "lengths", "unitsPerSecond", 0),
                "`unitsPerSecond` must be an integer from 1 to");
        assertRejected(
                proof(bed.clock().instant().plusSeconds(1)),
                "`oldWritersGoneAt` must not be in the future");
        assertRejected(
                Map.of(
                        "action",
                        "migrate",
                        "migration",
                        "lengths",
                        "oldWritersGoneAt",
                        Instant.EPOCH.toString()),
                "`oldWritersGoneAt` belongs to `prove`");
        assertThat(bed.everything()).isEqualTo(before);
    }

    // ---- the example

    private Migrate migrate(Migrations migrations, Set<String> held) {
        return migrate(bed.table(), migrations, held);
    }

    private Migrate migrate(Table table, Migrations migrations, Set<String> held) {
        return new Migrate(
                table,
                new DynamoDbScans(bed.emulator().client(), Emulator.TABLE, Retry.standard()),
                bed.clock(),
                pause -> bed.clock().advance(pause),
                migrations,
                new MigrationSettings(held, Set.of()));
    }

    private static TestContext context(Duration time) {
        return new TestContext("Migrate", time);
    }

    private Map<String, Object> run(Map<String, Object> order) {
        return run(migrate(BOTH, Set.of()), order);
    }

    private Map<String, Object> run(Migrate function, Map<String, Object> order) {
        return new ScanExecution(
                        request -> function.handleRequest(request, context(LONG)), bed.clock())
                .run(order);
    }

    private Map<String, Object> prove() {
        return run(proof(bed.clock().instant().minus(LONG)));
    }

    private static Map<String, Object> proof(Instant oldWritersGoneAt) {
        return Map.of(
                "action", "prove",
                "migration", "lengths",
                "oldWritersGoneAt", oldWritersGoneAt.toString());
    }

    @SuppressWarnings("unchecked") // the response is JSON
    private Map<String, Object> plan() {
        return (Map<String, Object>) requireNonNull(lengths().get("plan"));
    }

    /// What the status reports about the first migration.
    @SuppressWarnings("unchecked") // the response is JSON
    private Map<String, Object> lengths() {
        var response =
                migrate(BOTH, Set.of()).handleRequest(Map.of("action", "status"), context(LONG));
        return ((List<Map<String, Object>>) requireNonNull(response.get("migrations"))).getFirst();
    }

    private void assertRejected(Map<String, Object> request, String message) {
        assertRejected(migrate(BOTH, Set.of()), request, message);
    }

    private void assertRejected(Migrate function, Map<String, Object> order, String message) {
        assertThatThrownBy(() -> run(function, order))
                .isInstanceOf(Malformed.class)
                .hasMessageStartingWith(message);
    }

    private static Offset<Long> withinPercent(long value, int percent) {
        return within(Math.max(1, value * percent / 100));
    }

    private static Key key(int number) {
        return SocialKeys.MUTE.key(UserId.of("alice"), UserId.of("f" + number));
    }

    private static Item.Builder item(int number) {
        return Item.at(key(number)).with(NAME, "mute%03d".formatted(number));
    }

    private void put(Item item) {
        var _ = bed.table().write(Write.Put.of(item));
    }

    private void mutes(int from, int to) {
        for (var number = from; number < to; number++) {
            put(item(number).build());
        }
    }
}
