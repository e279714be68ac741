package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.testkit.SharedData;

/// Stories of all contexts at once, on the real handlers and a real table, in which every answer is
/// one that the models admit.
///
/// A story depends on its seed alone: `-Dplaza.seed` tells that one again. `verify` tells a few,
/// and more until every route has succeeded; `-Ddeep` as many as it takes to ask nearly all ordered
/// pairs of routes, one directly after the other, and more.
class ModelTest {
    /// Each story goes one of so many stages of the way through all pairs: 135 of them.
    private static final int STAGES = 24;

    /// DynamoDB Local reads its stream the more slowly the longer it is.
    private static final int STORIES_OF_A_STAGE = 8;

    private static final int STEPS_MAX = 400;
    private static final double PAIRS_MIN = 0.95;

    /// How many may be told until every route has succeeded: a story leaves some out.
    private static final int STORIES_MAX = 4 * STAGES;

    private static final int STORIES = SharedData.isDeep() ? STORIES_MAX : 3;

    @Test
    void everyAnswerIsOneThatTheModelsAdmit() {
        Long replayed = Long.getLong("plaza.seed");
        long first = replayed == null ? System.nanoTime() : replayed;
        var coverage = new Coverage(ModelRun.functions());
        var stories = 0;
        System.out.println("model: stories from seed " + first);
        var wanted = replayed == null ? Integer.getInteger("plaza.stories", STORIES) : 1;
        var most = replayed == null ? Math.max(wanted, STORIES_MAX) : 1;
        while (stories < wanted || (stories < most && !coverage.neverSucceeded().isEmpty())) {
            var end = Math.clamp(wanted, stories + 1, stories + STORIES_OF_A_STAGE);
            try (var stage = new ModelTestBed()) {
                for (; stories < end; stories++) {
                    tell(stage, first + stories, coverage);
                }
            }
            System.out.printf("%d stories, %d calls%n", stories, coverage.calls());
        }
        System.out.printf(
                "model: %d stories, %d calls, %d of them successes, %.1f %% of all pairs of"
                        + " routes%n",
                stories, coverage.calls(), coverage.successes(), 100 * coverage.share());
        if (replayed == null) {
            assertThat(coverage.neverSucceeded()).isEmpty();
            assertThat(coverage.successes()).isGreaterThan(coverage.calls() * 4 / 5);
            if (SharedData.isDeep()) {
                assertThat(coverage.share()).isGreaterThanOrEqualTo(PAIRS_MIN);
            }
        }
    }

    private static void tell(ModelTestBed stage, long seed, Coverage coverage) {
        var world = new ModelRun(stage, new ModelRun.Models());
        var itinerary = new RouteTour(ModelRun.functions(), STAGES, seed);
        var chance = new RandomChoices(new SplittableRandom(seed));
        try {
            new SequenceGenerator(world, chance, itinerary, coverage).tell(STEPS_MAX);
            world.audit();
        } catch (Difference difference) {
            var core =
                    new Shrinker(story -> ModelRun.tell(stage, ModelRun.Models::new, story))
                            .shrink(world.told(), difference);
            throw new AssertionError(
                    "replay with -Dplaza.seed=" + seed + "\n" + core.told(), difference);
        }
    }
}
