package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.Catalogue;
import plaza.SharedData;

/// Every [Flaw] is seen, and told in a few steps: one of each context in `verify`, all with
/// `-Ddeep`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FlawTest {
    private static final int STORY_STEPS = 40;
    private static final int STORIES_MAX = 40;
    private static final int STEPS_MAX = 7;

    private static final Set<Flaw> IN_VERIFY =
            EnumSet.of(Flaw.COUNT_OFF_BY_ONE, Flaw.UNCLIP_LOST, Flaw.RUNS_NOT_COUNTED);

    private final Stage stage = new Stage();

    @AfterAll
    void close() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyFlawIsSeenAndToldInAFewSteps(Flaw flaw) {
        assumeTrue(SharedData.isDeep() || IN_VERIFY.contains(flaw), "told with -Ddeep");

        var told = told(flaw);

        if (told == null) {
            throw new AssertionError(flaw + " was not seen");
        }
        System.out.println(flaw + " is seen:\n" + told.told());
        assertThat(told.story()).hasSizeLessThanOrEqualTo(STEPS_MAX);
    }

    private Shrinker.@Nullable Core told(Flaw flaw) {
        var flawed = stage.flawed(flaw.handlers());
        var functions = functions(flaw.context());
        for (var seed = 0; seed < STORIES_MAX; seed++) {
            var world = new World(flawed, flaw.models());
            try {
                new Storyteller(
                                world,
                                new Chance(new SplittableRandom(seed)),
                                new Itinerary(functions, functions.size(), seed),
                                new Coverage(functions))
                        .tell(STORY_STEPS);
                world.audit();
            } catch (Difference difference) {
                return new Shrinker(story -> World.tell(flawed, flaw::models, story))
                        .shrink(world.told(), difference);
            }
        }
        return null;
    }

    private static List<String> functions(String context) {
        return Catalogue.httpFunctions().stream()
                .filter(row -> row.context().equals(context))
                .map(Catalogue.Function::name)
                .toList();
    }
}
