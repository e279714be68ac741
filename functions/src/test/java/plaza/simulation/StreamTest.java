package plaza.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The real code in many worlds.
class StreamTest {
    private static final long SEEDS = 20_000;

    /// What a deep run found the simulator itself to do wrong: sequence numbers of 41 digits.
    @ParameterizedTest
    @ValueSource(longs = {364_633, 629_852, 1_141_012})
    void noWorldRunsOutOfSequenceNumbers(long seed) {
        Simulations.all(seed, seed + 1);
    }

    @Test
    void everyWorldComesToRestAsItShould() {
        var seed = Long.getLong("plaza.seed");
        if (seed != null) {
            Simulations.retell(seed);
        } else {
            Simulations.all(0, Long.getLong("plaza.seeds", SEEDS));
        }
    }
}
