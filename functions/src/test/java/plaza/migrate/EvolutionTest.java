package plaza.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;

/// Runs [Migrate] in many simulations of each kind of change.
class EvolutionTest {
    private static final long SEEDS = Seeds.number(20, 20_000);

    /// The maximum number of seeds that are tried until the wrong design is detected. The rarest
    /// wrong design is detected by about one seed of 2,000.
    private static final long WRONG_SEEDS_MAX = 50_000;

    static List<Shape> shapes() {
        return List.of(
                InPlace.ADDED_AND_RENAMED,
                InPlace.SPLIT,
                InPlace.INDEXED,
                new Moved(false),
                new Divided(),
                new Merged(WrongMigration.NONE),
                new Counted(false),
                new Retired());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void noValueIsLostOrMissedWhileItemsChangeTheirShape(Shape shape) {
        var seed = Long.getLong("plaza.seed");
        var first = seed != null ? seed : Long.getLong("plaza.first", 0);
        var number = seed != null ? 1 : Long.getLong("plaza.seeds", SEEDS);
        LongStream.range(first, first + number)
                .parallel()
                .forEach(each -> {
                    try {
                        EvolutionSimulation.run(each, shape, WrongMigration.NONE);
                    } catch (RuntimeException | AssertionError wrong) {
                        throw new AssertionError(
                                shape + " failed; replay with -Dplaza.seed=" + each, wrong);
                    }
                });
    }

    /// The designs, the changes that show them, and the seed that detected each of them last.
    static Stream<Arguments> wrongDesigns() {
        return Stream.of(
                arguments(WrongMigration.UNCONDITIONAL, InPlace.ADDED_AND_RENAMED, 12),
                arguments(WrongMigration.UNCONDITIONAL, new Moved(false), 0),
                arguments(WrongMigration.UNCONDITIONAL, new Counted(false), 8),
                arguments(WrongMigration.ATTRIBUTES_DROPPED, InPlace.SPLIT, 4),
                arguments(WrongMigration.DELETED_BEFORE_COPIED, new Moved(false), 11),
                arguments(WrongMigration.PROOF_TOO_EARLY, InPlace.SPLIT, 5_609),
                arguments(WrongMigration.ROLLBACK_DURING_PROOF, new Moved(false), 2_324),
                arguments(WrongMigration.PROOF_EVENTUAL, new Moved(false), 5_616),
                arguments(WrongMigration.COUNT_OF_LIST, new Counted(true), 0),
                arguments(WrongMigration.PLACES_READ_TOGETHER, new Moved(true), 137),
                arguments(WrongMigration.UNCONDITIONAL, new Merged(WrongMigration.NONE), 3),
                arguments(
                        WrongMigration.OLD_PLACE_WRITTEN,
                        new Merged(WrongMigration.OLD_PLACE_WRITTEN),
                        10),
                arguments(
                        WrongMigration.NEW_PLACE_READ_ONCE,
                        new Merged(WrongMigration.NEW_PLACE_READ_ONCE),
                        83));
    }

    /// @param first where the search begins. A change of the simulation moves the seeds; then the
    ///   search takes longer, until the list has the seed that the test prints.
    @ParameterizedTest
    @MethodSource("wrongDesigns")
    void aWrongDesignIsDetected(WrongMigration design, Shape shape, int first) {
        var detected =
                LongStream.range(first, first + WRONG_SEEDS_MAX)
                        .filter(seed -> isDetected(seed, shape, design))
                        .findFirst();
        assertThat(detected)
                .as("one of %d seeds from %d on detects %s", WRONG_SEEDS_MAX, first, design)
                .isPresent();
        System.out.println(design + " is detected by seed " + detected.getAsLong());
    }

    private static boolean isDetected(long seed, Shape shape, WrongMigration design) {
        try {
            EvolutionSimulation.run(seed, shape, design);
            return false;
        } catch (EvolutionSimulation.Failure _) {
            return true;
        }
    }
}
