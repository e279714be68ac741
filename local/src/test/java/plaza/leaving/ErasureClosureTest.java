package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.context.Declarations;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.table.Item;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;

/// Whether the declared paths, and the scan for what has none, together find everything that the
/// table contains of a person. In random populations over all contexts, the result is compared with
/// a scan of all text, which knows no declaration.
class ErasureClosureTest {
    /// Of each kind of item some persons are named by, a run finds the last ones.
    private static final int RUNS_MAX = 5;

    @Test
    void pathsAndTheScanFindWhatAScanOfAllTextFinds() {
        Seeds.forEach(
                "populations with leavers",
                Seeds.number(1, 40),
                random -> {
                    try (var bed = new TestBed()) {
                        check(bed, random);
                    }
                });
    }

    private static void check(TestBed bed, SplittableRandom random) {
        ContextKits.all().forEach(kit -> kit.writeHistory(bed, random, true));
        bed.drain();
        var before = bed.everything();
        var persons = Leavers.some(random, before);

        persons.forEach(person -> Leavers.erase(bed, person));
        bed.drain();

        for (var person : persons) {
            assertThat(Leavers.state(bed, person)).as(person).isEqualTo("removed");
            assertThat(Traces.of(person, bed.everything()))
                    .as("what paths leave of %s", person)
                    .isSubsetOf(Leavers.leftByPaths());
        }
        assertThat(ReconcileRun.reporting(bed).found()).as("drift after an erasure").isEmpty();

        // what a request or a job of the same moment may have written behind the paths
        bed.putAll(
                before.values().stream()
                        .filter(item -> random.nextInt(3) == 0 && names(item, persons)));
        // the records of the stream, and so the ledgers, have the time of the machine
        bed.clock().set(Instant.now().plus(Erasure.TOKEN_LIFETIME_MAX));
        bed.drain();
        for (var run = 0; run < RUNS_MAX; run++) {
            ReconcileRun.reporting(bed);
            bed.drain();
        }
        for (var person : persons) {
            assertThat(Traces.of(person, bed.everything()))
                    .as("what is left of %s", person)
                    .isSubsetOf(Leavers.kept());
            assertThat(Leavers.state(bed, person)).as(person).isEqualTo("proved");
        }
    }

    private static boolean names(Item item, List<String> persons) {
        var personal = Declarations.registered().erasures().kindOrNull(item.key());
        return personal != null
                && !personal.removal().equals(Removal.KEPT)
                && persons.stream().anyMatch(person -> personal.names(UserId.of(person), item));
    }
}
