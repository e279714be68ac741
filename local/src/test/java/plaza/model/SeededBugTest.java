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
import plaza.catalogue.FunctionRow;
import plaza.testkit.SharedData;

/// Every [SeededBug] is seen, and told in a few steps: one of each context in `verify`, all with
/// `-Ddeep`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeededBugTest {
    private static final int STORY_STEPS = 40;
    private static final int STORIES_MAX = 40;
    private static final int STEPS_MAX = 7;

    private static final Set<SeededBug> IN_VERIFY =
            EnumSet.of(
                    SeededBug.COUNT_OFF_BY_ONE, SeededBug.UNCLIP_LOST, SeededBug.RUNS_NOT_COUNTED);

    private final ModelTestBed stage = new ModelTestBed();

    @AfterAll
    void close() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyFlawIsSeenAndToldInAFewSteps(SeededBug flaw) {
        assumeTrue(SharedData.isDeep() || IN_VERIFY.contains(flaw), "told with -Ddeep");

        var told = told(flaw);

        if (told == null) {
            throw new AssertionError(flaw + " was not seen");
        }
        System.out.println(flaw + " is seen:\n" + told.told());
        assertThat(told.story()).hasSizeLessThanOrEqualTo(STEPS_MAX);
    }

    private Shrinker.@Nullable Core told(SeededBug flaw) {
        var flawed = stage.flawed(flaw.handlers());
        var functions = functions(flaw.context());
        for (var seed = 0; seed < STORIES_MAX; seed++) {
            var world = new ModelRun(flawed, flaw.models());
            try {
                new SequenceGenerator(
                                world,
                                new RandomChoices(new SplittableRandom(seed)),
                                new RouteTour(functions, functions.size(), seed),
                                new Coverage(functions))
                        .tell(STORY_STEPS);
                world.audit();
            } catch (Difference difference) {
                return new Shrinker(story -> ModelRun.tell(flawed, flaw::models, story))
                        .shrink(world.told(), difference);
            }
        }
        return null;
    }

    private static List<String> functions(String context) {
        return Catalogue.httpFunctions().stream()
                .filter(row -> row.context().equals(context))
                .map(FunctionRow::name)
                .toList();
    }
}
