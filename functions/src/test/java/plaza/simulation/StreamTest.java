package plaza.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs the real code in many simulations.
class StreamTest {
    /// The seeds of `verify`, from 0. They contain those that detect the rarest designs of
    /// [WrongDesignsTest].
    private static final long SEEDS = 5_000;

    /// With these seeds a deep run found a bug of the simulator: sequence numbers of 41 digits.
    @ParameterizedTest
    @ValueSource(longs = {364_633, 629_852, 1_141_012})
    void noSimulationRunsOutOfSequenceNumbers(long seed) {
        Simulations.all(seed, seed + 1);
    }

    @Test
    void everySimulationEndsInACorrectState() {
        var seed = Long.getLong("plaza.seed");
        if (seed != null) {
            Simulations.printTrace(seed);
        } else {
            Simulations.all(0, Long.getLong("plaza.seeds", SEEDS));
        }
    }
}
