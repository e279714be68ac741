package plaza.migrate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.dynamodb.DynamoDbScans;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.Await;
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

        assertThat(run).containsEntry("state", "done").containsEntry("old", 30L);
        assertThat(bed.everything().keySet())
                .containsAll(before.keySet())
                .hasSize(before.size() + 2);
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
                .containsEntry("state", "done")
                .containsEntry("rewritten", 31L)
                .containsEntry("segmentsRead", 3L);
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

    @Test
    void aRunThatHasNoTimeLeftIsContinued() {
        mutes(0, 30);
        var request = Map.<String, Object>of("action", "migrate", "migration", "lengths");
        assertThat(runOf(migrate(BOTH, Set.of()).handleRequest(request, context(SHORT))))
                .containsEntry("state", "running")
                .containsEntry("rewritten", 0L);

        assertThat(run(Map.of("action", "continue")))
                .containsEntry("state", "done")
                .containsEntry("rewritten", 30L);
        assertThat(run(Map.of("action", "continue"))).containsEntry("state", "done");
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
                            Await.until(
                                    "the end of the time", LONG, () -> !MigrationStep.isTimeLeft());
                        }
                        return super.write(write);
                    }
                };
        var request = Map.<String, Object>of("action", "migrate", "migration", "lengths");
        var part =
                runOf(
                        migrate(slow, BOTH, Set.of())
                                .handleRequest(request, context(SHORT.plusSeconds(2))));
        assertThat(part).containsEntry("state", "running");
        assertThat((Long) part.get("rewritten")).isBetween(1L, 29L);

        assertThat(run(Map.of("action", "continue")))
                .containsEntry("state", "done")
                .containsEntry("rewritten", 30L);
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
                .containsEntry("state", "done")
                .containsEntry("rewritten", 10L)
                .containsEntry("failed", 1L)
                .containsEntry("unknown", 1L)
                .containsKeys("begunAt", "progressAt");
        assertThat(run.get("failures"))
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

    /// The schedule invokes the function 96 times a day.
    @Test
    void withoutARunAnInvocationReadsOneItemAndOneForEachMigration() {
        var cost =
                requireNonNull(
                        bed.meter()
                                .measure(() -> bed.migrate(Map.of("action", "continue")))
                                .cost());
        assertThat(cost.readUnits())
                .isEqualTo(
                        1.0 + Migrations.of(Declarations.registered().migrations()).all().size());
        assertThat(cost.writeUnits()).isZero();
    }

    @Test
    void aProofBeginsAfterTheLastCallOfOldWriters() {
        var waiting = run(Map.of("action", "prove", "migration", "lengths"));

        assertThat(waiting).containsEntry("state", "running").containsEntry("read", 0L);
        assertThat(waiting.get("notBefore"))
                .isEqualTo(bed.clock().instant().plus(Duration.ofMinutes(15)).toString());
        bed.clock().advance(Duration.ofMinutes(15));
        assertThat(run(Map.of("action", "continue"))).containsEntry("state", "done");
        assertThat(lengths()).containsKey("proof");
    }

    @Test
    void aReleaseThatWritesTheOldVersionEndsRunsAndProofs() {
        prove();
        run(Map.of("action", "migrate", "migration", "lengths"), SHORT);

        var held = migrate(BOTH, Set.of("lengths"));
        var response = held.handleRequest(Map.of("action", "continue"), context(LONG));

        assertThat(runOf(response)).containsEntry("state", "cancelled");
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
    void aRunCanBePausedResumedAndCancelled() {
        mutes(0, 5);
        run(Map.of("action", "migrate", "migration", "lengths"), SHORT);

        assertThat(run(Map.of("action", "pause"))).containsEntry("state", "paused");
        assertThat(run(Map.of("action", "continue"))).containsEntry("rewritten", 0L);
        assertRejected(Map.of("action", "pause"), "The run is paused");
        assertRejected(
                Map.of("action", "plan", "migration", "lengths"), "A run of `lengths` is open");
        assertThat(run(Map.of("action", "resume"))).containsEntry("state", "done");
        assertRejected(Map.of("action", "cancel"), "The run is done");

        run(Map.of("action", "migrate", "migration", "lengths"), SHORT);
        assertThat(run(Map.of("action", "cancel"))).containsEntry("state", "cancelled");
        assertThat(run(Map.of("action", "migrate", "migration", "lengths")))
                .containsEntry("state", "done");
    }

    @Test
    void ofTwoRequestsThatBeginARunAtTheSameMomentOneIsRejected() {
        mutes(0, 5);
        var request = Map.<String, Object>of("action", "plan", "migration", "lengths");
        for (var number = 1; number <= 2; number++) {
            var others = new ArrayList<@Nullable Item>();
            var contested =
                    new ForwardingTable(bed.table()) {
                        @Override
                        public Outcome<Key> write(Write write) {
                            if (PlatformKeys.MIGRATION_RUN.is(write.key()) && others.isEmpty()) {
                                run(request);
                                others.add(getConsistent(write.key()));
                            }
                            return super.write(write);
                        }
                    };
            assertRejected(
                    migrate(contested, BOTH, Set.of()),
                    request,
                    "Another request began a run at the same moment");
            assertThat(others)
                    .containsExactly(bed.table().getConsistent(PlatformKeys.MIGRATION_RUN.key()));
        }
    }

    @Test
    void aRunThatAnotherInvocationWorksOnIsLeft() {
        mutes(0, 5);
        var others = new ArrayList<Map<String, Object>>();
        var writes = new AtomicInteger();
        var contested =
                new ForwardingTable(bed.table()) {
                    @Override
                    public Outcome<Key> write(Write write) {
                        var outcome = super.write(write);
                        // the first write begins the run, and the second one takes its lease
                        if (PlatformKeys.MIGRATION_RUN.is(write.key())
                                && writes.incrementAndGet() == 2) {
                            others.add(run(Map.of("action", "continue")));
                        }
                        return outcome;
                    }
                };
        var request = Map.<String, Object>of("action", "migrate", "migration", "lengths");
        var response = migrate(contested, BOTH, Set.of()).handleRequest(request, context(LONG));
        assertThat(others)
                .singleElement()
                .satisfies(other ->
                        assertThat(other)
                                .containsEntry("state", "running")
                                .containsEntry("rewritten", 0L));
        assertThat(runOf(response)).containsEntry("state", "done").containsEntry("rewritten", 5L);
    }

    @Test
    void anInvalidRequestIsRejectedAndWritesNothing() {
        var before = bed.everything();
        assertRejected(Map.of("action", "go"), "`action` must be one of status, plan, migrate");
        assertRejected(Map.of("unit", 1), "The request takes only the fields");
        assertRejected(Map.of("action", "migrate"), "`migration` must be the id of a migration");
        assertRejected(
                Map.of("action", "migrate", "migration", "lenghts"),
                "No migration has this id. This release has: lengths, names");
        assertRejected(
                Map.of("action", "migrate", "migration", "lengths", "unitsPerSecond", 0),
                "`unitsPerSecond` must be an integer from 1 to");
        assertRejected(
                Map.of("action", "pause", "migration", "lengths"), "`pause` takes no other field");
        assertRejected(Map.of("action", "resume"), "There is no run");
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

    private Map<String, Object> run(Map<String, Object> request) {
        return run(request, LONG);
    }

    private Map<String, Object> run(Map<String, Object> request, Duration time) {
        return runOf(migrate(BOTH, Set.of()).handleRequest(request, context(time)));
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
    private static Map<String, Object> runOf(Map<String, Object> response) {
        return (Map<String, Object>) requireNonNull(response.get("run"));
    }

    @SuppressWarnings("unchecked") // the response is JSON
    private Map<String, Object> plan() {
        return (Map<String, Object>) requireNonNull(lengths().get("plan"));
    }

    /// What the status reports about the first migration.
    @SuppressWarnings("unchecked") // the response is JSON
    private Map<String, Object> lengths() {
        var response = migrate(BOTH, Set.of()).handleRequest(Map.of(), context(LONG));
        return ((List<Map<String, Object>>) requireNonNull(response.get("migrations"))).getFirst();
    }

    private void assertRejected(Map<String, Object> request, String message) {
        assertRejected(migrate(BOTH, Set.of()), request, message);
    }

    private static void assertRejected(
            Migrate function, Map<String, Object> request, String message) {
        assertThatThrownBy(() -> function.handleRequest(request, context(LONG)))
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
