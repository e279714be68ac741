package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.Catalogue;
import plaza.catalogue.FunctionRow;
import plaza.testkit.SharedData;

/// Every [SeededBug] is found, and shrunk to a few commands: one of each context in `verify`, all
/// with `-Ddeep`.
class SeededBugTest {
    private static final int COMMANDS_OF_A_SEQUENCE = 40;
    private static final int SEQUENCES_MAX = 40;
    private static final int COMMANDS_MAX = 7;

    private static final Set<SeededBug> IN_VERIFY =
            EnumSet.of(SeededBug.UNCLIP_LOST, SeededBug.RUNS_NOT_COUNTED);

    private final ModelTestBed bed = new ModelTestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @ParameterizedTest
    @EnumSource
    void everySeededBugIsFoundAndShrunkToAFewCommands(SeededBug bug) {
        assumeTrue(SharedData.isDeep() || IN_VERIFY.contains(bug), "runs with -Ddeep");

        var shrunk = find(bug);

        if (shrunk == null) {
            throw new AssertionError(
                    bug + " was not found by " + SEQUENCES_MAX + " command sequences");
        }
        System.out.println(bug + " was found by the command sequence:\n" + shrunk.describe());
        assertThat(shrunk.commands()).hasSizeLessThanOrEqualTo(COMMANDS_MAX);
    }

    private Shrinker.@Nullable ShrunkSequence find(SeededBug bug) {
        var buggy = bed.withBug(bug.handler());
        var functions = functions(bug.context());
        for (var seed = 0; seed < SEQUENCES_MAX; seed++) {
            var run = new ModelRun(buggy, bug.models());
            try {
                new SequenceGenerator(
                                run,
                                new RandomChoices(new SplittableRandom(seed)),
                                new RouteTour(functions, functions.size(), seed),
                                new Coverage(functions))
                        .generate(COMMANDS_OF_A_SEQUENCE);
                run.readEverything();
            } catch (Difference difference) {
                return new Shrinker(commands -> ModelRun.run(buggy, bug::models, commands))
                        .shrink(run.commands(), difference);
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
