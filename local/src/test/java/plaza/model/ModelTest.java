package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.testkit.SharedData;

/// Command sequences over all contexts on the real functions and a real table. The models must
/// accept each response.
///
/// A sequence prefers pairs of routes that the sequences before it have not called, and so a run
/// depends on the seed of its first sequence: `-Dplaza.seed=<seed> -Dplaza.sequences=<number>` runs
/// the same ones again. `verify` runs one, and more until every route has succeeded. They are the
/// same each time, so that a build does not fail because of a difference that another change has
/// caused. `-Pdeep` runs new sequences each time, as many as are needed to call nearly all ordered
/// pairs of routes directly after each other.
@Order(1)
class ModelTest {
    /// The seed of the first sequence of `verify`, which calls every route.
    private static final long SEED = 105;

    private static final int COMMANDS = 400;
    private static final double PAIRS_MIN = 0.95;

    /// How many sequences may run until every route has succeeded and, with `-Pdeep`, until
    /// [#PAIRS_MIN] of all pairs have been called.
    private static final int SEQUENCES_MAX = 150;

    @Test
    void everyResponseIsAcceptedByTheModels() {
        Long replayed = Long.getLong("plaza.seed");
        var begun = SharedData.isDeep() ? System.nanoTime() : SEED;
        long first = replayed == null ? begun : replayed;
        var coverage = new Coverage(ModelRun.functions());
        var sequences = 0;
        System.out.println("model: command sequences from seed " + first);
        var min = Integer.getInteger("plaza.sequences", 1);
        var max = replayed == null ? Math.max(min, SEQUENCES_MAX) : min;
        while (sequences < min || (sequences < max && !isEnough(coverage))) {
            // DynamoDB Local reads a long stream slowly; a new bed has a new stream.
            try (var bed = new ModelTestBed()) {
                run(bed, first, sequences, coverage);
            }
            sequences++;
            System.out.printf(
                    "%d command sequences, %d calls, %.1f %% of all pairs, no success yet: %s%n",
                    sequences, coverage.calls(), 100 * coverage.share(), coverage.neverSucceeded());
        }
        System.out.printf(
                "model: %d command sequences, %d calls, %d of them successful, %.1f %% of all"
                        + " pairs of routes%n",
                sequences, coverage.calls(), coverage.successes(), 100 * coverage.share());
        if (replayed == null) {
            assertThat(coverage.neverSucceeded()).isEmpty();
            assertThat(coverage.successes()).isGreaterThan(coverage.calls() / 2);
            if (SharedData.isDeep()) {
                assertThat(coverage.share())
                        .as("share of pairs; most are left of %s", coverage.rarest(10))
                        .isGreaterThanOrEqualTo(PAIRS_MIN);
            }
        }
    }

    private static boolean isEnough(Coverage coverage) {
        return coverage.neverSucceeded().isEmpty()
                && (!SharedData.isDeep() || coverage.share() >= PAIRS_MIN);
    }

    /// Runs one of the sequences that begin with a seed.
    private static void run(ModelTestBed bed, long first, int number, Coverage coverage) {
        var run = new ModelRun(bed, ModelRun.Models.create());
        var choices = new RandomChoices(new SplittableRandom(first + number));
        try {
            new SequenceGenerator(run, choices, ModelRun.functions(), coverage).generate(COMMANDS);
            run.readEverything();
        } catch (Difference difference) {
            System.out.println("model: shrinking what led to: " + difference.getMessage());
            var shrunk =
                    new Shrinker(commands -> ModelRun.run(bed, ModelRun.Models::create, commands))
                            .shrink(run.commands(), difference);
            throw new AssertionError(
                    "A response differs from the model. Replay with -Dplaza.seed="
                            + first
                            + " -Dplaza.sequences="
                            + (number + 1)
                            + "\nShortest failing command sequence:\n"
                            + shrunk.describe(),
                    difference);
        }
    }
}
