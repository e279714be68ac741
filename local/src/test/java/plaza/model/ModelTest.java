package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.SharedData;

/// Stories of all contexts at once, on real handlers and a real table, in which every answer is one
/// that the models admit.
class ModelTest {
    private static final int STORY_STEPS = 130;

    /// As many pairs as one story can ask for in two thirds of its steps.
    private static final int SHARES = 19;

    private static final int STORIES_MAX = SharedData.isDeep() ? 2_000 : 60;

    @Test
    void everyAnswerIsOneThatTheModelsAdmit() {
        var functions = World.functions();
        Long replayed = Long.getLong("plaza.seed");
        long first = replayed == null ? System.nanoTime() : replayed;
        var coverage = new Coverage(functions);
        var stories = 0;
        try (var stage = new Stage()) {
            while (stories < (replayed == null ? STORIES_MAX : 1)) {
                tell(stage, first + stories, coverage, functions);
                stories++;
            }
        }
        System.out.printf(
                "model: %d stories from seed %d, %d calls, %d succeeded, %.1f %% of the pairs%n",
                stories, first, coverage.calls(), coverage.successes(), 100 * coverage.share());
        if (replayed == null) {
            assertThat(coverage.neverSucceeded()).isEmpty();
            assertThat(coverage.share()).isGreaterThan(0.95);
        }
    }

    private static void tell(Stage stage, long seed, Coverage coverage, List<String> functions) {
        var world = new World(stage, new World.Models());
        var chance = new Chance(new SplittableRandom(seed));
        try {
            var itinerary = new Itinerary(functions, SHARES, seed);
            new Storyteller(world, chance, itinerary, coverage).tell(STORY_STEPS);
            world.audit();
        } catch (Difference difference) {
            var shortest =
                    new Shrinker(story -> World.tell(stage, World.Models::new, story))
                            .shrink(world.told(), difference);
            throw new AssertionError(
                    "replay with -Dplaza.seed=" + seed + "\n" + shortest.told(), difference);
        }
    }
}
