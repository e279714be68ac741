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
    private static final long SEEDS = Seeds.number(100, 20_000);

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

    /// The designs, the changes that show them, and the first seed to try: the rarest are detected
    /// by thousandths of all seeds, and only the deep run tries those before.
    static Stream<Arguments> wrongDesigns() {
        return Stream.of(
                arguments(WrongMigration.UNCONDITIONAL, InPlace.ADDED_AND_RENAMED, 0),
                arguments(WrongMigration.UNCONDITIONAL, new Moved(false), 0),
                arguments(WrongMigration.UNCONDITIONAL, new Counted(false), 0),
                arguments(WrongMigration.ATTRIBUTES_DROPPED, InPlace.SPLIT, 0),
                arguments(WrongMigration.DELETED_BEFORE_COPIED, new Moved(false), 0),
                arguments(WrongMigration.PROOF_TOO_EARLY, InPlace.SPLIT, 1_800),
                arguments(WrongMigration.ROLLBACK_DURING_PROOF, new Moved(false), 2_300),
                arguments(WrongMigration.PROOF_EVENTUAL, new Moved(false), 4_600),
                arguments(WrongMigration.COUNT_OF_LIST, new Counted(true), 0),
                arguments(WrongMigration.PLACES_READ_TOGETHER, new Moved(true), 0),
                arguments(WrongMigration.UNCONDITIONAL, new Merged(WrongMigration.NONE), 0),
                arguments(
                        WrongMigration.OLD_PLACE_WRITTEN,
                        new Merged(WrongMigration.OLD_PLACE_WRITTEN),
                        0),
                arguments(
                        WrongMigration.NEW_PLACE_READ_ONCE,
                        new Merged(WrongMigration.NEW_PLACE_READ_ONCE),
                        0));
    }

    @ParameterizedTest
    @MethodSource("wrongDesigns")
    void aWrongDesignIsDetected(WrongMigration design, Shape shape, int first) {
        var detected =
                LongStream.range(Seeds.number(first, 0), 5_000)
                        .filter(seed -> isDetected(seed, shape, design))
                        .findFirst();
        System.out.println(design + ": detected by seed " + detected);
        assertThat(detected).isPresent();
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
