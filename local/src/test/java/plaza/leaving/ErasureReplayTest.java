package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.id.UserId;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;

/// The users who left after a backup, when the table is restored from it: in random populations
/// over all contexts, the order `erasedSince` of Reconcile erases exactly them again.
class ErasureReplayTest {
    /// The ids in memory, with the times at which the users left.
    private final Map<String, Instant> left = new HashMap<>();

    private final ErasedIds ids =
            new ErasedIds() {
                @Override
                public void remember(UserId person) {
                    left.put(person.value(), Objects.requireNonNull(current).clock().instant());
                }

                @Override
                public Predicate<String> since(Instant time) {
                    return id -> !left.getOrDefault(id, Instant.MIN).isBefore(time);
                }
            };

    private @Nullable TestBed current;

    @Test
    void whoLeftAfterTheBackupIsErasedAgain() {
        Seeds.forEach(
                "restored populations",
                Seeds.number(1, 20),
                random -> {
                    try (var bed = open()) {
                        check(bed, random);
                    }
                });
    }

    @Test
    void aUserWithoutAProfileIsErasedAgain() {
        try (var bed = open()) {
            bed.user("ann");
            bed.as("bob")
                    .at("userId", "bob")
                    .at("tagId", "web")
                    .body("{\"tagName\": \"web\"}")
                    .send("CreateTag")
                    .orFail();
            var backup = bed.everything();
            bed.clock().advance(Duration.ofDays(1));
            var backupAt = bed.clock().instant();
            bed.erase("ann");
            bed.erase("bob");
            bed.drain();
            bed.restore(backup);

            assertThat(replay(bed, backupAt)).isEqualTo(2);
            bed.drain();

            assertThat(Leavers.state(bed, "ann")).isEqualTo("removed");
            assertThat(remains(bed, "bob")).isEmpty();
        }
    }

    private TestBed open() {
        left.clear();
        var bed =
                new TestBed(functions ->
                        functions.with(ErasedIds.class, ids).with(Departure.class, ids::remember));
        current = bed;
        return bed;
    }

    private void check(TestBed bed, SplittableRandom random) {
        ContextKits.all().forEach(kit -> kit.writeHistory(bed, random, true));
        bed.drain();
        var persons = Leavers.some(random, bed.everything());
        var earlier = persons.getFirst();
        var later = persons.subList(1, persons.size());
        Leavers.erase(bed, earlier);
        bed.drain();
        var backup = bed.everything();
        var backupAt = bed.clock().instant().plusSeconds(1);
        bed.clock().set(backupAt.plusSeconds(60));
        later.forEach(person -> Leavers.erase(bed, person));
        bed.drain();
        assertThat(left).containsOnlyKeys(persons);
        var expected = keys(bed);

        bed.restore(backup);
        bed.drain();
        later.forEach(person -> assertThat(remains(bed, person)).as(person).isNotEmpty());

        assertThat(replay(bed, backupAt)).isEqualTo(later.size());
        bed.drain();
        for (var person : later) {
            assertThat(Leavers.state(bed, person)).as(person).isEqualTo("removed");
        }
        assertThat(Leavers.state(bed, earlier)).isEqualTo("removed");
        assertThat(keys(bed)).as("what is left").isEqualTo(expected);

        assertThat(replay(bed, backupAt)).as("a second run").isZero();
    }

    private static long replay(TestBed bed, Instant since) {
        var report = bed.reconcile(Map.of("erasedSince", since.toString(), "segments", 2));
        assertThat(report).containsEntry("driftCount", 0L).containsEntry("repaired", 0L);
        return (long) Objects.requireNonNull(report.get("erasedAgain"));
    }

    private static List<String> remains(TestBed bed, String person) {
        return Traces.of(person, bed.everything()).stream()
                .filter(kind -> !Leavers.kept().contains(kind))
                .toList();
    }

    /// The keys of the items of users: not those of requests and of runs, which differ.
    private static Set<Key> keys(TestBed bed) {
        return bed.everything().keySet().stream()
                .filter(key -> !PlatformKeys.IDEMPOTENCY.matches(key.pk()))
                .filter(key -> !PlatformKeys.SCANS.matches(key.pk()))
                .collect(Collectors.toSet());
    }
}
