package plaza.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The real code in very many worlds: hours.
///
/// `-Dplaza.first` goes on where a run was ended: seeds from it up to `-Dplaza.seeds`, exclusive. A
/// run says every 100,000 seeds up to where it is through.
@EnabledIfSystemProperty(
        named = "deep",
        matches = ".*",
        disabledReason = "ten million worlds take hours; -Ddeep lives through them")
class DeepStreamTest {
    private static final long SEEDS = 10_000_000;

    @Test
    void everyWorldComesToRestAsItShould() {
        Simulations.all(Long.getLong("plaza.first", 0), Long.getLong("plaza.seeds", SEEDS));
    }
}
