package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.testkit.ContextKits;
import plaza.testkit.SharedData;

/// Every [SeededBug] is found, and shrunk to a few commands. Shrinking takes most of the time, and
/// so `verify` shrinks only one of them, and its sequences call only the routes in the package of
/// the bug and those that create items.
class SeededBugTest {
    private static final int COMMANDS_OF_A_SEQUENCE = 40;
    private static final int SEQUENCES_MAX = 80;
    private static final int COMMANDS_MAX = 7;

    private final ModelTestBed bed = new ModelTestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    static Stream<SeededBug> bugs() {
        return ContextKits.all().flatMap(kit -> kit.seededBugs().stream());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void everySeededBugIsFoundAndShrunkToAFewCommands(SeededBug bug) {
        var buggy = bed.withBug(bug.handler());
        var found = find(bug, buggy);
        if (found == null) {
            throw new AssertionError(
                    bug + " was not found by " + SEQUENCES_MAX + " command sequences");
        }
        if (SharedData.isDeep() || bug.equals(bugs().findFirst().orElseThrow())) {
            var shrunk =
                    new Shrinker(commands -> ModelRun.run(buggy, bug::models, commands))
                            .shrink(found.commands(), found.difference());
            System.out.println("Its shortest command sequence:\n" + shrunk.describe());
            assertThat(shrunk.commands()).hasSizeLessThanOrEqualTo(COMMANDS_MAX);
        }
    }

    /// A command sequence that finds a bug, and what it found.
    private record Found(List<Command> commands, Difference difference) {}

    private static @Nullable Found find(SeededBug bug, ModelTestBed buggy) {
        var functions = functions(bug.row());
        var first = SharedData.isDeep() ? 0 : bug.seed();
        for (var seed = first; seed < first + SEQUENCES_MAX; seed++) {
            var run = new ModelRun(buggy, bug.models());
            try {
                new SequenceGenerator(
                                run,
                                new RandomChoices(new SplittableRandom(seed)),
                                functions,
                                new Coverage(functions))
                        .generate(COMMANDS_OF_A_SEQUENCE);
                run.readEverything();
            } catch (Difference difference) {
                System.out.printf("%s was found by the command sequence of seed %d%n", bug, seed);
                return new Found(List.copyOf(run.commands()), difference);
            }
        }
        return null;
    }

    /// With `-Pdeep` all functions of the bug's context, otherwise those of its package and those
    /// that create items.
    private static List<String> functions(FunctionRow bug) {
        var creators = ModelRun.Models.create().of(bug).model().creators();
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.context().equals(bug.context()))
                .filter(row ->
                        SharedData.isDeep()
                                || creators.contains(row.name())
                                || row.handler().getPackage().equals(bug.handler().getPackage()))
                .map(FunctionRow::name)
                .toList();
    }
}
