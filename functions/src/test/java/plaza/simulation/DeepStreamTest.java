package plaza.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Runs the real code in ten million simulations, which takes hours.
///
/// `-Dplaza.first` continues an interrupted run: it uses the seeds from there to `-Dplaza.seeds`,
/// exclusive. A run prints its progress every 100,000 seeds.
@EnabledIfSystemProperty(
        named = "deep",
        matches = ".*",
        disabledReason = "ten million simulations take hours; run them with -Ddeep")
class DeepStreamTest {
    private static final long SEEDS = 10_000_000;

    @Test
    void everySimulationEndsInACorrectState() {
        Simulations.all(Long.getLong("plaza.first", 0), Long.getLong("plaza.seeds", SEEDS));
    }
}
